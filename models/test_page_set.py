"""Sets of links, made anew and beside somebody's pages."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import page_set  # noqa: E402


def test_a_set_is_made_anew(tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.html.gz").write_bytes(b"page")
    for names in ("a", "ab"):
        rows = [(name, "http://a.example/", "article", "Text") for name in names]
        assert page_set.write(tmp_path / "set", pages, rows) == len(names)
    rows = [("a", "http://a.example/", "article", "Text")]
    assert page_set.write(tmp_path / "set", pages, rows) == 1
    assert [page.name for page in (tmp_path / "set/html").iterdir()] == ["a.html.gz"]
    assert [page.name for page in (tmp_path / "set/ground-truth").iterdir()] == ["a.json"]
    assert (pages / "a.html.gz").read_bytes() == b"page"


def test_pages_that_are_no_links_are_left_alone(tmp_path):
    (tmp_path / "html").mkdir()
    (tmp_path / "html/a.html.gz").write_bytes(b"page")
    with pytest.raises(SystemExit, match="pages of its own"):
        page_set.write(tmp_path, tmp_path / "other", [])
    assert (tmp_path / "html/a.html.gz").read_bytes() == b"page"
    assert not (tmp_path / "ground-truth").exists()
