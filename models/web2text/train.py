"""Trains `web2text`: which text nodes of a page are content. Measures it by cross-validation.

usage: train.py WCXB DIRECTORY GOCE_TOOLS

WCXB: labelled pages. DIRECTORY: where everything on the way is kept; a fold whose networks are there is
not trained again. GOCE_TOOLS: the program of the package tools. The networks go beside this file.

Folds are those of models/genre-markup, by registered domain. A page is scored by networks that have not seen
its fold, and standardised by means and deviations of the other folds.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("TF_DETERMINISTIC_OPS", "1")

import keras
import numpy as np
import tensorflow as tf

import network

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from folds import folds, registered_domains  # noqa: E402

SEED = 0
FOLDS = 5
EPOCHS = 8
BATCH = 8  # chunks
CHUNK = 512  # text nodes, those at its ends included
RATE = 3e-3
CUT = 5.0  # that of crates/goce-papers/src/web2text/network.rs
TRAINED_ON = "WCXB development split, 1,358 pages (Murrough Foley, 2026, CC-BY-4.0)"


class Pages:
    """The text nodes of all pages, as web2text-rows writes them."""

    def __init__(self, directory):
        rows = [line.split("\t") for line in (directory / "pages.tsv").read_text().splitlines()]
        self.ids = [row[0] for row in rows]
        self.types = np.array([row[2] for row in rows])
        self.fold = folds(registered_domains([row[1] for row in rows]), FOLDS, SEED)
        table = np.loadtxt(directory / "leaves.tsv", dtype=np.int64, delimiter="\t")
        self.page, self.words, self.label = table.T
        self.names = (directory / "names.tsv").read_text().splitlines()
        values = np.fromfile(directory / "rows.f32", "<f4")
        self.values = values.reshape(len(self.page), len(self.names))
        self.starts = np.searchsorted(self.page, np.arange(len(rows) + 1))

    def of(self, page):
        """The text nodes of a page."""
        return np.arange(self.starts[page], self.starts[page + 1])


def moments(values):
    """Mean and deviation of each feature over the nodes where it is known. A deviation of 0 becomes 1."""
    mean = np.nanmean(values, axis=0, dtype=np.float64)
    deviation = np.nanstd(values, axis=0, dtype=np.float64)
    return mean.astype("<f4"), np.where(deviation > 1e-6, deviation, 1).astype("<f4")


def standardised(values, mean, deviation):
    """As crates/goce-papers/src/web2text/network.rs does it: a value that is not known becomes the mean, which is 0."""
    return np.nan_to_num(np.clip((values - mean) / deviation, -CUT, CUT), nan=0.0)


class Chunks(keras.utils.PyDataset):
    """Pages in a random order, in one row with a masked place between any two, cut into chunks that overlap.

    Text nodes at a chunk's ends only help to judge the others; they count in the chunks beside it."""

    def __init__(self, pages, chosen, values, seed):
        super().__init__()
        self.pages, self.chosen = pages, chosen
        self.random = np.random.RandomState(seed)
        # The last row is for the places between pages.
        self.values = np.vstack([values, np.zeros_like(values[:1])])
        self.label = np.append(pages.label, 0)
        self.on_epoch_end()

    def on_epoch_end(self):
        nothing = len(self.label) - 1
        order = self.random.permutation(self.chosen)
        row = np.concatenate([np.append(self.pages.of(page), nothing) for page in order])
        inner = CHUNK - 2 * network.REACH
        count = -(-len(row) // inner)
        count = -(-count // BATCH) * BATCH
        padded = np.full(count * inner + 2 * network.REACH, nothing)
        padded[network.REACH : network.REACH + len(row)] = row
        begins = np.arange(count) * inner
        self.rows = padded[begins[:, None] + np.arange(CHUNK + 1).clip(max=CHUNK - 1)]
        self.rows = self.random.permutation(self.rows)

    def __len__(self):
        return len(self.rows) // BATCH

    def __getitem__(self, index):
        rows = self.rows[index * BATCH : (index + 1) * BATCH]
        rows, following = rows[:, :-1], rows[:, 1:]
        is_node = rows < len(self.label) - 1
        inside = np.zeros(CHUNK, bool)
        inside[network.REACH : CHUNK - network.REACH] = True
        is_pair = is_node & (following < len(self.label) - 1)
        truth = {
            "unary": self.label[rows],
            "pairwise": 2 * self.label[rows] + self.label[following],
        }
        weights = {
            "unary": (is_node & inside).astype(np.float32),
            "pairwise": (is_pair & inside).astype(np.float32),
        }
        mask = is_node[..., None].astype(np.float32)
        return {"features": self.values[rows], "mask": mask}, truth, weights


def train(pages, chosen, seed=SEED, epochs=EPOCHS):
    """The networks learned from some pages, and the moments of their features."""
    keras.utils.set_random_seed(seed)
    mean, deviation = moments(pages.values[np.isin(pages.page, chosen)])
    chunks = Chunks(pages, chosen, standardised(pages.values, mean, deviation), seed)
    model = network.build(len(pages.names))
    steps = epochs * len(chunks)
    rate = keras.optimizers.schedules.CosineDecay(
        RATE / 10, steps, warmup_target=RATE, warmup_steps=steps // 10
    )
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(keras.optimizers.Adam(rate), loss={name: loss for name in network.OUTPUTS}, jit_compile=False)
    model.fit(chunks, epochs=epochs, verbose=2, shuffle=False)
    return model, mean, deviation


def export(trained, path):
    model, mean, deviation = trained
    text = lambda values: " ".join(str(value) for value in values)
    properties = {
        "goce.name": "web2text",
        "goce.version": "1",
        "goce.trained_on": TRAINED_ON,
        "goce.mean": text(mean),
        "goce.deviation": text(deviation),
    }
    network.export(model, path, properties)


def unary_potentials(trained, pages, page):
    """The probability of content of a page's text nodes, by Keras."""
    if not len(pages.of(page)):
        return np.zeros(0, np.float32)  # which not every build of TensorFlow computes
    model, mean, deviation = trained
    values = standardised(pages.values[pages.of(page)], mean, deviation)[None]
    inputs = {"features": values, "mask": np.ones((*values.shape[:2], 1), np.float32)}
    return tf.nn.softmax(model(inputs, training=False)["unary"])[0, :, 1].numpy()


def scores(truth, predicted):
    """Accuracy, precision, recall and F1 of content."""
    right = (truth & predicted).sum()
    precision, recall = right / max(1, predicted.sum()), right / max(1, truth.sum())
    f1 = 2 * right / max(1, predicted.sum() + truth.sum())
    return np.array([(truth == predicted).mean(), precision, recall, f1])


def report(pages, predicted):
    """Prints the paper's Table 2 for the decisions of the library."""
    truth, decided = pages.label.astype(bool), predicted[:, 1].astype(bool)
    line = lambda name, values: print(f"  {name:38}" + " ".join(f"{v:.4f}" for v in values))
    print("over text nodes: accuracy, precision, recall, F1")
    line("all", scores(truth, decided))
    line("all, by unary potentials alone", scores(truth, predicted[:, 3] > 0.5))
    line("all, each by its own probability", scores(truth, predicted[:, 2] > 0.5))
    weigh = np.repeat(np.arange(len(truth)), pages.words)
    line("all, words", scores(truth[weigh], decided[weigh]))
    of_pages = [scores(truth[of], decided[of]) for of in map(pages.of, range(len(pages.ids))) if len(of)]
    line("mean over pages", np.mean(of_pages, axis=0))
    for name in dict.fromkeys(pages.types):
        of = np.isin(pages.page, np.flatnonzero(pages.types == name))
        line(name, scores(truth[of], decided[of]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wcxb", type=Path)
    parser.add_argument("directory", type=Path)
    parser.add_argument("goce_tools", type=Path)
    arguments = parser.parse_args()
    directory = arguments.directory
    # One thread: sums in another order are other sums.
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    run = lambda command: subprocess.run(
        [arguments.goce_tools, command, arguments.wcxb, directory], check=True
    )
    run("web2text-rows")
    pages = Pages(directory)
    lines = [f"{page}\t{fold}\n" for page, fold in zip(pages.ids, pages.fold)]
    (directory / "folds.tsv").write_text("".join(lines))
    by_keras = np.zeros(len(pages.page), np.float32)
    for fold in range(FOLDS):
        left_out = np.flatnonzero(pages.fold == fold)
        of_fold = np.isin(pages.page, left_out)
        path = directory / f"{fold}.onnx"
        kept = directory / f"{fold}.npy"
        if not path.exists():
            print(f"fold {fold}", flush=True)
            trained = train(pages, np.flatnonzero(pages.fold != fold))
            potentials = [unary_potentials(trained, pages, page) for page in left_out]
            np.save(kept, np.concatenate(potentials))
            export(trained, path)
        by_keras[of_fold] = np.load(kept)
    run("web2text-predict")
    predicted = np.loadtxt(directory / "predicted.tsv", delimiter="\t")
    difference = np.abs(predicted[:, 3] - by_keras).max()
    print(f"unary potentials by tract and by Keras differ by {difference:.2e} at most")
    assert difference < 1e-3
    report(pages, predicted)
    print("all pages", flush=True)
    path = HERE / "web2text.onnx"
    export(train(pages, np.arange(len(pages.ids))), path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path.name}: {path.stat().st_size} bytes, sha256 {digest}")


if __name__ == "__main__":
    main()
