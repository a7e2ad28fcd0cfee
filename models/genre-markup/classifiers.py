"""The classifiers of page types: `Markup`, and `Svm`, the paper's baseline."""

import struct
import sys
from copy import copy
from pathlib import Path

import lightgbm
import numpy as np
import scipy.sparse
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import forest  # noqa: E402
from folds import folds, registered_domains  # noqa: E402

TYPES = ["article", "documentation", "service", "product", "forum", "collection", "listing"]
LIST_VIEW = 4  # the first type that is a list view
SEED = 0
INNER_FOLDS = 10
# Sets that are measured and never learned from.
UNLEARNED = ["old-web", "world-old-news"]
# Sets from which types are learned and nothing else: their pages have no gold text.
TYPES_ALONE = ["recipes", "records", "screens-3"]
# What pages of some sets weigh. News of one kind are many and all articles; articles of other decades and languages
# are few.
WEIGHTS = {"news": 0.3, "silver": 3, "chinese": 2, "magic-article": 2}
# The sets whose pages name tokens: those with list views too. In the others a word of another language would speak for
# articles.
NAMING = ["", "kinds", "screens-3", "recipes", "records"]

# The words of a page from which on the probabilities are the trees' alone, and the shares of TYPES in WCXB, with which
# those of shorter pages are mixed: crates/goce-core/src/genre/markup/mod.rs.
KNOWN_WORDS = 64
SHARES = np.array([711, 89, 165, 92, 112, 91, 98]) / 1358

# Fixed, not tuned per fold. MODEL.md says how they were found.
MIN_PAGES = 20  # pages that must have a token
REGULARISATION = 0.05  # C of the logistic regression
ROUNDS = 300
SVM = dict(C=10, gamma=0.1)
TREES = dict(
    objective="multiclass",
    num_class=len(TYPES),
    learning_rate=0.05,
    num_leaves=6,
    min_data_in_leaf=8,
    lambda_l2=3.0,
    feature_fraction=0.3,
    bagging_fraction=0.8,
    bagging_freq=1,
    max_bin=255,
    seed=SEED,
    num_threads=1,
    deterministic=True,
    force_col_wise=True,
    verbose=-1,
)


def sets_of(file, pages):
    """The set of each page by the sets.tsv of models/merge.py, "" for WCXB: array of text."""
    rows = [line.split("\t") for line in file.read_text().splitlines()]
    if [row[0] for row in rows] != pages.ids:
        raise SystemExit(f"{file} has other pages")
    return np.array([row[1] for row in rows])


class Pages:
    """The pages that genre-features has measured.

    names_tokens: bool [pages], the pages by which a token gets into a vocabulary, and weights: float [pages]. Without
    sets all pages do and weigh alike."""

    def __init__(self, directory):
        lines = (directory / "features.tsv").read_text().splitlines()
        rows = [line.split("\t") for line in lines]
        self.names = rows[0][3:]
        rows = rows[1:]
        self.ids = [row[0] for row in rows]
        self.types = np.array([TYPES.index(row[2]) for row in rows])
        self.features = np.array([[np.float32(value) for value in row[3:]] for row in rows])
        self.counts = np.loadtxt(directory / "svm.tsv", dtype=np.float64, delimiter="\t")
        self.domains = registered_domains([row[1] for row in rows])
        tokens = [
            np.array(line.split(), dtype=np.uint32)
            for line in (directory / "tokens.tsv").read_text().splitlines()
        ]
        assert len(tokens) == len(rows) == len(self.counts)
        self.names_tokens = np.ones(len(rows), dtype=bool)
        self.weights = np.ones(len(rows))
        self.hashes, columns = np.unique(np.concatenate(tokens), return_inverse=True)
        starts = np.cumsum([0] + [len(of_page) for of_page in tokens])
        ones = np.ones(len(columns), dtype=np.float32)
        shape = (len(rows), len(self.hashes))
        self.tokens = scipy.sparse.csr_matrix((ones, columns, starts), shape)

    def learn_as(self, sets):
        """Weighs the pages by their sets, and lets those of NAMING name tokens."""
        self.names_tokens = np.isin(sets, NAMING)
        self.weights = np.array([WEIGHTS.get(name, 1) for name in sets])

    def with_hashes_of(self, others):
        """These pages with the columns of others' tokens, for a model that has learned from the others."""
        known, mine, theirs = np.intersect1d(self.hashes, others.hashes, return_indices=True)
        ones = np.ones(len(known), dtype=np.float32)
        shape = (len(self.hashes), len(others.hashes))
        moved = copy(self)
        moved.tokens = self.tokens @ scipy.sparse.csr_matrix((ones, (mine, theirs)), shape)
        moved.hashes = others.hashes
        return moved


