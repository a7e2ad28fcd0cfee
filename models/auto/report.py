"""Reports on extracted texts: scores by page type, kinds of error, the worst pages.

usage: report.py WCXB EXTRACTED.jsonl [--worst N]

Words are lower-cased and compared as bags, as the extension does it. A page's loss, 1 - F1, goes to one kind
of error:

    empty   one side is empty and the other is not
    over    recall of at least .9, precision below: too much was taken
    under   precision of at least .9, recall below: something was left out
    both    neither reaches .9
    small   both reach .9

Snippets are WCXB's: texts that have to be there (with) and that must not (without).
"""

import argparse
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

KINDS = ["over", "both", "under", "empty", "small"]
LIST_VIEW = {"forum", "collection", "listing"}


def words(text):
    return re.findall(r"\w+", (text or "").lower())


def overlap(gold, extracted):
    """Precision, recall and F1 of the words as bags."""
    if not gold or not extracted:
        same = float(not gold and not extracted)
        return same, same, same
    shared = sum((Counter(gold) & Counter(extracted)).values())
    precision, recall = shared / len(extracted), shared / len(gold)
    return precision, recall, 2 * precision * recall / (precision + recall) if shared else 0.0


def kind(gold, extracted, precision, recall):
    if not gold or not extracted:
        return "small" if not gold and not extracted else "empty"
    if recall >= 0.9:
        return "over" if precision < 0.9 else "small"
    return "under" if precision >= 0.9 else "both"


def snippets_found(snippets, text):
    """Returns how many of the snippets the text has, as words in a row, and how many snippets there are."""
    text = f" {' '.join(text)} "
    given = [words(snippet) for snippet in snippets or []]
    given = [snippet for snippet in given if snippet]
    return sum(f" {' '.join(snippet)} " in text for snippet in given), len(given)


class Rows:
    """Scores of a group of pages."""

    def __init__(self):
        self.scores, self.losses, self.snippets = [], Counter(), [0, 0, 0, 0]

    def add(self, scores, error, found):
        self.scores.append(scores)
        self.losses[error] += 1 - scores[2]
        self.snippets = [a + b for a, b in zip(self.snippets, found)]

    def line(self, name):
        count = len(self.scores)
        means = [sum(column) / count for column in zip(*self.scores)]
        losses = [self.losses[error] / count for error in KINDS]
        rates = [self.snippets[0] / max(1, self.snippets[1]), self.snippets[2] / max(1, self.snippets[3])]
        cells = [f"{value:9.4f}" for value in [*means, *rates, *losses]]
        return f"{name:14}{count:6}" + "".join(cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wcxb", type=Path)
    parser.add_argument("extracted", type=Path)
    parser.add_argument("--worst", type=int, default=10, metavar="N")
    arguments = parser.parse_args()
    lines = arguments.extracted.read_text("utf-8").splitlines()
    texts = {row["id"]: row["text"] for row in map(json.loads, lines)}
    groups, pages = defaultdict(Rows), []
    for path in sorted(arguments.wcxb.glob("ground-truth/*.json")):
        page = json.loads(path.read_text("utf-8"))
        page_type = page["_internal"]["page_type"]["primary"]
        truth = page["ground_truth"]
        gold, extracted = words(truth.get("main_content")), words(texts.get(path.stem))
        scores = overlap(gold, extracted)
        error = kind(gold, extracted, *scores[:2])
        found = (
            *snippets_found(truth.get("with"), extracted),
            *snippets_found(truth.get("without"), extracted),
        )
        genre = "list-view" if page_type in LIST_VIEW else "article pages"
        for group in ("all", genre, page_type):
            groups[group].add(scores, error, found)
        pages.append((scores[2], path.stem, page_type, len(gold), len(extracted), page.get("url")))
    print(f"{'':14}{'pages':>6}" + "".join(
        f"{name:>9}" for name in ["P", "R", "F1", "with", "without", *KINDS]
    ))
    order = ["all", "article pages", "list-view", "article", "documentation", "service", "product"]
    for group in sorted(groups, key=lambda name: (order + [name]).index(name)):
        print(groups[group].line(group))
    print("\nworst pages: F1, ID, type, words of gold and extracted text, URL")
    for f1, page, page_type, gold, extracted, url in sorted(pages)[: arguments.worst]:
        print(f"{f1:.3f} {page} {page_type} {gold} {extracted} {url}")


if __name__ == "__main__":
    main()
