"""Sets of screenshots as arrays, cropped and resized by goce itself. MODEL.md describes their directories."""

import csv
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path

import numpy as np

TYPES = ["article", "documentation", "service", "product", "forum", "collection", "listing"]
LIST_VIEW = 4  # the first type that is a list view
KINDS = ["blog", "company", "docs", "forum", "news", "shop", "wiki", "other"]  # of sites

WIDTH, HEIGHT = 120, 384  # of the network's input, pixels
WIDE, NARROW = 1280, 390  # of the layouts, CSS pixels
# Height of the crop in widths of the screenshot: 4,096 rows of 1,280, and 2,048 of 390.
ASPECT, NARROW_ASPECT = 3.2, 5.25
SCREEN = 75  # rows of the input that show the first 800 rows of a page 1,280 wide
MARGIN = 2  # scale of the arrays that augmentation draws its crops from

PART = 100  # screenshots a process decodes
ROOT = Path(__file__).resolve().parents[2]
GOCE_TOOLS = os.environ.get("GOCE_TOOLS", str(ROOT / "target/release/goce-tools"))


def pixels(paths, width, height, aspect):
    """Screenshots as the extension sees them: uint8 [len(paths), height, width, 3], RGB."""
    command = [GOCE_TOOLS, "genre-pixels", str(width), str(height), str(aspect)]

    def some(paths):
        names = "".join(f"{path}\n" for path in paths)
        done = subprocess.run(command, input=names.encode(), stdout=subprocess.PIPE, check=True)
        return np.frombuffer(done.stdout, np.uint8).reshape(len(paths), height, width, 3)

    parts = [paths[start : start + PART] for start in range(0, len(paths), PART)]
    with ThreadPoolExecutor() as executor:
        return np.concatenate(list(executor.map(some, parts)))


class Screenshots:
    """The screenshots of a directory whose layout has a width, one row a page, under a crop of one aspect."""

    def __init__(self, directory, layout, aspect):
        self.directory, self.layout, self.aspect = Path(directory), layout, aspect
        with open(self.directory / "labels.tsv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        # A page that could not be rendered is in the table and has no image.
        self.rows = [
            row
            for row in rows
            if int(row.get("width") or layout) == layout and self.path(row["id"]).exists()
        ]
        self.ids = [row["id"] for row in self.rows]
        # Pages whose markup is kept beside their screenshots: of both widths of a page the same.
        html = self.directory / "html.tsv"
        self.html_of = dict(line.split("\t") for line in html.read_text().splitlines()[1:]) if html.exists() else {}
        self.listed = np.array([row["genre"] == "list-view" for row in self.rows])
        # -1: only the genre is known.
        types = [row.get("page_type") for row in self.rows]
        self.types = np.array([TYPES.index(of) if of else -1 for of in types])

    def path(self, page):
        picture = self.directory / f"{page}.png"
        return picture if picture.exists() else picture.with_suffix(".jpg")

    @cached_property
    def exact(self):
        """uint8 [N, HEIGHT, WIDTH, 3]: what the network sees in the extension."""
        return self.scaled(1)

    @cached_property
    def large(self):
        """uint8 [N, MARGIN * HEIGHT, MARGIN * WIDTH, 3], to augment from."""
        return self.scaled(MARGIN)

    @cached_property
    def first_screens(self):
        """As `exact`, of screenshots that end where the first screen does."""
        seen = self.exact.copy()
        seen[:, SCREEN:] = 255
        return seen

    def scaled(self, scale):
        return pixels([self.path(page) for page in self.ids], WIDTH * scale, HEIGHT * scale, self.aspect)
