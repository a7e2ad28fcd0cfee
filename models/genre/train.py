"""Trains the default genre network, measures it by cross-validation, and writes screenshot.onnx.

A run that was stopped goes on where it was: --out keeps every network that was trained.
"""

import argparse
import hashlib
import os
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
EPOCHS = 13
EPOCH = 3000  # examples in an epoch
MEASURES, LAYOUT = 5.0, 4.0  # weights of the losses that only help


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
    """Networks by name, trained or, where an earlier run left their weights, read."""

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

    def without(self, fold):
        """Has seen no page of the fold's domains; None is no fold."""

        def learn(model):
            fit(model, Batches(self.data.but(fold), BATCH, SEED, EPOCH), EPOCHS)

        return self.network("final" if fold is None else f"fold-{fold}", learn)


def p_list_view(model, pixels):
    """[N] of uint8 [N, HEIGHT, WIDTH, 3]."""
    types = classifier(model).predict(normalised(pixels), batch_size=BATCH, verbose=0)
    return types[:, LIST_VIEW:].sum(axis=1).astype(np.float64)


def out_of_fold(trainer, names):
    """For each page of WCXB's sets what the network says that has not seen the page: [N] a set."""
    data = trainer.data
    predicted = {name: np.zeros(len(data.sets[name].ids)) for name in names}
    for fold in range(FOLDS):
        model = trainer.without(fold)
        for name in names:
            rows = np.flatnonzero(data.folds(name) == fold)
            predicted[name][rows] = p_list_view(model, data.sets[name].exact[rows])
    return predicted


def report(trainer, final):
    """Prints every figure of MODEL.md; returns the rules of calibration and of fusion."""
    data = trainer.data
    names = [name for name in data.sets if "synthetic" not in name]
    screenshot = out_of_fold(trainer, names)
    # Both rules are fitted on pages with and without style sheets: archives hold both.
    fitted = [name for name in names if not name.startswith("held-out")]
    fold_of = np.concatenate([data.folds(name) for name in fitted])
    listed = np.concatenate([data.listed(name) for name in fitted])
    by_pixels = np.concatenate([screenshot[name] for name in fitted])
    by_markup = np.concatenate([data.markup_of(name, "markup") for name in fitted])
    calibrated = cross_fitted([by_pixels], listed, fold_of)
    fused = cross_fitted([by_markup, calibrated], listed, fold_of)
    calibration = Logistic([by_pixels], listed)
    fusion = Logistic([by_markup, calibration(by_pixels)], listed)

    rows, start = [], 0
    for name in fitted:
        part = slice(start, start + len(data.sets[name].ids))
        start = part.stop
        rows += [
            (f"{name}: svm", listed[part], data.markup_of(name, "svm")),
            (f"{name}: markup", listed[part], by_markup[part]),
            (f"{name}: screenshot", listed[part], calibrated[part]),
            (f"{name}: fused", listed[part], fused[part]),
        ]
        if name == "raw":
            inline = np.array([row["styled_inline"] == "1" for row in data.sets[name].rows])
            rows += [
                (f"{name}, styles inline: markup", listed[part][inline], by_markup[part][inline]),
                (f"{name}, styles inline: screenshot", listed[part][inline], calibrated[part][inline]),
                (f"{name}, styles inline: fused", listed[part][inline], fused[part][inline]),
            ]
    for name in sorted(set(names) - set(fitted)):
        rows.append((f"{name}: screenshot", data.listed(name), calibration(screenshot[name])))
    name = "held-out-synthetic"
    predicted = calibration(p_list_view(final, data.sets[name].exact))
    rows.append((f"{name}: screenshot", data.listed(name), predicted))
    print(table(rows))
    return calibration, fusion


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renders", type=Path, required=True, help="sets made by render.py")
    parser.add_argument("--markup", type=Path, required=True, help="made by train-genre-markup")
    parser.add_argument("--out", type=Path, required=True, help="keeps the networks trained")
    parser.add_argument("--fold", type=int, help="train and measure on this fold alone")
    parser.add_argument("--bfloat16", action="store_true", help="faster where the processor has it")
    arguments = parser.parse_args()
    keras.config.set_dtype_policy("mixed_bfloat16" if arguments.bfloat16 else "float32")
    arguments.out.mkdir(parents=True, exist_ok=True)
    data = Data(arguments.renders, arguments.markup)
    trainer = Trainer(data, arguments.out)
    if arguments.fold is not None:
        model = trainer.without(arguments.fold)
        rows = []
        for name in data.sets:
            if "synthetic" in name:
                keep = np.full(len(data.sets[name].ids), name.startswith("held-out"))
            else:
                keep = data.folds(name) == arguments.fold
            if keep.any():
                predicted = p_list_view(model, data.sets[name].exact[keep])
                rows.append((name, data.listed(name)[keep], predicted))
        print(table(rows))
        return
    final = trainer.without(None)
    calibration, fusion = report(trainer, final)
    properties = {
        "goce.name": "genre-screenshot",
        "goce.version": "1",
        "goce.labels": ",".join(TYPES),
        "goce.mean": ",".join([f"{MEAN}"] * 3),
        "goce.std": ",".join([f"{DEVIATION}"] * 3),
        "goce.aspect": f"{ASPECT}",
        "goce.calibration": " ".join(f"{number:.6g}" for number in calibration.numbers),
        "goce.fusion": " ".join(f"{number:.6g}" for number in fusion.numbers),
        "goce.trained_on": TRAINED_ON,
    }
    path = HERE / "screenshot.onnx"
    export(classifier(final), path, properties)
    print(f"{path.name}: {path.stat().st_size} bytes, sha256 {hashlib.sha256(path.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
