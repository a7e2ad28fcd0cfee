"""Tests of training: calibration, learning curves. They need models/requirements.txt."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import study  # noqa: E402
import train  # noqa: E402


def test_calibration_rises_and_is_written_as_it_is_read():
    random = np.random.RandomState(0)
    expected = random.uniform(size=500)
    true = (expected**2 + random.normal(scale=0.1, size=500)).clip(0, 1)
    points = train.calibrate(expected, true)
    assert len(points) == 32
    assert (np.diff(points[:, 0]) > 0).all() and (np.diff(points[:, 1]) >= 0).all()
    assert np.abs(points[:, 1] - points[:, 0] ** 2).mean() < 0.05
    stored = train.stored(points)
    assert stored[0] == 32 and len(stored) == 1 + 32 * 8
    assert np.frombuffer(stored[1:], "<f4").reshape(-1, 2) == pytest.approx(points)


def test_learning_curves_take_whole_domains():
    domains = np.array(["a", "b", "c", "d", "a", "b", "e", "f"])
    known = study.some_pages(domains, 2, seed=0)
    assert len(set(domains[known])) == 3
    assert not set(domains[known]) & set(domains[~known])
