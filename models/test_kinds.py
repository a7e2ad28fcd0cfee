"""Sets of pages of other forms, made of a few labels."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import kinds  # noqa: E402
import page_set  # noqa: E402


def label(directory, name, page):
    (directory / "ground-truth").mkdir(parents=True, exist_ok=True)
    (directory / "ground-truth" / f"{name}.json").write_text(json.dumps(page), "utf-8")


def page(kind, records, domain="shop.example"):
    internal = {"page_type": {"primary": kind}, "domain": domain}
    return {"_internal": internal, "ground_truth": {"main_content": "Text", "records": records}}


def test_front_pages_are_listings_or_services(tmp_path):
    label(tmp_path, "a", page("home", ["1", "2", "3"]))
    label(tmp_path, "b", page("home", ["1", "2"], "Owner+site_one"))
    label(tmp_path, "c", page("form", []))
    label(tmp_path, "d", page("product", []))
    assert list(kinds.kinds(tmp_path)) == [
        ("a", "http://shop.example/", "listing", "Text"),
        ("b", "http://owner.site-one.invalid/", "service", "Text"),
        ("d", "http://shop.example/", "product", "Text"),
    ]


def test_a_page_of_two_screenshots_counts_once(tmp_path):
    (tmp_path / "html.tsv").write_text("id\thtml\nv1\tp1\nv2\tp1\nv3\tp3\n")
    (tmp_path / "labels.tsv").write_text(
        "id\tsite\tkind\tgenre\trule\twidth\n"
        "v1\to/s\tshop\tlist-view\tM:wp-archive\t1280\n"
        "v2\to/s\tshop\tlist-view\tM:wp-archive\t390\n"
        "v3\to/t\tdocs\tarticle\tA:docs\t1280\n"
        "v4\to/t\tdocs\tarticle\tA:docs\t1280\n"
    )
    assert list(kinds.screens(tmp_path)) == [
        ("p1", "http://o.s.invalid/", "collection", ""),
        ("p3", "http://o.t.invalid/", "documentation", ""),
    ]


def test_a_set_is_made_anew(tmp_path):
    data, out = tmp_path / "data", tmp_path / "out"
    label(data, "a", {"records": [{"url": "/b"}, {"url": "https://court.example/b"}]})
    label(data, "b", {"url": "recipes.example", "ingredients": []})
    label(out, "old", {})
    assert page_set.write(out, data / "html", kinds.of_type("listing")(data)) == 2
    made = {path.stem: json.loads(path.read_text("utf-8"))["url"] for path in (out / "ground-truth").iterdir()}
    assert made == {"a": "https://court.example/b", "b": "http://recipes.example/"}
    assert sorted(path.name for path in (out / "html").iterdir()) == ["a.html.gz", "b.html.gz"]
