"""Figures of corrections of `auto` by the pages that they learned from: a table for benches/results/learning.md, a plot.

usage: own_model.py OUT.svg MEASURED...

MEASURED: what `goce-tools own-model` writes.
"""

import csv
import sys
from pathlib import Path

WIDTH, HEIGHT, EDGE = 460, 260, 56  # pixels
COLORS = ["#1f6f8b", "#c0392b", "#27864f", "#8e44ad", "#b9770e", "#566573"]
LEAST, MOST = -0.01, 0.04  # word F1
LEARNED = [10, 20, 60, 150]


def read(paths):
    """Returns {(corpus, way, learned from): row}. Corpora of fewer pages than 60 and a fifth learn from some less."""
    rows = {}
    for path in paths:
        for row in csv.DictReader(path.open(), delimiter="\t"):
            learned = min(LEARNED, key=lambda number: abs(number - int(row["learned from"])))
            rows[row["corpus"], row["held out by"], learned] = row
    return rows


def table(rows):
    """The table of 60 pages, in Markdown."""
    lines = ["| pages of | `auto` | by page | by site |", "|---|---|---|---|"]
    for corpus in dict.fromkeys(corpus for corpus, _, _ in rows):
        by = [rows.get((corpus, way, 60)) for way in ("page", "site")]
        if all(by):
            gains = " | ".join(f'{float(row["difference"]):+.3f} ± {float(row["standard error"]):.3f}' for row in by)
            lines.append(f'| {corpus}, {by[0]["pages"]} | {by[0]["auto"].lstrip("0")} | {gains} |')
    return "\n".join(lines)


def plot(rows):
    """The SVG of the gains by page."""
    x = lambda learned: EDGE + LEARNED.index(learned) * WIDTH / (len(LEARNED) - 1)
    y = lambda gain: EDGE / 2 + (MOST - gain) / (MOST - LEAST) * HEIGHT
    text = lambda x, y, said, anchor="middle": f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{said}</text>'
    wide, high = WIDTH + 2 * EDGE + 110, HEIGHT + 1.7 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}"'
        ' font-family="sans-serif" font-size="13" fill="#333">',
        f'<rect width="{wide:.0f}" height="{high:.0f}" fill="#fff"/>',
    ]
    for step in range(round(LEAST * 100), round(MOST * 100) + 1):
        gain = step / 100
        parts.append(f'<line x1="{EDGE}" y1="{y(gain):.1f}" x2="{EDGE + WIDTH}" y2="{y(gain):.1f}" stroke="{"#888" if step == 0 else "#ddd"}"/>')
        parts.append(text(EDGE - 8, y(gain) + 4, f"{gain:+.2f}", "end"))
    for learned in LEARNED:
        parts.append(text(x(learned), HEIGHT + EDGE / 2 + 20, learned))
    parts.append(text(EDGE + WIDTH / 2, HEIGHT + EDGE / 2 + 44, "pages learned from"))
    labels = []
    for corpus, color in zip(dict.fromkeys(corpus for corpus, _, _ in rows), COLORS):
        points = [(learned, rows.get((corpus, "page", learned))) for learned in LEARNED]
        points = [(x(learned), y(float(row["difference"]))) for learned, row in points if row]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        labels.append([points[-1][1], points[-1][0], corpus, color])
    # Labels that would lie on each other move down.
    below = 0
    for place in sorted(labels):
        place[0] = below = max(place[0], below + 15)
        parts.append(f'<text x="{place[1] + 8:.0f}" y="{place[0] + 4:.0f}" fill="{place[3]}">{place[2]}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    measured = read([Path(path) for path in sys.argv[2:]])
    Path(sys.argv[1]).write_text(plot(measured))
    print(table(measured))
