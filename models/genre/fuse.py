"""Learns how the probabilities by markup and by screenshot are fused, and writes it into screenshot.onnx.

usage: fuse.py OTHERS DIRECTORY, as the target fuse-genre calls it

It learns from pages of domains that the markup's models have not seen. OTHERS is the file others.tsv that train.py has
left: what networks that have not seen a page's domain either say of its screenshot. DIRECTORY has pages/sets.tsv, which
models/merge.py wrote, and what the program genre-features says of the pages: in `whole`, and in a directory for each
way that leaves less of them. Every page counts in all these versions, beside its one screenshot.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folds import folds, registered_domains
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
    """By page: its URL, whether it is a list view, its words, and the probability of a list view by the markup's model
    in the build."""
    head, *rows = (line.split("\t") for line in (directory / "features.tsv").read_text().splitlines())
    words = [float(row[head.index("words")]) for row in rows]
    types = np.loadtxt(directory / "predicted.tsv", delimiter="\t", ndmin=2)[:, : len(TYPES)]
    listed = [TYPES.index(row[head.index("page_type")]) >= LIST_VIEW for row in rows]
    said = zip(listed, words, types[:, LIST_VIEW:].sum(axis=1))
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
    others, directory = map(Path, sys.argv[1:])
    ways = [path.parent.name for path in sorted(directory.glob("*/predicted.tsv"))]
    ways.sort(key=lambda way: way != WHOLE)
    markup = {way: by_markup(directory / way) for way in ways}
    lines = (directory / "pages" / "sets.tsv").read_text().splitlines()
    ids, domains = unseen(markup[WHOLE], dict(line.split("\t") for line in lines))
    said_of = by_screenshot(others)
    kept = np.array([page in said_of for page in ids])  # some could not be rendered
    ids, domains = list(np.array(ids)[kept]), domains[kept]
    listed = np.array([markup[WHOLE][page][1] for page in ids])
    screenshot = np.array([said_of[page] for page in ids])
    fold_of = folds(domains, FOLDS, SEED)

    versions = np.array([[markup[way][page][2:] for page in ids] for way in ways])  # [ways, pages, 2]
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
