"""Hostile and careless pages, highlighted, in Chromium: each mark can be seen and clicked, whatever the page lays over it.

Needs what test_highlight.py needs.
"""

import json

import pytest

from test_highlight import highlighted

MAIN = """<main><h1>The bridge is open</h1><p>After two years of work the bridge carries traffic again, and many came to see it.</p>
<p>The first to cross was a cyclist with a trailer full of <b>apples</b>, and the last one <a href=/d>a dog</a>.</p>
<p>The work was paid for by the town, which had saved for it since the old bridge was swept away by the river.</p></main>"""
RED = "background:#f00;color:#f00;width:100vw;height:100vh"
WORDS = "Accept all cookies"

# Styles of a wall behind the article, and what else makes it one.
WALLS = {
    "fixed": f"position:fixed;inset:0;{RED};z-index:2147483647",
    "fixed, important": f"position:fixed!important;inset:0!important;{RED};z-index:2147483647!important",
    "absolute": f"position:absolute;top:0;left:0;{RED};z-index:99",
    "sticky": f"position:sticky;bottom:0;{RED};z-index:9",
    "relative": f"position:relative;top:-100vh;{RED};z-index:9",
    "written otherwise": f"PoSiTiOn/**/ :/**/\\66ixed;\\70osition:fixed;z\\-index:9;pos\\69 tion:fixed;inset:0;{RED}",
    "negative margin": f"margin-top:-100vh;{RED};display:inline-block",
    "computed margin": f"--m:100vh;margin-top:calc(0px - var(--m));{RED};display:inline-block",
    "transform": f"transform:translateY(-100vh);{RED}",
    "translate": f"translate:0 -100vh;{RED};opacity:.99",
    "filter": f"filter:drop-shadow(0 -60vh 0 #f00);{RED};margin-top:-100vh",
    "inline padding": "background:#f00;padding:100vh 50vw;display:inline",
    "line height": "line-height:0;font-size:90vh;background:#f00;display:inline",
    "inline border": "border:90vh solid #f00;display:inline",
    "outline": "outline:100vh solid #f00",
    "box shadow": "box-shadow:0 0 0 100vh #f00;display:inline-block",
    "float": f"float:left;{RED};margin-top:-90vh",
    "offset path": f"offset-path:path('M 500 100 L 600 100');{RED}",
    "will change": f"will-change:transform,opacity;margin-top:-100vh;{RED}",
    "backdrop": f"backdrop-filter:blur(90px);margin-top:-100vh;{RED}",
}

# Sheets, and what stands behind the article.
SHEETS = {
    "pseudo-element": ("body::after{content:'';position:fixed;inset:0;background:#f00;z-index:99}", ""),
    "pseudo-element of a mark": ("span::after{content:'';display:block;background:#f00;width:90vw;height:90vh;margin:-40vh}", ""),
    "slider": ("input::-webkit-slider-thumb{appearance:none;position:fixed;inset:0;z-index:99;background:#f00;"
               "width:100vw;height:100vh}", "<input type=range>"),
    "important, by id": ("#wall{position:fixed!important;inset:0!important;z-index:99!important;background:#f00!important}",
                         "<div id=wall>x</div>"),
    "layers": ("@layer goce-style,a;@layer a{.goce-mark,span{z-index:-1!important;position:static!important;display:none!important}}"
               "@layer{.goce-mark{display:none!important}}", ""),
    "marks themselves": ("html body main p span,.goce-mark.goce-mark{display:none!important;visibility:hidden!important;font-size:0!important;"
                         "position:absolute!important;left:-9999px!important;-webkit-text-fill-color:transparent!important}", ""),
    "animation": ("@keyframes a{to{position:fixed;z-index:9;transform:translateY(-90vh);opacity:.9}}"
                  f"#wall{{animation:a 1ms forwards;{RED}}}", "<div id=wall>x</div>"),
    "grid": ("body{display:grid}body>*{grid-area:1/1}#wall{z-index:9}" f"#wall{{{RED}}}", "<div id=wall>x</div>"),
    "flex upward": ("#up{display:flex;height:0;align-items:flex-end}" f"#wall{{flex:none;z-index:9;{RED}}}",
                    "<div id=up><div id=wall>x</div></div>"),
    "container of marks": ("main{opacity:.99;position:relative;z-index:-1;transform:scale(1);contain:paint;isolation:isolate;"
                           "will-change:transform;container-type:inline-size}" f"#wall{{position:absolute;inset:0;z-index:1;{RED}}}",
                           "<div id=wall>x</div>"),
    "cut off": ("main{height:1px;overflow:clip}main,p,h1{max-height:0;overflow:hidden}p{height:0!important}", ""),
    "locked": ("html,body{overflow:hidden!important;height:100%!important;position:fixed;width:100%}main{margin-top:200vh}", ""),
    "dialog": ("dialog{all:revert!important;inset:0;width:100vw;height:100vh;background:#f00}", "<dialog open>x</dialog>"),
    "popover": ("", f"<div popover=manual id=p style='{RED}'>x</div><button popovertarget=p>x</button>"),
    "no pointer": ("*{pointer-events:none!important;interactivity:inert}", ""),
    "supports": ("@supports (position:fixed){#wall{position:fixed;inset:0;z-index:9;background:#f00}}", "<div id=wall>x</div>"),
    "property": ("@property --p{syntax:'*';inherits:true;initial-value:fixed}#wall{position:var(--p);inset:0;z-index:9;background:#f00}",
                 "<div id=wall>x</div>"),
}

