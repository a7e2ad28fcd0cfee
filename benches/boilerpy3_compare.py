"""How closely goce's `boilerpipe` follows boilerpy3's ArticleExtractor: the word F1 of the two
texts, a mean over pages, and each one's against the gold texts.

usage: boilerpy3_compare.py WCXB-DIRECTORY BOILERPIPE.jsonl [WORST]
                                                (pip install boilerpy3==1.0.7 selectolax)

BOILERPIPE.jsonl is what `make evaluate WCXB=… OUT=…` writes, or without a server
`cargo run --release -p goce-tools -- wcxb-extract WCXB-DIRECTORY boilerpipe`.

boilerpy3 reads the pages three ways. "raises" is as it comes: a page with more end tags than
start tags is an exception, and counts as empty. "goes on": raise_on_failure=False. "repaired":
the page is first parsed as the HTML standard says and written out again, because boilerpy3 reads
tags as they stand, and a stray `</a>` or `</script>` can leave it inside a link or a script for
the rest of the page. What is left between goce and "repaired" is not due to broken HTML.
WORST pages are listed that differ most from "repaired".
"""

import gzip
import json
import logging
import re
import sys
from collections import Counter
from pathlib import Path

from boilerpy3.extractors import ArticleExtractor
from selectolax.lexbor import LexborHTMLParser


def tokens(text):
    return re.findall(r"\w+", (text or "").lower())


def word_f1(a, b):
    if not a or not b:
        return float(not a and not b)
    return 2 * sum((Counter(a) & Counter(b)).values()) / (len(a) + len(b))


def boilerpy3(html, strict=False):
    try:
        return ArticleExtractor(raise_on_failure=strict).get_content(html)
    except Exception:  # It raises what its parser does.
        return None


def main(directory, extracted, worst=0):
    logging.disable(logging.CRITICAL)
    lines = Path(extracted).read_text(encoding="utf-8").split("\n")
    rows = [json.loads(line) for line in lines if line]
    goce = {row["id"]: tokens(row["text"]) for row in rows}
    rivals = {"raises": {}, "goes on": {}, "repaired": {}}
    gold = {}
    for path in sorted(Path(directory).glob("ground-truth/*.json")):
        page = path.stem
        truth = json.loads(path.read_text(encoding="utf-8"))["ground_truth"]
        gold[page] = tokens(truth.get("main_content"))
        packed = Path(directory, "html", f"{page}.html.gz").read_bytes()
        html = gzip.decompress(packed).decode("utf-8", "replace")
        rivals["raises"][page] = tokens(boilerpy3(html, strict=True))
        rivals["goes on"][page] = tokens(boilerpy3(html))
        rivals["repaired"][page] = tokens(boilerpy3(LexborHTMLParser(html).html))

    def mean(a, b):
        return sum(word_f1(a[page], b[page]) for page in gold) / len(gold)

    print(f"{len(gold)} pages             with goce   with gold")
    print(f"{'goce':<24}{'':>8}{mean(gold, goce):>12.4f}")
    for name, texts in rivals.items():
        print(f"{'boilerpy3, ' + name:<24}{mean(texts, goce):>8.4f}{mean(gold, texts):>12.4f}")
    between = mean(rivals["goes on"], rivals["repaired"])
    print(f"boilerpy3 with itself, goes on and repaired: {between:.4f}")
    repaired = rivals["repaired"]
    ranked = sorted(gold, key=lambda page: (word_f1(repaired[page], goce[page]), page))
    for page in ranked[: int(worst)]:
        f1 = word_f1(repaired[page], goce[page])
        print(page, f"{f1:.3f}", len(repaired[page]), "words,", len(goce[page]), "by goce")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
