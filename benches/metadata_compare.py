#!/usr/bin/env python3
"""How right goce_metadata is on pages in WCXB's format, beside trafilatura, by the same rules.

    cargo run --release -p goce-tools -- metadata WCXB >goce.jsonl
    python3 benches/metadata_compare.py WCXB goce.jsonl [trafilatura.jsonl] [--errors FIELD] [--ceiling]

Needs trafilatura and tldextract from PyPI. What trafilatura says is written to the third file, or read
from it where it exists. goce's rules were written while looking at the pages of one half of the domains
("seen"); the other half ("unseen") is measured only.

right    title: the same words as the gold title, or one's words run within the other's
         author: the same of all authors, or of one of them
         date: the same day
wrong    another value
missing  none
"""

import argparse
import collections
import gzip
import json
import pathlib
import re
import unicodedata
import zlib

import tldextract

FIELDS = {"title": "title", "author": "author", "date": "publish_date"}


def words(text):
    text = unicodedata.normalize("NFKC", text or "").casefold()
    return " ".join(re.findall(r"\w+", text))


def within(one, other):
    return bool(one) and bool(other) and f" {one} " in f" {other} "


def same_text(gold, found):
    gold, found = words(gold), words(found)
    return within(gold, found) or within(found, gold)


def is_right(field, gold, found):
    if field == "date":
        return found[:10] == gold if len(gold) == 10 else found.startswith(gold)
    if field == "author":
        return any(same_text(gold, name) for name in [found, *found.split(";")])
    return same_text(gold, found)


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return {row["id"]: row for row in map(json.loads, lines)}


def html_of(directory, page):
    with gzip.open(directory / "html" / f"{page}.html.gz", "rb") as file:
        return file.read().decode("utf-8", "replace")


def ask_trafilatura(directory, pages, path):
    from trafilatura.metadata import extract_metadata

    with open(path, "w", encoding="utf-8") as out:
        for page, label in pages.items():
            try:
                found = extract_metadata(html_of(directory, page), default_url=label["url"])
                row = {name: getattr(found, name, None) for name in FIELDS}
            except Exception as error:  # a page that it fails on has no metadata
                row = {"error": repr(error)}
            out.write(json.dumps({"id": page, **row}, ensure_ascii=False) + "\n")


def is_seen(url, extract):
    parts = extract(url)
    domain = f"{parts.domain}.{parts.suffix}" if parts.suffix else parts.domain
    return zlib.crc32(domain.encode()) % 2 == 0


def table(pages, results, seen):
    subsets = {"all": list(pages), "seen": [p for p in pages if seen[p]], "unseen": [p for p in pages if not seen[p]]}
    for page, label in pages.items():
        subsets.setdefault(label["_internal"]["page_type"]["primary"], []).append(page)
    print("| field | pages | gold | by | right | equal | wrong | missing | share right | precision |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for field, key in FIELDS.items():
        for subset, members in subsets.items():
            golds = {p: pages[p]["ground_truth"].get(key) for p in members}
            golds = {p: gold for p, gold in golds.items() if gold}
            if not golds:
                continue
            for name, rows in results.items():
                count = collections.Counter()
                for page, gold in golds.items():
                    found = rows.get(page, {}).get(field)
                    if not found:
                        count["missing"] += 1
                        continue
                    count["right" if is_right(field, gold, found) else "wrong"] += 1
                    count["equal"] += (found[:10] == gold) if field == "date" else (words(found) == words(gold))
                right, given = count["right"], count["right"] + count["wrong"]
                print(f"| {field} | {subset} | {len(golds)} | {name} | {right} | {count['equal']} | {count['wrong']} | "
                      f"{count['missing']} | {right / len(golds):.3f} | {right / max(given, 1):.3f} |")
    print()
    print("| field | pages without gold | by | given all the same |")
    print("|---|---|---|---|")
    for field, key in FIELDS.items():
        bare = [p for p in pages if not pages[p]["ground_truth"].get(key)]
        for name, rows in results.items():
            given = sum(bool(rows.get(p, {}).get(field)) for p in bare)
            print(f"| {field} | {len(bare)} | {name} | {given} |")


def date_forms(day):
    """The ways to write a day that are looked for in a page's source."""
    months = ("january february march april may june july august september october november december").split()
    if len(day) < 10:
        return [day]
    year, month, number = day.split("-")
    name, d = months[int(month) - 1], int(number)
    forms = [day, f"{year}/{month}/{number}", f"{year}{month}{number}", f"{month}/{number}/{year}",
             f"{int(month)}/{d}/{year}", f"{number}/{month}/{year}", f"{number}.{month}.{year}", f"{d}.{int(month)}.{year}",
             f"{int(month)}/{d}/{year[2:]}", f"{month}/{number}/{year[2:]}"]
    for month_name in {name, name[:3], name[:4], name[:3] + "."}:
        for spelt in {number, str(d), f"{d}st", f"{d}nd", f"{d}rd", f"{d}th"}:
            forms += [f"{month_name} {spelt}, {year}", f"{month_name} {spelt} {year}", f"{spelt} {month_name} {year}",
                      f"{spelt} {month_name}, {year}"]
    return forms


def ceiling(directory, pages, seen):
    """The share of golds that stand anywhere in the source of their page."""
    import html

    found = collections.defaultdict(collections.Counter)
    for page, label in pages.items():
        source = html.unescape(html_of(directory, page))
        plain = None
        for field, key in FIELDS.items():
            gold = label["ground_truth"].get(key)
            if not gold:
                continue
            if field == "date":
                lower = " ".join(source.casefold().split())
                there = any(form in lower for form in date_forms(gold))
            else:
                plain = plain or words(re.sub(r"<[^>]*>", " ", source)) + " " + words(source)
                there = within(words(gold), plain)
            for subset in ("all", "seen" if seen[page] else "unseen"):
                found[field, subset]["gold"] += 1
                found[field, subset]["there"] += there
    print("\n| field | pages | gold | in the source | share |")
    print("|---|---|---|---|---|")
    for (field, subset), count in sorted(found.items()):
        print(f"| {field} | {subset} | {count['gold']} | {count['there']} | {count['there'] / count['gold']:.3f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wcxb", type=pathlib.Path)
    parser.add_argument("goce", type=pathlib.Path)
    parser.add_argument("trafilatura", type=pathlib.Path, nargs="?", default=pathlib.Path("target/trafilatura.jsonl"))
    parser.add_argument("--errors", choices=FIELDS, help="list what is not right in the seen half")
    parser.add_argument("--ceiling", action="store_true", help="how many golds stand in the source at all")
    options = parser.parse_args()
    extract = tldextract.TLDExtract(suffix_list_urls=())
    pages = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((options.wcxb / "ground-truth").glob("*.json"))}
    seen = {page: is_seen(label["url"], extract) for page, label in pages.items()}
    if not options.trafilatura.exists():
        ask_trafilatura(options.wcxb, pages, options.trafilatura)
    results = {"goce": read_lines(options.goce), "trafilatura": read_lines(options.trafilatura)}
    if options.errors:
        field = options.errors
        for page, label in pages.items():
            gold = label["ground_truth"].get(FIELDS[field])
            found = results["goce"].get(page, {}).get(field)
            if seen[page] and gold and not (found and is_right(field, gold, found)):
                print(page, label["_internal"]["page_type"]["primary"], label["url"], gold, found,
                      results["trafilatura"].get(page, {}).get(field), sep="\t")
        return
    table(pages, results, seen)
    if options.ceiling:
        ceiling(options.wcxb, pages, seen)


if __name__ == "__main__":
    main()
