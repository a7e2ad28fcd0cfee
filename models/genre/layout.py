"""Where on a screenshot its page has text, links, headings, pictures, controls and main content.

The network learns to draw this map beside telling the type: a thousand labels of pages are few,
a thousand maps of a few hundred cells each are many.
"""

import re

import numpy as np

from chromium import MAX_HEIGHT, WIDTH

KINDS = ["text", "link", "heading", "picture", "control", "content"]
CELL = 32  # pixels of the screenshot, width and height of a cell
COLUMNS, ROWS = WIDTH // CELL, MAX_HEIGHT // CELL

HEADINGS = {"H1", "H2", "H3", "H4", "H5", "H6"}
PICTURES = {"IMG", "svg", "VIDEO", "CANVAS", "IFRAME", "OBJECT", "EMBED"}
CONTROLS = {"BUTTON", "INPUT", "SELECT", "TEXTAREA"}
SURE = 15  # letters from which a text that the gold text has too is taken to be the same


def squeezed(text):
    """Letters and digits alone, in lower case: markup and gold differ in the rest."""
    return re.sub(r"[\W_]+", "", text.lower())


def draw(snapshot, gold=None):
    """The map of a page: uint8 [ROWS, COLUMNS, len(KINDS)], the share of a cell that is covered,
    0 to 255. `snapshot`: the answer of DevTools' DOMSnapshot.captureSnapshot; `gold`: the page's
    main content, or None where it is not known (then that kind is empty)."""
    strings, document = snapshot["strings"], snapshot["documents"][0]
    nodes, layout = document["nodes"], document["layout"]
    names = [strings[index] if index >= 0 else "" for index in nodes["nodeName"]]
    # Parents stand before their children.
    inherited = []
    for name, parent in zip(names, nodes["parentIndex"]):
        kinds = inherited[parent] if parent >= 0 else frozenset()
        if name == "A":
            kinds = kinds | {"link"}
        elif name in HEADINGS:
            kinds = kinds | {"heading"}
        elif name in CONTROLS:
            kinds = kinds | {"control"}
        inherited.append(kinds)
    main_content = squeezed(gold) if gold else ""
    covered = np.zeros((ROWS, COLUMNS, len(KINDS)), np.float32)
    for node, bounds in zip(layout["nodeIndex"], layout["bounds"]):
        if names[node] in PICTURES:
            cover(covered, bounds, {"picture"})
        elif names[node] in CONTROLS:
            cover(covered, bounds, {"control"})
    content = {}
    boxes = document["textBoxes"]
    for position, bounds in zip(boxes["layoutIndex"], boxes["bounds"]):
        node, text = layout["nodeIndex"][position], layout["text"][position]
        if position not in content:
            letters = squeezed(strings[text]) if text >= 0 else ""
            content[position] = len(letters) >= SURE and letters in main_content
        kinds = {"text"} | (inherited[node] & {"link", "heading"})
        cover(covered, bounds, kinds | {"content"} if content[position] else kinds)
    return (covered.clip(0, 1) * 255 + 0.5).astype(np.uint8)


def cover(covered, bounds, kinds):
    """Adds the share of each cell that a box (x, y, width, height in pixels) takes."""
    left, top, width, height = bounds
    columns = overlaps(left, left + width, COLUMNS)
    rows = overlaps(top, top + height, ROWS)
    if columns is None or rows is None:
        return
    (first_row, rows), (first_column, columns) = rows, columns
    part = covered[first_row : first_row + len(rows), first_column : first_column + len(columns)]
    part[..., [KINDS.index(kind) for kind in kinds]] += (rows[:, None] * columns)[..., None]


def overlaps(start, end, count):
    """The first cell of [start, end), in pixels, and the share of that cell and of those after it
    that lie within; None if that is nothing."""
    start, end = max(start / CELL, 0), min(end / CELL, count)
    if end <= start:
        return None
    cells = np.arange(int(start), int(np.ceil(end)))
    return cells[0], np.minimum(cells + 1, end) - np.maximum(cells, start)
