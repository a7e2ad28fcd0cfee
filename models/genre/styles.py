"""Random styles for archived pages: a style sheet of sheets.py and a site's own rules over it.

A page's style depends on the seed, the page's id and the variant, and on nothing else but the
page: rendering again gives the same. The rules go by tags and by the class names that sites
commonly use, so that most pages come out as a site would look: one header, navigation in a row,
menus closed, content in columns, cards in grids, boxes in place of images.
"""

import random
import re

import pages
import sheets
from rules import FOOTER, HIDDEN, NAV, WHOLE, site


class Styles:
    """Random styles from a cache of style sheets: those for training, or those for testing."""

    def __init__(self, cache, seed, held_out=False):
        self.cache, self.seed, self.held_out = cache, seed, held_out
        self.sheets = sheets.HELD_OUT if held_out else sheets.TRAINING
        for sheet in self.sheets:
            for path in sheet.paths:
                if not (cache / sheet.directory / path).exists():
                    raise SystemExit(f"{cache} has no {sheet.package} {path}: run sheets.py")

    def of_page(self, page, variant, html):
        """The CSS for a page. Half of those with a sheet of their own keep its look."""
        chance = random.Random(f"{self.seed} {variant} {self.held_out} {page}")
        keeps_own = pages.styled_inline(html) and chance.random() < 0.5
        sheet = self.choose(chance, html)
        path = self.cache / sheet.directory / chance.choice(sheet.paths)
        css = [path.read_text("utf-8"), junk(chance), images(chance)]
        if not keeps_own:
            css.append(site(chance))
        return "\n".join(css)

    def choose(self, chance, html):
        """A sheet at random, one that the page was written for rather than another."""
        head = html[:400_000]
        weights = []
        for sheet in self.sheets:
            alike = sum(other.marker == sheet.marker for other in self.sheets)
            if sheet.marker and len(re.findall(sheet.marker, head)) >= 8:
                weights.append(40 / alike)
            else:
                # Several sheets are Bootstrap, and all of Tailwind is slow.
                weights.append(0.2 if sheet.marker in (sheets.BOOTSTRAP, sheets.TAILWIND) else 1)
        return chance.choices(self.sheets, weights)[0]


def junk(chance):
    """Hides what scripts would show when asked: menus, dialogs, messages."""
    css = [f":is({HIDDEN}):not({WHOLE}) {{ display: none !important }}"]
    # What a script was to fade in.
    css.append(
        "html, body, main, article { opacity: 1 !important; visibility: visible !important }"
    )
    css.append("html, body { display: block !important; overflow: visible !important }")
    if chance.random() < 0.75:
        notice = ":is([class*=cookie], [id*=cookie], [class*=consent])"
        css.append(f"{notice}:not({WHOLE}) {{ display: none !important }}")
    # Icons without their sheet would fill the page.
    css.append("svg { max-width: 100%; height: auto }")
    css.append("svg:not([width]), a svg, button svg { width: 1.3em; height: 1.3em }")
    css.append("svg[width='100%'], header svg { max-width: 140px; max-height: 40px }")
    css.append("table svg, li svg { max-width: 2em; max-height: 2em }")
    return "\n".join(css)


def picture(chance, hue):
    """A data: URI of an SVG that stands for a photograph, 600 x 300 to 900."""
    width, height = 600, chance.choice((300, 340, 400, 400, 450, 600, 900))
    grey = chance.random() < 0.2
    colour = (
        lambda: f"hsl({(hue + chance.randint(-60, 60)) % 360} "
        + f"{0 if grey else chance.randint(10, 70)}% {chance.randint(15, 85)}%)"
    )
    shapes = []
    for _ in range(chance.randint(0, 7)):
        x, y = chance.randint(0, width), chance.randint(0, height)
        size = chance.randint(30, 260)
        if chance.random() < 0.5:
            shapes.append(f"<circle cx='{x}' cy='{y}' r='{size}' fill='{colour()}' opacity='.6'/>")
        else:
            shapes.append(
                f"<rect x='{x}' y='{y}' width='{size * 2}' height='{size}' fill='{colour()}'"
                f" opacity='.6' transform='rotate({chance.randint(-60, 60)} {x} {y})'/>"
            )
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'"
        f" viewBox='0 0 {width} {height}' preserveAspectRatio='xMidYMid slice'><defs>"
        f"<linearGradient id='g' x2='{chance.random():.1f}' y2='1'><stop stop-color='{colour()}'/>"
        f"<stop offset='1' stop-color='{colour()}'/></linearGradient></defs>"
        f"<rect width='100%' height='100%' fill='url(#g)'/>{''.join(shapes)}</svg>"
    )
    escaped = svg.replace("%", "%25").replace("#", "%23").replace("<", "%3C").replace(">", "%3E")
    return f'url("data:image/svg+xml,{escaped}")'


def images(chance):
    """Boxes in place of images, frames and videos."""
    if chance.random() < 0.1:
        return "img { max-width: 100%; height: auto }"  # they stay broken
    hue = chance.randrange(360)
    css = [
        f"img {{ content: {picture(chance, hue)}; max-width: 100%; max-height: 640px;"
        " object-fit: cover }"
    ]
    css.append("img:not([height]) { height: auto }")
    for step, offset in ((2, 1), (3, 2), (4, 3), (5, 1)):
        places = f":nth-child({step}n + {offset})"
        image = picture(chance, hue + chance.randint(-90, 90))
        css.append(f"img:is({places}), {places} > :only-child img {{ content: {image} }}")
    css.append("img:is([width='1'], [height='1'], [width='0']) { display: none }")
    small = "[class*=avatar] img, img[class*=avatar], [class*=author] img, [class*=icon] img"
    size = chance.choice((24, 32, 40, 48, 64))
    css.append(f"{small}, img[class*=icon] {{ width: {size}px; height: {size}px }}")
    css.append("img[class*=avatar], [class*=avatar] img { border-radius: 50% }")
    css.append("header img, [class*=logo] img, img[class*=logo] { max-height: 48px; width: auto }")
    css.append(f"{NAV} img, {FOOTER} img {{ max-height: 40px; max-width: 160px; width: auto }}")
    colour = chance.choice(("#111", "#ddd", "#eee", "#223"))
    css.append(f"iframe, video, object {{ background: {colour}; border: 0; max-width: 100% }}")
    return "\n".join(css)
