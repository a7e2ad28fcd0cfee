"""Trains `auto`: which blocks of a page are content. Measures it by cross-validation.

usage: train.py [--folds] PAGES DIRECTORY GOCE_TOOLS

PAGES: labelled pages, WCXB's and others, as models/merge.py links them. DIRECTORY: what genre-features has written of
them. GOCE_TOOLS: the program
of the package tools. Everything on the way is kept in DIRECTORY/auto; the model goes beside this file. With --folds only
the folds are trained: DIRECTORY/auto/extracted.jsonl gets their texts, and nothing else changes.

Folds are those of models/genre-markup, by registered domain. A page is scored by a model that has not
seen its fold. What the model was fitted on has not seen it either: tables of names and words, and page
types, are learned anew without the fold. For the pages of each other fold they are learned without both.
Sets of classifiers.UNLEARNED are measured and not learned from.
"""

import argparse
import hashlib
import struct
import subprocess
import sys
from pathlib import Path

import lightgbm
import numpy as np
from scipy.stats import spearmanr
from sklearn.isotonic import IsotonicRegression

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent), str(HERE.parent / "genre-markup")]
import classifiers  # noqa: E402
import forest  # noqa: E402
import reliability  # noqa: E402
from folds import folds_of_sets  # noqa: E402

# Where the reliability plot of the confidence goes.
PLOT = HERE.parent.parent / "docs/images/auto-reliability.svg"

SEED = 0
FOLDS = 5
ROUNDS = 300
ROWS = 250  # blocks of a page that are learned from, at most
# What the blocks of some types of pages weigh: there are few such pages, and most other sets have none.
WEIGHTS = dict(service=2, product=2, collection=2, listing=2, forum=1.5)
# Sets of pages that are no articles: the forest of texts does not learn from them. To it threads are worth more.
NO_TEXTS = ["kinds"]
WEIGHTS_OF_TEXTS = WEIGHTS | dict(forum=3)
TREES = dict(
    objective="cross_entropy",
    learning_rate=0.06,
    num_leaves=64,
    max_depth=6,  # crates/goce-core/src/extract/auto/complete_forest.rs: the levels that trees may have
    min_data_in_leaf=40,
    feature_fraction=0.15,
    bagging_fraction=0.8,
    bagging_freq=1,
    lambda_l2=2.0,
    max_bin=63,
    seed=SEED,
    deterministic=True,
    force_col_wise=True,
    verbose=-1,
)


# Measures of the page that the trees may use, beside page types. With all 218 measures, two fifths of the
# splits were on them, and the trees were no better.
OF_PAGE = set(
    """
    blocks block_longest body_prose_share body_second body_share cards_size cards_words_share deepest depth description_words elements h1_from
    headings img ld_article ld_forum ld_list ld_product li links metas offers_size p path_bytes
    posts_size posts_words_share prose prose_longest_run prose_words prose_words_share texts_size
    texts_words texts_words_share title_words words words_per_element words_per_link
    """.split()
)


class Blocks:
    """The blocks of all pages. A block's target is the share of its words in the gold text."""

    def __init__(self, directory):
        table = np.loadtxt(directory / "blocks.tsv", dtype=np.float64, delimiter="\t")
        self.page = table[:, 0].astype(int)
        self.words = table[:, 1]
        self.share = table[:, 2].clip(0, 1)
        # A page weighs as much as any other, a block by its words.
        weight = (self.words + 0.3) ** 0.6
        # Comments that are left out whatever their score teach nothing.
        weight *= 1 - table[:, 3]
        self.weight = weight / np.maximum(np.bincount(self.page, weight), 1e-9)[self.page] * 100

    def sample(self, pages, weight_of_page):
        """Rows of some pages, at most ROWS of each, and what they weigh."""
        random = np.random.RandomState(SEED)
        starts = np.searchsorted(self.page, np.arange(self.page[-1] + 2))
        rows, weights = [], []
        for page in pages:
            of_page = np.arange(starts[page], starts[page + 1])
            if len(of_page) > ROWS:
                chosen = np.sort(random.choice(of_page, ROWS, replace=False))
            else:
                chosen = of_page
            rows.append(chosen)
            of_rows = self.weight[chosen] * len(of_page) / max(1, len(chosen))
            weights.append(of_rows * weight_of_page[page])
        return np.concatenate(rows), np.concatenate(weights)


