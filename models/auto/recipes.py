"""Measures what texts keep of recipes: the short lists inside an article.

usage: recipes.py RECIPES TEXTS.jsonl [--pages]

RECIPES: labelled recipes, `ground-truth/ID.json` with `ingredients` and `instructions`. TEXTS: a line {"id": …, "text": …}
a page, as `goce-tools wcxb-extract` writes. With --pages a line a page comes first.

An ingredient is kept if its words stand in the text in one run, a step if the words of its first 60 characters do: in
lower case, words only. The shares are means over all ingredients and over all steps. A page loses its ingredients, or its
steps, if the text keeps less than a fifth of them. Two halves by a hash of the ID are told apart: rules are chosen on the
first.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

STEP = 60  # characters of a step that are looked for
LOST = 0.2  # the share below which a page loses its ingredients or its steps
KINDS = ["ingredients", "instructions"]


def words(text):
    """The words of a text in one run, with a space around each."""
    found = re.findall(r"[^\W_]+", (text or "").lower())
    return f" {' '.join(found)} "


def kept(wanted, text):
    """For each wanted text that has words, whether they stand in the text, which `words` made."""
    wanted = [words(one) for one in wanted]
    return [one in text for one in wanted if one.strip()]


def cut(step):
    """The beginning of a step, without a word that it would cut."""
    return step if len(step) <= STEP else step[: STEP + 1].rsplit(None, 1)[0]


def measure(recipe, text):
    """What of a recipe's ingredients and of its steps a text keeps."""
    text = words(text)
    steps = [cut(step) for step in recipe["instructions"]]
    return [kept(recipe["ingredients"], text), kept(steps, text)]


def is_first(page):
    """Whether a page is of the half that rules are chosen on."""
    return hashlib.sha256(page.encode()).digest()[0] % 2 == 0


def figures(pages):
    """The number of pages, and for each kind the share that is kept and the share of the pages that lose it."""
    row = [len(pages)]
    for kind in range(len(KINDS)):
        of_pages = [page[kind] for page in pages if page[kind]]
        parts = sum(len(found) for found in of_pages)
        lost = sum(sum(found) < LOST * len(found) for found in of_pages)
        row += [sum(sum(found) for found in of_pages) / max(parts, 1), lost / max(len(of_pages), 1)]
    return row


def main(recipes, texts, each=False):
    lines = (json.loads(line) for line in Path(texts).open(encoding="utf-8"))
    texts = {line["id"]: line["text"] for line in lines}
    pages = {}
    for path in sorted(Path(recipes, "ground-truth").glob("*.json")):
        pages[path.stem] = measure(json.loads(path.read_text(encoding="utf-8")), texts.get(path.stem))
    if each:
        for page, found in pages.items():
            print(page, *(f"{kind}={sum(one)}/{len(one)}" for kind, one in zip(KINDS, found)))
    print("half\tpages\tingredients\tlost\tsteps\tlost")
    first = [found for page, found in pages.items() if is_first(page)]
    second = [found for page, found in pages.items() if not is_first(page)]
    for name, half in [("first", first), ("second", second), ("both", [*pages.values()])]:
        count, *shares = figures(half)
        print(name, count, *(f"{share:.3f}" for share in shares), sep="\t")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], "--pages" in sys.argv)
