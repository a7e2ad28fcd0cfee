"""Which headings, items of lists, cells of tables, short paragraphs and blocks of code of a page an extraction keeps.

usage: structure.py DIRECTORY TEXTS.jsonl...        (pip install lxml)

DIRECTORY has pages in WCXB's format. Each line of TEXTS is {"id": …, "text": …}. An element is kept by a text if its
words, lower-cased and in their order, stand in the text as one run. The gold text says which elements are right.
Printed are precision, recall and F1, as means over the pages of which the gold text keeps an element of that kind."""

import gzip
import json
import re
import statistics
import sys
from collections import defaultdict
from pathlib import Path

import lxml.html

WORD = re.compile(r"\w+")
KINDS = {tag: "heading" for tag in ("h1", "h2", "h3", "h4", "h5", "h6")}
KINDS |= {"li": "item", "dt": "item", "dd": "item", "td": "cell", "th": "cell", "pre": "code", "p": "short p"}
UNSEEN = ("script", "style", "template", "noscript")
MOST_WORDS = 40
MOST_WORDS_OF_P = 12


def run(text):
    """The words of a text with spaces between and around, so that a run of words is a part of it."""
    return f" {' '.join(WORD.findall((text or '').lower()))} "


def elements(root):
    """The different elements of a page that are looked for, as (kind, run)."""
    for unseen in root.iter(*UNSEEN):
        if unseen.tag in UNSEEN:
            unseen.text = ""
    found = {}
    for element in root.iter(*KINDS):
        kind = KINDS[element.tag]
        # Items and cells that hold others of these elements are lists and layout.
        if kind in ("item", "cell") and any(inner is not element for inner in element.iter(*KINDS)):
            continue
        words = run(element.text_content())
        number = len(words.split())
        if 0 < number <= (MOST_WORDS_OF_P if kind == "short p" else MOST_WORDS):
            found[kind, words] = None
    return list(found)


def pages(directory, only):
    """The ID, the page type, the run of the gold text and the elements of each page that can be parsed."""
    for path in sorted(Path(directory).glob("ground-truth/*.json")):
        if only is not None and path.stem not in only:
            continue
        truth = json.loads(path.read_text(encoding="utf-8"))
        html = gzip.decompress(Path(directory, "html", f"{path.stem}.html.gz").read_bytes())
        html = html.decode("utf-8", "replace").encode("utf-8")
        try:
            root = lxml.html.document_fromstring(html, parser=lxml.html.HTMLParser(encoding="utf-8"))
        except (lxml.etree.ParserError, ValueError):
            continue
        gold = run(truth["ground_truth"].get("main_content"))
        yield path.stem, truth["_internal"]["page_type"]["primary"], gold, elements(root)


def of_page(found, gold, text):
    """Precision, recall and F1 of a page by kind of element, for the kinds of which the gold text keeps one."""
    counts = defaultdict(lambda: [0, 0, 0])
    for kind, words in found:
        right, kept = words in gold, words in text
        for name in (kind, "all"):
            for place, counted in enumerate((right and kept, right, kept)):
                counts[name][place] += counted
    return {kind: (both / kept if kept else 0.0, both / right, 2 * both / (right + kept))
            for kind, (both, right, kept) in counts.items() if right}


def measure(directory, texts, only=None):
    """By name of a set of texts and by kind or "type …": the scores of pages, of all or of those whose IDs are in
    `only`. `texts` has a dict of ID to text a name."""
    scores = {name: defaultdict(list) for name in texts}
    for page, page_type, gold, found in pages(directory, only):
        for name, of_name in texts.items():
            for kind, score in of_page(found, gold, run(of_name.get(page))).items():
                scores[name][kind].append(score)
                if kind == "all":
                    scores[name][f"type {page_type}"].append(score)
    return scores


def read(path):
    lines = Path(path).read_text(encoding="utf-8").rstrip("\n").split("\n")
    return {line["id"]: line.get("text") for line in map(json.loads, lines)}


def main():
    directory, *paths = sys.argv[1:]
    for name, kinds in measure(directory, {path: read(path) for path in paths}).items():
        print(name)
        for kind, scores in sorted(kinds.items()):
            means = [statistics.fmean(column) for column in zip(*scores)]
            print(f"  {kind:20} pages {len(scores):4d} P {means[0]:.3f} R {means[1]:.3f} F {means[2]:.3f}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main()
