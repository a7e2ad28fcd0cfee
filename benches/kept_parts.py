#!/usr/bin/env python3
"""Which pictures, code, formulas and notes of the content Markdown keeps, as a browser sees the pages.

    kept_parts.py MARKDOWN.jsonl STEP SET... [--show KIND]

A SET is a folder in WCXB's format; of its pages every STEP-th is taken. MARKDOWN has a line {"id", "text"} a page.
Chromium shows each page without scripts and without network. An element counts if it is shown and if of the 40 words
before it and of the 40 behind it half stand in the gold text, each in a run of four words that the gold text has too.

picture   an <img> that is no decoration: at least 100 pixels wide if its width is known, with no name of an icon, an avatar
          or a logo. Kept if Markdown has a picture with the last part of one of its addresses.
code      a <pre> of two lines and more. Kept if its first line of four letters stands within a fence.
language  of those, the ones whose class names a language. Kept if their fence names one.
formula   <math>, a KaTeX or MathJax element, a picture with TeX as its text. Kept if its TeX stands in Markdown.
note      a raised link to a place in the page whose text is a number or a sign. Kept if Markdown refers to a note there.
"""

import argparse
import collections
import gzip
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests/browser"))
from chromium import Gone, started  # noqa: E402

WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_]+")
AROUND, RUN = 40, 4
# What is shown, in the order of the page: words, and elements between them.
READ = r"""(() => {
    const found = [], shown = e => e.checkVisibility({ visibilityProperty: true });
    const walk = node => {
        for (const child of node.childNodes) {
            if (child.nodeType === 3) {
                if (child.data.trim() && shown(node)) found.push(["words", child.data]);
                continue;
            }
            if (child.nodeType !== 1 || ["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"].includes(child.tagName)) continue;
            const has = name => child.getAttribute(name) || "";
            const tag = child.tagName.toLowerCase(), name = has("class");
            const tex = child.querySelector("annotation[encoding*=tex i], script[type^='math/tex']")?.textContent
                || has("alttext") || (tag === "img" && /\\[a-z]+|[_^]\{?\w/.test(has("alt")) ? has("alt") : "");
            if (tex && (tag === "math" || tag === "img" || /\b(katex|MathJax\w*|mwe-math-element)\b/.test(name))) {
                if (tag === "img" || shown(child)) found.push(["formula", tex]);
                continue;
            }
            if (!shown(child)) continue;
            if (tag === "img") {
                const own = [...child.attributes].map(a => a.value), near = child.closest("picture");
                if (near) for (const s of near.querySelectorAll("source")) own.push(s.srcset, s.dataset.srcset || "");
                const box = child.getBoundingClientRect(), around = child.parentElement.className + " " + name;
                found.push(["picture", own, Math.max(box.width, +has("width") || 0), String(around)]);
            } else if (tag === "pre") {
                found.push(["code", child.textContent, name + " " + (child.querySelector("code")?.className || "")
                    + " " + child.parentElement.className]);
                found.push(["words", child.textContent]);
            } else if (tag === "a" && has("href").includes("#") && child.closest("sup, .footnote, .reference, .fn")
                && /^[\[(]?(\d{1,3}|[*†‡§a-z])[\])]?$/.test(child.textContent.trim())
                && document.getElementById(decodeURIComponent(child.hash.slice(1)))) {
                found.push(["note", child.textContent.trim()]);
            } else walk(child);
        }
    };
    walk(document.body);
    return found;
})()"""
DECORATION = re.compile(r"(?i)avatar|icon|logo|emoji|smil|placeholder|spacer|badge|gravatar|author|share|social|sprite|pixel")
LANGUAGE = re.compile(r"(?i)\b(?:lang(?:uage)?-|brush: ?|highlight-(?:source-)?)(?!none|text|plain|default)\w+|sourceCode \w+")


def last_parts(texts):
    """The last parts of all addresses in attributes but those that hold their data, without what stands behind `?`."""
    for text in texts:
        for address in re.split(r"[\s,]+", text or ""):
            part = address.split("?")[0].rstrip("/").rsplit("/", 1)
            if len(part) == 2 and len(part[1]) > 4 and ":" not in part[1] and not re.search(r"^data:|%3E|[<>;]", address):
                yield part[1]


