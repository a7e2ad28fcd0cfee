"""Draws what a trained network says of generated screenshots, and what it goes by.

usage: pictures.py RENDERS OUT.png

RENDERS has the set held-out-synthetic. Above: six pages that screenshot.onnx is right about. Below: six it is wrong
about, the surest first. What speaks for a list view is red, what speaks for an article blue: without it, under a cover
of the page's commonest colour, the network is less sure of either.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from PIL import Image, ImageDraw

from fuse import NETWORK
from fusion import logit
from images import HEIGHT, LIST_VIEW, WIDTH, Screenshots

COVER, STEP = 48, 24  # pixels of the network's input
SHOWN = 6  # pages in a row
SCALE, CAPTION, GAP = 1.5, 30, 8  # of a picture; pixels


def network(path):
    """A function of pixels, uint8 [N, height, width, 3]: what goce says of them, the calibrated probabilities of a list
    view, [N]."""
    properties = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
    mean, deviation = (
        np.array(properties[name].split(","), np.float32) for name in ("goce.mean", "goce.std")
    )
    weight, bias = map(float, properties["goce.calibration"].split())
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    [source] = session.get_inputs()

    def p_list_view(pixels):
        seen = ((pixels - mean) / deviation).transpose(0, 3, 1, 2)
        types = np.concatenate([session.run(None, {source.name: image[None]})[0] for image in seen])
        return 1 / (1 + np.exp(-weight * logit(types[:, LIST_VIEW:].sum(axis=1)) - bias))

    return p_list_view


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
    """Rows to show: pages of both genres it is right about, evenly spread, and those it is most wrong about."""
    wrong = np.where(listed, 1 - p, p)
    of_genres = [np.flatnonzero((wrong < 0.5) & (listed == genre)) for genre in (True, False)]
    right = [rows[np.linspace(0, len(rows) - 1, SHOWN // 2).astype(int)] for rows in of_genres]
    return np.concatenate(right), np.argsort(-wrong)[:SHOWN]


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
    renders, out = map(Path, sys.argv[1:])
    screenshots = Screenshots(renders / "held-out-synthetic")
    p_list_view = network(NETWORK)
    p, listed = p_list_view(screenshots.exact), screenshots.listed
    pictures = []
    for row in np.concatenate(chosen(listed, p)):
        design = screenshots.rows[row]["design"].replace("_", " ")
        caption = f"{design}\n{'list view' if listed[row] else 'article'}; says {p[row]:.2f}"
        pictures.append(drawn(screenshots.exact[row], looks(p_list_view, screenshots.exact[row]), caption))
    width, height = (size + GAP for size in pictures[0].size)
    sheet = Image.new("RGB", (SHOWN * width - GAP, 2 * height - GAP), "white")
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (place % SHOWN * width, place // SHOWN * height))
    sheet.quantize(64).save(out, optimize=True)


if __name__ == "__main__":
    main()
