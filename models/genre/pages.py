"""Labelled pages: a directory in WCXB's format, or one of HTML files with labels.tsv."""

import gzip
import json
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

ARTICLE_TYPES = ("article", "documentation", "service", "product")
LIST_VIEW_TYPES = ("forum", "collection", "listing")
INLINE_STYLE = 5000  # characters of <style> from which a page counts as styled by itself


def genre_of(page_type):
    """The genre of a page type of WCXB."""
    if page_type in ARTICLE_TYPES:
        return "article"
    if page_type in LIST_VIEW_TYPES:
        return "list-view"
    raise ValueError(f"unknown page type {page_type!r}")


@dataclass(frozen=True)
class Page:
    """A page; `source` is its URL, or the design of a synthetic page."""

    id: str
    genre: str
    page_type: str
    source: str
    file: Path
    gold: str | None = None  # the main content, where it is known

    def html(self):
        """The text; bytes that are not UTF-8 become U+FFFD. Raises ValueError if the file is broken."""
        try:
            data = self.file.read_bytes()
            if self.file.suffix == ".gz":
                data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise ValueError(f"cannot be read: {error}") from error
        return data.decode("utf-8", "replace")


def read_pages(directory):
    """The pages of a directory by their ids."""
    table = directory / "labels.tsv"
    if table.exists():
        rows = [line.split("\t") for line in table.read_text("utf-8").splitlines()[1:]]
        pages = [Page(*row[:4], directory / f"{row[0]}.html") for row in rows]
    else:
        truths = directory.glob("ground-truth/*.json")
        pages = [read_truth(directory, truth) for truth in truths]
    if not pages:
        raise SystemExit(f"{directory} has no pages")
    return sorted(pages, key=lambda page: page.id)


def read_truth(directory, truth):
    label = json.loads(truth.read_text("utf-8"))
    page_type = label["_internal"]["page_type"]["primary"]
    url = " ".join((label.get("url") or "").split())
    file = directory / "html" / f"{truth.stem}.html.gz"
    gold = label.get("ground_truth", {}).get("main_content")
    return Page(truth.stem, genre_of(page_type), page_type, url, file, gold)


def styled_inline(html):
    """Whether a page carries its style sheet in its own markup."""
    sheets = re.findall(r"<style[^>]*>(.*?)</style", html, re.IGNORECASE | re.DOTALL)
    return sum(map(len, sheets)) >= INLINE_STYLE


def labels_table(pages):
    """labels.tsv of a set of screenshots; for pages of WCXB with the column styled_inline."""
    synthetic = pages[0].file.suffix == ".html"
    columns = ["id", "genre", "page_type", "design" if synthetic else "url"]
    lines = ["\t".join(columns if synthetic else [*columns, "styled_inline"])]
    for page in pages:
        row = [page.id, page.genre, page.page_type, page.source]
        if not synthetic:
            try:
                row.append(str(int(styled_inline(page.html()))))
            except ValueError:
                row.append("0")  # rendering will say that it is broken
        lines.append("\t".join(row))
    return "\n".join(lines) + "\n"
