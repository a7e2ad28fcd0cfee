"""Renders labelled web pages to screenshots, in headless Chromium without network and scripts.

usage: render.py --out DIR PAGES                                     raw renders
       render.py --out DIR --style-sheets CACHE --variant K PAGES    under training sheets
       render.py --out DIR --style-sheets CACHE --held-out PAGES     under held-out sheets

PAGES is a directory in WCXB's format, or one of HTML files with labels.tsv (what synthetic.py
writes). A screenshot is a PNG 1280 pixels wide and as high as the page, at least 800 and at most
4096. The screenshots of a run are a set, a directory DIR/raw, DIR/styled-K, DIR/held-out-styled
or, for a directory of HTML files, DIR/<its name>:

    <set>/<page id>.png
    <set>/<page id>.layout  where text, links, pictures … are: layout.py, compressed by zlib
    <set>/labels.tsv    id, genre, page_type, url or design (WCXB: url and styled_inline)
    <set>/broken.tsv    pages that gave no screenshot, and why
    <set>/DONE          an empty file, there when every page is rendered or broken

A run that was stopped goes on where it was: a page whose files are there is skipped.
"""

import argparse
import asyncio
import os
import shutil
import signal
import sys
import time
import zlib
from pathlib import Path

from chromium import Browser, Broken
from layout import draw
from pages import labels_table, read_pages
from styles import Styles

RESTART_AFTER = 250  # pages that one browser renders before a fresh one replaces it


class Progress:
    """A bar on standard error: pages done, pages a second, seconds to go."""

    def __init__(self, total):
        self.total, self.done, self.broken = total, 0, 0
        self.start = time.monotonic()

    def step(self, broken=False):
        self.done += 1
        self.broken += broken
        rate = self.done / (time.monotonic() - self.start)
        filled = 30 * self.done // self.total
        sys.stderr.write(
            f"\r[{'#' * filled}{'.' * (30 - filled)}] {self.done}/{self.total}, {self.broken}"
            f" broken, {rate:.1f} pages/s, {(self.total - self.done) / rate:.0f} s to go "
        )
        sys.stderr.flush()


def write_atomically(path, data):
    """Other readers see the whole file or none."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    os.replace(part, path)


async def render_some(queue, render, arguments, progress, broken):
    """Takes pages from the queue until it is empty, with a browser of its own."""
    browser, rendered = None, 0
    try:
        while queue:
            page = queue.pop()
            try:
                if browser is None:
                    browser, rendered = await Browser.start(arguments.chromium), 0
                await asyncio.wait_for(render(browser, page), arguments.timeout)
                rendered += 1
                progress.step()
            except (Broken, ValueError, asyncio.TimeoutError) as error:
                # asyncio.TimeoutError has no message. The browser may be dead or busy.
                reason = str(error) or f"took more than {arguments.timeout:g} s"
                broken.append((page.id, " ".join(reason.split())))
                progress.step(broken=True)
                rendered = RESTART_AFTER
            if browser and rendered >= RESTART_AFTER:
                await browser.stop()
                browser = None
    finally:
        if browser:
            await browser.stop()


async def render_all(pages, directory, style_of, arguments):
    """Renders the pages into a set's directory; returns (id, reason) of those that are broken."""

    async def render(browser, page):
        html = page.html()
        await browser.open(html, style_of(page.id, html))
        image, layout = (directory / f"{page.id}.{name}" for name in ("png", "layout"))
        if not image.exists():
            write_atomically(image, await browser.screenshot())
        drawn = draw(await browser.snapshot(), page.gold)
        write_atomically(layout, zlib.compress(drawn.tobytes()))

    def rendered(page):
        return all((directory / f"{page.id}.{name}").exists() for name in ("png", "layout"))

    queue = [page for page in pages if not rendered(page)]
    queue.reverse()
    if len(queue) < len(pages):
        print(f"{len(pages) - len(queue)} pages are there already", file=sys.stderr)
    broken = []
    if queue:
        progress = Progress(len(queue))
        workers = [
            render_some(queue, render, arguments, progress, broken) for _ in range(arguments.jobs)
        ]
        await asyncio.gather(*workers)
        sys.stderr.write("\n")
    return sorted(broken)


def parse_arguments(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=Path, help="WCXB's format, or HTML files and labels.tsv")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--style-sheets", type=Path, metavar="CACHE", help="what sheets.py fetched")
    parser.add_argument("--variant", type=int, default=1, metavar="K", help="which random styles")
    parser.add_argument("--held-out", action="store_true", help="sheets kept for testing")
    parser.add_argument("--seed", type=int, default=0, help="of the random styles")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one page of N only")
    parser.add_argument("--chromium", default="chromium", metavar="PATH")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="browsers at a time")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds that a page may take")
    return parser.parse_args(arguments)


def main(arguments=None):
    arguments = parse_arguments(arguments)
    if not shutil.which(arguments.chromium):
        raise SystemExit(f"there is no {arguments.chromium}: name Chromium by --chromium")
    pages = read_pages(arguments.pages)[:: arguments.every]
    style_of = lambda page, html: ""
    if arguments.style_sheets:
        styles = Styles(arguments.style_sheets, arguments.seed, arguments.held_out)
        style_of = lambda page, html: styles.of_page(page, arguments.variant, html)
        name = "held-out-styled" if arguments.held_out else f"styled-{arguments.variant}"
    elif (arguments.pages / "labels.tsv").exists():
        name = arguments.pages.resolve().name
    else:
        name = "raw"
    directory = arguments.out / name
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "DONE").unlink(missing_ok=True)
    write_atomically(directory / "labels.tsv", labels_table(pages).encode())
    start = time.monotonic()
    broken = asyncio.run(render_all(pages, directory, style_of, arguments))
    report = "".join(f"{page}\t{reason}\n" for page, reason in broken)
    write_atomically(directory / "broken.tsv", report.encode())
    (directory / "DONE").touch()
    seconds = time.monotonic() - start
    print(f"{name}: {len(pages) - len(broken)} of {len(pages)} pages, {seconds:.0f} s")
    if broken:
        print(f"{len(broken)} broken, in {directory / 'broken.tsv'}:\n{report}", end="")


if __name__ == "__main__":
    # As for an interrupt from the keyboard: the browsers are stopped.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main()
