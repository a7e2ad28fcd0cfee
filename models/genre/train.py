"""Trains the default genre network in JAX, and those of its cross-validation. measure.py measures them and writes the file.

It is made for a machine with a GPU. A run that was stopped goes on where it was: --out keeps every network.
"""

import argparse
import os
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"

from data import FOLDS, Data
from examples import Examples
from network import kept_at
from training import Trainer


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("renders", type=Path, nargs="+", help="directories with sets of screenshots, as in MODEL.md")
    parser.add_argument("--out", type=Path, required=True, help="keeps the networks")
    parser.add_argument("--seeds", type=int, default=3, help="trainings that are measured; the first is the file's")
    arguments = parser.parse_args()
    networks = arguments.out / "networks"
    networks.mkdir(parents=True, exist_ok=True)
    wanted = [(None, 0)] + [(fold, seed) for seed in range(arguments.seeds) for fold in range(FOLDS)]
    trainer = Trainer(Examples(Data(arguments.renders)))
    for fold, seed in wanted:
        path = kept_at(networks, fold, seed)
        if not path.exists():
            print(f"training {path.name}", flush=True)
            trainer.fit(fold, seed)
            part = path.with_name(f"part-{path.name}")
            trainer.model.save_weights(part)
            part.rename(path)


if __name__ == "__main__":
    main()
