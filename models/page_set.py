"""Sets of labelled pages in WCXB's format, made of links to pages that lie elsewhere."""

import json
import os
import sys

PARTS = {"html": ".html.gz", "ground-truth": ".json"}


def emptied(out):
    """Makes the directories of a set, and removes what an earlier one has left. Where a page is no link, the directory is
    somebody's data: the program ends, and nothing is removed."""
    for page in (out / "html").glob("*"):
        if not page.is_symlink():
            sys.exit(f"{page} is a file: a set of links is not made in a directory that has pages of its own")
    for part in PARTS:
        (out / part).mkdir(parents=True, exist_ok=True)
        for old in (out / part).iterdir():
            old.unlink()


def write(out, html, pages):
    """Makes a set of (id, URL, page type, gold text), whose pages lie in the directory html; returns their number."""
    emptied(out)
    count = 0
    for page, url, kind, text in pages:
        label = {
            "url": url,
            "file_id": page,
            "_internal": {"page_type": {"primary": kind}},
            "ground_truth": {"main_content": text},
        }
        (out / "ground-truth" / f"{page}.json").write_text(json.dumps(label, ensure_ascii=False), "utf-8")
        os.symlink((html / f"{page}.html.gz").resolve(), out / "html" / f"{page}.html.gz")
        count += 1
    return count
