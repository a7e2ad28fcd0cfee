"""The sets of screenshots, and what is known of WCXB's pages by their ids. MODEL.md describes the directories."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folds import folds, registered_domains
from examples import Examples
from images import LIST_VIEW, TYPES, Screenshots

FOLDS = 5
SEED = 0  # of the folds, the same as those of models/genre-markup
REPEATED = {"raw": 6, "styled": 2}  # pages without style sheets are the hardest


class Data:
    """renders: a directory with one for each set: raw, styled-*, synthetic, and held-out-* for tests
    alone. markup: what `make train-genre-markup` leaves behind, features.tsv and out-of-fold.tsv."""

    def __init__(self, renders, markup):
        directories = sorted(path.parent for path in renders.glob("*/labels.tsv"))
        self.sets = {directory.name: Screenshots(directory) for directory in directories}
        raw = self.sets["raw"]
        self.domains = registered_domains([row["url"] for row in raw.rows])
        self.fold_of = dict(zip(raw.ids, folds(self.domains, FOLDS, SEED)))
        self.measures, self.measured = read_measures(markup / "features.tsv")
        self.markup = read_out_of_fold(markup / "out-of-fold.tsv")

    def folds(self, name):
        """The fold of each page of one of WCXB's sets: int [N]."""
        return np.array([self.fold_of[page] for page in self.sets[name].ids])

    def listed(self, name):
        """True for the pages of a set that are list views: bool [N]."""
        return self.sets[name].types >= LIST_VIEW

    def markup_of(self, name, classifier):
        """What `markup` or `svm` said of each page of a set, out of fold: [N]."""
        return np.array([self.markup[page][classifier] for page in self.sets[name].ids])

    def synthetic(self):
        """Examples of all generated pages, which have no measures."""
        screenshots = self.sets["synthetic"]
        unmeasured = np.full((len(screenshots.ids), self.measured), -1.0)
        return Examples(screenshots, range(len(screenshots.ids)), unmeasured)

    def but(self, fold):
        """Examples of all pages but the fold's."""
        examples = self.synthetic()
        for name in self.sets:
            if name != "raw" and not name.startswith("styled"):
                continue
            screenshots = self.sets[name]
            rows = np.flatnonzero(self.folds(name) != fold)
            rows = np.repeat(rows, REPEATED["raw" if name == "raw" else "styled"])
            measures = [self.measures[screenshots.ids[row]] for row in rows]
            examples += Examples(screenshots, rows, np.array(measures))
        return examples


def read_measures(path):
    """The measures of genre-markup as ranks in [0, 1], by page, and how many they are."""
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    values = np.array([[float(value) for value in row[3:]] for row in rows])
    ranks = np.empty_like(values)
    for column in range(values.shape[1]):
        _, place, count = np.unique(values[:, column], return_inverse=True, return_counts=True)
        ranks[:, column] = (np.cumsum(count) - count / 2)[place] / len(rows)
    ranks = ranks[:, ranks.std(axis=0) > 0.1]  # the others are the same on nearly all pages
    return {row[0]: of_page for row, of_page in zip(rows, ranks)}, ranks.shape[1]


def read_out_of_fold(path):
    """By page, `markup`: the probability of a list view, and `svm`: 1 for one, else 0."""
    head, *rows = [line.split("\t") for line in path.read_text().splitlines()]
    assert head == ["id", *TYPES, "svm"], head
    read = {}
    for page, *values in rows:
        values = [float(value) for value in values]
        listed = sum(values[LIST_VIEW : len(TYPES)])
        read[page] = {"markup": listed, "svm": float(values[-1] > 0)}
    return read