class Vocabulary:
    """Logistic regression over tokens, its weights rounded as they are stored."""

    def __init__(self, pages, rows):
        tokens = pages.tokens[rows]
        counted = tokens[pages.names_tokens[rows]]
        self.columns = np.flatnonzero(np.asarray(counted.sum(axis=0)).ravel() >= MIN_PAGES)
        model = LogisticRegression(C=REGULARISATION, max_iter=1000, tol=1e-4)
        model.fit(tokens[:, self.columns], pages.types[rows], pages.weights[rows])
        self.unit = np.float32(np.abs(model.coef_).max() / 127)
        self.weights = np.rint(model.coef_ / self.unit).astype(np.int64)
        self.biases = np.rint(model.intercept_ / self.unit).astype(np.int64)

    def margins(self, pages, rows):
        """By how much each class's score exceeds the greatest score of the others: float32 [rows, classes]."""
        sums = (pages.tokens[rows][:, self.columns] @ self.weights.T).astype(np.int64) + self.biases
        second, first = np.sort(sums, axis=1)[:, -2:].T[:, :, None]
        rivals = np.where((sums == first) & (first > second), second, first)
        return ((sums - rivals) * np.float64(self.unit)).astype(np.float32)

    def stored(self, pages):
        """The part of markup.bin that crates/goce-core/src/genre/markup reads as its vocabulary."""
        parts = [struct.pack("<HIf", len(TYPES), len(self.columns), self.unit)]
        parts.append(self.biases.astype("<i2").tobytes())
        parts.append(pages.hashes[self.columns].astype("<u4").tobytes())
        parts.append(np.ascontiguousarray(self.weights.T).astype("<i1").tobytes())
        return b"".join(parts)


class Markup:
    """The vocabulary, and trees over features and margins.

    The trees learn from margins by other vocabularies, which have not seen the domain of the page."""

    def __init__(self, pages, rows):
        self.vocabulary = Vocabulary(pages, rows)
        margins = np.zeros((len(rows), len(TYPES)), dtype=np.float32)
        inner = folds(pages.domains[rows], INNER_FOLDS, SEED + 1)
        for fold in range(INNER_FOLDS):
            unseen = Vocabulary(pages, rows[inner != fold])
            margins[inner == fold] = unseen.margins(pages, rows[inner == fold])
        data = np.hstack([pages.features[rows], margins])
        known = lightgbm.Dataset(data, pages.types[rows], weight=pages.weights[rows])
        self.trees = lightgbm.train(TREES, known, num_boost_round=ROUNDS)

    def predict(self, pages, rows):
        """The probabilities of TYPES: [rows, 7]."""
        margins = self.vocabulary.margins(pages, rows)
        predicted = self.trees.predict(np.hstack([pages.features[rows], margins]), num_threads=1)
        words = pages.features[rows, pages.names.index("words")].astype(np.float64)
        weights = (np.minimum(words / KNOWN_WORDS, 1) ** 2)[:, None]
        return weights * predicted + (1 - weights) * SHARES

    def stored(self, pages):
        """The bytes of markup.bin. It begins with the hash of the features' names, which the library compares."""
        names = struct.pack("<I", fnv("\n".join(pages.names).encode()))
        trees = forest.stored(self.trees, len(TYPES), self.trees.num_feature())
        return names + self.vocabulary.stored(pages) + trees


def fnv(text):
    """FNV-1a over the bytes, 64 bits folded to 32."""
    value = 0xCBF29CE484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return (value ^ value >> 32) & 0xFFFFFFFF


class Svm:
    """A support vector machine over 11 counts, the paper's baseline."""

    def __init__(self, pages, rows):
        self.machine = make_pipeline(StandardScaler(), SVC(kernel="rbf", **SVM))
        self.machine.fit(np.log1p(pages.counts[rows]), pages.types[rows] >= LIST_VIEW)

    def decide(self, pages, rows):
        """Above 0 for list views: [rows]."""
        return self.machine.decision_function(np.log1p(pages.counts[rows]))

    def stored(self):
        """The bytes of svm.bin, which crates/goce-papers/src/svm.rs reads."""
        scaler, svc = self.machine[0], self.machine[1]
        numbers = [svc.gamma, svc.intercept_[0], *scaler.mean_, *scaler.scale_]
        support = np.hstack([svc.dual_coef_.T, svc.support_vectors_]).astype("<f4")
        header = struct.pack(f"<{len(numbers)}dI", *numbers, len(support))
        return header + support.tobytes()
