"""Highlighted pages in Chromium: what is marked has the legend's colour, the switch hides the rest.

Needs Pillow and pytest, and the program that writes such pages: cargo build --release -p goce-tools.
GOCE_TOOLS names it, CHROMIUM the browser.
"""

import os
import re
import subprocess
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from PIL import Image

from chromium import CHROMIUM, OPTIONS

ROOT = Path(__file__).resolve().parents[2]
GOCE_TOOLS = os.environ.get("GOCE_TOOLS", str(ROOT / "target/release/goce-tools"))

# A box of a colour of its own that no method takes, beside an article.
PAGE = """<body style="margin:0"><div style="width:300px;height:200px;background:#ff00ff">menu</div>
<main><h1>The bridge is open</h1><p>After two years of work the bridge carries traffic again, and many came to see it.</p>
<p>The first to cross was a cyclist with a trailer full of apples, and the last one a dog.</p></main>
<script>document.body.style.background = 'red'</script><img src="http://a.invalid/x.png" onerror="alert(1)">"""


def highlighted(page, method, tmp_path, only=False):
    html = subprocess.run([GOCE_TOOLS, "highlight", method], input=page, capture_output=True, text=True, check=True).stdout
    if only:
        html = html.replace('id="goce-only"', 'id="goce-only" checked', 1)
    path = tmp_path / f"page{only}.html"
    path.write_text(html)
    return html, path


def screenshot(path):
    shot = path.with_suffix(".png")
    command = [CHROMIUM, *OPTIONS, "--hide-scrollbars", "--window-size=1000,4000", f"--user-data-dir={path.parent}/profile",
               f"--screenshot={shot}", path.as_uri()]
    # One that does not start, as happens on busy machines, is started anew.
    for last in (False, False, True):
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=120)
            break
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            if last:
                raise
    return Image.open(shot).convert("RGB")


def colours(image):
    return Counter(image.get_flattened_data() if hasattr(image, "get_flattened_data") else image.getdata())


def marks(html):
    return [tuple(bytes.fromhex(mark)) for mark in re.findall(r"\.goce-\d\{background:#(\w{6})", html)]


def test_marked_text_has_the_colour_of_its_score(tmp_path):
    html, path = highlighted(PAGE, "article", tmp_path)
    found = colours(screenshot(path))
    levels = marks(html)
    assert len(levels) == 5
    # One square of each level in the legend; of the highest, which a method that does not weigh gives, lines of text.
    assert all(found[level] > 50 for level in levels[:4])
    assert found[levels[4]] > 10 * found[levels[3]]
    assert found[255, 0, 255] > 50_000
    # The script did not run.
    assert found[255, 0, 0] == 0


def test_the_switch_hides_what_was_not_extracted(tmp_path):
    html, path = highlighted(PAGE, "article", tmp_path, only=True)
    found = colours(screenshot(path))
    assert found[255, 0, 255] == 0
    assert found[marks(html)[4]] > 5_000


@pytest.mark.parametrize("name", ["article-en-news", "listing-en-search"])
def test_pages_are_marked(name, tmp_path):
    page = (ROOT / f"tests/pages/{name}.html").read_text()
    html, path = highlighted(page, "auto", tmp_path)
    found = colours(screenshot(path))
    assert sum(found[level] for level in marks(html)[2:]) > 10_000


# What a page asks for by its elements and styles.
FETCHING = """<head><style>@import '{0}/import';@import url({0}/import-url);@font-face{{font-family:f;src:url({0}/font)}}
body{{background:url({0}/body);font-family:f;cursor:url({0}/cursor),auto}}p::before{{content:url({0}/content)}}
main{{border-image:image-set('{0}/set' 1x) 1;list-style:\\75rl({0}/escaped)}}</style><link rel=stylesheet href={0}/link></head>
<body>{1}<p style="background:url({0}/style);mask:url({0}/mask)">x</p><img src={0}/img><script src={0}/script></script>
<iframe src={0}/frame></iframe><svg><image href={0}/svg /></svg><video poster={0}/poster></video>"""


def test_nothing_is_fetched(tmp_path):
    asked = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        page = FETCHING.format(f"http://127.0.0.1:{server.server_port}", PAGE.partition("<script>")[0])
        _, path = highlighted(page, "article", tmp_path)
        screenshot(path)
        assert asked == []
        # The page itself asks.
        path = tmp_path / "itself.html"
        path.write_text(page)
        screenshot(path)
        assert {"/import", "/import-url", "/font", "/body", "/content", "/set", "/style", "/img", "/script"} <= set(asked)
    finally:
        server.shutdown()
