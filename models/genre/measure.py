"""Measures the networks that train.py has trained, by cross-validation, and writes screenshot.onnx.

usage: measure.py RENDERS... --out OUT, those of train.py
"""

import argparse
import hashlib
from pathlib import Path

from export import export, whole
import backbone
from data import FOLDS, Data
from images import ASPECT, NARROW_ASPECT, TYPES
from network import kept_at, read
from report import Judged, report

HERE = Path(__file__).resolve().parent
TRAINED_ON = (
    "ImageNet (EfficientNet-Lite0's first blocks, Apache-2.0); screenshots of 344 real sites; renders of the WCXB "
    "development split (Murrough Foley, 2026, CC-BY-4.0) and of pages of five other sets"
)


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
    parser.add_argument("--out", type=Path, required=True, help="has the networks, gets looked-at.tsv")
    parser.add_argument("--seeds", type=int, default=3, help="trainings that are measured; the first is the file's")
    arguments = parser.parse_args()
    networks, data = arguments.out / "networks", Data(arguments.renders)
    # The first that is built: then the file has the same bytes.
    final = read(kept_at(networks, None, 0))
    judged = [
        Judged(data, [read(kept_at(networks, fold, seed)) for fold in range(FOLDS)]) for seed in range(arguments.seeds)
    ]
    report(judged)
    first = judged[0]
    (arguments.out / "looked-at.tsv").write_text("".join(looked_at(first)))
    properties = {
        "goce.name": "genre-screenshot",
        "goce.version": "5",
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
    export(whole(final), path, properties)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path.name}: {path.stat().st_size} bytes, sha256 {digest}")


if __name__ == "__main__":
    main()
