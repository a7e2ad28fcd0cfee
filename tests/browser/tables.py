"""Compares the cells of goce's tables with the table model of Chromium.

    python tests/browser/tables.py DIRECTORY [MOST]

DIRECTORY has pages, *.html or *.html.gz, in it or below it. Of these up to MOST tables (40) are compared that hold data by
goce and have merged cells. Each table is laid out alone, with a row of single cells in a group of its own behind all others:
they measure where its columns are. The row and the columns that a cell covers are those whose middle lies in its rectangle.
GOCE_TOOLS names the program, CHROMIUM the browser.
"""

import gzip
import html
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM", "chromium")
GOCE_TOOLS = os.environ.get("GOCE_TOOLS", str(ROOT / "target/release/goce-tools"))

# DOMParser runs no scripts and fetches nothing.
MEASURE = """<!doctype html><meta charset="utf-8"><style>
table { border-collapse: separate; border-spacing: 0; table-layout: auto }
tr { height: 20px }
td, th { min-width: 20px; height: 20px; padding: 0; border: 0; font: 4px monospace; overflow: hidden }
</style><pre id="found"></pre><div id="room"></div>
<script id="pages" type="application/json">%s</script><script>
const room = document.getElementById('room');
const mute = 'script, style, link, iframe, frame, object, embed, video, audio, svg, template';

function own(cell) {
  let text = '', alts = '';
  (function walk(node) {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.data;
      else if (child.nodeType === Node.ELEMENT_NODE && child.localName !== 'table' && !child.hidden
               && !/display *: *none|visibility *: *hidden/.test(child.getAttribute('data-style') || '')) {
        if (child.localName === 'img') alts += child.getAttribute('alt') || '';
        walk(child);
      }
    }
  })(cell);
  const plain = (text) => text.replace(/\\s+/g, '');
  return plain(text) || plain(alts);
}

function grid(element, columns) {
  const table = document.importNode(element, true);
  for (const each of [table, ...table.querySelectorAll('*')]) {
    const style = each.getAttribute('style') || '';
    each.setAttribute('data-style', style);
    const keep = ['colspan', 'rowspan', 'hidden', 'alt', 'data-style'];
    for (const name of each.getAttributeNames()) if (!keep.includes(name)) each.removeAttribute(name);
    if (/display *: *none/.test(style)) each.style.display = 'none';
  }
  for (const each of table.querySelectorAll(mute)) each.remove();
  const measure = document.createElement('tbody');
  measure.innerHTML = '<tr>' + '<td></td>'.repeat(columns + 2);
  table.append(measure);
  room.replaceChildren(table);
  const shown = (element) => getComputedStyle(element).display !== 'none';
  const ruler = [...measure.rows[0].cells].map((cell) => cell.getBoundingClientRect());
  const middle = (from, to) => (from + to) / 2;
  const rows = [...table.rows].filter((row) => row.parentNode !== measure && shown(row) && shown(row.parentNode));
  const heights = rows.map((row) => row.getBoundingClientRect()).map((box) => middle(box.top, box.bottom));
  const places = rows.map(() => ruler.map(() => null));
  rows.forEach((row, at) => [...row.cells].filter(shown).forEach((cell) => {
    const box = cell.getBoundingClientRect();
    const text = own(cell);
    let first = true;
    for (let y = 0; y < rows.length; y++) {
      if (heights[y] < box.top || heights[y] > box.bottom) continue;
      for (let x = 0; x < ruler.length; x++) {
        const across = middle(ruler[x].left, ruler[x].right);
        if (across < box.left || across > box.right || places[y][x] !== null) continue;
        places[y][x] = { text, merged: y !== at || !first };
        if (y === at) first = false;
      }
    }
  }));
  return places;
}

const pages = JSON.parse(document.getElementById('pages').textContent).map((page) => {
  const parsed = new DOMParser().parseFromString(page.html, 'text/html');
  return page.tables.map(({ xpath, columns }) =>
    grid(parsed.evaluate(xpath, parsed, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue, columns));
});
room.remove();
document.getElementById('pages').remove();
document.getElementById('found').textContent = JSON.stringify(pages);
</script>"""


def tables_of(directory):
    """What goce says of the tables of the pages of a directory."""
    command = [GOCE_TOOLS, "tables", str(directory)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def columns_of(table):
    return max(len(table["header"] or []), *(len(row) for row in table["rows"]), 0)


def measured(pages):
    """The places of the tables of pages, each with its `html` and its `tables`, in the browser."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "pages.html")
        path.write_text(MEASURE % json.dumps(pages).replace("<", "\\u003c"), "utf-8")
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=600000",
                   "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={directory}/profile", "--dump-dom",
                   path.as_uri()]
        shown = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout
    return json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', shown, re.DOTALL)[1]))


def plain(text):
    return re.sub(r"[\s\ufeff]+", "", text)


def said(place):
    """A place by goce: its text without spaces, and whether it is merged; None for none."""
    if place is None:
        return None
    merged = isinstance(place, dict)
    return plain(place["merged"] if merged else place), merged


def differences(table, places):
    """What goce says otherwise than the browser, of each place of a table."""
    columns = columns_of(table)
    headers = len(places) - len(table["rows"])
    if headers < 0 or (headers > 0) != (table["header"] is not None):
        return [f"{len(table['rows'])} rows of {len(places)}"]
    found = []
    for x in range(len(places[0]) if places else 0):
        if x >= columns:
            found += [f"column {x} is not there" for row in places if row[x]]
            continue
        if headers:
            column, last = [], None
            for row in places[:headers]:
                if row[x] and (row[x]["text"], row[x]["merged"]) != (last, True) and row[x]["text"]:
                    column.append(row[x]["text"])
                last = row[x] and row[x]["text"]
            header = plain(table["header"][x])
            # A cell that covers several header rows counts once.
            if header not in ("/".join(column), "/".join(dict.fromkeys(column))):
                found.append(f"header {x}: {header!r}, not {column}")
        for y, row in enumerate(table["rows"]):
            place = places[headers + y][x]
            expected = place and (place["text"], place["merged"])
            if said(row[x]) != expected:
                found.append(f"row {y}, column {x}: {said(row[x])}, not {expected}")
    return found


def read(path):
    content = Path(path).read_bytes()
    return (gzip.decompress(content) if path.endswith(".gz") else content).decode("utf-8", "replace")


def compare(tables):
    """The differences of each table of goce's."""
    pages = {}
    for table in tables:
        pages.setdefault(table["page"], []).append(table)
    requests = [{"html": read(path), "tables": [{"xpath": table["xpath"], "columns": columns_of(table)} for table in of_page]}
                for path, of_page in pages.items()]
    for of_page, places in zip(pages.values(), measured(requests), strict=True):
        for table, places_of_table in zip(of_page, places, strict=True):
            yield table, differences(table, places_of_table)


def main():
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    wanted = []
    for table in tables_of(sys.argv[1]):
        merged = any(isinstance(place, dict) for row in table["rows"] for place in row)
        if table["is_data"] and merged and len(wanted) < most:
            wanted.append(table)
    places = wrong = wrong_tables = 0
    for table, found in compare(wanted):
        places += columns_of(table) * len(table["rows"])
        wrong += len(found)
        wrong_tables += bool(found)
        for difference in found[:5]:
            print(table["page"], table["xpath"], difference)
    print(f"{len(wanted)} tables, {places} places, {wrong} other than in the browser, in {wrong_tables} tables")


if __name__ == "__main__":
    main()
