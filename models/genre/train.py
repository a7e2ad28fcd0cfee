"""Trains the default genre network, measures it by cross-validation, and writes screenshot.onnx.

A run that was stopped goes on where it was: --out keeps what the backbone makes of the screenshots, and every head.
"""

import argparse
import hashlib
import os
from functools import cache
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np

import backbone
from data import FOLDS, MEASURED, SHARES, Data
from examples import Batches, Examples
from export import export
from fusion import Logistic
from images import ASPECT, LIST_VIEW, TYPES
from measures import table
from network import head, together, types_loss

HERE = Path(__file__).resolve().parent
TRAINED_ON = (
    "ImageNet (EfficientNet-Lite0's first blocks, Apache-2.0); screenshots of real static sites and of themes; renders of "
    "the WCXB development split (Murrough Foley, 2026, CC-BY-4.0) and of pages of five other sets; generated pages"
)
BATCH = 32
RATE, DECAY = 2e-3, 0.05  # the highest learning rate, weight decay
EPOCH, EPOCHS = 3000, 30  # examples in an epoch
# The channels that each head goes by: those of all taps, or of the first two, which know less and err otherwise.
HEADS = (backbone.CHANNELS,) * 3 + (backbone.CHANNELS_OF_TWO,) * 2


def fit(model, batches, epochs):
    """Trains with a learning rate that rises for half an epoch and falls as a cosine to nothing."""
    rising = len(batches) // 2
    rate = keras.optimizers.schedules.CosineDecay(
        RATE / 20, epochs * len(batches) - rising, warmup_target=RATE, warmup_steps=rising
    )
    model.compile(keras.optimizers.AdamW(rate, weight_decay=DECAY, clipnorm=1.0), loss=types_loss)
    model.fit(batches, epochs=epochs, shuffle=False, verbose=0)


class Trainer:
    """Heads by fold and seed: read where an earlier run left their weights, trained otherwise."""

    def __init__(self, data, out, seed):
        self.data, self.out = data, out
        self.seeds = range(seed * len(HEADS), (seed + 1) * len(HEADS))
        out.mkdir(parents=True, exist_ok=True)

    def examples(self, fold):
        rows = self.data.without(fold)
        return [Examples(self.data.sets[name], rows[name], share) for name, share in SHARES.items()]

    def heads(self, fold):
        """Those that have seen no page of the fold's sites and domains. Without a fold (None), they have seen all."""
        name = "final" if fold is None else f"fold-{fold}"
        paths = {seed: self.out / f"{name}-{seed}.weights.h5" for seed in self.seeds}
        examples = None if all(path.exists() for path in paths.values()) else self.examples(fold)
        return [self.head(path, examples, seed) for seed, path in paths.items()]

    def head(self, path, examples, seed):
        keras.utils.set_random_seed(seed)
        model = head(HEADS[seed % len(HEADS)])
        if not path.exists():
            print(f"training {path.name}", flush=True)
            fit(model, Batches(examples, BATCH, seed, EPOCH), EPOCHS)
            part = path.with_name(f"part-{path.name}")
            model.save_weights(part)
            part.rename(path)
        model.load_weights(path)
        return model


def p_list_view(heads, features):
    """The probability of a list view, [N], by features of the backbone, [N, FEATURES]."""
    source = heads[0].input
    types = together(source, source, heads).predict(features.astype(np.float32), batch_size=256, verbose=0)
    return types[:, LIST_VIEW:].sum(axis=1).astype(np.float64)


def out_of_fold(data, heads_of, name, seen="exact"):
    """What heads that have not seen a page's site or domain say of the pages of a set: [N], not calibrated. heads_of:
    those of each fold."""
    features, fold_of = data.sets[name].of(seen), data.folds[name]
    said = np.zeros(len(fold_of))
    for fold, heads in enumerate(heads_of):
        rows = np.flatnonzero(fold_of == fold)
        said[rows] = p_list_view(heads, features[rows])
    return said


def report(trainer, final):
    """Prints the figures of MODEL.md about screenshots alone. Returns the calibration, fitted on all folds, and what
    calibrations that were fitted on the other folds make of the pages of `others`: [N]."""
    data = trainer.data
    heads_of = [trainer.heads(fold) for fold in range(FOLDS)]
    listed = {name: data.sets[name].listed for name in MEASURED}
    said = {name: out_of_fold(data, heads_of, name) for name in MEASURED}

    def calibration_of(kept):
        parts = [(said[name][kept(name)], listed[name][kept(name)]) for name in MEASURED]
        said_of_all, listed_of_all = map(np.concatenate, zip(*parts))
        return Logistic([said_of_all], listed_of_all)

    by_others = [calibration_of(lambda name: data.folds[name] != fold) for fold in range(FOLDS)]

    def calibrated(name, said):
        of_all = np.array([calibration(said) for calibration in by_others])
        return of_all[data.folds[name], np.arange(len(said))]

    rows = [(name, listed[name], calibrated(name, said[name])) for name in MEASURED]
    first = calibrated("screens", out_of_fold(data, heads_of, "screens", "first_screens"))
    rows.append(("screens, the first screen alone", listed["screens"], first))
    calibration = calibration_of(lambda name: slice(None))
    for name, screenshots in data.sets.items():
        if name.startswith("screens-"):
            rows.append((name, screenshots.listed, calibrated(name, out_of_fold(data, heads_of, name))))
        elif name.startswith("held-out-"):
            rows.append((name, screenshots.listed, calibration(p_list_view(final, screenshots.of("exact")))))
    print(table(rows))
    return calibration, rows[MEASURED.index("others")][2]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renders", type=Path, required=True, help="sets of screenshots, as in MODEL.md")
    parser.add_argument("--out", type=Path, required=True, help="keeps what the backbone sees, and the heads")
    parser.add_argument("--seed", type=int, default=0, help="of what is drawn at random")
    parser.add_argument("--measure", action="store_true", help="write no network")
    arguments = parser.parse_args()
    build = cache(backbone.build)
    data = Data(arguments.renders, build, arguments.out / "features")
    trainer = Trainer(data, arguments.out / "heads", arguments.seed)
    final = trainer.heads(None)
    calibration, of_others = report(trainer, final)
    if arguments.measure:
        return
    lines = (f"{page}\t{p:.9f}\n" for page, p in zip(data.sets["others"].ids, of_others))
    (arguments.out / "others.tsv").write_text("".join(lines))
    properties = {
        "goce.name": "genre-screenshot",
        "goce.version": "2",
        "goce.labels": ",".join(TYPES),
        "goce.mean": ",".join([f"{backbone.MEAN}"] * 3),
        "goce.std": ",".join([f"{backbone.DEVIATION}"] * 3),
        "goce.aspect": f"{ASPECT}",
        "goce.calibration": " ".join(f"{number:.6g}" for number in calibration.numbers),
        "goce.fusion": "1 0 0",  # until fuse.py has learned it
        "goce.trained_on": TRAINED_ON,
    }
    path = HERE / "screenshot.onnx"
    export(together(build().input, build().output, final), path, properties)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path.name}: {path.stat().st_size} bytes, sha256 {digest}")


if __name__ == "__main__":
    main()
