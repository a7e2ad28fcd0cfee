"""Every view of the viewer, light and dark, wide and narrow: it fits, it can be read, and it can be used by keys alone.

axe-core looks for what is hard to read or to reach: AXE names its script (scripts/axe fetches it). GOCE_PICTURES names a
directory that keeps a picture of every view.
"""

import http.cookiejar
import io
import os
import re
import subprocess
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from PIL import Image

from chromium import started
from conftest import Viewer, until

AXE = os.environ.get("AXE", "")
VIEWS = {"overview": "", "pages": "pages", "doubtful": "pages?order=doubtful&below=0.9", "failed": "pages?state=failed",
         "none": "pages?search=nowhere-to-be-found", "page": "page?key=article-ar-news", "text": "page?key=article-ar-news&view=text",
         "markdown": "page?key=documentation-en&view=markdown", "compare": "page?key=forum-zh-thread&view=compare",
         "metadata": "page?key=article-en-news&view=metadata",
         "marked": "page?key=service-en", "mark": "mark?key=article-en-news", "mark-rtl": "mark?key=article-ar-news",
         "page-of-list": "page?list=search%3Da&key=article-en-news&view=text", "found": "pages?search=a",
         "captures": "page?key=blank&view=captures", "typed": "mark?key=blank", "changes": "again/changes?job=3",
         "learn": "learn", "model": "learn?model=ours", "again": "again?by=model:ours", "measure": "measure", "jobs": "jobs", "error": "page?key=none"}


class Forms:
    """Sends the viewer's forms as a browser without scripts does."""

    def __init__(self, viewer):
        self.address = viewer.address
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies, urllib.request.ProxyHandler({}))
        self.opener.open(viewer.link, timeout=60).close()

    def get(self, path):
        with self.opener.open(self.address + path, timeout=60) as answer:
            return answer.read().decode()

    def post(self, path, *fields):
        body = urllib.parse.urlencode(fields).encode()
        with self.opener.open(self.address + path, body, timeout=60) as answer:
            return answer.read().decode()

    def work(self, path, *fields):
        self.post(path, *fields)
        until(lambda: "data-job" not in self.get("jobs"), 180)
        jobs = self.get("jobs")
        assert ">failed<" not in jobs, jobs


@pytest.fixture(scope="module")
def full(cluster):
    """A viewer of pages with whom everything was done that views show."""
    subprocess.run(["psql", "-X", "-q", "-c", "CREATE DATABASE full_pages TEMPLATE template_pages"], env=cluster, check=True)
    viewer = Viewer(cluster, "full_pages")
    picture = io.BytesIO()
    Image.new("RGB", (320, 1024), "#345").save(picture, "PNG")
    # Two captures of one address, the second of which has no block.
    viewer.sql("ALTER TABLE pages ADD screenshot bytea, ADD url text, ADD captured_at date DEFAULT '2026-01-01'; "
               "UPDATE pages SET url = 'https://a.example/' WHERE name = 'article-de-blog'; "
               "INSERT INTO pages SELECT 'blank', page_type, genre, language, title, '', NULL, NULL, url, '2026-02-01' FROM pages WHERE url IS NOT NULL")
    viewer.sql(f"UPDATE pages SET screenshot = decode('{picture.getvalue().hex()}', 'hex') WHERE name = 'service-en'")
    viewer.start()
    forms = Forms(viewer)
    forms.work("judge")
    forms.work("extract", ("method", "default"))
    forms.work("again", ("method", "auto"))
    viewer.sql("UPDATE pages_text SET content = NULL, sqlstate = '54000', error = 'the page has too many nodes' WHERE name = 'listing-de-jobs' "
               "OR name = (SELECT max(name) FROM pages_text)")
    for _ in range(2):
        view = forms.get("mark?key=service-en")
        fields = [(name, re.search(f'name="{name}" value="([^"]*)"', view)[1]) for name in ("seen", "md5")]
        forms.post("mark", ("key", "service-en"), ("then", "stay"), ("content", "2"), *fields)
    forms.work("learn", ("name", "ours"), ("gold", "column"), ("from", "four-fifths"))
    forms.work("measure", ("choice", "auto"), ("choice", "default"), ("choice", "model:ours"), ("gold", "column"), ("by", "page type, as judged"))
    yield viewer
    viewer.stop()


