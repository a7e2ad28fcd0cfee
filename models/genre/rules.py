"""A site's rules at random, for pages of which nothing is known: look, frame, columns, lists.

They go by tags and by the class names that sites commonly use.
"""

SANS = "Liberation Sans|Noto Sans|DejaVu Sans|Noto Sans Display|Liberation Sans Narrow".split("|")
SERIF = "Liberation Serif|Noto Serif|DejaVu Serif|Noto Serif Display".split("|")
MONO = "Liberation Mono|DejaVu Sans Mono".split("|")

# Selectors of the usual parts of a page.
HEADER = ":is(body > header, #header, #masthead, .header, .site-header, .navbar, .topbar)"
FOOTER = ":is(body > footer, body > div > footer, #footer, .footer, .site-footer, #colophon)"
NAV = (
    ":is(nav, [role=navigation], header, [class*=nav], [id*=nav], [class*=menu], [id*=menu],"
    " [class*=breadcrumb], [class*=toolbar], [class*=pagination], [class*=social], [class*=share])"
    ":not(html, body, main, article, aside, [class*=sidebar], :has(main, article, h2))"
)
SIDE = ":is(aside, [class*=sidebar], [id*=sidebar], #secondary, [class*=side-bar], [class*=toc])"
MAIN = ":is(main, [role=main], #main, #content, .content, .container, .wrapper, .site-content)"
CARD = (
    ":is([class*=card], [class*=product], [class*=tile], [class*=grid-item], [class*=grid__item],"
    " [class*=teaser], [class*=collection-item], [class*=feature])"
)
ENTRY = (
    ":is(article, [class*=post], [class*=entry], [class*=result], [class*=listing], [class*=story],"
    " [class*=item], [class*=event], [class*=job])"
)
REPLY = ":is([class*=comment], [class*=message], [class*=reply], [class*=topic], [class*=thread])"
HIDDEN = (
    ".sr-only, .visually-hidden, .visuallyhidden, .screen-reader-text, .skip-link,"
    " .skip-to-content, [class*=offcanvas], [class*=off-canvas], [class*=drawer],"
    " [class*=mobile-menu], [class*=mobile-nav], [class*=modal], [class*=popup], [class*=lightbox],"
    " [class*=tooltip], [class*=preloader], [class*=spinner], [hidden], [class*=submenu],"
    " [class*=sub-menu], [class*=dropdown-menu], [class*=mega], noscript, template, dialog"
)
# Not a mere part: what holds the page's text.
WHOLE = "html, body, main, :has(main, article, h1, p + p + p)"


def site(chance):
    """The rules of a site: fonts, colours, header, navigation, columns, cards, replies."""
    return "\n".join(
        [look(chance), frame(chance), columns(chance), lists(chance), small_parts(chance)]
    )


def look(chance):
    """Fonts, sizes, colours."""
    hue, dark = chance.randrange(360), chance.random() < 0.1
    family = chance.choice((SANS, SANS, SANS, SERIF, SERIF if chance.random() < 0.6 else MONO))
    text, title = chance.choice(family), chance.choice(chance.choice((SANS, family, SERIF)))
    size, line = chance.choice((13, 14, 15, 16, 16, 16, 17, 18, 20)), chance.uniform(1.3, 1.8)
    tint = chance.choice((0, 0, 0, 3, 6))
    back = f"hsl({hue} 20% {chance.randint(6, 16)}%)" if dark else f"hsl({hue} 25% {100 - tint}%)"
    front = f"hsl({hue} 10% {chance.randint(78, 95) if dark else chance.randint(8, 30)}%)"
    link = (
        f"hsl({hue} {chance.randint(40, 95)}%"
        f" {chance.randint(60, 75) if dark else chance.randint(25, 48)}%)"
    )
    if chance.random() < 0.15:
        link = "inherit"
    line_under = chance.choice(("none", "none", "underline"))
    css = [
        f"html {{ font-size: {size}px }}",
        (
            f"body {{ font: {size}px/{line:.2f} '{text}', sans-serif; color: {front};"
            f" background: {back}; margin: 0 }}"
        ),
        f"a {{ color: {link}; text-decoration: {line_under} }}",
        (
            f"h1, h2, h3, h4 {{ font-family: '{title}', sans-serif; line-height: 1.2;"
            f" font-weight: {chance.choice((400, 600, 700, 800))} }}"
        ),
        f":is(h1, h2, h3, h4) a {{ color: {chance.choice(('inherit', link))} }}",
    ]
    scale = chance.uniform(1.15, 1.45)
    for level in (1, 2, 3, 4):
        css.append(
            f"h{level} {{ font-size: {0.95 * scale ** (4.4 - level):.2f}em; margin: .7em 0 .4em }}"
        )
    brand = f"hsl({hue} {chance.randint(30, 90)}% {chance.randint(20, 45)}%)"
    bars = chance.choice((("#fff", "#222"), ("#fff", "#222"), (brand, "#fff"), ("#1b1d22", "#eee")))
    edge = chance.choice(("1px solid #0002", "0", "3px solid " + brand))
    css.append(f"{HEADER} {{ background: {bars[0]}; border-bottom: {edge}; color: {bars[1]} }}")
    css.append(f"{HEADER} a {{ color: {bars[1]} }}")
    bottom = chance.choice((("#f3f3f3", "#444"), ("#1b1d22", "#ccc"), (brand, "#fff")))
    css.append(f"{FOOTER} {{ background: {bottom[0]}; color: {bottom[1]}; padding: 30px 20px }}")
    css.append(f"{FOOTER} a {{ color: {bottom[1]} }}")
    radius = chance.choice((0, 0, 3, 6, 20))
    css.append(
        "button { background: #8882; color: inherit; border: 1px solid #8886; font: inherit }"
    )
    css.append(
        f"input[type=submit], .btn, .button, [class*=cta]:is(a, button) {{ background: {brand};"
        f" color: #fff; border: 0; border-radius: {radius}px; padding: .45em 1em; font: inherit;"
        " width: auto }"
    )
    return "\n".join(css)


