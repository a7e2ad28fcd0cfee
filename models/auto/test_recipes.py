"""Tests of the measure of recipes."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import recipes  # noqa: E402

RECIPE = {
    "ingredients": ["200 g Flour", "2 eggs", "–"],
    "instructions": ["Mix " + "the flour and the eggs " * 4 + "well.", "Bake."],
}


def test_what_is_kept_stands_in_one_run():
    text = "200g flour\n2\neggs, large\nMix " + "the flour and the eggs " * 3
    assert recipes.measure(RECIPE, text) == [[True, True], [True, False]]
    assert recipes.measure(RECIPE, "200 g of flour") == [[False, False], [False, False]]
    assert recipes.measure(RECIPE, None) == [[False, False], [False, False]]


def test_figures_are_means_over_pages():
    pages = [[[True, False], [True]], [[False] * 6, []]]
    count, ingredients, lost, steps, lost_steps = recipes.figures(pages)
    assert (count, lost, lost_steps) == (2, 1, 0)
    assert (ingredients, steps) == pytest.approx((0.25, 1))


def test_halves_are_by_the_id():
    assert len({recipes.is_first(f"r{number}") for number in range(20)}) == 2
