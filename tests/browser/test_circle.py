"""From the overview's first click to better texts, by mouse and by keys alone, and what must not happen on the way.

The pages are made up: on some sites `auto` takes notes of the house for content, which a person who marks them does not.
What test_viewer.py needs is needed here, and AXE.
"""

import os
import subprocess
from pathlib import Path

import pytest

from conftest import until
from test_access import violations
from test_viewer import chosen, mark_view

AXE = os.environ.get("AXE", "")

# Three templates by seven sites. `truth` is the content as people see it; the viewer does not know that table.
PAGES = """
DROP TABLE pages;
CREATE TABLE made AS
SELECT n, 'https://site' || n % 7 || '.example/' || n AS url, 'Report ' || n AS title,
       (SELECT array_agg(format('Paragraph %s of report %s tells how the %s was built. After %s years of work the gates were opened, and the first '
                                'ships came in with salt and timber from the islands.', p, n, (ARRAY['harbour','canal','bridge','mill'])[1 + (n + p) % 4], p + n % 9)
                         ORDER BY p) FROM generate_series(1, 4 + n % 3) AS p) AS paragraphs,
       (SELECT array_agg(format('The editors of this house remind all readers, for the %s time this year, that reports number %s and later are printed '
                                'on paper from our own mill, and that visitors are welcome on any day but Monday.', w, n + 3)
                         ORDER BY w) FROM unnest(ARRAY['first', 'second', 'third']) AS w) AS notes
FROM generate_series(1, 200) AS n;
CREATE TABLE pages (id int PRIMARY KEY, url text, title text, html text);
INSERT INTO pages
SELECT n, url, title, '<html><head><title>' || title || '</title></head><body><nav class=menu><a href=/>Home</a> <a href=/n>News of the day</a></nav>'
       || CASE n % 3 WHEN 0 THEN '<main><article>' WHEN 1 THEN '<div class=report><div class=text>' ELSE '<div id=page><div class=column>' END
       || '<h1>' || title || '</h1>'
       || (SELECT string_agg(format('<p class=story>%s</p>', paragraph)
                             || CASE WHEN place <= 3 THEN format('<p class=house-note>%s</p>', notes[place]) ELSE '' END, '' ORDER BY place)
           FROM unnest(paragraphs) WITH ORDINALITY AS p (paragraph, place))
       || CASE n % 3 WHEN 0 THEN '</article></main>' ELSE '</div></div>' END
       || '<div class=imprint>All rights reserved by us.</div></body></html>'
FROM made;
CREATE TABLE truth AS SELECT n AS id, title || E'\\n\\n' || array_to_string(paragraphs, E'\\n\\n') AS text FROM made;
DROP TABLE made;
"""


@pytest.fixture
def made(viewer):
    """A viewer of the made-up pages, which shows them from its start on."""
    viewer.stop()
    viewer.sql(PAGES)
    viewer.start()
    yield viewer


def score(viewer, texts):
    """The mean word F1 of texts, by what people see as content."""
    return float(viewer.sql(f"SELECT avg((goce_word_f1(t.text, coalesce(x.content, ''))).f1) FROM truth AS t JOIN {texts} AS x USING (id)"))


class Mouse:
    """Somebody who uses the mouse alone."""

    def __init__(self, browser):
        self.browser = browser

    def follow(self, selector):
        """Clicks what leads to another view."""
        self.browser.click(selector, leaves=True)

    def unmark(self, words):
        """Takes back each block that begins so."""
        for number in blocks(self.browser, words):
            self.browser.click(f"[data-block='{number}'] label")

    def save(self):
        self.follow(".toolbar button[value=next]")


class Keys:
    """Somebody who has no mouse."""

    def __init__(self, browser):
        self.browser = browser

    def follow(self, selector):
        """Goes by Tab to what leads to another view, and presses Enter there."""
        self.browser.run("document.activeElement.blur()")
        for _ in range(200):
            self.browser.press("Tab")
            if self.browser.run(f"document.activeElement.matches({selector!r})"):
                self.browser.press("Enter", leaves=True)
                return
        raise AssertionError(f"no key leads to {selector}")

    def unmark(self, words):
        wanted = set(blocks(self.browser, words))
        self.browser.run("document.activeElement.blur()")
        here = "Number(document.querySelector('[data-block].here').dataset.block)"
        for _ in range(self.browser.run("document.querySelectorAll('[data-block]').length")):
            self.browser.press("k")
        for _ in range(self.browser.run("document.querySelectorAll('[data-block]').length")):
            if self.browser.run(here) in wanted:
                self.browser.press("x")
            self.browser.press("j")

    def save(self):
        self.browser.press("Enter", leaves=True)


