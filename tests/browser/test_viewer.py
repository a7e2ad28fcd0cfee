"""The viewer in Chromium: marking by mouse and keys, what is live, hostile pages, sizes and themes, lost connections.

Needs Pillow and pytest, the programs (cargo build --release -p goce-viewer -p goce-render; GOCE_VIEWER and GOCE_RENDER name
them), and a server with goce installed, which PG_CONFIG names. CHROMIUM names the browser.
"""

import json
import re
import subprocess
import time

from PIL import Image

from chromium import CHROMIUM
from conftest import RENDER, until

CONTENT = (0x7F, 0xB2, 0xEA)

HOSTILE = """<html><head><title>t</title><script>top.document.title='run'</script>
<meta http-equiv=refresh content="0;url=http://127.0.0.1:1/away"></head><body onload="top.document.title='run'">
<script>alert(1)</script><p>A paragraph with enough words in it to be taken for the content of this page, by every method there is.</p>
<p>Another paragraph <a href="/jobs" target=_top>link to the viewer</a> and <a href="javascript:top.document.title='run'">one that runs</a>.</p>
<form action="/extract" method=post target=_top><button id=b>Send</button></form><img src=x onerror="top.document.title='run'">
<iframe src="/jobs"></iframe></body></html>"""


def mark_view(browser, viewer, key):
    browser.open(f"{viewer.address}mark?key={key}")
    # The frame has told nothing yet while no block is the current one.
    browser.wait("!!document.querySelector('[data-block].here')")
    until(lambda: browser.run_in_frame(f"/frame/mark?key={key}", "!!document.querySelector('.goce-here')"))


def chosen(browser):
    return browser.run("[...document.querySelectorAll('[name=content]:checked')].map(box => Number(box.value))")


def frame_box(browser):
    return browser.run("(() => { const r = document.querySelector('[data-frame]').getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()")


def marked_pixels(browser, path):
    """Places of pixels of the colour of content within the frame."""
    browser.screenshot(path)
    image = Image.open(path).convert("RGB")
    x, y, width, height = map(int, frame_box(browser))
    pixels = image.load()
    return [(a, b) for b in range(y + 4, min(y + height, image.height) - 4, 2) for a in range(x + 4, x + width - 20, 2)
            if pixels[a, b] == CONTENT]


def pixel(browser, path, x, y):
    browser.screenshot(path)
    return Image.open(path).convert("RGB").getpixel((x, y))


