"""Tests of training: sets, folds, calibration, learning curves. They need models/requirements.txt."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import folds  # noqa: E402
import merge  # noqa: E402
import page_set  # noqa: E402
import silver  # noqa: E402
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


def test_sets_are_merged_by_links(tmp_path):
    wcxb, others, out = tmp_path / "wcxb", tmp_path / "others", tmp_path / "out"
    for directory, names in ((wcxb, ["0001", "0002"]), (others / "a", ["x"]), (others / "a-b", ["y"])):
        for part, end in page_set.PARTS.items():
            (directory / part).mkdir(parents=True)
            for name in names:
                (directory / part / (name + end)).write_text(f"{directory.name} {name}")
    (out / "html").mkdir(parents=True)
    (out / "html" / "old.html.gz").symlink_to(wcxb)
    merge.merge(out, wcxb, others)
    # "a-b-y" is of the set "a-b", although "a-" begins it too.
    assert (out / "sets.tsv").read_text() == "0001\t\n0002\t\na-b-y\ta-b\na-x\ta\n"
    assert (out / "html" / "a-b-y.html.gz").read_text() == "a-b y"
    assert sorted(link.name for link in (out / "html").iterdir()) == [
        "0001.html.gz",
        "0002.html.gz",
        "a-b-y.html.gz",
        "a-x.html.gz",
    ]


def test_pages_that_extractors_agree_on_are_labelled(tmp_path):
    source, out = tmp_path / "silver", tmp_path / "out"
    for part in ("html", "silver"):
        (source / part).mkdir(parents=True)
    for name, agreement in (("w1", 0.95), ("w2", 0.9), ("w3", 0.1)):
        page = {"id": name, "url": f"https://{name}.example/", "agreement": agreement, "trafilatura": f"text of {name}"}
        (source / "silver" / f"{name}.json").write_text(json.dumps(page))
        (source / "html" / f"{name}.html.gz").write_text(name)
    for _ in range(2):
        assert page_set.write(out, source / "html", silver.pages(source)) == 1
    assert [path.name for path in (out / "html").iterdir()] == ["w1.html.gz"]
    label = json.loads((out / "ground-truth" / "w1.json").read_text())
    assert label["ground_truth"]["main_content"] == "text of w1" and label["url"] == "https://w1.example/"
    assert label["_internal"]["page_type"]["primary"] == "article"


def test_a_domain_is_in_one_fold_whatever_its_set():
    domains = np.array(["a", "b", "c", "d", "e", "f", "a", "g", "g", "h"])
    is_wcxb = np.arange(10) < 6
    fold = train.folds_of_sets(domains, is_wcxb, train.FOLDS, train.SEED)
    assert fold[6] == fold[0] and fold[7] == fold[8]
    # The pages of WCXB have the folds that they have alone.
    assert (fold[:6] == folds.folds(domains[:6], train.FOLDS, train.SEED)).all()