def blocks(browser, words):
    """The numbers of the blocks that begin so and are content."""
    return browser.run("[...document.querySelectorAll('[data-block]')].filter(item => item.querySelector('input').checked && "
                       f"item.querySelector('.words').textContent.startsWith({words!r})).map(item => Number(item.dataset.block))")


def mark(person, pages):
    for _ in range(pages):
        person.browser.wait("!!document.querySelector('[data-block].here')")
        person.unmark("The editors of this house")
        assert blocks(person.browser, "The editors") == [] and blocks(person.browser, "Paragraph 1")
        person.save()


def overview(viewer, person, says):
    """Waits until the overview's next step says this, and does it."""
    person.browser.open(viewer.address)
    person.browser.wait(f"(document.querySelector('.circle .actions .main') || {{innerText: ''}}).innerText.includes({says!r})")
    person.follow(".circle .actions .main")


@pytest.mark.parametrize("person_of", [Mouse, Keys], ids=["mouse", "keys"])
def test_the_circle_ends_in_better_texts(made, browser, person_of):
    person = person_of(browser)
    overview(made, person, "Extract 200 pages")
    overview(made, person, "Find the doubtful pages")
    overview(made, person, "Mark pages (0 of 50)")
    mark(person, 12)
    browser.open(made.address)
    assert "12 of 50" in browser.text(".steps")
    person.follow(".circle a[href='/learn']")
    assert browser.run("document.querySelector('#name').value") == "mine"
    person.follow("form[action='/learn'] button.main")
    browser.wait("document.body.innerText.includes('trained mine')")
    # It is compared with auto on pages that it has not seen.
    browser.open(made.address)
    person.follow(".circle a[href='/mark']")
    mark(person, 4)
    browser.open(f"{made.address}learn")
    person.follow("a[href^='/measure?choice=auto&choice=model']")
    person.follow("form[action='/measure'] button.main")
    browser.wait("document.body.innerText.includes('These are pages that model mine has not seen')")
    assert "Word F1 over 4 pages" in browser.text()
    before = made.sql("SELECT md5(string_agg(t::text, '' ORDER BY id)) FROM pages_text AS t")
    made.sql("CREATE TABLE texts_before AS TABLE pages_text")
    overview(made, person, "Extract all pages again by mine")
    # Nothing is done before it is asked.
    assert "Extract 200 pages again by model mine?" in browser.text() and "\t200" in browser.text()
    assert made.sql("SELECT md5(string_agg(t::text, '' ORDER BY id)) FROM pages_text AS t") == before
    person.follow("form[action='/again'] button.main")
    browser.wait("document.body.innerText.includes('The texts are by model mine')")
    assert made.sql("SELECT string_agg(DISTINCT method, ',') FROM pages_text") == "model:mine"
    assert score(made, "pages_text") > score(made, "texts_before") + 0.05

def test_figures_move_and_tables_stay_while_a_job_is_at_work(made, browser):
    """No view is loaded anew while the figures move."""
    # The last batch waits until it is told to go on.
    made.sql("SELECT goce_create_target('pages', 'pages_text'); CREATE TABLE gate (shut int); INSERT INTO gate VALUES (1);"
             "CREATE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE public.gate; RETURN NEW; END $$;"
             "CREATE TRIGGER waits BEFORE INSERT ON pages_text FOR EACH ROW WHEN (NEW.id = 200) EXECUTE FUNCTION waits()")
    gate = subprocess.Popen(["psql", "-X", "-q", "-d", made.database], env=made.environment, stdin=subprocess.PIPE, text=True)
    try:
        gate.stdin.write("BEGIN; LOCK TABLE gate;\n")
        gate.stdin.flush()
        until(lambda: made.sql("SELECT count(*) FROM pg_locks WHERE relation = 'gate'::regclass AND granted") == "1")
        browser.open(made.address)
        browser.click(".circle button.main", leaves=True)
        browser.run("window.same = true")
        browser.wait("Number(document.querySelector('[data-live=done]').innerText) >= 100")
        assert browser.run("window.same === true")
        assert browser.run("document.querySelector('.steps [data-live=Extract]').innerText").endswith(" of 200")
    finally:
        gate.stdin.write("COMMIT;\n")
        gate.stdin.close()
        gate.wait(30)
    browser.wait("document.querySelector('.circle').innerText.includes('Find the doubtful pages')")
    browser.click(".circle button.main", leaves=True)
    browser.wait("document.querySelector('.circle').innerText.includes('Mark pages')")
    assert browser.run("document.querySelectorAll('section.job').length") == 0