class PageTypes:
    """Page types by models that have not seen certain folds. They are kept in a directory."""

    def __init__(self, pages, fold_of, is_known, kept):
        self.pages, self.fold_of, self.is_known, self.kept = pages, fold_of, is_known, kept

    def without(self, left_out):
        """Margins and probabilities of all pages by a model without the folds: float32 [pages, 14]."""
        name = "-".join(str(fold) for fold in sorted(left_out))
        path = self.kept / f"types-{name}.npy"
        if not path.exists():
            print(f"page types without {name}", flush=True)
            known = np.flatnonzero(self.is_known & ~np.isin(self.fold_of, list(left_out)))
            model = classifiers.Markup(self.pages, known)
            everything = np.arange(len(self.pages.ids))
            margins = model.vocabulary.margins(self.pages, everything)
            np.save(path, np.hstack([margins, model.predict(self.pages, everything)]))
        return np.load(path).astype(np.float32)

    def features(self, left_out):
        """Features of all pages for a model that is learned without a fold, or from all pages (None).

        A page's types are predicted by a model that has not seen the page's own fold either."""
        told = np.zeros((len(self.pages.ids), 2 * len(classifiers.TYPES)), np.float32)
        for fold in range(FOLDS):
            in_fold = self.fold_of == fold
            told[in_fold] = self.without({fold, left_out} - {None})[in_fold]
        measures = self.pages.features * np.isin(self.pages.names, list(OF_PAGE))
        return np.hstack([measures, told]).astype(np.float32)


class Trainer:
    """Models of folds, in DIRECTORY/auto. is_known: bool [pages], the pages that may be learned from, of the sets
    that are; None is all."""

    def __init__(self, directory, pages, program, is_known=None):
        self.directory = directory / "auto"
        self.directory.mkdir(exist_ok=True)
        self.program, self.labelled = program, pages
        file = pages / "sets.tsv"
        pages = classifiers.Pages(directory)
        self.sets = classifiers.sets_of(file, pages)
        pages.learn_as(self.sets)
        self.domains = pages.domains
        self.fold_of = folds_of_sets(pages.domains, self.sets == "", FOLDS, SEED)
        self.is_known = ~np.isin(self.sets, classifiers.UNLEARNED)
        self.types = PageTypes(pages, self.fold_of, self.is_known.copy(), self.directory)
        self.is_known &= ~np.isin(self.sets, classifiers.TYPES_ALONE)
        if is_known is not None:
            self.is_known &= is_known
        lines = [
            f"{page}\t{fold}\t{int(known)}\t{domain}\n"
            for page, fold, known, domain in zip(pages.ids, self.fold_of, self.is_known, self.domains)
        ]
        (self.directory / "folds.tsv").write_text("".join(lines))

    def run(self, command):
        subprocess.run([self.program, command, self.labelled, self.directory], check=True)

    def train(self, name, left_out, calibration=np.zeros((0, 2)), seed=SEED, without=()):
        """Writes the model of a fold, and the features of the pages that it goes by.

        without: names of features of blocks that it may not use; "page" stands for all features of pages.
        """
        of_page = self.types.features(left_out) * ("page" not in without)
        (self.directory / f"{name}.pages").write_bytes(of_page.astype("<f4").tobytes())
        blocks = Blocks(self.directory)
        features = np.memmap(self.directory / f"{name}.rows", "<f4", "r")
        features = features.reshape(len(blocks.page), -1)
        names = (self.directory / "names.tsv").read_text("utf-8").split("\n")
        kept = np.array([name not in without for name in names], np.float32)
        of_trees = b""
        # crates/goce-core/src/extract/auto/forests.rs: the forest of texts, then that of all.
        for are_learned, weights_of_types in ((~np.isin(self.sets, NO_TEXTS), WEIGHTS_OF_TEXTS), (True, WEIGHTS)):
            weight_of_type = np.array([weights_of_types.get(name, 1) for name in classifiers.TYPES])
            weight_of_page = weight_of_type[self.types.pages.types]
            known = np.flatnonzero((self.fold_of != left_out) & self.is_known & are_learned)
            rows, weights = blocks.sample(known, weight_of_page)
            data = np.hstack([of_page[blocks.page[rows]], features[rows] * kept])
            booster = lightgbm.train(
                TREES | {"seed": seed},
                lightgbm.Dataset(data, blocks.share[rows], weight=weights),
                ROUNDS,
            )
            of_trees += forest.stored(booster, 1, of_page.shape[1])
        tables = (self.directory / f"{name}.tables").read_bytes()
        hashed = features_hash([*self.types.pages.names, *names])
        (self.directory / f"{name}.model").write_bytes(hashed + tables + of_trees + stored(calibration))
        print(f"trained {name}", flush=True)


