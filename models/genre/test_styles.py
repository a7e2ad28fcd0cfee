"""The styles that pages are put under."""

import re
from pathlib import Path

import pytest

import sheets
import styles


@pytest.fixture
def cache(tmp_path):
    """A cache as sheets.py leaves it, each sheet saying only its name."""
    for sheet in sheets.SHEETS:
        for path in sheet.paths:
            file = tmp_path / sheet.directory / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"/* {sheet.package} */")
    return tmp_path


def sheet_of(css):
    return re.match(r"/\* (.*?) \*/", css)[1]


def test_the_table_is_pinned_and_licensed():
    lock = dict(line.split() for line in sheets.LOCK.read_text().splitlines())
    packages = [sheet.package for sheet in sheets.SHEETS]
    assert len(packages) == len(set(packages)) >= 50
    assert set(lock) == set(packages)
    assert all(re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", value) for value in lock.values())
    for sheet in sheets.SHEETS:
        assert re.search(r".@\d+\.\d+\.\d+$", sheet.package) and sheet.licence and sheet.paths
        assert sheet.held_out == (sheet in sheets.HELD_OUT)
    assert 0.2 < len(sheets.HELD_OUT) / len(packages) < 0.35
    names = lambda part: {sheet.package.rsplit("@", 1)[0] for sheet in part}
    assert not names(sheets.TRAINING) & names(sheets.HELD_OUT)


def test_styles_depend_on_seed_page_and_variant_only(cache):
    one = styles.Styles(cache, 0)
    css = one.of_page("0001", 1, "<p>")
    assert css == styles.Styles(cache, 0).of_page("0001", 1, "<p>")
    assert css != one.of_page("0001", 2, "<p>")
    assert css != one.of_page("0002", 1, "<p>")
    assert css != styles.Styles(cache, 1).of_page("0001", 1, "<p>")
    assert css.count("{") == css.count("}")
    assert "</" not in css and "http://" not in css.replace("http://www.w3.org/2000/svg", "")


def test_held_out_sheets_are_only_for_testing(cache):
    training, testing = styles.Styles(cache, 0), styles.Styles(cache, 0, held_out=True)
    of = lambda part: {sheet_of(part.of_page(str(page), 1, "<p>")) for page in range(300)}
    seen, kept = of(training), of(testing)
    assert seen <= {sheet.package for sheet in sheets.TRAINING} and len(seen) > 25
    assert kept <= {sheet.package for sheet in sheets.HELD_OUT} and len(kept) > 10


def test_a_page_gets_the_sheet_it_was_written_for(cache):
    html = '<div class="col-md-4 container-fluid">' * 20
    chosen = [sheet_of(styles.Styles(cache, 0).of_page(str(page), 1, html)) for page in range(60)]
    assert sum("boot" in package for package in chosen) > 20


def test_a_page_with_its_own_sheet_often_keeps_it(cache):
    own = "<style>" + "a { color: red }" * 400 + "</style>"
    made = [styles.Styles(cache, 0).of_page(str(page), 1, own) for page in range(60)]
    kept = sum("h1, h2, h3, h4 {" not in css for css in made)
    assert 15 < kept < 45


def test_missing_sheets_are_named(cache):
    (cache / "mvp.css@1.18.0/mvp.css").unlink()
    with pytest.raises(SystemExit, match="mvp.css@1.18.0.*sheets.py"):
        styles.Styles(cache, 0)


def test_fetched_sheets_are_cleaned_and_checked(tmp_path, monkeypatch):
    assert sheets.cleaned('@charset "a";@import url(b);a{b:"</style>"}') == 'a{b:"<\\/style>"}'

    def pack(command, **_):
        import io
        import tarfile

        with tarfile.open(Path(command[-1]) / "a.tgz", "w:gz") as tar:
            entry = tarfile.TarInfo("package/a.css")
            entry.size = 4
            tar.addfile(entry, io.BytesIO(b"a {}"))

    monkeypatch.setattr(sheets.subprocess, "run", pack)
    sheet = sheets.Sheet("@a/b@1.0.0", "MIT", "a.css")
    found = sheets.fetch(sheet, tmp_path, None)
    assert (tmp_path / "@a_b@1.0.0/a.css").read_text() == "a {}"
    with pytest.raises(SystemExit, match="sheets.lock"):
        sheets.fetch(sheet, tmp_path, found[:-4] + "AA==")
