"""Learns how the probabilities by markup and by screenshot are fused, and writes it into screenshot.onnx.

usage: fuse.py SCREENS-3 DIRECTORY, as the target fuse-genre calls it

SCREENS-3 has screenshots of sites that screenshot.onnx has not seen, and the pages behind some (html.tsv). DIRECTORY
has, in `whole`, and in a directory for each way that leaves less of the pages, types.tsv: what models that have not
seen a page's site say of its markup (models/genre-markup/train.py --degraded). Every screenshot counts beside all these
versions of its page.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folds import folds, registered_domains
from fusion import ByWords, cross_fitted
from images import ASPECT, LIST_VIEW, NARROW, TYPES, WIDE, Screenshots
from measures import table
from sight import NETWORK, looked_at, network

FOLDS, SEED = 5, 0
WHOLE = "whole"


def pages_behind(screens):
    """By screenshot: the id of the page behind it in a directory of models/merge.py."""
    _, *rows = (line.split("\t") for line in (screens / "html.tsv").read_text().splitlines())
    return {screenshot: f"{screens.name}-{page}" for screenshot, page in rows}


def by_screenshot(screens):
    """What NETWORK says of the screenshots whose pages are known: their layouts, the ids of their pages, the calibrated
    probabilities of a list view, [N] each."""
    judge, page_of, said = network(NETWORK), pages_behind(screens), []
    for layout in (WIDE, NARROW):
        of_layout = Screenshots(screens, layout, ASPECT)
        known = [screenshot for screenshot in of_layout.ids if screenshot in page_of]
        seen = zip(known, *looked_at(judge, [of_layout.path(screenshot) for screenshot in known]))
        said += [(layout, page_of[name], judge(picture[None], by)[0][0]) for name, picture, by in seen]
    return map(np.array, zip(*said))


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
    screens, directory = map(Path, sys.argv[1:])
    ways = [path.parent.name for path in sorted(directory.glob("*/types.tsv"))]
    ways.sort(key=lambda way: way != WHOLE)
    markup, label_of = {way: by_markup(directory / way) for way in ways}, labels(directory / WHOLE)
    layout_of, ids, screenshot = by_screenshot(screens)
    listed = np.array([label_of[page][1] for page in ids])
    fold_of = folds(registered_domains([label_of[page][0] for page in ids]), FOLDS, SEED)

    versions = np.array([[markup[way][page] for page in ids] for way in ways])  # [ways, pages, 2]
    words, said = versions.reshape(-1, 2).T
    inputs = [words, said, np.tile(screenshot, len(ways))]
    listed_in_all = np.tile(listed, len(ways))
    fused = cross_fitted(ByWords, inputs, listed_in_all, np.tile(fold_of, len(ways)))
    for layout in (WIDE, NARROW):
        of_layout = layout_of == layout
        figures = [(f"{layout}: screenshot", listed[of_layout], screenshot[of_layout])]
        for number, way in enumerate(ways):
            part = slice(number * len(ids), (number + 1) * len(ids))
            for by, p in (("markup", said[part]), ("fused", fused[part])):
                figures.append((f"{way}: {by}", listed[of_layout], p[of_layout]))
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
