"""Trains the default genre network, measures it by cross-validation, and writes screenshot.onnx.

A run that was stopped goes on where it was: --out keeps every network that was trained.
"""

import argparse
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np

from data import FOLDS, Data
from examples import Batches
from export import export
from fusion import Logistic, cross_fitted
from images import ASPECT, LIST_VIEW, TYPES
from measures import table
from network import (
    DEVIATION,
    MEAN,
    build,
    classifier,
    layout_loss,
    measures_loss,
    normalised,
    types_loss,
)

HERE = Path(__file__).resolve().parent
TRAINED_ON = (
    "renders of the WCXB development split, 1,358 pages (Murrough Foley, 2026, CC-BY-4.0), "
    "and of generated pages"
)
SEED = 0
BATCH = 32
RATE, DECAY = 3e-3, 0.05  # the highest learning rate, weight decay
EPOCH = 3000  # examples in an epoch
EPOCHS = 24
FIRST_EPOCHS = 20  # on generated pages alone, once for all folds
MEASURES, LAYOUT = 5.0, 4.0  # weights of the losses that training alone needs


def fit(model, batches, epochs):
    """Trains with a learning rate that rises for an epoch and falls as a cosine to nothing."""
    steps = epochs * len(batches)
    rate = keras.optimizers.schedules.CosineDecay(
        RATE / 20, steps - len(batches), warmup_target=RATE, warmup_steps=len(batches)
    )
    model.compile(
        keras.optimizers.AdamW(rate, weight_decay=DECAY, clipnorm=1.0),
        loss={"types": types_loss, "measures": measures_loss, "layout": layout_loss},
        loss_weights={"types": 1.0, "measures": MEASURES, "layout": LAYOUT},
    )
    model.fit(batches, epochs=epochs, shuffle=False, verbose=2)


class Trainer:
    """Networks by name: read where an earlier run left their weights, trained otherwise."""

    def __init__(self, data, out):
        self.data, self.out = data, out

    def network(self, name, learn):
        keras.utils.set_random_seed(SEED)
        model = build(self.data.measured)
        weights = self.out / f"{name}.weights.h5"
        if not weights.exists():
            print(f"training {name}", flush=True)
            learn(model)
            part = self.out / "part.weights.h5"
            model.save_weights(part)
            part.rename(weights)
        model.load_weights(weights)
        return model

    def generated(self):
        """The network that has seen generated pages alone, which the others start from."""

        def learn(model):
            fit(model, Batches(self.data.synthetic(), BATCH, SEED, EPOCH), FIRST_EPOCHS)

        return self.network("generated", learn)

    def without(self, fold):
        """The network that has seen no page of the fold's domains. Without a fold (None), it has seen all pages."""

        def learn(model):
            model.set_weights(self.generated().get_weights())
            fit(model, Batches(self.data.but(fold), BATCH, SEED, EPOCH), EPOCHS)

        return self.network("final" if fold is None else f"fold-{fold}", learn)


def p_list_view(model, pixels):
    """The probability of a list view, [N], of pixels, uint8 [N, HEIGHT, WIDTH, 3]: the mean over the
    screenshots and their mirror images."""
    network = classifier(model)
    types = [
        network.predict(normalised(seen), batch_size=BATCH, verbose=0)
        for seen in (pixels, pixels[:, :, ::-1])
    ]
    return np.mean(types, axis=0)[:, LIST_VIEW:].sum(axis=1).astype(np.float64)


@dataclass
class Scored:
    """Pages of one of WCXB's sets, and what classifiers that have not seen them say."""

    name: str
    folds: np.ndarray  # int [N]
    listed: np.ndarray  # bool [N], the truth
    inline: np.ndarray  # bool [N], true for pages that carry their style sheet themselves
    svm: np.ndarray  # [N], 0 or 1
    markup: np.ndarray  # [N], probabilities of a list view
    screenshot: np.ndarray  # [N], probabilities too, not calibrated