CASES = {f"style: {name}": f"<body>{MAIN}<div style=\"{style}\">{WORDS}</div>" for name, style in WALLS.items()}
CASES |= {f"before: {name}": f"<body><div style=\"{style}\">{WORDS}</div>{MAIN}" for name, style in WALLS.items()}
CASES |= {f"sheet: {name}": f"<head><style>#wall{{{style}}}</style><body>{MAIN}<div id=wall>{WORDS}</div>" for name, style in WALLS.items()}
CASES |= {name: f"<head><style>{sheet}</style></head><body>{MAIN}{behind}" for name, (sheet, behind) in SHEETS.items()}

# Each mark is scrolled to, and asked for at the middle of each of its lines. Returns what is there in its place.
COVERED = """[...document.querySelectorAll('.goce-mark')].filter(mark => !mark.closest('.goce-legend')).flatMap(mark => {
  mark.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
  const text = mark.textContent.trim();
  if (!text) return [];
  const boxes = [...mark.getClientRects()].filter(box => box.width > 1 && box.height > 1);
  if (!boxes.length) return [text + ': not shown'];
  return boxes.flatMap(box => {
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return there === mark ? [] : [text + ': ' + (there ? there.outerHTML.slice(0, 100) : 'nothing') + JSON.stringify(box)];
  });
})"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    from chromium import started

    browser = started(tmp_path_factory.mktemp("profile"), width=1000, height=600)
    yield browser
    browser.close()


@pytest.mark.parametrize("name", CASES)
def test_nothing_lies_over_the_marks(name, browser, tmp_path):
    _, path = highlighted(CASES[name], "article", tmp_path)
    browser.open(path.as_uri())
    marks = browser.run("[...document.querySelectorAll('.goce-mark')].map(mark => mark.textContent).join('')")
    assert "After two years of work" in marks and "a dog" in marks
    assert browser.run(COVERED) == []
    # What stands at a place is what is seen there.
    browser.run("document.querySelector('main p .goce-mark').scrollIntoView({block: 'center', behavior: 'instant'})")
    box = browser.run("(() => { const b = document.querySelector('main p .goce-mark').getClientRects()[0]; return [b.x, b.y, b.width, b.height]; })()")
    browser.screenshot(tmp_path / "seen.png")
    from PIL import Image

    seen = Image.open(tmp_path / "seen.png").convert("RGB").crop((int(box[0]) + 1, int(box[1]) + 1, int(box[0] + box[2]) - 1, int(box[1] + box[3]) - 1))
    counts = {colour: count for count, colour in seen.getcolors(1 << 20)}
    share = counts.get((0x7F, 0xB2, 0xEA), 0) / (seen.width * seen.height)
    assert share > 0.5, json.dumps({str(colour): count for colour, count in counts.items()})[:500]
