"""What goce writes in Markdown, read by the renderers that people use, all with HTML in Markdown left on: nothing of a
page becomes markup, nothing runs and nothing is requested in a browser, and the words are those of the text.

GOCE_TOOLS names the program that writes, RENDERERS the folder of scripts/renderers. PAGES is how many pages of each kind are
made beside those of each text by itself, SEED which, CHUNKS how many chunks of each are rendered by themselves.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from hostile_pages import pages

ROOT = Path(__file__).resolve().parents[2]
GOCE_TOOLS = os.environ.get("GOCE_TOOLS", str(ROOT / "target/release/goce-tools"))
RENDERERS = Path(os.environ.get("RENDERERS", ROOT / "target/renderers"))
PAGES, SEED = int(os.environ.get("PAGES", "60")), int(os.environ.get("SEED", "1"))
# Chunks of a page that are rendered by themselves, and behind each other.
CHUNKS, JOINED = int(os.environ.get("CHUNKS", "2")), 12


def written(pages, method="default"):
    """What goce writes of pages."""
    command = [GOCE_TOOLS, "written", method]
    lines = "".join(json.dumps(page) + "\n" for page in pages)
    out = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.split("\n") if line]


def rendered(texts):
    """What each renderer makes of some texts: (name, HTML a text)."""
    commands = [(["node", str(RENDERERS / "render.mjs")], None), ([sys.executable, str(RENDERERS / "render.py")], RENDERERS / "python")]
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder, "texts")
        given.write_text(json.dumps(texts))
        running = []
        for command, path in commands:  # at the same time, so into files
            environment = dict(os.environ, **({"PYTHONPATH": str(path)} if path else {}))
            out = Path(folder, f"out-{len(running)}")
            with given.open() as stdin, out.open("w") as stdout:
                running.append((subprocess.Popen(command, stdin=stdin, env=environment, stdout=stdout), out))
        for process, out in running:
            assert process.wait() == 0, process.args
            for line in out.read_text().split("\n"):
                if line:
                    answer = json.loads(line)
                    yield answer["name"], answer["rendered"]


# What no text may become: any element that goce does not write, any attribute that runs, loads or leads elsewhere than to the web,
# and a formula.
LOOK = r"""
window.ELEMENTS = new Set(`p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del s a img br hr table thead tbody tr th td
    sup section div dl dt dd input span mark`.split(/\s+/));
window.ATTRIBUTES = new Set(`href src alt lang class id start align type checked disabled style role title dir
    data-footnotes data-footnote-ref data-footnote-backref aria-describedby aria-label aria-labelledby
    data-footnote-backref-idx`.split(/\s+/));
