"""Tests of what measures `auto`: scores and kinds of error, calibration, the plot."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import reliability  # noqa: E402
import report  # noqa: E402
import study  # noqa: E402
import train  # noqa: E402


@pytest.mark.parametrize(
    ("gold", "extracted", "scores", "kind"),
    [
        ("a b c d", "a b c d", (1, 1, 1), "small"),
        ("a b c d", "a b c d x y z u", (0.5, 1, 2 / 3), "over"),
        ("a b c d", "a", (1, 0.25, 0.4), "under"),
        ("a b", "a x", (0.5, 0.5, 0.5), "both"),
        ("a a", "a", (1, 0.5, 2 / 3), "under"),
        ("a", "b", (0, 0, 0), "both"),
        ("", "", (1, 1, 1), "small"),
        ("a", "", (0, 0, 0), "empty"),
    ],
)
def test_scores(gold, extracted, scores, kind):
    gold, extracted = report.words(gold), report.words(extracted)
    found = report.overlap(gold, extracted)
    assert found == pytest.approx(scores)
    assert report.kind(gold, extracted, *found[:2]) == kind


def test_snippets_are_words_in_a_row():
    text = report.words("The cat sat. On a mat")
    assert report.snippets_found(["cat sat on", "CAT", "at sat", "", None], text) == (2, 3)


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


def test_the_plot_has_a_dot_for_each_part_of_the_pages():
    predicted = np.linspace(0, 1, 150)
    parts = reliability.bins(predicted, predicted)
    assert sum(pages for *_, pages in parts) == 150
    assert all(said == pytest.approx(reached) for said, reached, _ in parts)
    svg = ElementTree.fromstring(reliability.plot(predicted, predicted))
    dots = svg.findall("{*}circle")
    assert len(dots) == reliability.BINS
    for dot in dots:
        x, y = float(dot.get("cx")), float(dot.get("cy"))
        assert x + y == pytest.approx(2 * reliability.EDGE + reliability.SIZE, abs=0.2)


def test_learning_curves_take_whole_domains():
    domains = np.array(["a", "b", "c", "d", "a", "b", "e", "f"])
    known = study.some_pages(domains, 2, seed=0)
    assert len(set(domains[known])) == 3
    assert not set(domains[known]) & set(domains[~known])