def score(trainer, name, folds):
    """The pages of a set that are in the folds, scored."""
    data = trainer.data
    screenshots, fold_of = data.sets[name], data.folds(name)
    screenshot = np.zeros(len(fold_of))
    for fold in folds:
        rows = np.flatnonzero(fold_of == fold)
        screenshot[rows] = p_list_view(trainer.without(fold), screenshots.exact[rows])
    kept = np.isin(fold_of, folds)
    inline = np.array([row["styled_inline"] == "1" for row in screenshots.rows])
    markup, svm = (data.markup_of(name, classifier) for classifier in ("markup", "svm"))
    columns = (fold_of, data.listed(name), inline, svm, markup, screenshot)
    return Scored(name, *(column[kept] for column in columns))


def report(trainer, final, folds):
    """Prints the figures of MODEL.md about screenshots alone; returns the calibration."""
    data = trainer.data
    sets = [score(trainer, name, folds) for name in data.sets if "synthetic" not in name]
    # The rules are fitted on pages with and without style sheets: archives hold both.
    fitted = [scored for scored in sets if not scored.name.startswith("held-out")]
    listed = np.concatenate([scored.listed for scored in fitted])
    fold_of = np.concatenate([scored.folds for scored in fitted])
    screenshot = np.concatenate([scored.screenshot for scored in fitted])
    calibration = Logistic([screenshot], listed)
    calibrated = cross_fitted(Logistic, [screenshot], listed, fold_of)

    rows, start = [], 0
    for scored in fitted:
        part = slice(start, start + len(scored.listed))
        start = part.stop
        classifiers = {
            "svm": scored.svm,
            "markup": scored.markup,
            "screenshot": calibrated[part],
        }
        for name, said in classifiers.items():
            rows.append((f"{scored.name}: {name}", scored.listed, said))
        if scored.name == "raw":
            for name, said in classifiers.items():
                among = scored.inline
                rows.append((f"raw, styles inline: {name}", scored.listed[among], said[among]))
    for scored in sets:
        if scored.name.startswith("held-out"):
            said = calibration(scored.screenshot)
            rows.append((f"{scored.name}: screenshot", scored.listed, said))
    name = "held-out-synthetic"
    said = calibration(p_list_view(final, data.sets[name].exact))
    rows.append((f"{name}: screenshot", data.listed(name), said))
    print(table(rows))
    return calibration


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renders", type=Path, required=True, help="sets of screenshots, as in MODEL.md")
    parser.add_argument("--markup", type=Path, required=True, help="made by train-genre-markup")
    parser.add_argument("--out", type=Path, required=True, help="keeps the networks trained")
    parser.add_argument(
        "--folds", type=int, nargs="+", default=range(FOLDS), help="those to measure on, all of them"
    )
    parser.add_argument("--bfloat16", action="store_true", help="faster where the processor has it")
    arguments = parser.parse_args()
    keras.config.set_dtype_policy("mixed_bfloat16" if arguments.bfloat16 else "float32")
    arguments.out.mkdir(parents=True, exist_ok=True)
    data = Data(arguments.renders, arguments.markup)
    trainer = Trainer(data, arguments.out)
    final = trainer.without(None)
    calibration = report(trainer, final, arguments.folds)
    properties = {
        "goce.name": "genre-screenshot",
        "goce.version": "1",
        "goce.labels": ",".join(TYPES),
        "goce.mean": ",".join([f"{MEAN}"] * 3),
        "goce.std": ",".join([f"{DEVIATION}"] * 3),
        "goce.aspect": f"{ASPECT}",
        "goce.mirrored": "1",
        "goce.calibration": " ".join(f"{number:.6g}" for number in calibration.numbers),
        "goce.fusion": "1 0 0",  # until fuse.py has learned it
        "goce.trained_on": TRAINED_ON,
    }
    path = HERE / "screenshot.onnx"
    export(classifier(final), path, properties)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path.name}: {path.stat().st_size} bytes, sha256 {digest}")


if __name__ == "__main__":
    main()
