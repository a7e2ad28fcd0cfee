"""Screenshots of pages that do what pages must not. Needs Chromium (environment: CHROMIUM)."""

import asyncio
import gzip
import io
import json
import os
import shutil
import socket
import threading
import time

import pytest
from PIL import Image

import render
from chromium import Broken, Browser, with_style
from pages import read_pages, styled_inline

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="no Chromium")


def shots(*pages):
    """Screenshots of pages, (html, style) each, by one browser one after the other."""

    async def all_of_them():
        browser = await Browser.start(CHROMIUM)
        try:
            async def shot(page):
                await browser.open(*page)
                return await browser.screenshot()

            return [await asyncio.wait_for(shot(page), 90) for page in pages]
        finally:
            await browser.stop()

    return [Image.open(io.BytesIO(data)).convert("RGB") for data in asyncio.run(all_of_them())]


def write_wcxb(directory, htmls, page_type="article"):
    """A directory in WCXB's format; `htmls`: bytes by id."""
    for part in ("html", "ground-truth"):
        (directory / part).mkdir(parents=True)
    for name, html in htmls.items():
        (directory / "html" / f"{name}.html.gz").write_bytes(gzip.compress(html))
        truth = {
            "url": f"https://{name}.example/",
            "_internal": {"page_type": {"primary": page_type}},
        }
        (directory / "ground-truth" / f"{name}.json").write_text(json.dumps(truth))


RED = "<body style='margin:0;background:red'>"


@needs_chromium
def test_hostile_pages_give_screenshots():
    huge = (
        "<script type='application/json'>" + '{"a": 1},' * 550_000 + "</script><!--" + "x" * 500_000
    )
    huge += f"--><img src='data:image/png;base64,{'A' * 500_000}'>" + "<p>text</p>" * 4_000
    deep = "<div>" * 20_000 + "deep"
    pages = {
        "refresh": "<meta http-equiv=refresh content='0;url=http://elsewhere.example/'>" + RED,
        "endless script": "<script>for (;;);</script>" + RED,
        "rewritten": RED + "<script>document.body.style.background = 'blue'</script>",
        "noscript": "<noscript><style>body { background: red }</style></noscript>",
        "huge": RED + huge,
        "high": RED + "<div style='height:200000px'>",
        "empty": "",
        "frameset": "<frameset cols='50%,*'><frame src=a><frame src='//b.example/'></frameset>",
        "deep": deep,
        "controls": RED + "\0\x01\ufffd\ufeff\ud800",
        "viewport": (
            "<body style='margin:0'><div style='height:100vh;background:red'></div>"
            "<div style='height:1000px;background:blue'></div>"
        ),
    }
    images = dict(zip(pages, shots(*((html,) for html in pages.values()))))
    assert all(image.width == 1280 for image in images.values())
    for name in ("refresh", "endless script", "rewritten", "noscript", "high", "huge", "controls"):
        image = images[name]
        assert image.getpixel((1279, image.height - 1)) == (255, 0, 0), name
    assert images["huge"].height == images["high"].height == 4096
    assert images["empty"].height == images["frameset"].height == 800
    assert images["empty"].getcolors() == [(1280 * 800, (255, 255, 255))]
    # Heights in parts of the window are those of a window 800 pixels high.
    assert images["viewport"].height == 1800
    assert images["viewport"].getpixel((5, 799)) == (255, 0, 0)
    assert images["viewport"].getpixel((5, 801)) == (0, 0, 255)


@needs_chromium
def test_nothing_is_fetched():
    calls = []
    server = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{server.getsockname()[1]}"

    def listen():
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            calls.append(connection.recv(200))
            connection.close()

    threading.Thread(target=listen, daemon=True).start()
    html = f"""<link rel=stylesheet href="{address}/a.css"><link rel=preload as=image href="{address}/b.png">
        <link rel=preconnect href="{address}"><link rel=prefetch href="{address}/c">
        <style>@import "{address}/d.css"; @font-face {{ font-family: f; src: url({address}/e.woff) }}
        body {{ background: red url({address}/f.png); font-family: f }}</style>
        <img src="{address}/g.png"><iframe src="{address}/h.html"></iframe>
        <object data="{address}/i"></object><video src="{address}/j.mp4" autoplay></video>
        <script src="{address}/k.js"></script><embed src="{address}/l"><p>text
        <iframe srcdoc='<img src="{address}/m.png">'></iframe>"""
    started = time.monotonic()
    image = shots((html,))[0]
    time.sleep(0.3)
    server.close()
    assert calls == []
    assert time.monotonic() - started < 15
    assert image.getpixel((1270, 790)) == (255, 0, 0)


