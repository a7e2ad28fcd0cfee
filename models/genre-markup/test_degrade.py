"""Tests of what is left of a page, and of predictions from it. They need no pages."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
from classifiers import TYPES, Pages, Vocabulary  # noqa: E402
from degrade import BYTES, degraded, parts  # noqa: E402

PAGE = """<!doctype html><html><!-- </head><body> --><head><script>"</head>"</script>
<TITLE>A </head> title</TITLE><style>body{}</style></head ><body class="a > b" id=c><p>Text</p><title>No</title>"""


def test_the_head_ends_where_it_ends():
    head, body, title = parts(PAGE)
    assert head.endswith("</style></head >")
    assert body == '<body class="a > b" id=c>'
    assert title == "<TITLE>A </head> title</TITLE>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<title>a</title><body>b", ("<title>a</title>", "<body>", "<title>a</title>")),
        ("<head></head><p>b", ("<head></head>", "<body>", "")),
        ("<p>b", ("<p>b", "<body>", "")),
        ("", ("", "<body>", "")),
    ],
)
def test_tags_that_are_left_out(html, expected):
    assert parts(html) == expected


def test_the_ways():
    left = degraded(PAGE)
    assert "Text" not in left["head"] + left["cut-head"] + left["shell"]
    assert left["head"].startswith(left["cut-head"]) and '<body class="a > b" id=c>' in left["head"]
    assert "<body" not in left["cut-head"].replace("<!-- </head><body> -->", "")
    assert left["cut-4096"] == PAGE
    assert "<TITLE>A </head> title</TITLE>" in left["shell"] and "style" not in left["shell"]


def test_the_cut_divides_no_character():
    cut = degraded("a" + "é" * BYTES)["cut-4096"]
    assert cut == "a" + "é" * ((BYTES - 1) // 2)


def written(directory, tokens):
    """Pages as genre-features writes them, one for each list of tokens."""
    directory.mkdir()
    rows = [["id", "url", "page_type", "words"]]
    rows += [[f"{n}", f"https://{n}.example/", TYPES[n % len(TYPES)], f"{n}"] for n in range(len(tokens))]
    (directory / "features.tsv").write_text("\n".join("\t".join(row) for row in rows) + "\n")
    (directory / "svm.tsv").write_text("1\t2\n" * len(tokens))
    (directory / "tokens.tsv").write_text("".join(" ".join(map(str, row)) + "\n" for row in tokens))
    return Pages(directory)


def test_tokens_of_other_pages_keep_their_columns(tmp_path):
    whole = written(tmp_path / "whole", [[5, 7 + n % 7] for n in range(210)])
    left = written(tmp_path / "left", [[3, 7 + n % 7] if n % 2 else [] for n in range(210)])
    moved = left.with_hashes_of(whole)
    assert moved.tokens.shape == whole.tokens.shape
    known = np.searchsorted(whole.hashes, 8)
    assert moved.tokens[1].nonzero()[1].tolist() == [known]  # 3 is unknown
    assert moved.tokens[0].nnz == 0
    rows = np.arange(210)
    margins = Vocabulary(whole, rows).margins(moved, rows)
    assert (margins[1::2].argmax(axis=1) == whole.types[1::2]).all()
