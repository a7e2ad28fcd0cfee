"""Tests of the comparison that need neither pages nor a server: scores, ranges, places, endings, tables."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import compare  # noqa: E402
import hostile  # noqa: E402
import scores  # noqa: E402
import tables  # noqa: E402


@pytest.mark.parametrize(
    ("gold", "text", "f1"),
    [
        ("The cat sat", "the CAT sat", 1),
        ("a b c d", "a b c d x y z u", 2 / 3),
        ("a a", "a", 2 / 3),
        ("a", "a a", 2 / 3),
        ("don't_go", "don t_go", 1),
        ("Größe, 漢字 5", "größe 漢字 6", 2 / 3),
        ("a", "b", 0),
        ("a", "", 0),
        ("", "a", 0),
        ("", None, 1),
        ("?!", "", 1),
    ],
)
def test_word_f1(gold, text, f1):
    assert scores.word_f1(scores.words(gold), scores.words(text)) == pytest.approx(f1)


def test_resamples_are_the_same_each_time():
    drawn = scores.resamples(5, count=3)
    assert drawn == scores.resamples(5, count=3)
    assert drawn != scores.resamples(5, count=3, seed=1)
    assert [len(places) for places in drawn] == [5, 5, 5]
    assert {place for places in scores.resamples(5) for place in places} == set(range(5))


def test_the_interval_of_pages_that_agree_is_a_point():
    assert scores.interval([0.5] * 10, scores.resamples(10)) == (0.5, 0.5)


def test_the_interval_is_that_of_the_normal_approximation():
    values = [place % 2 for place in range(400)]
    lowest, highest = scores.interval(values, scores.resamples(400))
    assert lowest == pytest.approx(0.5 - 1.96 * 0.025, abs=0.006)
    assert highest == pytest.approx(0.5 + 1.96 * 0.025, abs=0.006)


def test_the_interval_leaves_out_a_fortieth_at_each_end():
    drawn = [[place] for place in range(80)]
    assert scores.interval(list(range(80)), drawn) == (2, 77)


@pytest.mark.parametrize(
    ("ours", "place", "best", "difference"),
    [(0.9, "first", "b", ".200 ±.000"), (0.6, "behind", "b", "-.100 ±.000"), (0.7, "level", "b", ".000 ±.000")],
)
def test_a_place_is_told_page_by_page(ours, place, best, difference):
    pages = [str(page) for page in range(20)]
    # The pages differ far more than the extractors do.
    easy = {page: (int(page) % 2) / 10 for page in pages}
    of_name = lambda mean: {page: mean + easy[page] for page in pages}
    quality = compare.Quality({"o": of_name(ours), "a": of_name(0.5), "b": of_name(0.7)}, {"all": pages})
    assert quality.place("o", ["a", "b"], "all") == (best, difference, place)


def test_a_place_on_few_pages_is_open():
    quality = compare.Quality({"o": {"1": 1, "2": 0, "3": 1}, "a": {"1": 0, "2": 1, "3": 0}}, {"all": ["1", "2", "3"]})
    assert quality.place("o", ["a"], "all")[2] == "level"


def test_endings_from_the_best_to_the_worst():
    endings = [compare.Ending("", 0.1, 5), compare.Ending("", 4, 1), compare.Ending("no text", 0.1, 1),
               compare.Ending("cancelled", 5, 1), compare.Ending("killed", 10, 1), compare.Ending("**dies**", 0.1, 1)]
    assert sorted(reversed(endings), key=compare.Ending.badness) == endings
    assert [str(ending) for ending in endings] == [
        "0.1 s", "4.0 s", "no text, 0.1 s", "cancelled, 5.0 s", f"> {compare.KILLED} s", "**dies**, 0.1 s"]


@pytest.mark.parametrize(
    ("name", "ending"),
    [("talks", ""), ("says nothing", "no text"), ("dies", "**dies**"), ("hangs", "killed")],
)
def test_a_program_that_hangs_or_dies_is_told(tmp_path, monkeypatch, name, ending):
    monkeypatch.setattr(compare, "KILLED", 1)
    program = tmp_path / "texts"
    program.write_text("""#!/bin/sh
