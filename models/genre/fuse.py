"""Learns how the probabilities by markup and by screenshot are fused, and writes it into screenshot.onnx.

usage: fuse.py RENDERS DIRECTORY, as the target fuse-genre calls it

It learns from pages of domains that neither the markup's models nor the network have seen. RENDERS has their
screenshots, a set called `others` (MODEL.md describes it). DIRECTORY has pages/sets.tsv, which models/merge.py wrote, and
what the program genre-features says of the pages: in `whole`, and in a directory for each way that leaves less of
them. Every page counts in all these versions, beside its one screenshot.
"""

import hashlib
import os
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import onnx
import onnxruntime

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folds import folds, registered_domains
from fusion import ByWords, cross_fitted, logit
from images import LIST_VIEW, TYPES, Screenshots
from measures import table

NETWORK = Path(__file__).resolve().parent / "screenshot.onnx"
FOLDS, SEED = 5, 0
WHOLE = "whole"


def p_list_view(path, pixels):
    """What goce says of pixels, uint8 [N, height, width, 3]: the calibrated probabilities of a list view, [N]."""
    properties = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
    mean, deviation = (
        np.array(properties[name].split(","), np.float32) for name in ("goce.mean", "goce.std")
    )
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    [source] = session.get_inputs()
    seen = [pixels, pixels[:, :, ::-1]] if properties.get("goce.mirrored") == "1" else [pixels]
    listed = np.zeros(len(pixels))
    for version in seen:
        for row, image in enumerate(version):
            image = ((image - mean) / deviation).transpose(2, 0, 1)[None]
            listed[row] += session.run(None, {source.name: image})[0][0, LIST_VIEW:].sum() / len(seen)
    weight, bias = map(float, properties["goce.calibration"].split())
    return 1 / (1 + np.exp(-weight * logit(listed) - bias))


def by_markup(directory):
    """By page: its URL, its words, and the probability of a list view by the markup's model in the build."""
    head, *rows = (line.split("\t") for line in (directory / "features.tsv").read_text().splitlines())
    words = [float(row[head.index("words")]) for row in rows]
    types = np.loadtxt(directory / "predicted.tsv", delimiter="\t", ndmin=2)[:, : len(TYPES)]
    said = zip(words, types[:, LIST_VIEW:].sum(axis=1))
    return {row[0]: (row[1], *of_page) for row, of_page in zip(rows, said)}


def unseen(pages, set_of):
    """The pages of further sets whose domains are none of those of WCXB, whose set has no name: ids and domains."""
    ids = sorted(pages)
    domains = registered_domains([pages[page][0] for page in ids])
    learned = {domain for page, domain in zip(ids, domains) if not set_of[page]}
    kept = [row for row, page in enumerate(ids) if set_of[page] and domains[row] not in learned]
    return [ids[row] for row in kept], domains[kept]


def with_fusion(network, numbers):
    """The file of a network, bytes, with another fusion and no other change."""
    model = onnx.load_from_string(network)
    [fusion] = [entry for entry in model.metadata_props if entry.key == "goce.fusion"]
    fusion.value = " ".join(f"{number:.6g}" for number in numbers)
    return model.SerializeToString(deterministic=True)


def main():
    renders, directory = map(Path, sys.argv[1:])
    ways = [path.parent.name for path in sorted(directory.glob("*/predicted.tsv"))]
    ways.sort(key=lambda way: way != WHOLE)
    markup = {way: by_markup(directory / way) for way in ways}
    lines = (directory / "pages" / "sets.tsv").read_text().splitlines()
    ids, domains = unseen(markup[WHOLE], dict(line.split("\t") for line in lines))
    screenshots = Screenshots(renders / "others")
    row_of = {page: row for row, page in enumerate(screenshots.ids)}
    rows = [row_of[page] for page in ids]
    listed = screenshots.types[rows] >= LIST_VIEW
    screenshot = p_list_view(NETWORK, screenshots.exact[rows])
    fold_of = folds(domains, FOLDS, SEED)

    versions = np.array([[markup[way][page][1:] for page in ids] for way in ways])  # [ways, pages, 2]
    words, said = versions.reshape(-1, 2).T
    inputs = [words, said, np.tile(screenshot, len(ways))]
    listed_in_all = np.tile(listed, len(ways))
    fused = cross_fitted(ByWords, inputs, listed_in_all, np.tile(fold_of, len(ways)))
    figures = [("screenshot", listed, screenshot)]
    for number, way in enumerate(ways):
        part = slice(number * len(ids), (number + 1) * len(ids))
        figures += [(f"{way}: markup", listed, said[part]), (f"{way}: fused", listed, fused[part])]
    print(table(figures))

    rule = ByWords(inputs, listed_in_all)
    print("     words    markup screenshot     bias")
    for knot in np.reshape(rule.stored(), (-1, 4)):
        print("".join(f"{number:10.3f}" for number in knot))
    network = with_fusion(NETWORK.read_bytes(), rule.stored())
    NETWORK.write_bytes(network)
    print(f"{NETWORK.name}: {len(network)} bytes, sha256 {hashlib.sha256(network).hexdigest()}")


if __name__ == "__main__":
    main()