def frame(chance):
    """Header, navigation and footer."""
    gap = chance.randint(8, 28)
    css = [
        (
            "body > *, nav, header, aside { position: static; height: auto; min-height: 0;"
            " transform: none }"
        ),
        f"{HEADER} {{ padding: {chance.randint(4, 24)}px {chance.choice((10, 24, 60, 120))}px }}",
        (
            f"{NAV} :is(ul, ol) {{ display: flex; flex-wrap: wrap; gap: 2px {gap}px; margin: 6px 0;"
            " padding: 0; list-style: none }"
        ),
        f"{NAV} li {{ margin: 0; list-style: none }}",
        f":is({NAV}, {HEADER}) button {{ background: none; color: inherit; padding: 4px }}",
        (
            f":is({FOOTER}, {SIDE}) :is(ul, ol) {{ display: block; margin: 6px 0; padding: 0;"
            " list-style: none }"
        ),
    ]
    if chance.random() < 0.9:
        css.append(f"{NAV} li :is(ul, ol) {{ display: none }}")
        css.append(
            ":is(header, nav):not(:has(main, article)) li > :not(a, span, button):has(li),"
            " :is(header, nav):not(:has(main, article)) :is(li, a, button) + div:has(ul)"
            " { display: none }"
        )
    # What is higher is a menu that a script would keep closed.
    css.append(
        f":is({NAV}, {HEADER}):not({WHOLE}, {SIDE} *, {FOOTER}, {FOOTER} *)"
        f" {{ max-height: {chance.randint(90, 190)}px; overflow: hidden }}"
    )
    if chance.random() < 0.6:
        css.append(
            f"{HEADER}, {HEADER} > div:only-child {{ display: flex; flex-wrap: wrap;"
            f" align-items: center; justify-content: {chance.choice(('space-between', 'center'))};"
            " gap: 6px 24px }"
        )
    if chance.random() < 0.3:
        css.append(
            f"{NAV} a {{ text-transform: uppercase; font-size: .85em; letter-spacing: .04em }}"
        )
    if chance.random() < 0.7:
        many = chance.randint(3, 5)
        css.append(
            f"{FOOTER} :has(> div > ul, > ul + ul, > div + div + div) {{ display: grid;"
            f" grid-template-columns: repeat({many}, minmax(0, 1fr)); gap: 20px }}"
        )
    else:
        css.append(f"{FOOTER} :is(ul, ol) {{ display: flex; flex-wrap: wrap; gap: 4px 20px }}")
    css.append(f"{FOOTER} {{ font-size: .88em; clear: both; margin-top: 40px }}")
    return "\n".join(css)


def columns(chance):
    """How wide the content is, and where the sidebar stands."""
    wide = chance.choice((900, 960, 1000, 1080, 1140, 1180, 1200))
    way = chance.random()
    css = [f"{MAIN} {{ float: none; width: auto }} body > * {{ max-width: 100% }}"]
    if way < 0.6:
        css.append(
            f"{MAIN} {{ max-width: {wide}px; margin-left: auto; margin-right: auto; padding: 0"
            " 16px }"
        )
        css.append(f"{MAIN} {MAIN} {{ padding: 0 }}")
        css.append(f"body:not(:has({MAIN})) > * {{ max-width: {wide}px; margin-inline: auto }}")
    elif way < 0.85:
        css.append(
            f"body > :not(header, footer, nav) {{ max-width: {wide}px; margin-inline: auto }}"
        )
        css.append("body > * { padding-left: 14px; padding-right: 14px }")
    else:
        css.append(f"body {{ max-width: {wide}px; margin: 0 auto; padding: 0 10px }}")
    if chance.random() < 0.55:
        narrow = chance.randint(620, 820)
        css.append(
            "article:only-of-type > p, :is(.entry-content, .post-content, .article-body,"
            f" [class*=article-content]) {{ max-width: {narrow}px; margin-inline: auto }}"
        )
    if chance.random() < 0.75:
        side, left = chance.randint(200, 340), chance.random() < 0.35
        tracks = f"{side}px minmax(0, 1fr)" if left else f"minmax(0, 1fr) {side}px"
        text = ":is(main, article, [class*=content], [class*=main], [class*=primary])"
        holder = f":has(> {SIDE}):has(> {text}:not({SIDE})):not(body, article, p, {SIDE} *)"
        css.append(f"{holder} {{ display: grid; grid-template-columns: {tracks}; gap: 0 30px }}")
        css.append(f"{holder} {holder} {{ display: block }}")
        css.append(f"{holder} > * {{ grid-column: {2 if left else 1}; min-width: 0 }}")
        css.append(
            f"{holder} > {SIDE} {{ grid-column: {1 if left else 2}; grid-row: 1 / span 40;"
            f" font-size: .9em; background: {chance.choice(('none', '#0000000a'))}; padding:"
            " 10px }"
        )
    return "\n".join(css)