def test_a_click_on_the_page_marks_and_a_second_takes_it_back(viewer, browser, tmp_path):
    mark_view(browser, viewer, "article-en-news")
    before = chosen(browser)
    until(lambda: len(marked_pixels(browser, tmp_path / "a.png")) > 2000)
    pixels = marked_pixels(browser, tmp_path / "a.png")
    place = pixels[len(pixels) // 2]
    browser.point(*place)
    browser.wait(f"document.querySelectorAll('[name=content]:checked').length === {len(before) - 1}")
    until(lambda: place not in marked_pixels(browser, tmp_path / "b.png"))
    browser.point(*place)
    browser.wait(f"document.querySelectorAll('[name=content]:checked').length === {len(before)}")
    assert chosen(browser) == before


def test_a_page_does_not_speak_for_its_blocks(viewer, browser, tmp_path):
    """What a page calls a block is none, and its names hide nothing of the browser's."""
    viewer.sql("UPDATE pages SET html = '<body style=margin:0><form><div class=goce-block data-block=2 style=\"height:200px;background:#ff0000\">"
               "</div><input id=closest><input id=parentNode>Words of the form itself, enough of them to be a block of this page.</form>"
               "<p>A paragraph with enough words in it to be taken for content, by every method there is.</p>"
               "<p>Another paragraph of that kind, so that there are some blocks to choose from here.</p>' WHERE name = 'service-en'")
    mark_view(browser, viewer, "service-en")
    before = chosen(browser)
    x, y, _, _ = map(int, frame_box(browser))
    until(lambda: pixel(browser, tmp_path / "a.png", x + 50, y + 50) == (255, 0, 0))
    browser.point(x + 50, y + 50)
    time.sleep(0.3)
    assert chosen(browser) == before
    script = "[...new Set([...document.querySelectorAll('span.goce-block')].map(span => span.dataset.block))].length"
    assert browser.run_in_frame("/frame/mark?key=service-en", script) == browser.run("document.querySelectorAll('[data-block]').length") >= 3


def test_a_wall_before_a_page_is_none_before_its_blocks(viewer, browser, tmp_path):
    """What lies over a page, as walls of cookies do, lies over none of its blocks, neither to be seen nor to be clicked."""
    wall = ("<style>#wall{position:fixed!important;z-index:9!important}*{pointer-events:none!important}</style>"
            "<div id=wall style=\"position:fixed;inset:0;width:100vw;height:100vh;background:#f00;z-index:2147483647\">Accept all of it</div>")
    viewer.sql(f"UPDATE pages SET html = replace(html, '</body>', '{wall}</body>') WHERE name = 'article-en-news'")
    covered = """[...document.querySelectorAll('CLASS')].filter(part => !part.closest('.goce-legend')).filter(part => {
      scrollTo({ top: scrollY + part.getBoundingClientRect().top - innerHeight / 2, behavior: 'instant' });
      const box = [...part.getClientRects()].find(box => box.width > 1 && box.height > 1);
      return box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) !== part;
    }).map(part => part.outerHTML)"""
    browser.open(f"{viewer.address}frame?key=article-en-news")
    assert browser.run("document.querySelectorAll('.goce-mark').length") > 20
    assert browser.run(covered.replace("CLASS", ".goce-mark")) == []
    mark_view(browser, viewer, "article-en-news")
    in_frame = lambda script: browser.run_in_frame("/frame/mark?key=article-en-news", script)
    assert in_frame("document.querySelectorAll('.goce-block').length") > 50
    assert in_frame(covered.replace("CLASS", ".goce-block")) == []
    # And each is clicked where it is.
    before = chosen(browser)
    in_frame("scrollTo(0, 0)")
    place = in_frame("(() => { const part = document.querySelector('.goce-content'); scrollTo({ top: scrollY + part.getBoundingClientRect().top - 200, "
                     "behavior: 'instant' }); const box = part.getClientRects()[0]; return [box.x + 5, box.y + 5]; })()")
    x, y, _, _ = frame_box(browser)
    # A click meets what is drawn. Before the next picture the frame may stand where it was scrolled from.
    browser.screenshot(tmp_path / "scrolled.png")
    browser.point(x + place[0], y + place[1])
    browser.wait(f"document.querySelectorAll('[name=content]:checked').length === {len(before) - 1}")


def test_a_click_on_the_strip_leads_there(viewer, browser):
    mark_view(browser, viewer, "article-en-news")
    last = browser.run("Number([...document.querySelectorAll('.strip .taken')].pop().dataset.at)")
    browser.click(f".strip .taken[data-at='{last}']")
    browser.wait(f"Number(document.querySelector('.here').dataset.block) === {last}")


def test_dragging_paints_over_blocks_and_undo_takes_all_back(viewer, browser, tmp_path):
    mark_view(browser, viewer, "article-en-news")
    before = chosen(browser)
    until(lambda: len(marked_pixels(browser, tmp_path / "a.png")) > 2000)
    pixels = marked_pixels(browser, tmp_path / "a.png")
    browser.point(*pixels[0], to=pixels[-1])
    browser.wait(f"document.querySelectorAll('[name=content]:checked').length < {len(before) - 1}")
    browser.click("[data-undo]")
    browser.wait(f"document.querySelectorAll('[name=content]:checked').length === {len(before)}")
    assert chosen(browser) == before


def test_every_block_is_found_in_the_page(viewer, browser):
    """Each block of each demo page is in the frame, with its text."""
    keys = viewer.sql("SELECT name FROM pages ORDER BY 1").split()
    for key in keys:
        mark_view(browser, viewer, key)
        script = ("JSON.stringify(Object.entries([...document.querySelectorAll('.goce-block')].reduce((all, span) => "
                  "{ all[span.dataset.block] = (all[span.dataset.block] || '') + span.textContent; return all; }, {})))")
        found = browser.run_in_frame(f"/frame/mark?key={key}", script)
        found = {int(number): re.sub(r"\s", "", text) for number, text in json.loads(found)}
        wanted = browser.run("[...document.querySelectorAll('[data-block]')].map(item => [Number(item.dataset.block), "
                             "item.querySelector('.words').textContent])")
        wanted = {number: re.sub(r"\s", "", text) for number, text in wanted}
        missing = [number for number, text in wanted.items() if text and found.get(number) != text]
        assert len(missing) <= len(wanted) * 0.02, (key, [(n, wanted[n][:40], found.get(n, "")[:40]) for n in missing])


def test_keys_mark_save_and_go_on(viewer, browser):
    mark_view(browser, viewer, "article-de-blog")
    before = chosen(browser)
    browser.run("document.body.focus()")
    here = browser.run("Number(document.querySelector('.here').dataset.block)")
    browser.press(" ")
    assert here in set(before) - set(chosen(browser))
    browser.press("u")
    assert chosen(browser) == before
    browser.press("j")
    browser.press("x")
    browser.press("Enter", leaves=True)
    assert "/mark?key=" in browser.run("location.href") and "article-de-blog" not in browser.run("location.href")
    after = viewer.sql("SELECT cardinality(content_xpaths) FROM pages_marks WHERE name = 'article-de-blog' AND version = 1")
    assert int(after) == len(before) - 1
    assert viewer.sql("SELECT marked_by FROM pages_marks") == "postgres"


def test_marks_outlive_a_viewer_that_ends(viewer, browser):
    mark_view(browser, viewer, "article-ru-news")
    browser.press("x")
    wanted = chosen(browser)
    viewer.stop()
    browser.press("s")
    browser.wait("document.querySelector('[data-status]').textContent.includes('does not answer')")
    viewer.start()
    # The new viewer wants its own cookie: its link is opened in another window.
    browser.press("s")
    browser.wait("document.querySelector('[data-status]').textContent.includes('Open that link in another window')")
    browser.run(f"fetch({viewer.link!r}).then(answer => answer.status)")
    browser.press("s")
    browser.wait("document.querySelector('[data-status]').textContent === 'Saved.'")
    assert chosen(browser) == wanted
    assert int(viewer.sql("SELECT cardinality(content_xpaths) FROM pages_marks")) == len(wanted)


def test_who_is_second_is_told_and_can_send_again(viewer, browser):
    mark_view(browser, viewer, "service-en")
    viewer.sql("CREATE TABLE keep AS SELECT * FROM pages")
    browser.press("s")
    browser.wait("document.querySelector('[data-status]').textContent === 'Saved.'")
    viewer.sql("INSERT INTO pages_marks SELECT name, 2, 'theirs', '{}', '{}', '{}', method, html_md5, 'Bea' FROM pages_marks")
    browser.press("x")
    browser.press("s")
    browser.wait("document.querySelector('[data-status]').textContent.includes('Bea marked page')")
    assert viewer.sql("SELECT max(version) FROM pages_marks") == "2"
    browser.press("s")
    browser.wait("document.querySelector('[data-status]').textContent === 'Saved.'")
    assert viewer.sql("SELECT string_agg(marked_by, ',' ORDER BY version) FROM pages_marks") == "postgres,Bea,postgres"
    # The undo stands beside what is saved.
    browser.click("[data-take-back]", leaves=True)
    assert viewer.sql("SELECT max(version) FROM pages_marks") == "4" and "/mark?key=service-en" in browser.run("location.href")


def test_without_scripts_pages_are_marked_by_a_form(viewer, browser):
    browser.scripts(False)
    browser.call("Page.navigate", url=f"{viewer.address}mark?key=service-en")
    browser.wait("document.readyState === 'complete' && !!document.querySelector('[data-frame]')")
    # The protocol's own evaluation works all the same.
    assert browser.run("document.querySelector('[data-frame]').hidden && !document.querySelector('.live')")
    browser.run("document.querySelector('[name=content]').click()")
    browser.run("document.querySelector('button[value=stay]').click()")
    until(lambda: viewer.sql("SELECT to_regclass('pages_marks') IS NOT NULL") == "t")
    until(lambda: viewer.sql("SELECT count(*) FROM pages_marks") == "1")


def test_a_hostile_page_does_nothing(viewer, browser):
    viewer.sql("UPDATE pages SET html = $h$" + HOSTILE + "$h$, title = '<script>document.title=''run''</script><b>x' WHERE name = 'service-en'")
    browser.open(f"{viewer.address}judge-nothing")
    browser.events.clear()
    for path in ("page?key=service-en", "page?key=service-en&view=markdown", "mark?key=service-en", "pages", "frame?key=service-en",
                 "frame/mark?key=service-en"):
        browser.open(viewer.address + path)
        time.sleep(1)
        assert browser.run("document.title") != "run", path
        assert browser.run("location.href") == viewer.address + path
    requests = [event["params"]["request"]["url"] for event in browser.events if event.get("method") == "Network.requestWillBeSent"]
    assert requests and all(url.startswith(viewer.address) for url in requests), requests
    assert not any("/jobs" in url or url.endswith("/x") for url in requests), requests
    assert not any(event.get("method") == "Page.javascriptDialogOpening" for event in browser.events)
    # A frame that is opened by itself has no origin either.
    browser.open(f"{viewer.address}frame?key=service-en")
    assert browser.run("self.origin") == "null"


def test_screenshots_are_made_without_a_network(viewer, tmp_path):
    """Pages are rendered, what they would load is not there, and a second call has nothing to do."""
    viewer.sql("ALTER TABLE pages ADD screenshot bytea; DELETE FROM pages WHERE name NOT LIKE 'article-%n%'; "
               "UPDATE pages SET html = '<body style=\"margin:0;background:#0f0\"><img src=http://127.0.0.1:1/x>"
               "<script>document.body.style.background=''#f00''</script>' WHERE name = 'article-en-news'")
    where = f"postgres:///{viewer.database}?host={viewer.environment['PGHOST']}&port={viewer.environment['PGPORT']}&user=postgres"
    # Not everybody who runs tests may have a sandbox, as in a container.
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\nexec {CHROMIUM} --no-sandbox "$@"\n')
    program.chmod(0o755)
    command = [RENDER, where, "--table", "pages", "--browser", str(program)]
    first = subprocess.run(command, capture_output=True, text=True, timeout=300)
    count = viewer.sql("SELECT count(*) FROM pages")
    assert first.returncode == 0 and f"{count} pages rendered, 0 failed" in first.stderr, first.stderr
    assert viewer.sql("SELECT count(*) FROM pages WHERE goce_genre(NULL, screenshot) IS NOT NULL") == count
    picture = tmp_path / "picture.png"
    picture.write_bytes(bytes.fromhex(viewer.sql("SELECT encode(screenshot, 'hex') FROM pages WHERE name = 'article-en-news'")))
    image = Image.open(picture).convert("RGB")
    assert image.size == (1280, 4096) and image.getpixel((700, 700)) == (0, 255, 0)
    again = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert "0 pages rendered, 0 failed" in again.stderr, again.stderr
