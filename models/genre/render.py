"""Renders labelled pages to a set of screenshots, in headless Chromium without network and scripts.

usage: render.py [--width 390] PAGES OUT

PAGES is a directory in WCXB's format, or one of such directories, whose pages become DIRECTORY-ID. A screenshot is a
PNG, 1,280 pixels wide and at most 4,096 high, or 390 wide and at most 2,048 high. OUT gets labels.tsv and, for each
page, ID.png. A page that gives none is named and has none. A run that was stopped goes on where it was.
"""

import argparse
import base64
import gzip
import json
import os
import re
import shutil
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "browser"))
from chromium import started

LIST_VIEWS = ("forum", "collection", "listing")
SCREEN = {1280: 800, 390: 844}  # height of the window by its width, CSS pixels
HIGHEST = {1280: 4096, 390: 2048}  # screenshot
# Letters have the same shapes and widths on every machine.
OPTIONS = ["--font-render-hinting=none", "--disable-lcd-text", "--hide-scrollbars"]
RESTART_AFTER = 250  # pages that one browser renders before a fresh one replaces it
# Nothing is fetched: pages show what they hold themselves, and stay where they are.
REFUSED = ["http://*", "https://*", "file://*", "ftp://*"]
REFRESH = re.compile(r"http-equiv(?=\s*=\s*[\"']?\s*refresh)", re.IGNORECASE)
# The document, and what it shows: what is not there is drawn otherwise once that is known.
COMPLETE = """document.readyState === "complete"
    && [...document.images].every(image => image.complete || image.loading === "lazy")"""
PATIENCE = 20  # seconds that a page may take to load


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


def screenshot(browser, html, width):
    """A PNG of a page: as wide as the window, at least as high, and at most HIGHEST."""
    frame = browser.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
    html = REFRESH.sub("data-http-equiv", html)
    browser.call("Page.setDocumentContent", frameId=frame, html=html)
    browser.wait(COMPLETE, PATIENCE)
    browser.events.clear()
    height = int(browser.call("Page.getLayoutMetrics")["cssContentSize"]["height"])
    height = max(SCREEN[width], min(height, HIGHEST[width]))
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    return base64.b64decode(shot["data"])


def render_some(pages, out, width, program):
    """Takes pages until there are no more. A browser that fails a page is replaced."""
    page = next(pages, None)
    while page:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            browser = started(profile, program=program, width=width, height=SCREEN[width], options=OPTIONS)
            # What a page names by relative addresses is then missing, not wrong.
            base = Path(profile, "page.html")
            base.touch()
            browser.open(base.as_uri())
            browser.scripts(False)
            browser.call("Network.setBlockedURLs", urls=REFUSED)
            try:
                for _ in range(RESTART_AFTER):
                    if not page:
                        break
                    (name, file), page = page, next(pages, None)
                    html = file.read_bytes()
                    if file.suffix == ".gz":
                        html = gzip.decompress(html)
                    picture = screenshot(browser, html.decode("utf-8", "replace"), width)
                    part = out / f".{name}.part"
                    part.write_bytes(picture)
                    part.rename(out / f"{name}.png")
            except (RuntimeError, AssertionError, OSError, EOFError, zlib.error) as error:
                print(f"{name}: {error}", file=sys.stderr)
            finally:
                browser.close()


def render_all(pages, out, width, program="chromium", jobs=os.cpu_count()):
    """Renders pages (id, file) whose screenshots are not in the directory."""
    if not shutil.which(program):
        raise SystemExit(f"there is no program {program}: install Chromium, or name it by --chromium")
    lacking = iter([(page, file) for page, file in pages if not (out / f"{page}.png").exists()])
    with ThreadPoolExecutor(jobs) as executor:
        for worker in [executor.submit(render_some, lacking, out, width, program) for _ in range(jobs)]:
            worker.result()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=Path, help="in WCXB's format, or directories in it")
    parser.add_argument("out", type=Path, help="the set")
    parser.add_argument("--width", type=int, default=1280, choices=SCREEN, help="of the window, CSS pixels")
    parser.add_argument("--chromium", default="chromium", help="the program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="browsers at a time")
    arguments = parser.parse_args()
    out = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    pages = list(labels(arguments.pages))
    if not pages:
        raise SystemExit(f"{arguments.pages} has no pages")
    lines = ["id\tgenre\tpage_type\turl", *("\t".join(page[:4]) for page in pages)]
    (out / "labels.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    render_all([(page, file) for page, *_, file in pages], out, arguments.width, arguments.chromium, arguments.jobs)


if __name__ == "__main__":
    main()
