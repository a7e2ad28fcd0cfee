"""Draws what a trained network says of generated screenshots, and where it looks.

usage: pictures.py RENDERS OUT.png

RENDERS has the set held-out-synthetic. Above: six pages that screenshot.onnx is right about. Below: six it is wrong
about, the surest first. Red is where it takes the main content to be.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from PIL import Image, ImageDraw

from export import INPUT
from fuse import NETWORK, p_list_view
from images import HEIGHT, LIST_VIEW, WIDTH, Screenshots

SHOWN = 6  # pages in a row
SCALE, CAPTION, GAP = 1.5, 30, 8  # of a picture; pixels


def seen_by(network, pixels):
    """What the network says of pixels, uint8 [N, HEIGHT, WIDTH, 3], and where it looks: the weights of the mean over
    the main content, [N, rows, columns]."""
    model = onnx.load(network)
    [weight] = [node.output[0] for node in model.graph.node if node.op_type == "Sigmoid"]
    model.graph.output.append(onnx.helper.make_empty_tensor_value_info(weight))
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    properties = {entry.key: entry.value for entry in model.metadata_props}
    mean, deviation = (np.array(properties[name].split(","), np.float32) for name in ("goce.mean", "goce.std"))
    images = ((pixels - mean) / deviation).transpose(0, 3, 1, 2)
    looks = [session.run([weight], {INPUT: image[None]})[0].squeeze() for image in images]
    return p_list_view(network, pixels), np.array(looks)


def chosen(listed, p):
    """Rows to show: pages of both genres it is right about, evenly spread, and those it is most wrong about."""
    wrong = np.where(listed, 1 - p, p)
    of_genres = [np.flatnonzero((wrong < 0.5) & (listed == genre)) for genre in (True, False)]
    right = [rows[np.linspace(0, len(rows) - 1, SHOWN // 2).astype(int)] for rows in of_genres]
    return np.concatenate(right), np.argsort(-wrong)[:SHOWN]


def drawn(pixels, looked, caption):
    """One picture: the network's input, redder where it looks more, and a line of text above."""
    width, height = int(WIDTH * SCALE), int(HEIGHT * SCALE)
    heat = Image.fromarray((255 * looked).astype(np.uint8)).resize((width, height), Image.Resampling.BILINEAR)
    page = Image.fromarray(pixels).resize((width, height), Image.Resampling.BICUBIC)
    page = Image.composite(Image.new("RGB", page.size, (220, 30, 30)), page, heat.point(lambda value: value * 0.45))
    picture = Image.new("RGB", (width, height + CAPTION), "white")
    picture.paste(page, (0, CAPTION))
    draw = ImageDraw.Draw(picture)
    draw.text((2, 1), caption, "black")
    draw.rectangle((0, CAPTION, width - 1, height + CAPTION - 1), outline="grey")
    return picture


def main():
    renders, out = map(Path, sys.argv[1:])
    screenshots = Screenshots(renders / "held-out-synthetic")
    listed = screenshots.types >= LIST_VIEW
    p, looks = seen_by(NETWORK, screenshots.exact)
    pictures = []
    for row in np.concatenate(chosen(listed, p)):
        design = screenshots.rows[row]["design"].replace("_", " ")
        caption = f"{design}\n{'list view' if listed[row] else 'article'}; says {p[row]:.2f}"
        pictures.append(drawn(screenshots.exact[row], looks[row], caption))
    width, height = (size + GAP for size in pictures[0].size)
    sheet = Image.new("RGB", (SHOWN * width - GAP, 2 * height - GAP), "white")
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (place % SHOWN * width, place // SHOWN * height))
    sheet.quantize(64).save(out, optimize=True)


if __name__ == "__main__":
    main()
