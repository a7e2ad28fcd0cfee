"""What users of the viewer need, in Chromium: pages of many blocks and with walls, marking without a mouse, lists."""

import time

from PIL import Image

from test_viewer import chosen, frame_box, mark_view

PARAGRAPH = "A paragraph with enough words in it to be taken for the content of this page, by every method there is."


def test_undo_goes_back_to_where_it_was_done(viewer, browser):
    mark_view(browser, viewer, "article-en-news")
    before, at = chosen(browser), browser.run("Number(document.querySelector('.here').dataset.block)")
    browser.press("x")
    for _ in range(4):
        browser.press("j")
    assert browser.run("Number(document.querySelector('.here').dataset.block)") != at
    browser.press("u")
    assert chosen(browser) == before
    assert browser.run("Number(document.querySelector('.here').dataset.block)") == at


def test_a_page_is_skipped_and_its_frame_is_passed_by_keys(viewer, browser):
    mark_view(browser, viewer, "article-en-news")
    browser.run("document.querySelector('[value=skip]').focus()")
    # Undo, the link past the frame, and not the links within it.
    browser.press("Tab")
    browser.press("Tab")
    assert browser.run("document.activeElement.textContent") == "Skip the page"
    assert browser.run("document.activeElement.getBoundingClientRect().x") >= 0
    browser.press("Enter")
    browser.wait("document.activeElement.id === 'blocks'")
    browser.press("Tab")
    assert browser.run("document.activeElement.name") == "content"
    browser.run("document.querySelector('[value=skip]').focus()")
    browser.press(" ", leaves=True)
    assert "article-en-news" not in browser.run("location.href") and "/mark?key=" in browser.run("location.href")
    assert viewer.sql("SELECT to_regclass('pages_marks') IS NULL") == "t"
    assert "0 of " in browser.text(".meta") and browser.text("h1").startswith("Mark: ")


def test_a_wall_leaves_the_page_to_be_seen(viewer, browser, tmp_path):
    """A sheet over the whole window, as walls of cookies are, whether it has text or not."""
    wall = "position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:99999;background:#f00;opacity:.99"
    for text in ("Accept all of it", ""):
        viewer.sql(f"UPDATE pages SET html = '<body style=overflow:hidden><div style=\"{wall}\">{text}</div>"
                   f"<div style=\"height:4px;overflow:hidden\"><p>{PARAGRAPH}</p></div><p>{PARAGRAPH}</p>' WHERE name = 'service-en'")
        mark_view(browser, viewer, "service-en")
        browser.screenshot(tmp_path / "wall.png")
        image = Image.open(tmp_path / "wall.png").convert("RGB")
        x, y, width, height = map(int, frame_box(browser))
        frame = image.crop((x + 4, y + 4, x + width - 20, min(y + height, image.height) - 4))
        red = sum(count for count, colour in frame.getcolors(1 << 24) if colour[0] > 200 and max(colour[1:]) < 60)
        assert red < frame.width * frame.height / 2, text
        script = ("[...document.querySelectorAll('.goce-block')].filter(span => { const box = span.getBoundingClientRect(); "
                  "return box.height > 5 && span.textContent.startsWith('A paragraph'); }).length")
        assert browser.run_in_frame("/frame/mark?key=service-en", script) == 2


def test_a_page_of_40_001_blocks_is_marked_in_time(viewer, browser):
    viewer.sql("UPDATE pages SET html = '<body>' || (SELECT string_agg(format('<p>Paragraph %s of very many of this page, which has words enough "
               "to be its content, as every other one has: %s.</p>', n, repeat('word ', 8)), '') FROM generate_series(1, 40001) AS n) WHERE name = 'service-en'")
    started = time.monotonic()
    browser.open(f"{viewer.address}mark?key=service-en")
    opened = time.monotonic() - started
    browser.wait("!!document.querySelector('[data-block].here')")
    shown = time.monotonic() - started
    assert browser.run("document.querySelectorAll('[data-block]').length") == 40001
    browser.press("x")
    started = time.monotonic()
    for _ in range(10):
        browser.press("j")
    browser.run("new Promise(requestAnimationFrame)")
    key = (time.monotonic() - started) / 10
    browser.press("k")
    browser.press("u")
    browser.press("x")
    browser.press("s")
    browser.wait("document.querySelector('[data-status]').textContent === 'Saved.'")
    print(f"40,001 blocks: Mark {opened:.1f} s, its first block {shown:.1f} s, a key {key:.3f} s")
    assert viewer.sql("SELECT cardinality(content_xpaths) || ' ' || cardinality(changed_xpaths) FROM pages_marks") == "40000 1"


def test_lines_have_about_80_characters(viewer, browser):
    for view in ("text", "markdown"):
        browser.open(f"{viewer.address}page?key=article-en-news&view={view}")
        selector = "pre.text" if view == "text" else "article.markdown p"
        longest = browser.run("""(() => {
          const element = [...document.querySelectorAll('%s')].sort((a, b) => b.textContent.length - a.textContent.length)[0];
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), range = document.createRange(), lines = new Map();
          for (let node; (node = walker.nextNode());) for (let at = 0; at < node.length; at++) {
            range.setStart(node, at); range.setEnd(node, at + 1);
            const top = Math.round(range.getBoundingClientRect().top);
            lines.set(top, (lines.get(top) || 0) + 1);
          }
          return Math.max(...lines.values());
        })()""" % selector)
        assert 50 < longest < 95, (view, longest)


def test_a_list_is_walked_through(viewer, browser):
    browser.open(viewer.address + "pages?search=a")
    browser.click(".pages a", leaves=True)
    first = browser.text("h1")
    browser.click("a[rel=next]", leaves=True)
    assert browser.text("h1") != first
    browser.click(".around a:last-child", leaves=True)
    assert browser.run("location.search") == "?search=a" and "mark" in browser.run("document.querySelector('.pages').innerHTML")
