"""The cells of tables are where Chromium puts them: what goce says of tables written for it against their layout."""

import pytest

from tables import columns_of, compare, tables_of

TABLES = {
    "plain": "<table><tr><th>a<th>b<tr><td>1<td>2</table>",
    "ragged": "<table><tr><td>1<tr><td>2<td>3<td>4<tr><tr><td>5<td>6</table>",
    "columns": "<table><tr><td colspan=3>1<td>2<tr><td>3<td colspan=2>4<td>5<tr><td>6<td>7<td>8<td>9</table>",
    "rows": "<table><tr><td rowspan=3>1<td>2<tr><td>3<tr><td>4<tr><td>5<td>6</table>",
    "both": "<table><tr><td rowspan=2 colspan=2>1<td>2<tr><td rowspan=3>3<tr><td>4<td>5<tr><td colspan=2>6</table>",
    "steps": "<table><tr><td rowspan=3>1<td>2<td>3<tr><td rowspan=3>4<td>5<tr><td rowspan=3>6<tr><td>7<tr><td>8<td>9</table>",
    "to the end of the group": "<table><tbody><tr><td rowspan=0>1<td>2<tr><td>3<tr><td>4<tbody><tr><td>5<td>6</table>",
    "behind the group": "<table><tbody><tr><td rowspan=9>1<td>2<tr><td>3<tbody><tr><td>4<td>5</table>",
    "behind the table": "<table><tr><td>1<td rowspan=4>2<td>3<tr><td>4<td>5</table>",
    "over the end": "<table><tr><td>1<td>2<tr><td colspan=4>3<tr><td>4<td>5<td>6</table>",
    "overlapping": "<table><tr><td>1<td>2<td rowspan=2>3<tr><td rowspan=2>4<td colspan=2>5<tr><td>6<td>7</table>",
    "odd numbers": "<table><tr><td colspan=0>1<td colspan=x>2<td colspan=' +2px'>3<tr><td rowspan=-1>4<td colspan=2.9>5</table>",
    "many columns": "<table><tr><td colspan=2000>1<td>2<tr><td>3</table>",
    "groups in another order":
        "<table><tfoot><tr><td>f<td>g<tbody><tr><td rowspan=2>1<td>2<tr><td>3<thead><tr><th>h<th>i</table>",
    "two rows of headers":
        "<table><caption>C</caption><thead><tr><th rowspan=2>n<th colspan=2>y<tr><th>p<th>q<tbody><tr><td>1<td>2<td>3</table>",
    "headers of the body": "<table><tr><th rowspan=2>n<th colspan=2>y<tr><th>p<th>q<tr><th>1<td colspan=2>2</table>",
    "hidden": "<table><tr hidden><td>0<tr><td>1<td hidden>2<td>3<tr><td style='display: none'>4<td>5<td>6</table>",
    "nested": "<table><tr><td rowspan=2>1<table><tr><td>i<td>j<tr><td colspan=2>k</table>2<td>3<tr><td>4</table>",
    "no closing tags": "<table><tr><td>1<td rowspan=2>2<p>x<tr><td>3<tr><td>4<td>5",
    "columns without cells": "<table><col span=2><colgroup span=3></colgroup><tr><td>1<tr><td>2<td>3</table>",
    "empty rows": "<table><tr><td rowspan=4>1<td>2<tr><tr></tr><tr><td>3<tr><td>4</table>",
    "pictures": "<table><tr><td rowspan=2><img alt=yes><td>1<tr><td>2 <img alt=no></table>",
}


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    directory = tmp_path_factory.mktemp("tables")
    for number, table in enumerate(TABLES.values()):
        (directory / f"{number:03}.html").write_text(f"<!doctype html><title>t</title><p>Text.{table}", "utf-8")
    found = {}
    for table, differences in compare(tables_of(directory)):
        name = list(TABLES)[int(table["page"].rsplit("/", 1)[1].split(".")[0])]
        found.setdefault(name, []).append((table, differences))
    return found


@pytest.mark.parametrize("name", TABLES)
def test_cells_are_where_the_browser_puts_them(compared, name):
    tables = compared[name]
    assert len(tables) == TABLES[name].count("<table")
    for table, differences in tables:
        assert not differences
        assert columns_of(table) > 0


def test_a_wrong_place_would_be_seen(tmp_path):
    (tmp_path / "page.html").write_text("<table><tr><td colspan=2>1<td>2<tr><td>3<td>4<td>5</table>")
    [table] = tables_of(tmp_path)
    [(_, none)] = compare([table])
    assert not none
    table["rows"][0] = ["1", "2", None]
    [(_, some)] = compare([table])
    assert len(some) == 2
