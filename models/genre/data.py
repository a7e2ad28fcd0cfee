"""The sets of screenshots, and the folds of those that are measured. MODEL.md describes the directories."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from features import Features
from folds import folds, registered_domains

FOLDS = 5
SEED = 0  # of the folds; those of WCXB's pages are the same as in models/genre-markup
# Of the examples that are drawn, how many are of each set, in relation to the others.
SHARES = {"screens": 27, "themes": 23, "raw": 40, "others": 10, "synthetic": 10}
# How many variants of a screenshot there are: the more often it is drawn, the more.
VARIANTS = {"screens": 16, "themes": 6, "raw": 6, "others": 6, "synthetic": 3}
MEASURED = ("screens", "raw", "others")  # fold by fold


class Data:
    """renders: a directory with one for each set: those of SHARES, and for tests alone screens-*, other pictures of the
    pages of screens, and held-out-*. kept: a directory for what the backbone, a function that returns it, makes of
    them."""

    def __init__(self, renders, backbone, kept):
        kept.mkdir(parents=True, exist_ok=True)
        self.sets = {
            name: Features(renders / name, VARIANTS.get(name, 0), backbone, kept)
            for name in sorted(path.parent.name for path in renders.glob("*/labels.tsv"))
            if name in SHARES or name.startswith(("screens-", "held-out-"))
        }
        self.folds = dict(zip(("raw", "others"), self.folds_by_domain()))
        sites = np.array([row["site"] for row in self.sets["screens"].rows])
        fold_of = dict(zip(sites, folds(sites, FOLDS, SEED)))
        for name, screenshots in self.sets.items():
            if name.startswith("screens"):
                self.folds[name] = np.array([fold_of[row["site"]] for row in screenshots.rows])

    def folds_by_domain(self):
        """The folds of raw, by registered domain, and of others: a domain that raw has is in the fold that it has
        there."""
        raw, others = (
            registered_domains([row["url"] for row in self.sets[name].rows]) for name in ("raw", "others")
        )
        of_raw = folds(raw, FOLDS, SEED)
        fold_of = dict(zip(raw, of_raw))
        new = np.array([domain for domain in np.unique(others) if domain not in fold_of])
        fold_of |= dict(zip(new, folds(new, FOLDS, SEED)))
        return of_raw, np.array([fold_of[domain] for domain in others])

    def without(self, fold):
        """What is learned from without a fold, or with all (None): by set, its rows."""
        return {
            name: np.flatnonzero(self.folds[name] != fold)
            if fold is not None and name in MEASURED
            else np.arange(len(self.sets[name].ids))
            for name in SHARES
        }