def three(selector):
    """An element that has three such children in a row."""
    return f":has(> {selector} + {selector} + {selector}):not(body, p, nav, nav *, ul ul)"


def grid(many, gap):
    """At most so many columns, of 180 pixels at least."""
    least = f"max(180px, calc(100% / {many} - {gap}px))"
    return (
        f"display: grid; grid-template-columns: repeat(auto-fill, minmax({least}, 1fr)); gap:"
        f" {gap}px"
    )


def box(chance):
    """How one of many alike looks."""
    return chance.choice(
        (
            "border: 1px solid #8884; padding: 14px; background: #ffffff08",
            "box-shadow: 0 1px 5px #0004; padding: 14px",
            "padding: 8px 0",
            "border-top: 1px solid #8885; padding: 12px 0",
            "background: #8881; padding: 16px; border-radius: 8px",
        )
    )


def lists(chance):
    """Cards, entries, replies: in a grid, in rows, with or without lines between them."""
    css = ["ul:has(> li > a > img), ul:has(> li > div) { list-style: none; padding: 0 }"]
    many = chance.choice((2, 3, 3, 3, 4, 4, 5))
    if chance.random() < 0.85:
        css.append(f"{three(CARD)} {{ {grid(many, chance.randint(10, 34))} }}")
    css.append(
        f"{three(CARD)} > {CARD} {{ {box(chance)}; float: none; width: auto; max-width: none }}"
    )
    way = chance.random()
    if way < 0.4:
        few = chance.choice((2, 2, 3, 3, 4))
        css.append(f"{three(ENTRY)} {{ {grid(few, 20)} }}")
    elif way < 0.8:
        side, width = chance.choice(("left", "left", "right")), chance.randint(110, 300)
        css.append(
            f"{three(ENTRY)} > {ENTRY} img {{ float: {side}; width: {width}px; margin: 0 16px"
            " 8px }"
        )
    css.append(
        f"{three(ENTRY)} > {ENTRY} {{ {box(chance)}; overflow: hidden; margin-bottom: 14px }}"
    )
    css.append(f"{three(REPLY)} {{ display: block; padding-left: 0 }}")
    css.append(
        f"{three(REPLY)} > {REPLY} {{ {box(chance)}; margin: 0 0 {chance.randint(4, 18)}px;"
        " list-style: none }"
    )
    css.append(
        f"{REPLY} :is([class*=avatar], [class*=author]) {{ float: left; margin-right: 12px }}"
    )
    inner = f":is({three(CARD)}, {three(ENTRY)})"
    css.append(f"{inner} {inner} {{ display: block }}")
    row = (
        ":is([class~=row], [class*=columns], [class*=flex-container], [class*=elementor-container])"
    )
    css.append(f"{row}:has(> div + div) {{ display: flex; flex-wrap: wrap; gap: 16px }}")
    css.append(f"{row}:has(> div + div) > div {{ flex: 1 1 220px; min-width: 0 }}")
    return "\n".join(css)


def small_parts(chance):
    """Tables, quotations, code, fields."""
    line = chance.choice(("1px solid #8886", "1px solid #8883", "0"))
    css = [
        (
            "table { border-collapse: collapse } td, th { padding: 5px 9px; border-bottom:"
            f" {line} }}"
        ),
        "blockquote { border-left: 4px solid #8886; margin: 1em 0; padding: 0 1em }",
        "pre { overflow: hidden; padding: 12px; background: #8882; white-space: pre-wrap }",
        "input, select, textarea { padding: .4em .6em; border: 1px solid #8888; max-width: 260px }",
        (
            "figure { margin: 1em 0 } figcaption, time, [class*=meta] { opacity: .7; font-size:"
            " .88em }"
        ),
        "p { margin: 0 0 1em }",
    ]
    if chance.random() < 0.3:
        css.append("tr:nth-child(even) { background: #8881 }")
    return "\n".join(css)