@needs_chromium
def test_the_same_page_gives_the_same_pixels():
    html = RED + "<h1>One</h1><p style='color:blue'>" + "two three " * 300
    first, other, again = shots((html,), ("<p>between",), (html,))
    assert first.tobytes() == again.tobytes() != other.tobytes()
    green = shots((html, "body { background: green !important }"))[0]
    assert green.getpixel((1270, 790)) == (0, 128, 0)


@needs_chromium
def test_a_set_is_rendered_and_taken_up_again(tmp_path, capsys):
    pages = {"0001": b"<p>one", "0002": b"\xff\xfe\x80 broken \xc3", "0003": b"<p>three"}
    write_wcxb(tmp_path / "wcxb", pages, "forum")
    (tmp_path / "wcxb/html/0003.html.gz").write_bytes(b"no gzip")
    command = ["--out", str(tmp_path / "out"), "--chromium", CHROMIUM, str(tmp_path / "wcxb")]
    render.main(command)
    made = tmp_path / "out/raw"
    assert sorted(path.name for path in made.glob("*.png")) == ["0001.png", "0002.png"]
    assert (made / "broken.tsv").read_text().startswith("0003\t")
    assert (made / "DONE").exists() and not list(made.glob("*.part"))
    lines = (made / "labels.tsv").read_text().splitlines()
    assert lines[0] == "id\tgenre\tpage_type\turl\tstyled_inline"
    assert lines[1] == "0001\tlist-view\tforum\thttps://0001.example/\t0"
    before = (made / "0001.png").stat().st_mtime_ns
    (made / "0002.png").unlink()
    render.main(command)
    assert (made / "0001.png").stat().st_mtime_ns == before
    assert (made / "0002.png").exists()
    assert "1 pages are there already" in capsys.readouterr().err


@needs_chromium
def test_a_browser_that_dies_costs_one_page(tmp_path):
    async def dies():
        browser = await Browser.start(CHROMIUM)
        browser.process.kill()
        try:
            with pytest.raises(Broken):
                await asyncio.wait_for(browser.open("<p>text"), 10)
        finally:
            await browser.stop()
        assert not browser.profile.exists()

    asyncio.run(dies())
    with pytest.raises(Broken):
        asyncio.run(Browser.start("/bin/false"))


@needs_chromium
def test_a_page_that_takes_too_long_is_reported(tmp_path):
    write_wcxb(tmp_path / "wcxb", {"0001": b"<p>one", "0002": b"<p>two"})
    command = ["--out", str(tmp_path), "--chromium", CHROMIUM, str(tmp_path / "wcxb")]
    render.main([*command, "--timeout", "0.001", "--jobs", "1"])
    broken = (tmp_path / "raw/broken.tsv").read_text().splitlines()
    assert broken == ["0001\ttook more than 0.001 s", "0002\ttook more than 0.001 s"]


def test_pages_are_read(tmp_path):
    write_wcxb(tmp_path / "wcxb", {"b": b"<p>\xff", "a": b""}, "listing")
    pages = read_pages(tmp_path / "wcxb")
    assert [page.id for page in pages] == ["a", "b"]
    assert pages[1].html() == "<p>\ufffd" and pages[1].genre == "list-view"
    with pytest.raises(SystemExit):
        read_pages(tmp_path)
    write_wcxb(tmp_path / "odd", {"a": b""}, "poem")
    with pytest.raises(ValueError):
        read_pages(tmp_path / "odd")
    assert styled_inline(
        "<STYLE media=all>" + "a" * 3000 + "</style><style>" + "b" * 2000 + "</style>"
    )
    assert not styled_inline("<style>" + "a" * 4999 + "</style>" + "b" * 9000)


def test_a_style_goes_where_browsers_read_it():
    for html, expected in (
        (
            "<head><title>a</title></head><body>",
            "<head><title>a</title><style>c</style></head><body>",
        ),
        ("<BODY class=a>b", "<style>c</style><BODY class=a>b"),
        ("<!DOCTYPE html>b", "<!DOCTYPE html><style>c</style>b"),
        ("b", "<style>c</style>b"),
    ):
        assert with_style(html, "c") == expected
        assert with_style(html, "") == html
