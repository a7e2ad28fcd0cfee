"""Writes styled synthetic pages of both genres: designs/ at random.

usage: synthetic.py --out DIR --count N [--seed N] [--held-out]

DIR/<id>.html, half of the pages articles, half list views, and DIR/labels.tsv: id, genre,
page type, design. The same seed gives the same bytes. --held-out writes the designs that are
kept for testing, and no others.
"""

import argparse
import random
from pathlib import Path

import designs
from designs.site import Site
from pages import genre_of


def choose(number, held_out):
    """The design of a page: the genres by turns, and in each the designs by turns."""
    genre = ("article", "list-view")[number % 2]
    of_genre = [
        design
        for design in designs.ALL.values()
        if design.held_out == held_out and genre_of(design.page_type) == genre
    ]
    return of_genre[number // 2 % len(of_genre)]


def page(number, seed, held_out):
    """(id, design, HTML) of a page."""
    design = choose(number, held_out)
    chance = random.Random(f"{seed} {held_out} {number}")
    return f"{'h' if held_out else 's'}{number:05}", design, design.write(Site(chance))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--count", type=int, required=True, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--held-out", action="store_true", help="the designs kept for testing")
    arguments = parser.parse_args(arguments)
    arguments.out.mkdir(parents=True, exist_ok=True)
    rows = ["id\tgenre\tpage_type\tdesign"]
    for number in range(arguments.count):
        name, design, html = page(number, arguments.seed, arguments.held_out)
        (arguments.out / f"{name}.html").write_text(html, "utf-8")
        rows.append("\t".join((name, genre_of(design.page_type), design.page_type, design.name)))
    (arguments.out / "labels.tsv").write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