def test_marks_leave_the_column_of_gold_texts_alone(viewer, browser):
    before = viewer.sql("SELECT md5(string_agg(gold, '' ORDER BY name)) FROM pages")
    mark_view(browser, viewer, "article-en-news")
    assert "The column gold stays as it is" in browser.text()
    browser.press("c")
    assert chosen(browser) == []
    # That nothing is content is asked for.
    browser.press("Enter")
    browser.wait("document.querySelector('[data-status]').textContent.includes('save again if this page has no content')")
    assert viewer.sql("SELECT to_regclass('pages_marks') IS NULL OR NOT EXISTS (SELECT FROM pages_marks)") == "t"
    browser.press("Enter", leaves=True)
    assert viewer.sql("SELECT name || gold FROM pages_marks") == "article-en-news"
    assert viewer.sql("SELECT md5(string_agg(gold, '' ORDER BY name)) FROM pages") == before


def test_a_run_that_was_killed_goes_on_by_its_own_method(made, browser):
    made.sql("SELECT goce_create_target('pages', 'pages_text');"
             "CREATE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$;"
             "CREATE TRIGGER waits BEFORE INSERT ON pages_text FOR EACH ROW WHEN (NEW.id = 130) EXECUTE FUNCTION waits()")
    browser.open(made.address)
    browser.run("document.querySelector('#method').value = 'web2text'")
    browser.click(".columns form[action='/extract'] button", leaves=True)
    until(lambda: made.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "1")
    made.stop()
    made.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
    made.sql("DROP TRIGGER waits ON pages_text")
    made.start()
    left = 200 - int(made.sql("SELECT count(*) FROM pages_text"))
    assert left > 0
    browser.open(made.link)
    assert browser.text(".circle .actions") == f"Go on by web2text: {left} pages"
    browser.click(".circle button.main", leaves=True)
    until(lambda: made.sql("SELECT count(*) FROM pages_text") == "200")
    assert made.sql("SELECT string_agg(DISTINCT method, ',') FROM pages_text") == "web2text"


def test_views_that_ask_can_be_read_and_fit_a_narrow_screen(viewer, browser):
    assert AXE or not os.environ.get("CI"), "AXE names no script"
    script = Path(AXE).read_text("utf-8") if AXE else ""
    pages = viewer.sql("SELECT count(*) FROM pages")
    browser.open(viewer.address)
    browser.click(".circle button.main", leaves=True)
    browser.wait("document.querySelector('.circle').innerText.includes('Find the doubtful pages')")
    browser.open(f"{viewer.address}learn")
    browser.run("document.querySelector('#from').value = 'all'")
    browser.click("form[action='/learn'] button.main", leaves=True)
    browser.wait("document.body.innerText.includes('trained mine')")
    browser.open(f"{viewer.address}again?by=default")
    browser.click("form[action='/again'] button.main", leaves=True)
    browser.wait("document.querySelector('.steps').innerText.includes('now by default')")
    # A run that has not ended.
    viewer.sql("SELECT goce_create_target('pages', 'pages_text_again'); INSERT INTO pages_text_again SELECT * FROM pages_text LIMIT 3")
    views = {"overview": "", "again": "again?by=default", "learn": "learn", "measure": "measure"}
    found = []
    for width, dark in ((1280, False), (390, True), (390, False)):
        browser.size(width, 844, dark)
        for name, path in views.items():
            browser.open(viewer.address + path)
            assert browser.run("document.documentElement.scrollWidth") <= width, (name, width)
            if name == "again":
                assert "has not ended" in browser.text()
            if name == "measure":
                assert "No page is left to measure on" in browser.text()
            if script:
                found += [(name, width, *violation) for violation in violations(browser, script)]
    assert found == []
    assert pages == viewer.sql("SELECT count(*) FROM pages_text")