cat >/dev/null
case $1 in
    talks) echo '{"length": 5, "peak": 7000}' ;;
    "says nothing") echo '{"length": 0, "peak": 7000}' ;;
    dies) kill -SEGV $$ ;;
    hangs) exec sleep 30 ;;
esac
""")
    program.chmod(0o755)
    found = compare.hostile_program(str(program), name, "<p>" * 100_000)
    assert found.how == ending
    assert found.seconds < 5
    assert found.peak == 7000 or ending in ("**dies**", "killed")


def test_sets_without_gold_texts_of_their_own_are_left_out(tmp_path):
    for name in ("news", "silver", "forums"):
        (tmp_path / name / "ground-truth").mkdir(parents=True)
    (tmp_path / "silver-raw").mkdir()
    (tmp_path / "README.md").write_text("")
    assert compare.sets_of("w", tmp_path) == {
        "": Path("w"), "forums": tmp_path / "forums", "news": tmp_path / "news"}


def test_crates_have_versions(tmp_path):
    for name in ["pagesift", *compare.PYTHON]:
        package = tmp_path / f"{name.replace('-', '_')}-1.5.dist-info"
        package.mkdir()
        (package / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.title()}\nVersion: 1.5\n")
    versions = compare.versions(str(tmp_path))
    assert {versions[name] for name in compare.PYTHON | compare.TIMED} == {"1.5"}
    assert all(versions[name][0].isdigit() for name in compare.CRATES)


def test_hostile_pages_are_no_longer_than_they_may_be():
    assert all(1_000 < len(page()) <= 16_000_000 for page in hostile.PAGES.values())


def test_figures():
    assert [tables.figure(value) for value in (0.5, 1, -0.0214, 0.9996, 0)] == [".500", "1.000", "-.021", "1.000", ".000"]
    assert tables.with_range(0.888, 0.878, 0.898) == ".888 ±.010"


def test_tables_go_between_their_marks(tmp_path):
    path = tmp_path / "page.md"
    path.write_text("before\n<!-- compare: a -->\nold\n<!-- end -->\nbetween\n<!-- compare: b -->\n<!-- end -->\nafter\n")
    made = tables.table(["x", "y"], [[1, r"\1"]])
    assert made == "| x | y |\n|---|---|\n| 1 | \\1 |\n"
    assert tables.write(path, {"a": made, "c": "lost"}) == ["a"]
    assert path.read_text() == (
        f"before\n<!-- compare: a -->\n\n{made}\n<!-- end -->\nbetween\n<!-- compare: b -->\n<!-- end -->\nafter\n")
    once = path.read_text()
    tables.write(path, {"a": made})
    assert path.read_text() == once


def test_every_table_has_its_place_in_the_documentation():
    root = Path(__file__).resolve().parents[2]
    text = "".join((root / path).read_text() for path in compare.WRITTEN)
    assert all(text.count(f"<!-- compare: {name} -->") == 1 for name in compare.TABLES)
    assert text.count("<!-- compare: ") == len(compare.TABLES)


def test_a_program_that_dies_on_the_pages_is_told(tmp_path):
    program = tmp_path / "texts"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    with pytest.raises(compare.Died):
        compare.run_program(str(program), "pagesift", "", tmp_path, 1)


def test_page_scores_count_missing_texts_as_empty(monkeypatch):
    texts = {"a": {"1": "x y", "2": None}, "b": {}}
    monkeypatch.setattr(compare, "texts_of", texts.get)
    assert compare.page_scores({"1": "x y", "2": ""}, texts) == {"a": {"1": 1, "2": 1}, "b": {"1": 0, "2": 1}}


def test_lines_of_the_server_are_json(monkeypatch):
    monkeypatch.setattr(compare, "psql", lambda query: json.dumps(["1", "a\nb\u2028c"]) + "\n")
    assert compare.json_rows("") == [["1", "a\nb\u2028c"]]
