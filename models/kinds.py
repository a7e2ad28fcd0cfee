"""Labelled pages of other forms, as sets of labelled pages in WCXB's format.

usage: kinds.py OTHERS DATA

DATA has kinds, recipes, records and screens-3, each with its README. For each, OTHERS/NAME becomes a directory of page
types and, of kinds, gold texts; OTHERS gets links to DATA/world-news and DATA/world-old-news, which have the format.

A front page (`home`) of three records and more counts as a listing, another one as a service. Forms and errors are left
out. Of screens-3 the genre is known; the type is guessed from the kind of site and the rule that told the genre, so that
only what the genre needs is certain. Recipes are articles, records listings.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import page_set  # noqa: E402


def address(domain):
    """A URL by which pages of a site come into one fold; sites that lie in a repository have no domain."""
    if "+" in domain or "/" in domain:
        return f"http://{domain.lower().replace('+', '.').replace('/', '.').replace('_', '-')}.invalid/"
    return f"http://{domain}/"


def kind_of(page):
    """The page type of a page of kinds, None for a page that is left out."""
    kind = page["_internal"]["page_type"]["primary"]
    if kind in ("form", "error"):
        return None
    if kind == "home":
        return "listing" if len(page["ground_truth"].get("records") or []) >= 3 else "service"
    return kind


def kinds(data):
    """(id, URL, page type, gold text) of the pages of kinds."""
    for path in sorted((data / "ground-truth").glob("*.json")):
        page = json.loads(path.read_text("utf-8"))
        if kind := kind_of(page):
            yield path.stem, address(page["_internal"]["domain"]), kind, page["ground_truth"]["main_content"]


def kind_of_screen(site_kind, genre, rule):
    """The page type of a screenshot's page."""
    if genre == "list-view":
        if site_kind == "forum":
            return "forum"
        is_shop = site_kind == "shop" and "blog" not in rule
        return "collection" if is_shop or any(part in rule for part in ("prod", "shop", "collection")) else "listing"
    if "product" in rule:
        return "product"
    if "docs" in rule or "docusaurus-doc" in rule:
        return "documentation"
    if rule in ("A:about", "A:service", "A:page", "A:site-section", "M:page", "M:wp-page"):
        return "service"
    return "forum" if "viewtopic" in rule else "article"


def screens(data):
    """(id, URL, page type, no text) of the pages behind screenshots, each once."""
    pages = dict(line.split("\t") for line in (data / "html.tsv").read_text("utf-8").splitlines()[1:])
    seen = set()
    for line in (data / "labels.tsv").read_text("utf-8").splitlines()[1:]:
        screen, site, kind, genre, rule, *_ = line.split("\t")
        page = pages.get(screen)
        if page and page not in seen:
            seen.add(page)
            yield page, address(site), kind_of_screen(kind, genre, rule), ""


def of_type(kind):
    """A reader of pages that are all of one type: (id, URL, page type, no text)."""

    def read(data):
        for path in sorted((data / "ground-truth").glob("*.json")):
            page = json.loads(path.read_text("utf-8"))
            said = page.get("url", "")
            urls = [said, *(record["url"] or "" for record in page.get("records", []))]
            # Some pages are known by their host, some by a part of their path.
            host = said if said and "/" not in said else path.stem + ".invalid"
            url = next((url for url in urls if url.startswith("http")), address(host))
            yield path.stem, url, kind, ""

    return read


SETS = {"kinds": kinds, "screens-3": screens, "recipes": of_type("article"), "records": of_type("listing")}


def main(others, data):
    for name, read in SETS.items():
        print(f"{name}: {page_set.write(others / name, data / name / 'html', read(data / name))} pages")
    for name in ("world-news", "world-old-news"):
        link = others / name
        link.unlink(missing_ok=True)
        link.symlink_to((data / name).resolve())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