@pytest.fixture(scope="module")
def tab(full, tmp_path_factory):
    """A browser for all views: the first document of one paints late, whatever it is."""
    browser = started(tmp_path_factory.mktemp("profile"))
    browser.open(full.link)
    yield browser
    browser.close()


def addresses(full):
    """Of all views, and of what is said without the link: the browser has its cookie for another name of the host."""
    return {name: full.address + path for name, path in VIEWS.items()} | {"no-link": full.address.replace("127.0.0.1", "localhost")}


def first_paint(browser):
    """Milliseconds from the request to the first text or picture."""
    return browser.run("new Promise(told => { const first = () => performance.getEntriesByName('first-contentful-paint')[0]; "
                       "const ask = () => first() ? told(first().startTime) : setTimeout(ask, 20); ask(); })")


def violations(browser, script):
    """What axe-core finds in the view: how bad, which rule, how often, the first element."""
    browser.run(script + ";1")
    return browser.run("axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], iframes: false})"
                       ".then(run => run.violations.map(v => [v.impact, v.id, v.nodes.length, v.nodes[0].html.slice(0, 200)]))")


@pytest.mark.skipif(not AXE, reason="AXE names no script")
def test_what_cannot_be_read_is_found(full, tab):
    """Contrast and labels that are taken away are missed."""
    tab.size(1280, 900)
    tab.open(full.address + "pages")
    tab.run("document.querySelector('label[for=search]').remove(); document.querySelector('h1').style.color = '#ddd';")
    assert {"label", "color-contrast"} <= {violation[1] for violation in violations(tab, Path(AXE).read_text("utf-8"))}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390, 360])
def test_views_fit_and_can_be_read(full, tab, width, dark, tmp_path):
    pictures = Path(os.environ.get("GOCE_PICTURES", tmp_path))
    assert AXE or not os.environ.get("CI"), "AXE names no script"
    script = Path(AXE).read_text("utf-8") if AXE else ""
    tab.size(width, 900 if width > 400 else 740, dark)
    tab.open(full.address + "jobs")
    painted, found = {}, []
    for name, address in addresses(full).items():
        tab.open(address)
        assert tab.run("document.documentElement.scrollWidth") <= width, name
        painted[name] = round(first_paint(tab))
        background = tab.run("getComputedStyle(document.documentElement).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", background)[:3])) < 200) == dark, name
        if name.startswith("mark") and name != "marked" and name != "markdown":
            tab.wait("!!document.querySelector('[data-block].here')")
        if script:
            found += [(name, *violation) for violation in violations(tab, script)]
        tab.screenshot(pictures / f"{name}-{width}{'-dark' if dark else ''}.png")
    print(painted, found)
    assert not found, found


# What keys should reach, and what has been reached.
REACHABLE = """(() => {
  window.wanted = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]')]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.disabled && e.type !== 'hidden');
  document.activeElement.blur();
  return wanted.length;
})()"""
HERE = """(() => {
  const e = document.activeElement, s = getComputedStyle(e);
  return [wanted.indexOf(e), e.tagName === 'IFRAME' || (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2), e.outerHTML.slice(0, 100)];
})()"""


def test_keys_reach_everything_and_show_where_they_are(full, tab):
    tab.size(1280, 900)
    for name, address in addresses(full).items():
        tab.open(address)
        # While it is marked the view takes the focus to where it is.
        if name in ("mark", "mark-rtl"):
            tab.wait("!!document.querySelector('[data-block].here')")
        left, steps = set(range(tab.run(REACHABLE))), 0
        assert left, name
        while left and steps < 400:
            tab.press("Tab")
            place, is_shown, element = tab.run(HERE)
            if place in left:
                assert is_shown, (name, element)
            left.discard(place)
            steps += 1
        assert not left, (name, tab.run(f"wanted[{min(left, default=0)}].outerHTML.slice(0, 200)"))
