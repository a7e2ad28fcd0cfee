"""Renders labelled pages to a set of screenshots, in headless Chromium without network and scripts.

usage: render.py [--width 390] PAGES OUT

PAGES is a directory in WCXB's format, or one of such directories, whose pages become DIRECTORY-ID. A screenshot is a
PNG, 1,280 pixels wide and at most 4,096 high, or 390 wide and at most 2,048 high. OUT gets labels.tsv and, for each
page, ID.png. A page that gives none is named and has none. A run that was stopped goes on where it was.
"""

import argparse
import asyncio
import gzip
import json
import os
import sys
import zlib
from pathlib import Path

from chromium import SCREEN, Broken, Browser

LIST_VIEWS = ("forum", "collection", "listing")
RESTART_AFTER = 250  # pages that one browser renders before a fresh one replaces it


def labels(pages):
    """The pages of a directory: id, genre, page type, URL, file."""
    sets = {"": pages}
    if not (pages / "ground-truth").exists():
        sets = {f"{path.name}-": path for path in sorted(pages.iterdir()) if path.is_dir()}
    for prefix, directory in sets.items():
        for truth in sorted(directory.glob("ground-truth/*.json")):
            label = json.loads(truth.read_text("utf-8"))
            page_type = label["_internal"]["page_type"]["primary"]
            genre = "list-view" if page_type in LIST_VIEWS else "article"
            file = directory / "html" / f"{truth.stem}.html.gz"
            yield prefix + truth.stem, genre, page_type, " ".join((label.get("url") or "").split()), file


async def render_some(queue, out, width, chromium, timeout):
    """Takes pages from the queue until it is empty, with a browser of its own."""
    browser, rendered = None, 0

    async def render(file):
        html = file.read_bytes()
        if file.suffix == ".gz":
            html = gzip.decompress(html)
        await browser.open(html.decode("utf-8", "replace"))
        return await browser.screenshot()

    try:
        while queue:
            page, file = queue.pop()
            try:
                if browser is None:
                    browser, rendered = await Browser.start(chromium, width), 0
                picture = await asyncio.wait_for(render(file), timeout)
                part = out / f".{page}.part"
                part.write_bytes(picture)
                part.rename(out / f"{page}.png")
                rendered += 1
            except (Broken, OSError, EOFError, zlib.error, asyncio.TimeoutError) as error:
                print(f"{page}: {error or 'it took too long'}", file=sys.stderr)
                rendered = RESTART_AFTER
            if browser and rendered >= RESTART_AFTER:
                await browser.stop()
                browser = None
    finally:
        if browser:
            await browser.stop()


async def render_all(pages, out, width, chromium="chromium", jobs=os.cpu_count(), timeout=20.0):
    """Renders pages (id, file) whose screenshots are not in the directory."""
    queue = [(page, file) for page, file in pages if not (out / f"{page}.png").exists()][::-1]
    await asyncio.gather(*(render_some(queue, out, width, chromium, timeout) for _ in range(jobs)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=Path, help="in WCXB's format, or directories in it")
    parser.add_argument("out", type=Path, help="the set")
    parser.add_argument("--width", type=int, default=1280, choices=SCREEN, help="of the window, CSS pixels")
    parser.add_argument("--chromium", default="chromium", help="the program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="browsers at a time")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds that a page may take")
    arguments = parser.parse_args()
    out = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    pages = list(labels(arguments.pages))
    if not pages:
        raise SystemExit(f"{arguments.pages} has no pages")
    lines = ["id\tgenre\tpage_type\turl", *("\t".join(page[:4]) for page in pages)]
    (out / "labels.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    files = [(page, file) for page, *_, file in pages]
    asyncio.run(render_all(files, out, arguments.width, arguments.chromium, arguments.jobs, arguments.timeout))


if __name__ == "__main__":
    main()
