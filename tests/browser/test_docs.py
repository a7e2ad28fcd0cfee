"""The site of the documentation (scripts/docs), opened as files: pages, search, and nothing from elsewhere.

DOCS names its index.html.
"""

import os
from pathlib import Path

DOCS = Path(os.environ.get("DOCS", Path(__file__).resolve().parents[2] / "target/docs/index.html"))


def test_pages_have_what_leads_to_the_others(browser):
    browser.events.clear()
    browser.size(1280, 800)
    browser.open(DOCS.as_uri())
    pages = browser.run("[...document.querySelectorAll('.sidebar-tree a')].map(link => link.href)")
    written = set(DOCS.parent.glob("docs/*.html")) | set(DOCS.parent.glob("models/*/*.html")) \
        | set(DOCS.parent.glob("benches/results/*.html"))
    assert len(written) > 30
    assert written <= {Path(page.removeprefix("file://")) for page in pages}
    for width in (1280, 390):
        browser.size(width, 800)
        browser.open(DOCS.with_name("docs").joinpath("page.html").as_uri())
        assert browser.run("document.querySelector('h1').textContent").startswith("All of a page")
        # Code may be wider than the window, in a box that scrolls.
        assert browser.run("document.documentElement.scrollWidth <= innerWidth"), width
    addresses = [event["params"]["request"]["url"] for event in browser.events
                 if event.get("method") == "Network.requestWillBeSent"]
    assert addresses and not [address for address in addresses if not address.startswith(("file:", "data:"))]


def test_search_without_a_server(browser):
    browser.size(1280, 800)
    browser.open(DOCS.with_name("search.html").as_uri() + "?q=goce_extract_pending")
    # Results come one by one.
    browser.wait("[...document.querySelectorAll('#search-results a')].some(link => link.textContent === 'In batches')")
