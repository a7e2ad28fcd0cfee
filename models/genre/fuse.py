"""Learns how the probabilities by markup and by screenshot are fused, and writes it into screenshot.onnx.

usage: fuse.py LOOKED-AT DIRECTORY, as the target fuse-genre calls it

LOOKED-AT is the file looked-at.tsv that train.py has left: what networks that have not seen a page's domain or site say
of its screenshots. DIRECTORY has pages/sets.tsv, which models/merge.py wrote, and in `whole`, and in a directory for each
way that leaves less of the pages, types.tsv: what models that have not seen a page's domain say of its markup
(models/genre-markup/train.py --degraded). Every screenshot counts beside all these versions of its page.
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
from sight import NETWORK

FOLDS, SEED = 5, 0
WHOLE = "whole"
# How much a screenshot counts, by its look: pages with their own styles are those that people have.
WEIGHTS = {"raw": 1, "others": 1, "screens-3": 3, "screens-3-390": 3}


def by_screenshot(path):
    """The looks of screenshots, the ids of their pages, and the calibrated probabilities of a list view by networks that
    have not seen them, as train.py left them: [N] each."""
    looks, pages, p = zip(*(line.split("\t") for line in path.read_text().splitlines()))
    return np.array(looks), np.array(pages), np.array(p, float)


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
    set_of, (look_of, ids, screenshot) = dict(line.split("\t") for line in lines), by_screenshot(looked_at)
    listed = np.array([label_of[page][1] for page in ids])
    is_wcxb = np.array([not set_of[page] for page in ids])
    domains = registered_domains([label_of[page][0] for page in ids])
    fold_of = folds_of_sets(domains, is_wcxb, FOLDS, SEED)
    weights = np.array([float(WEIGHTS[look]) for look in look_of])

    versions = np.array([[markup[way][page] for page in ids] for way in ways])  # [ways, pages, 2]
    words, said = versions.reshape(-1, 2).T
    inputs = [words, said, np.tile(screenshot, len(ways))]
    listed_in_all, weights = np.tile(listed, len(ways)), np.tile(weights, len(ways))
    fused = cross_fitted(ByWords, inputs, listed_in_all, np.tile(fold_of, len(ways)), weights)
    for name in WEIGHTS:
        of_set = look_of == name
        figures = [(f"{name}: screenshot", listed[of_set], screenshot[of_set])]
        for number, way in enumerate(ways):
            part = slice(number * len(ids), (number + 1) * len(ids))
            for by, p in (("markup", said[part]), ("fused", fused[part])):
                figures.append((f"{way}: {by}", listed[of_set], p[of_set]))
        print(table(figures))

    rule = ByWords(inputs, listed_in_all, weights)
    print("     words    markup screenshot     bias")
    for knot in np.reshape(rule.stored(), (-1, 4)):
        print("".join(f"{number:10.3f}" for number in knot))
    network = with_fusion(NETWORK.read_bytes(), rule.stored())
    NETWORK.write_bytes(network)
    print(f"{NETWORK.name}: {len(network)} bytes, sha256 {hashlib.sha256(network).hexdigest()}")


if __name__ == "__main__":
    main()
