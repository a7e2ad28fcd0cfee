"""Trains the genre classifiers from markup and measures them by cross-validation.

usage: train.py [--predictions FILE] [--repeats N] DIRECTORY   train, write markup.bin and svm.bin
       train.py --check DIRECTORY                               compare the build with the trainer

DIRECTORY is what the program genre-features has written. Weights go beside this file.
"""

import argparse
import hashlib
import struct
import sys
from pathlib import Path

import lightgbm
import numpy as np
import scipy.sparse
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folds import folds, registered_domains  # noqa: E402

TYPES = ["article", "documentation", "service", "product", "forum", "collection", "listing"]
LIST_VIEW = 4  # the first type that is a list view
HERE = Path(__file__).parent
SEED = 0
FOLDS = 5
INNER_FOLDS = 10

# Fixed, not tuned per fold. MODEL.md says how they were found.
MIN_PAGES = 20  # pages that must have a token
REGULARISATION = 0.1  # C of the logistic regression
ROUNDS = 120
SVM = dict(C=10, gamma=0.1)
TREES = dict(
    objective="multiclass",
    num_class=len(TYPES),
    learning_rate=0.05,
    num_leaves=12,
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


class Pages:
    """The pages that genre-features has measured."""

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
        self.hashes, columns = np.unique(np.concatenate(tokens), return_inverse=True)
        starts = np.cumsum([0] + [len(of_page) for of_page in tokens])
        ones = np.ones(len(columns), dtype=np.float32)
        self.tokens = scipy.sparse.csr_matrix((ones, columns, starts))


class Vocabulary:
    """Logistic regression over tokens, its weights rounded as they are stored."""

    def __init__(self, pages, rows):
        tokens = pages.tokens[rows]
        self.columns = np.flatnonzero(np.asarray(tokens.sum(axis=0)).ravel() >= MIN_PAGES)
        model = LogisticRegression(C=REGULARISATION, max_iter=1000, tol=1e-4)
        model.fit(tokens[:, self.columns], pages.types[rows])
        self.unit = np.float32(np.abs(model.coef_).max() / 127)
        self.weights = np.rint(model.coef_ / self.unit).astype(np.int64)
        self.biases = np.rint(model.intercept_ / self.unit).astype(np.int64)

    def margins(self, pages, rows):
        """By how much a class's score exceeds the greatest of the others'."""
        sums = (pages.tokens[rows][:, self.columns] @ self.weights.T).astype(np.int64) + self.biases
        second, first = np.sort(sums, axis=1)[:, -2:].T[:, :, None]
        rivals = np.where((sums == first) & (first > second), second, first)
        return ((sums - rivals) * np.float64(self.unit)).astype(np.float32)

    def stored(self, pages):
        parts = [struct.pack("<HIf", len(TYPES), len(self.columns), self.unit)]
        parts.append(self.biases.astype("<i2").tobytes())
        parts.append(pages.hashes[self.columns].astype("<u4").tobytes())
        parts.append(np.ascontiguousarray(self.weights.T).astype("<i1").tobytes())
        return b"".join(parts)


class Markup:
    """The vocabulary, and trees over features and margins. For the pages it learns from, the
    margins are those of vocabularies that have not seen their domains."""

    def __init__(self, pages, rows):
        self.vocabulary = Vocabulary(pages, rows)
        margins = np.zeros((len(rows), len(TYPES)), dtype=np.float32)
        inner = folds(pages.domains[rows], INNER_FOLDS, SEED + 1)
        for fold in range(INNER_FOLDS):
            unseen = Vocabulary(pages, rows[inner != fold])
            margins[inner == fold] = unseen.margins(pages, rows[inner == fold])
        data = np.hstack([pages.features[rows], margins])
        self.trees = lightgbm.train(
            TREES, lightgbm.Dataset(data, pages.types[rows]), num_boost_round=ROUNDS
        )

    def predict(self, pages, rows):
        margins = self.vocabulary.margins(pages, rows)
        return self.trees.predict(np.hstack([pages.features[rows], margins]), num_threads=1)

    def stored(self, pages):
        names = struct.pack("<I", fnv("\n".join(pages.names).encode()))
        return names + self.vocabulary.stored(pages) + store_trees(self.trees)


def fnv(text):
    """FNV-1a over the bytes, 64 bits folded to 32."""
    value = 0xCBF29CE484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return (value ^ value >> 32) & 0xFFFFFFFF


def store_trees(booster):
    """The forest of the page types, all of whose features are the page's."""
    model = booster.dump_model()
    trees = [tree["tree_structure"] for tree in model["tree_info"]]
    count = model["max_feature_idx"] + 1
    return store_forest(trees, len(TYPES), count, count)


def store_forest(trees, classes, page_features, features):
    """The format of src/learn/forest.rs."""
    flat = [flatten(tree) for tree in trees]
    thresholds = [set() for _ in range(features)]
    for splits, _ in flat:
        for feature, threshold, _, _ in splits:
            thresholds[feature].add(threshold)
    thresholds = [sorted(of_feature) for of_feature in thresholds]
    unit = np.float32(max(abs(leaf) for _, leaves in flat for leaf in leaves) / 2**30)
    parts = [struct.pack("<HHHH", len(trees) // classes, classes, page_features, features)]
    for of_feature in thresholds:
        parts.append(struct.pack(f"<B{len(of_feature)}f", len(of_feature), *of_feature))
    parts.append(struct.pack("<f", unit))
    for splits, leaves in flat:
        parts.append(struct.pack("<B", len(leaves)))
        for feature, threshold, left, right in splits:
            place = thresholds[feature].index(threshold)
            parts.append(struct.pack("<HBBB", feature, place, left, right))
        parts.append(struct.pack(f"<{len(leaves)}i", *(round(leaf / np.float64(unit)) for leaf in leaves)))
    return b"".join(parts)


def flatten(tree):
    """A tree's splits, parents first, and its leaves; children that are leaves have bit 128."""
    splits, leaves = [], []

    def place(node):
        if "split_feature" not in node:
            leaves.append(node["leaf_value"])
            return 127 + len(leaves)
        assert node["decision_type"] == "<=" and node["missing_type"] == "None"
        # Features are f32: the greatest one at most the threshold decides alike.
        threshold = np.float32(node["threshold"])
        if threshold > node["threshold"]:
            threshold = np.nextafter(threshold, np.float32(-np.inf))
        position = len(splits)
        splits.append(None)
        children = place(node["left_child"]), place(node["right_child"])
        splits[position] = (node["split_feature"], threshold, *children)
        return position

    place(tree)
    return splits, leaves


class Svm:
    """The paper's baseline."""

    def __init__(self, pages, rows):
        self.machine = make_pipeline(StandardScaler(), SVC(kernel="rbf", **SVM))
        self.machine.fit(np.log1p(pages.counts[rows]), pages.types[rows] >= LIST_VIEW)

    def decide(self, pages, rows):
        return self.machine.decision_function(np.log1p(pages.counts[rows]))

    def stored(self):
        scaler, svc = self.machine[0], self.machine[1]
        numbers = [svc.gamma, svc.intercept_[0], *scaler.mean_, *scaler.scale_]
        support = np.hstack([svc.dual_coef_.T, svc.support_vectors_]).astype("<f4")
        header = struct.pack(f"<{len(numbers)}dI", *numbers, len(support))
        return header + support.tobytes()


def cross_validate(pages, seed, learn, width):
    """Predictions for every page by a model that has not seen its domain."""
    predicted = np.zeros((len(pages.types), width))
    fold_of = folds(pages.domains, FOLDS, seed)
    for fold in range(FOLDS):
        unseen = np.flatnonzero(fold_of == fold)
        predicted[unseen] = learn(np.flatnonzero(fold_of != fold), unseen)
    return predicted


def accuracies(predicted, types):
    binary = (predicted[:, LIST_VIEW:].sum(axis=1) > 0.5) == (types >= LIST_VIEW)
    return binary.mean(), (predicted.argmax(axis=1) == types).mean()


def report(predicted, types):
    binary, seven = accuracies(predicted, types)
    print(f"markup: binary accuracy {binary:.4f}, seven types {seven:.4f}")
    truth, said = types >= LIST_VIEW, predicted[:, LIST_VIEW:].sum(axis=1) > 0.5
    for name, is_genre in (("article", False), ("list-view", True)):
        right = ((truth == is_genre) & (said == is_genre)).sum()
        recall, precision = right / (truth == is_genre).sum(), right / (said == is_genre).sum()
        print(f"  {name:14} precision {precision:.3f} recall {recall:.3f}")
    chosen = predicted.argmax(axis=1)
    print("  rows: the truth; columns: what was said")
    print(" " * 16 + "".join(f"{name[:7]:>8}" for name in TYPES) + "  recall precision  binary")
    for index, name in enumerate(TYPES):
        row = [((types == index) & (chosen == other)).sum() for other in range(len(TYPES))]
        recall = row[index] / sum(row)
        precision = row[index] / max(1, (chosen == index).sum())
        genre = (said == truth)[types == index].mean()
        cells = "".join(f"{count:8}" for count in row)
        print(f"  {name:14}{cells}{recall:8.3f}{precision:10.3f}{genre:8.3f}")


def train(pages, repeats, predictions):
    everything = np.arange(len(pages.types))
    majority = max((pages.types >= LIST_VIEW).mean(), (pages.types < LIST_VIEW).mean())
    print(f"{len(pages.types)} pages of {len(set(pages.domains))} domains; majority {majority:.4f}")
    for seed in range(SEED, SEED + repeats):
        learn = lambda known, unseen: Markup(pages, known).predict(pages, unseen)
        predicted = cross_validate(pages, seed, learn, len(TYPES))
        if seed == SEED:
            report(predicted, pages.types)
            of_first_seed = predicted
        else:
            binary, seven = accuracies(predicted, pages.types)
            print(f"  folds of seed {seed}: binary {binary:.4f}, seven types {seven:.4f}")
        learn = lambda known, unseen: Svm(pages, known).decide(pages, unseen)[:, None]
        decided = cross_validate(pages, seed, learn, 1)
        if seed == SEED and predictions:
            lines = ["\t".join(["id", *TYPES, "svm"])]
            for page, row in zip(pages.ids, np.hstack([of_first_seed, decided])):
                lines.append(page + "".join(f"\t{value:.6f}" for value in row))
            predictions.write_text("\n".join(lines) + "\n")
        right = ((decided[:, 0] > 0) == (pages.types >= LIST_VIEW)).mean()
        print(f"svm: folds of seed {seed}: binary accuracy {right:.4f}")
    svm = Svm(pages, everything)
    print(f"svm, final: {len(svm.machine[1].support_)} support vectors")
    markup = Markup(pages, everything)
    print(f"markup, final: {len(markup.vocabulary.columns)} tokens")
    for name, weights in (("markup.bin", markup.stored(pages)), ("svm.bin", svm.stored())):
        (HERE / name).write_bytes(weights)
        print(f"{name}: {len(weights)} bytes, sha256 {hashlib.sha256(weights).hexdigest()}")
    return markup.predict(pages, everything), svm.decide(pages, everything)


def check(directory):
    """Compares what the build predicts with what train.py predicted when it wrote the weights."""
    built = np.loadtxt(directory / "predicted.tsv", delimiter="\t")
    trained = np.loadtxt(directory / "trained.tsv", delimiter="\t")
    difference = np.abs(built - trained).max(axis=0)
    print(f"greatest difference of probabilities {difference[:-1].max():.2e}")
    print(f"greatest difference of the SVM's decision {difference[-1]:.2e}")
    if difference[:-1].max() > 1e-6 or difference[-1] > 1e-4:
        raise SystemExit("the build does not predict what was trained")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--predictions", type=Path, metavar="FILE", help="out-of-fold, TSV")
    parser.add_argument("--repeats", type=int, default=1, help="divisions into folds")
    arguments = parser.parse_args()
    if arguments.check:
        check(arguments.directory)
        return
    probabilities, decisions = train(
        Pages(arguments.directory), arguments.repeats, arguments.predictions
    )
    trained = np.hstack([probabilities, decisions[:, None]])
    np.savetxt(arguments.directory / "trained.tsv", trained, delimiter="\t", fmt="%.17g")


if __name__ == "__main__":
    main()