window.BLOCKS = new Set(`p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre br hr table tr th td section div dl dt dd`.split(/\s+/));
window.wrong = html => {
    const template = document.createElement("template");
    template.innerHTML = html;
    const found = [];
    for (const element of template.content.querySelectorAll("*")) {
        if (!ELEMENTS.has(element.localName)) found.push(element.localName);
        for (const { name, value } of element.attributes) {
            const leads = name === "href" || name === "src";
            if (!ATTRIBUTES.has(name) || name === "class" && /math|katex/.test(value) || name === "style" && !/^text-align: ?\w+;?$/.test(value)
                || leads && /^[\s\x00-\x1f]*[a-z][\w+.-]*:/i.test(value) && !/^(https?|ftp|mailto|tel|xmpp):/i.test(value)
                || name === "src" && /^[\w+.-]*:|^\/\//.test(value) && !/^https?:\/\/(a\.example|picture\.invalid)\//i.test(value))
                found.push(`${element.localName} ${name}=${value}`);
        }
    }
    return found;
};
window.wordsOf = html => {
    const template = document.createElement("template");
    template.innerHTML = html;
    const notes = "[data-footnote-backref], .footnote-backref, .footnote, .sr-only, section.footnotes > h2";
    for (const element of template.content.querySelectorAll(notes))
        if (element.localName !== "div" && element.localName !== "section") element.remove();
    let text = "";
    const walk = node => {
        if (node.nodeType === 3) text += node.data;
        const isBlock = BLOCKS.has(node.localName);
        if (isBlock) text += "\n";
        node.childNodes.forEach(walk);
        if (isBlock) text += "\n";
    };
    walk(template.content);
    return wordsIn(text);
};
window.wordsIn = text => text.match(/[\p{L}\p{N}_]+/gu) ?? [];
true
"""


def in_pieces(items, size=400):
    return [items[start:start + size] for start in range(0, len(items), size)]


@pytest.fixture(scope="module")
def everything():
    named = list(pages(PAGES, SEED))
    return named, written([page for _, page in named])


def forms(outputs):
    """What is written, once, with the number of its page: some chunks behind each other, and some by themselves."""
    chosen = random.Random(SEED)
    texts = {}
    for number, output in enumerate(outputs):
        if output:
            chunks = output["chunks"]
            first = chosen.randrange(len(chunks))
            alone = chosen.sample(chunks, min(len(chunks), CHUNKS))
            for text in [output["markdown"], output["front_matter"], "\n\n".join(chunks[first:first + JOINED]), *alone]:
                texts.setdefault(text, number)
    return list(texts.items())


def test_text_stays_text(everything, browser, tmp_path):
    named, outputs = everything
    given = forms(outputs)
    assert len(given) > PAGES
    problems = []
    for piece in in_pieces(given, 5000):
        texts, of_page = zip(*piece)
        problems += found_in(browser, tmp_path, texts, [named[number] for number in of_page])
    assert not problems, report(problems)


def found_in(browser, folder, texts, of_page):
    """What becomes markup of some texts, runs or is requested: (renderer, page, text, HTML, what)."""
    problems = []
    known = {}  # what was found in HTML that another renderer has made too
    for name, results in rendered(texts):
        browser.events.clear()
        new = list({html: None for html in results if html not in known})
        # Opened as a file, so that scripts in it would run.
        path = folder / "rendered.html"
        start = "<!DOCTYPE html><meta charset=utf-8><script>var ran = 0; alert = () => { ran++ }</script>"
        path.write_text(start + "".join(f"<div>{html}</div>\n" for html in new))
        browser.open(path.as_uri())
        browser.run(LOOK)
        for piece in in_pieces(new):
            known.update(zip(piece, browser.run(f"{json.dumps(piece)}.map(wrong)")))
        for page, text, html in zip(of_page, texts, results):
            if known[html]:
                problems.append((name, page, text, html, known[html]))
        # An error of a picture comes late.
        browser.run("new Promise(done => setTimeout(done, 300))")
        if browser.run("ran"):
            problems.append((name, "ran", browser.run("ran")))
        for event in browser.events:
            address = event.get("params", {}).get("request", {}).get("url", "")
            if event.get("method") == "Network.requestWillBeSent" and "request.invalid" in address.split("/")[2:3]:
                problems.append((name, "request", address))
            if event.get("method") == "Page.javascriptDialogOpening":
                problems.append((name, "dialog"))
    return problems


def report(problems):
    names = {}
    for name, *_ in problems:
        names[name] = names.get(name, 0) + 1
    shown = "\n\n".join("\n".join(map(repr, problem)) for problem in sorted(problems, key=lambda problem: len(str(problem)))[:12])
    return f"{names}\n\n{shown}"


# Those that know goce's footnotes; the others show their marks, and what belongs to them otherwise.
# mistune knows those of one block.
WITH_NOTES = {"micromark, GFM", "remark, GFM", "cmark-gfm, footnotes", "Python-Markdown, extra"}


def holds(name, text, expected, found):
    """Whether the words of a text in Markdown are those expected."""
    if "[^" in text:
        # A number may be joined to a word or not, and stand before a note.
        expected, found = (re.sub(r"\d", "", "".join(words)) for words in (expected, found))
        return name not in WITH_NOTES or expected == found
    # It leaves out what stands in more than twenty blocks.
    if name.startswith("markdown-it-py") and re.search(r"^(> | ){18}", text, re.MULTILINE):
        return True
    # They read lists, code and escapes in ways of their own.
    if name.startswith(("showdown", "markdown2")):
        return True
    if expected == found or not name.startswith("Python-Markdown"):
        return expected == found
    # It knows no fences, or not those in lists and quotations: what is between them is text like other text.
    if re.search(r"^[^`\n]+```" if name.endswith("extra") else r"```", text, re.MULTILINE):
        return True
    # It shows the numbers of some lists, and takes others for them.
    return [word for word in expected if not word.isdigit()] == [word for word in found if not word.isdigit()]


def test_words_are_those_of_the_text(everything, browser):
    named, outputs = everything
    # Nested pages have what renderers read as other lists and notes, without harm.
    numbers = [number for number, output in enumerate(outputs) if output and output["text"] and named[number][0] != "nested"]
    texts = [outputs[number]["markdown"] for number in numbers]
    browser.run(LOOK)
    wanted = []
    for piece in in_pieces([outputs[number]["text"] for number in numbers]):
        wanted += browser.run(f"{json.dumps(piece)}.map(wordsIn)")
    problems = []
    for name, results in rendered(texts):
        found = []
        for piece in in_pieces(results):
            found += browser.run(f"{json.dumps(piece)}.map(wordsOf)")
        for number, text, result, expected, words in zip(numbers, texts, results, wanted, found):
            if not holds(name, text, expected, words):
                problems.append((name, named[number], text, result, expected, words))
    assert not problems, report(problems)


def test_the_test_sees_what_runs(browser):
    """Each check finds what it is for, in Markdown that a careless writer would make."""
    texts = ["<img src=x onerror=alert(1)>", "[y](javascript:alert(1))", "http://a.b/\\<img src=x onerror=alert(1)>"]
    browser.run(LOOK)
    found = {name: [bool(browser.run(f"wrong({json.dumps(html)})").__len__()) for html in results] for name, results in rendered(texts)}
    assert all(first for first, _, _ in found.values()), found
    assert found["marked"] == [True, True, True] and found["Python-Markdown"] == [True, True, True], found
