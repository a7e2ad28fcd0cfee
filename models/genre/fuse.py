"""Learns how the probabilities by markup and by screenshot are fused, and writes it into screenshot.onnx.

usage: fuse.py LOOKED-AT DIRECTORY, as the target fuse-genre calls it

LOOKED-AT is the file looked-at.tsv that train.py has left: what networks that have not seen a page's domain say of its
screenshot. DIRECTORY has pages/sets.tsv, which models/merge.py wrote, and in `whole`, and in a directory for each way
that leaves less of the pages, types.tsv: what models that have not seen a page's domain say of its markup
(models/genre-markup/train.py --degraded). Every page counts in all these versions, beside its one screenshot.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folds import folds_of_sets, registered_domains
from fusion import ByWords, cross_fitted
from images import LIST_VIEW, TYPES
from measures import table

NETWORK = Path(__file__).resolve().parent / "screenshot.onnx"
FOLDS, SEED = 5, 0
WHOLE = "whole"


def by_screenshot(path):
    """By page: the calibrated probability of a list view by networks that have not seen its domain, as train.py left
    it."""
    return {page: float(p) for page, p in (line.split("\t") for line in path.read_text().splitlines())}


def by_markup(directory):
    """By page: the words that its markup shows, and the probability of a list view by markup."""
    _, *rows = (line.split("\t") for line in (directory / "types.tsv").read_text().splitlines())
    return {page: (float(words), sum(map(float, types[LIST_VIEW:]))) for page, words, *types in rows}


def labels(directory):
    """By page: its URL, and whether it is a list view."""
    head, *rows = (line.split("\t") for line in (directory / "features.tsv").read_text().splitlines())
    of = head.index("page_type")
    return {row[0]: (row[1], TYPES.index(row[of]) >= LIST_VIEW) for row in rows}


def with_fusion(network, numbers):
    """The file of a network, bytes, with another fusion and no other change."""
    model = onnx.load_from_string(network)
    [fusion] = [entry for entry in model.metadata_props if entry.key == "goce.fusion"]
    fusion.value = " ".join(f"{number:.6g}" for number in numbers)
    return model.SerializeToString(deterministic=True)


def main():
    looked_at, directory = map(Path, sys.argv[1:])
    ways = [path.parent.name for path in sorted(directory.glob("*/types.tsv"))]
    ways.sort(key=lambda way: way != WHOLE)
    markup, label_of = {way: by_markup(directory / way) for way in ways}, labels(directory / WHOLE)
    lines = (directory / "pages" / "sets.tsv").read_text().splitlines()
    set_of, said_of = dict(line.split("\t") for line in lines), by_screenshot(looked_at)
    ids = [page for page in set_of if page in said_of]  # some could not be rendered
    listed = np.array([label_of[page][1] for page in ids])
    screenshot = np.array([said_of[page] for page in ids])
    is_wcxb = np.array([not set_of[page] for page in ids])
    domains = registered_domains([label_of[page][0] for page in ids])
    fold_of = folds_of_sets(domains, is_wcxb, FOLDS, SEED)

    versions = np.array([[markup[way][page] for page in ids] for way in ways])  # [ways, pages, 2]
    words, said = versions.reshape(-1, 2).T
    inputs = [words, said, np.tile(screenshot, len(ways))]
    listed_in_all = np.tile(listed, len(ways))
    fused = cross_fitted(ByWords, inputs, listed_in_all, np.tile(fold_of, len(ways)))
    for name, of_set in (("WCXB", is_wcxb), ("others", ~is_wcxb)):
        figures = [(f"{name}: screenshot", listed[of_set], screenshot[of_set])]
        for number, way in enumerate(ways):
            part = slice(number * len(ids), (number + 1) * len(ids))
            for by, p in (("markup", said[part]), ("fused", fused[part])):
                figures.append((f"{way}: {by}", listed[of_set], p[of_set]))
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
