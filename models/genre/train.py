"""Trains the default genre network, measures it by cross-validation, and writes screenshot.onnx.

A run that was stopped goes on where it was: --out keeps what the lower blocks make of the screenshots, and every
network.
"""

import argparse
import hashlib
import os
from functools import cache
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import backbone
from data import FOLDS, LOOKS, Data
from examples import Examples
from export import export, whole
from images import ASPECT, NARROW_ASPECT, TYPES
from report import Judged, report
from training import ROUNDS, fit, untrained

HERE = Path(__file__).resolve().parent
TRAINED_ON = (
    "ImageNet (EfficientNet-Lite0's first blocks, Apache-2.0); screenshots of 344 real sites; renders of the WCXB "
    "development split (Murrough Foley, 2026, CC-BY-4.0) and of pages of five other sets"
)


class Trainer:
    """Networks by fold and seed: read where an earlier run left their weights, trained otherwise."""

    def __init__(self, data, out):
        self.data, self.out = data, out
        out.mkdir(parents=True, exist_ok=True)

    def network(self, fold, seed):
        """One that has seen no page of the fold's sites and domains: the mean of the rounds' weights. Without a fold
        (None), it has seen all."""
        name = f"{'final' if fold is None else f'fold-{fold}'}-{seed}"
        rows, network = self.data.without(fold), untrained(seed)
        (model, _), of_rounds = network, []
        for number in range(len(ROUNDS)):
            path = self.out / f"{name}-{number}.weights.h5"
            if not path.exists():
                print(f"training {name}, round {number}", flush=True)
                looks = ((self.data.looks[of], rows[of], LOOKS[of].shares[number]) for of in rows)
                fit(network, [Examples(*look) for look in looks], number, seed)
                part = path.with_name(f"part-{path.name}")
                model.save_weights(part)
                part.rename(path)
            model.load_weights(path)
            of_rounds.append(model.get_weights())
        # The mean of what a training passes knows more than its end (Izmailov and others 2018).
        model.set_weights([sum(weights) / len(ROUNDS) for weights in zip(*of_rounds)])
        return model


def looked_at(judged):
    """What is said of the pages whose markup is there, a line a screenshot: the look's name, the page's id in a directory
    of models/merge.py, the probability of a list view."""
    for name in ("raw", "others", "screens-3", "screens-3-390"):
        look = judged.data.looks[name]
        page_of = {screen: f"screens-3-{page}" for screen, page in look.html_of.items()} or dict(zip(look.ids, look.ids))
        for screen, p in zip(look.ids, judged.p_list_view[name]):
            if screen in page_of:
                yield f"{name}\t{page_of[screen]}\t{p:.9f}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("renders", type=Path, nargs="+", help="directories with sets of screenshots, as in MODEL.md")
    parser.add_argument("--out", type=Path, required=True, help="keeps what the lower blocks see, and the networks")
    parser.add_argument("--seeds", type=int, default=3, help="trainings that are measured; the first is the file's")
    arguments = parser.parse_args()
    lower = cache(backbone.lower)
    lower()  # the first that is built, however many networks follow: then the file has the same bytes
    data = Data(arguments.renders, lower, arguments.out / "maps")
    trainer = Trainer(data, arguments.out / "networks")
    final = trainer.network(None, 0)
    judged = [
        Judged(data, [trainer.network(fold, seed) for fold in range(FOLDS)]) for seed in range(arguments.seeds)
    ]
    report(judged)
    first = judged[0]
    (arguments.out / "looked-at.tsv").write_text("".join(looked_at(first)))
    properties = {
        "goce.name": "genre-screenshot",
        "goce.version": "4",
        "goce.labels": ",".join(TYPES),
        "goce.mean": ",".join([f"{backbone.MEAN}"] * 3),
        "goce.std": ",".join([f"{backbone.DEVIATION}"] * 3),
        "goce.aspect": f"{ASPECT}",
        "goce.narrow_aspect": f"{NARROW_ASPECT}",
        "goce.calibration": " ".join(f"{number:.6g}" for number in first.wide.numbers),
        "goce.narrow_calibration": " ".join(f"{number:.6g}" for number in first.narrow.numbers),
        "goce.fusion": "1 0 0",  # until fuse.py has learned it
        "goce.trained_on": TRAINED_ON,
    }
    path = HERE / "screenshot.onnx"
    export(whole(lower(), final), path, properties)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path.name}: {path.stat().st_size} bytes, sha256 {digest}")


if __name__ == "__main__":
    main()