def calibrate(expected, true):
    """At most 32 points (expected, true) of a rising line through the pages' points: [points, 2]."""
    line = IsotonicRegression(out_of_bounds="clip").fit(expected, true)
    at = np.unique(np.quantile(expected, np.linspace(0, 1, 32)).astype(np.float32))
    return np.stack([at, line.predict(at)], axis=1)


def features_hash(names):
    """The first bytes of auto.bin, which the library compares: the hash of the names of all features, those that are
    measured of a page and then those of a block."""
    return struct.pack("<I", classifiers.fnv("\n".join(names).encode()))


def stored(points):
    """The bytes of a calibration at the end of auto.bin."""
    return struct.pack("<B", len(points)) + points.astype("<f4").tobytes()


def report(directory, types, sets, fold_of):
    """Prints the figures of the folds, plots the confidence; returns its calibration. Pages without a gold text do not
    count."""
    table = np.loadtxt(directory / "predicted.tsv", delimiter="\t", usecols=range(1, 8))
    have_texts = ~np.isin(sets, classifiers.TYPES_ALONE)
    table, types, sets, fold_of = table[have_texts], types[have_texts], sets[have_texts], fold_of[have_texts]
    expected, true = table.T[:2]
    groups, torn, gold_groups, gold_torn = table.T[2:6]
    # Where nothing is taken the confidence is another: the probability that nothing is content.
    is_taken = table[:, 6] == 1

    def line(name, pages):
        shares = torn[pages].sum() / groups[pages].sum(), gold_torn[pages].sum() / gold_groups[pages].sum()
        return (
            f"{name}: {true[pages].mean():.4f} ({pages.sum()} pages, {(true[pages] < 0.5).sum()} below .5); "
            f"torn {shares[0]:.2f}, by the gold {shares[1]:.2f}"
        )

    for name in np.unique(sets):
        print(line(f"word F1, {name or 'WCXB'}", sets == name))
    for index, name in enumerate(classifiers.TYPES):
        print("  " + line(f"{name:14}", (types == index) & (sets == "")))
    fold_of, expected, true = fold_of[is_taken], expected[is_taken], true[is_taken]
    calibrated = np.zeros(len(true))
    for fold in range(FOLDS):
        points = calibrate(expected[fold_of != fold], true[fold_of != fold])
        calibrated[fold_of == fold] = np.interp(expected[fold_of == fold], *points.T)
    print(f"confidence: Spearman {spearmanr(calibrated, true)[0]:.4f} with the true F1,")
    print(f"  mean absolute error {np.abs(calibrated - true).mean():.4f}; predicted, reached, pages:")
    tenths = np.minimum((calibrated * 10).astype(int), 9)
    for tenth in np.unique(tenths):
        among = tenths == tenth
        print(f"  {calibrated[among].mean():.3f} {true[among].mean():.3f} {among.sum():5}")
    PLOT.parent.mkdir(exist_ok=True)
    PLOT.write_text(reliability.plot(calibrated, true), "utf-8")
    return calibrate(expected, true)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folds", action="store_true")
    parser.add_argument("pages", type=Path)
    parser.add_argument("directory", type=Path)
    parser.add_argument("goce_tools", type=Path)
    arguments = parser.parse_args()
    trainer = Trainer(arguments.directory, arguments.pages, arguments.goce_tools)
    trainer.run("auto-rows")
    for fold in range(FOLDS):
        trainer.train(str(fold), fold)
    trainer.run("auto-predict")
    if arguments.folds:
        return
    points = report(
        trainer.directory, trainer.types.pages.types, trainer.sets, trainer.fold_of
    )
    trainer.train("final", None, points)
    model = (trainer.directory / "final.model").read_bytes()
    (HERE / "auto.bin").write_bytes(model)
    print(f"auto.bin: {len(model)} bytes, sha256 {hashlib.sha256(model).hexdigest()}")


if __name__ == "__main__":
    main()
