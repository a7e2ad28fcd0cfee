"""Sets of screenshots as arrays, cropped and resized by goce itself. MODEL.md describes their directories."""

import csv
import os
import subprocess
import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path

import numpy as np

TYPES = ["article", "documentation", "service", "product", "forum", "collection", "listing"]
LIST_VIEW = 4  # the first type that is a list view

WIDTH, HEIGHT = 120, 384  # of the network's input, pixels
ASPECT = 3.2  # height of the crop in widths of the screenshot: 4,096 rows of 1,280
MARGIN = 1.5  # scale of the arrays that augmentation draws its crops from

# A page's map says of each cell of the whole page how much of it each kind of thing covers, 0 to 255.
KINDS = ["text", "link", "heading", "picture", "control", "content"]
ROWS, COLUMNS = 128, 40  # cells of 32 x 32 pixels of a screenshot 1,280 wide and up to 4,096 high
# The map that the network draws has a cell for 16 x 16 pixels of its input.
MAP_ROWS, MAP_COLUMNS = -(-HEIGHT // 16), -(-WIDTH // 16)

PART = 100  # screenshots a process decodes
ROOT = Path(__file__).resolve().parents[2]
GOCE_TOOLS = os.environ.get("GOCE_TOOLS", str(ROOT / "target/release/goce-tools"))


def pixels(paths, width, height):
    """Screenshots as the extension sees them: uint8 [len(paths), height, width, 3], RGB."""
    command = [GOCE_TOOLS, "genre-pixels", str(width), str(height), str(ASPECT)]

    def some(paths):
        names = "".join(f"{path}\n" for path in paths)
        done = subprocess.run(command, input=names.encode(), stdout=subprocess.PIPE, check=True)
        return np.frombuffer(done.stdout, np.uint8).reshape(len(paths), height, width, 3)

    parts = [paths[start : start + PART] for start in range(0, len(paths), PART)]
    with ThreadPoolExecutor() as executor:
        return np.concatenate(list(executor.map(some, parts)))


class Screenshots:
    """A directory of screenshots, one row a page. Arrays are kept beside the images, for the next run."""

    def __init__(self, directory):
        self.directory = Path(directory)
        with open(self.directory / "labels.tsv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        # A page that could not be rendered is in the table and has no image.
        self.rows = [row for row in rows if self.path(row["id"]).exists()]
        self.ids = [row["id"] for row in self.rows]
        self.types = np.array([TYPES.index(row["page_type"]) for row in self.rows])

    def path(self, page):
        return self.directory / f"{page}.png"

    @cached_property
    def exact(self):
        """uint8 [N, HEIGHT, WIDTH, 3]: what the network sees in the extension."""
        return self.scaled(1)

    @cached_property
    def large(self):
        """uint8 [N, MARGIN * HEIGHT, MARGIN * WIDTH, 3], to augment from."""
        return self.scaled(MARGIN)

    @cached_property
    def layouts(self):
        """The map of each page, uint8 [ROWS, COLUMNS, KINDS], or None where there is none."""
        shape = (ROWS, COLUMNS, len(KINDS))
        return [
            np.frombuffer(zlib.decompress(path.read_bytes()), np.uint8).reshape(shape)
            if (path := self.path(page).with_suffix(".layout")).exists()
            else None
            for page in self.ids
        ]

    def scaled(self, scale):
        width, height = int(WIDTH * scale), int(HEIGHT * scale)
        kept = self.directory / f"pixels-{width}x{height}-{len(self.ids)}.npy"
        if not kept.exists():
            np.save(kept, pixels([self.path(page) for page in self.ids], width, height))
        return np.load(kept)
