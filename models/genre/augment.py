"""Random variants of a screenshot that leave its genre as it is."""

import numpy as np
from PIL import Image

from images import HEIGHT, MAP_COLUMNS, MAP_ROWS, WIDTH


def vary(large, layout, random):
    """A screenshot with another zoom, another start, another ratio of width to height, mirrored or recoloured.

    large: uint8 [rows, columns, 3], as high to its width as the result. layout: the page's map, or None.
    Returns pixels, uint8 [HEIGHT, WIDTH, 3], and the map of what they show, float32
    [MAP_ROWS, MAP_COLUMNS, kinds] in [0, 1], or None without a map."""
    height, width = large.shape[:2]
    across, down = random.uniform(0.9, 1.0), random.uniform(0.8, 1.0)
    left = random.uniform(0, 1 - across)
    # Most screenshots begin at the top of the page.
    top = random.uniform(0, 1 - down) * random.integers(2)
    box = (left * width, top * height, (left + across) * width, (top + down) * height)
    image = Image.fromarray(large).resize((WIDTH, HEIGHT), Image.Resampling.BOX, box=box)
    varied = np.asarray(image, np.float32)
    if layout is not None:
        rows = area_average(top, top + down, layout.shape[0], MAP_ROWS)
        columns = area_average(left, left + across, layout.shape[1], MAP_COLUMNS)
        # What einsum("ry,yxk,cx->rck") gives, in less time.
        layout = np.tensordot(rows, layout.astype(np.float32) / 255, 1)
        layout = np.tensordot(columns, layout, (1, 1)).transpose(1, 0, 2)
    if random.random() < 0.5:
        varied = varied[:, ::-1]
        layout = None if layout is None else layout[:, ::-1]
    if random.random() < 0.03:
        varied = 255 - varied
    contrast, tint = random.uniform(0.8, 1.1), random.uniform(-10, 10, 3)
    varied = (varied - 128) * contrast + 128 + tint
    return varied.clip(0, 255).astype(np.uint8), layout


def area_average(start, stop, cells, count):
    """The matrix [count, cells] that averages the part from start to stop, in shares of all
    cells, into `count` even parts."""
    edges = np.linspace(start, stop, count + 1, dtype=np.float32) * cells
    cell = np.arange(cells, dtype=np.float32)
    overlap = np.minimum(edges[1:, None], cell + 1) - np.maximum(edges[:-1, None], cell)
    return overlap.clip(0) / (edges[1:] - edges[:-1])[:, None]
