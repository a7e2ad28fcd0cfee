"""Draws what a trained network says of the pages of the project's tests, at both widths, and what it goes by.

usage: pictures.py OUT.png

Above: pages laid out at 1,280 pixels. Below: the same pages at 390. Of either, first pages that screenshot.onnx is right
about, then those it is most wrong about. What speaks for a list view is red, what speaks for an article blue: without
it, under a cover of the page's commonest colour, the network is less sure of either.
"""

import csv
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from fusion import logit
from images import HEIGHT, NARROW, ROOT, WIDE, WIDTH
from render import render_all
from sight import NETWORK, looked_at, network

PAGES = ROOT / "tests" / "pages"
COVER, STEP = 48, 24  # pixels of the network's input
SHOWN = 8  # pages in a row
SCALE, CAPTION, GAP = 1.2, 30, 8  # of a picture; pixels


def looks(p_list_view, pixels):
    """By how much each place speaks for a list view, in logits: [HEIGHT / STEP, WIDTH / STEP] of pixels, uint8
    [HEIGHT, WIDTH, 3]. A place is under several covers, and has their mean."""
    colours, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    covers = [(top, left) for top in range(0, HEIGHT - STEP, STEP) for left in range(0, WIDTH - STEP, STEP)]
    covered = np.repeat(pixels[None], len(covers), axis=0)
    for picture, (top, left) in zip(covered, covers):
        picture[top : top + COVER, left : left + COVER] = colours[counts.argmax()]
    lost = logit(p_list_view(pixels[None])) - logit(p_list_view(covered))
    total, times = np.zeros((2, HEIGHT // STEP, WIDTH // STEP))
    for (top, left), of_cover in zip(covers, lost):
        under = slice(top // STEP, (top + COVER) // STEP), slice(left // STEP, (left + COVER) // STEP)
        total[under] += of_cover
        times[under] += 1
    return total / times


def chosen(listed, p):
    """Rows to show: those it is most wrong about, at most half, and before them pages of both genres it is right about,
    evenly spread."""
    wrong = np.where(listed, 1 - p, p)
    mistakes = [row for row in np.argsort(-wrong) if wrong[row] > 0.5][: SHOWN // 2]
    right = []
    for genre, count in ((True, (SHOWN - len(mistakes)) // 2), (False, (SHOWN - len(mistakes) + 1) // 2)):
        of_genre = np.flatnonzero((wrong < 0.5) & (listed == genre))
        right += list(of_genre[np.linspace(0, len(of_genre) - 1, count).astype(int)])
    return right + mistakes


def drawn(pixels, looked, caption):
    """One picture: the network's input in the colours of what it goes by, and a line of text above."""
    width, height = int(WIDTH * SCALE), int(HEIGHT * SCALE)
    page = Image.fromarray(pixels).resize((width, height), Image.Resampling.BICUBIC)
    for sign, colour in ((1, (220, 30, 30)), (-1, (30, 60, 220))):
        share = (sign * looked / max(1e-9, np.abs(looked).max())).clip(0)
        mask = Image.fromarray((115 * share).astype(np.uint8)).resize((width, height), Image.Resampling.BILINEAR)
        page = Image.composite(Image.new("RGB", page.size, colour), page, mask)
    picture = Image.new("RGB", (width, height + CAPTION), "white")
    picture.paste(page, (0, CAPTION))
    draw = ImageDraw.Draw(picture)
    draw.text((2, 1), caption, "black")
    draw.rectangle((0, CAPTION, width - 1, height + CAPTION - 1), outline="grey")
    return picture


def main():
    [out] = map(Path, sys.argv[1:])
    with open(PAGES / "index.tsv", encoding="utf-8", newline="") as file:
        pages = list(csv.DictReader(file, delimiter="\t"))
    listed = np.array([page["genre"] == "list-view" for page in pages])
    judge, pictures = network(NETWORK), []
    for layout in (WIDE, NARROW):
        with tempfile.TemporaryDirectory() as directory:
            rendered = [(page["name"], PAGES / f"{page['name']}.html") for page in pages]
            render_all(rendered, Path(directory), layout)
            paths = [Path(directory, f"{name}.png") for name, _ in rendered]
            seen, calibrations = looked_at(judge, paths)
        p = np.array([judge(page[None], by)[0][0] for page, by in zip(seen, calibrations)])
        print(f"{layout}: right about {((p > 0.5) == listed).sum()} of {len(pages)} pages")
        for row in chosen(listed, p):
            p_list_view = lambda pixels: judge(pixels, calibrations[row])[0]
            caption = f"{pages[row]['name']}\nsays {p[row]:.2f}, at {layout}"
            pictures.append(drawn(seen[row], looks(p_list_view, seen[row]), caption))
    width, height = (size + GAP for size in pictures[0].size)
    sheet = Image.new("RGB", (SHOWN * width - GAP, 2 * height - GAP), "white")
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (place % SHOWN * width, place // SHOWN * height))
    sheet.quantize(64).save(out, optimize=True)


if __name__ == "__main__":
    main()