def wanted(found, gold):
    """The elements between words that the gold text has."""
    gold = WORD.findall(gold.lower())
    runs = {tuple(gold[i : i + RUN]) for i in range(len(gold) - RUN + 1)}
    words, elements = [], []
    for kind, *what in found:
        if kind == "words":
            words += WORD.findall(what[0].lower())
        else:
            elements.append((kind, what, len(words)))
    held = [False] * len(words)
    for i in range(len(words) - RUN + 1):
        if tuple(words[i : i + RUN]) in runs:
            held[i : i + RUN] = [True] * RUN
    for kind, what, place in elements:
        sides = held[max(place - AROUND, 0) : place], held[place : place + AROUND]
        if all(side and sum(side) * 2 >= len(side) for side in sides):
            yield kind, what


def judged(kind, what, markdown, bare):
    """Yields the kinds an element counts for, and whether it is kept."""
    if kind == "picture":
        addresses, width, names = what
        parts = set(last_parts(addresses))
        if parts and not 0 < width < 100 and not DECORATION.search(" ".join([names, *parts])):
            yield "picture", any(part in markdown for part in parts), sorted(parts)[0]
    elif kind == "code":
        text, names = what
        lines = [line.strip() for line in text.splitlines() if len(re.findall(r"[^\W\d_]", line)) >= 4]
        if len(text.strip().splitlines()) > 1 and lines:
            fences = re.findall(r"^ *(?:> )*(`{3,})(\S*)\n(.*?)^ *(?:> )*\1", markdown, re.M | re.S)
            fence = next((f for f in fences if lines[0] in f[2]), None)
            yield "code", fence is not None, lines[0]
            if LANGUAGE.search(names):
                yield "language", bool(fence and fence[1]), names
    elif kind == "formula":
        tex = re.sub(r"\s|\\displaystyle|^\{|\}$", "", what[0])
        yield "formula", tex in bare, what[0]
    else:
        sign = re.sub(r"[\[\]()\s]", "", what[0])
        yield "note", re.search(rf"\[\^[^\]]*{re.escape(sign)}\]", markdown) is not None, sign


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("markdown", type=pathlib.Path)
    parser.add_argument("step", type=int)
    parser.add_argument("sets", nargs="+", type=pathlib.Path)
    parser.add_argument("--show", metavar="KIND", help="print what is lost of a kind")
    arguments = parser.parse_args()
    markdowns = {row["id"]: row["text"] or "" for row in map(json.loads, arguments.markdown.open())}
    shares, pages = collections.defaultdict(list), 0
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        browser = started(f"{folder}/profile")
        for split in arguments.sets:
            for label in sorted((split / "ground-truth").glob("*.json"))[:: arguments.step]:
                markdown = next((markdowns[i] for i in (label.stem, f"{split.name}-{label.stem}") if i in markdowns), None)
                if markdown is None:
                    continue
                page.write_bytes(b"\xef\xbb\xbf" + gzip.open(split / "html" / f"{label.stem}.html.gz").read())
                try:
                    browser.scripts(False)
                    browser.open(page.as_uri())
                    found = browser.run(READ)
                except (Gone, RuntimeError, AssertionError) as error:
                    print(label.stem, "was not shown:", str(error)[:80], file=sys.stderr)
                    browser.close()
                    browser = started(f"{folder}/profile")
                    continue
                pages += 1
                said = json.loads(label.read_text())
                gold = said["ground_truth"].get("main_content") or ""
                page_type = ((said.get("_internal") or {}).get("page_type") or {}).get("primary", "")
                bare = re.sub(r"\s|\\displaystyle|\\(?=[_*\[\]])", "", markdown)
                kept_of = collections.defaultdict(list)
                for kind, what in wanted(found, gold):
                    for counted, kept, element in judged(kind, what, markdown, bare):
                        kept_of[counted].append(kept)
                        if counted == arguments.show and not kept:
                            print(label.stem, page_type, element)
                for kind, kept in kept_of.items():
                    for row in (kind, f"{kind} {page_type}"):
                        shares[row].append(kept)
        browser.close()
    print(f"{pages} pages{'':14} pages    kept     of  share  mean of the pages' shares")
    for row, of_pages in sorted(shares.items()):
        kept, count = sum(map(sum, of_pages)), sum(map(len, of_pages))
        mean = sum(sum(page) / len(page) for page in of_pages) / len(of_pages)
        print(f"{row:24} {len(of_pages):5} {kept:7} {count:6}  {kept / count:.3f}  {mean:.3f}")


if __name__ == "__main__":
    main()
