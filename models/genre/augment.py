"""Random variants of a screenshot that leave its genre and the width of its layout as they are."""

from io import BytesIO

import numpy as np
from PIL import Image

from images import HEIGHT, SCREEN, WIDTH

# The share of the variants that are so.
NARROWER, DARK, BANNER, FIRST_SCREEN, CODED = 0.1, 0.06, 0.08, 0.15, 0.5
WHITE = 255  # what goce continues a short screenshot with


def vary(large, random):
    """A screenshot with another zoom, another start, another ratio of width to height, mirrored, recoloured, coded as a
    JPEG of another size, under a banner or cut off.

    large: uint8 [rows, columns, 3], as high to its width as the result, which is uint8 [HEIGHT, WIDTH, 3]."""
    image = Image.fromarray(large)
    if random.random() < CODED:
        # Sets differ by their coding and their size: neither may tell a page's genre or its width.
        scale = random.uniform(0.6, 1.0)
        image = image.resize([round(side * scale) for side in image.size], Image.Resampling.BILINEAR)
        file = BytesIO()
        image.save(file, "JPEG", quality=int(random.integers(30, 85)))
        image = Image.open(file)
    width, height = image.size
    across, down = random.uniform(0.85, 1.0), random.uniform(0.75, 1.0)
    if random.random() < NARROWER:
        # A narrower window shows its part larger.
        across = random.uniform(0.6, 0.85)
        down = max(across, random.uniform(0.6, 1.0))
    left = random.uniform(0, 1 - across)
    # Most screenshots begin at the top of the page.
    top = random.uniform(0, 1 - down) * (random.random() < 0.35)
    box = (left * width, top * height, (left + across) * width, (top + down) * height)
    image = image.resize((WIDTH, HEIGHT), Image.Resampling.BOX, box=box)
    # Dark or light, paler, with a tint.
    values = np.arange(256, dtype=np.float32)
    if random.random() < DARK:
        values = 255 - values
    values = (values - 128) * random.uniform(0.75, 1.15) + 128
    tints = values + random.uniform(-12, 12, (3, 1))
    varied = np.array(image.point(tints.clip(0, 255).astype(np.uint8).ravel().tolist()))
    if random.random() < 0.5:
        varied = varied[:, ::-1].copy()
    if random.random() < BANNER:
        start, rows = int(random.integers(SCREEN)), int(random.integers(4, 24))
        varied[start : start + rows] = random.integers(0, 256, 3)
    if random.random() < FIRST_SCREEN:
        varied[int(random.uniform(SCREEN, 0.7 * HEIGHT)) :] = WHITE
    return varied
