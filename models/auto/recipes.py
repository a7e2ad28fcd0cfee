"""Measures what `auto` keeps of recipes: the short lists inside an article.

usage: recipes.py RECIPES GOCE_TOOLS [--pages]

RECIPES: labelled recipes, `html/ID.html.gz`, and `ground-truth/ID.json` with `ingredients` and `instructions`.
GOCE_TOOLS: the program of the package tools. With --pages a line a page comes first.

An ingredient is kept if its letters and digits stand in the text in one run, a step if those of its first 60 characters
do, in lower case: spaces between an amount and its unit are a matter of styles. The shares are means over pages. A page
loses its ingredients, or its steps, if the text keeps less than a fifth of them. Rules are chosen on the first of two
halves by a hash of the ID.
"""

import gzip
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

STEP = 60  # characters of a step that are looked for
LOST = 0.2  # the share below which a page loses its ingredients or its steps
KINDS = ["ingredients", "instructions"]


def letters(text):
    """The letters and digits of a text."""
    return "".join(re.findall(r"\w+", (text or "").lower()))


def kept(wanted, text):
    """For each wanted text that has letters or digits, whether they stand in those of the other text."""
    wanted = [letters(one) for one in wanted]
    return [one in text for one in wanted if one]


def measure(recipe, text):
    """What of a recipe's ingredients and of its steps a text keeps."""
    text = letters(text)
    steps = [step[:STEP] for step in recipe["instructions"]]
    return [kept(recipe["ingredients"], text), kept(steps, text)]


def is_first(page):
    """Whether a page is of the half that rules are chosen on."""
    return hashlib.sha256(page.encode()).digest()[0] % 2 == 0


def figures(pages):
    """The number of pages, and for each kind the mean share that is kept and how many pages lose it."""
    row = [len(pages)]
    for kind in range(len(KINDS)):
        shares = [sum(page[kind]) / len(page[kind]) for page in pages if page[kind]]
        row += [sum(shares) / max(len(shares), 1), sum(share < LOST for share in shares)]
    return row


def texts(recipes, pages, program):
    """The text of each page by `auto`."""
    html = (gzip.open(recipes / "html" / f"{page}.html.gz").read().decode("utf-8", "replace") for page in pages)
    lines = "".join(json.dumps(text) + "\n" for text in html)
    written = subprocess.run([program, "written", "auto"], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return [(json.loads(line) or {}).get("text") for line in written.stdout.splitlines()]


def main(recipes, program, each=False):
    recipes = Path(recipes)
    pages = sorted(path.stem for path in (recipes / "ground-truth").glob("*.json"))
    labels = [json.loads((recipes / "ground-truth" / f"{page}.json").read_text("utf-8")) for page in pages]
    found = [measure(*both) for both in zip(labels, texts(recipes, pages, program), strict=True)]
    if each:
        for page, of_page in zip(pages, found):
            print(page, *(f"{kind}={sum(one)}/{len(one)}" for kind, one in zip(KINDS, of_page)))
    halves = {
        "first": [one for page, one in zip(pages, found) if is_first(page)],
        "second": [one for page, one in zip(pages, found) if not is_first(page)],
        "both": found,
    }
    print("half", "pages", "ingredients", "lost", "steps", "lost", sep="\t")
    for name, half in halves.items():
        count, ingredients, lost, steps, lost_steps = figures(half)
        print(name, count, f"{ingredients:.3f}", lost, f"{steps:.3f}", lost_steps, sep="\t")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], "--pages" in sys.argv)
