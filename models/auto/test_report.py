"""Tests of the report: scores, kinds of error, snippets, the plot. They need no more than numpy."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import reliability  # noqa: E402
import report  # noqa: E402


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
