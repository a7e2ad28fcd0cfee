"""The synthetic pages."""

import random
from html.parser import HTMLParser

import pytest

import designs
import synthetic
from designs.site import Site
from designs.text import LANGUAGES, Words
from pages import genre_of, read_pages

VOID = {"br", "img", "meta", "link", "input", "hr"}


class Balance(HTMLParser):
    """Whether every element is closed where it should be, and what the page names."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.names = [], [], []

    def handle_starttag(self, tag, attributes):
        self.names += [value for key, value in attributes if key in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag == "p" and self.open and self.open[-1] != "p":
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def test_there_are_designs_enough():
    count = lambda genre, held_out: sum(
        genre_of(design.page_type) == genre and design.held_out == held_out
        for design in designs.ALL.values()
    )
    for genre in ("article", "list-view"):
        assert count(genre, False) >= 10
        assert count(genre, True) >= 3
    types = {design.page_type for design in designs.ALL.values() if not design.held_out}
    assert types == {
        "article",
        "documentation",
        "service",
        "product",
        "forum",
        "collection",
        "listing",
    }


@pytest.mark.parametrize("name", designs.ALL)
def test_a_design_gives_whole_pages_that_differ(name):
    pages = [designs.ALL[name].write(Site(random.Random(seed))) for seed in range(6)]
    assert len(set(pages)) == 6
    assert designs.ALL[name].write(Site(random.Random(0))) == pages[0]
    for page in pages:
        assert page.startswith("<!doctype html>") and 4_000 < len(page.encode()) < 400_000
        balance = Balance()
        balance.feed(page)
        assert not balance.wrong and not balance.open, (name, balance.wrong, balance.open)
        assert set(balance.names) <= {"#"}


def test_a_set_is_written_alike_each_time(tmp_path):
    for place in ("a", "b"):
        synthetic.main(["--out", str(tmp_path / place), "--count", "12", "--seed", "5"])
    pages = read_pages(tmp_path / "a")
    assert [page.genre for page in pages] == ["article", "list-view"] * 6
    for page in pages:
        assert page.file.read_bytes() == (tmp_path / "b" / page.file.name).read_bytes()
        assert not designs.ALL[page.source].held_out
    synthetic.main(["--out", str(tmp_path / "c"), "--count", "30", "--held-out"])
    assert all(designs.ALL[page.source].held_out for page in read_pages(tmp_path / "c"))


def test_all_scripts_are_written():
    texts = {}
    for seed in range(200):
        words = Words(random.Random(seed))
        texts[words.language] = texts.get(words.language, "") + words.sentences(3)
    assert set(texts) == set(LANGUAGES)
    for language, (first, last) in {
        "ru": (0x400, 0x4FF),
        "el": (0x370, 0x3FF),
        "ar": (0x600, 0x6FF),
        "hi": (0x900, 0x97F),
        "zh": (0x4E00, 0x9FFF),
    }.items():
        inside = sum(first <= ord(letter) <= last for letter in texts[language])
        assert inside > 0.5 * len(texts[language]), language
