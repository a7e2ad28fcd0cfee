"""Designs of products and services: articles of one thing on offer."""

from designs.shapes import narrow, table


def product_page(site):
    words, chance = site.words, site.chance
    ratio = chance.choice(("1/1", "4/5", "4/3"))
    kind = chance.choice(("q", "q", "p"))
    thumbs = "".join(
        f'<div style="width: 80px">{site.pic("1/1", kind=kind)}</div>'
        for _ in range(chance.randint(2, 6))
    )
    swatches = "".join(
        f'<span class="tag" style="padding: .4em .8em">{words.label(1)}</span>'
        for _ in range(chance.randint(2, 7))
    )
    buy = (
        f"<h1>{words.title(2, 7)}</h1>{site.stars()} <span"
        f" class='small'>({chance.randint(2, 900)})</span><p class='price' style='font-size:"
        f" 1.5em'>{words.price()}</p><p>{words.sentences(1, 3)}</p><div>{swatches}</div><p"
        " style='margin-top: 14px'><span class='field'>1</span>"
        f" {site.button()}</p><ul>{site.links(2, 5, (3, 8))}</ul>"
    )
    tracks = chance.choice(("1fr 1fr", "3fr 2fr", "2fr 3fr"))
    top = (
        f'<div class="grid" style="grid-template-columns: {tracks}; margin: 20px 0">'
        f"<div>{site.pic(ratio, kind=kind)}<div class='row' style='margin-top:"
        f" 10px'>{thumbs}</div></div><div>{buy}</div></div>"
    )
    facts = "".join(
        f"<tr><th>{words.label(1, 2)}</th><td>{words.some(1, 6)}</td></tr>"
        for _ in range(chance.randint(4, 14))
    )
    details = [
        f"<h2>{words.label()}</h2>{site.prose(1, 6, 0.2, 0.2)}",
        f"<h2>{words.label()}</h2><table>{facts}</table>",
    ]
    if site.often(0.5):
        details.append(reviews(site))
    chance.shuffle(details)
    more = goods(site, 4, 12 if site.often(0.4) else 4, kind) if site.often(0.75) else ""
    return site.page(f'<main class="wide">{top}{"".join(details)}{more}</main>')


def product_text(site):
    """A product described at length: title, a large picture, bands of text, a box to buy it in."""
    words, kind = site.words, site.chance.choice(("q", "p"))
    buy = (
        f'<div class="panel"><b>{words.title(2, 4)}</b><p'
        f' class="price">{words.price()}</p>{site.button()}<ul class="plain'
        f' small">{site.links(2, 5, (2, 6))}</ul></div>'
    )
    tabs = (
        '<div class="row line" style="padding: 10px 0; margin: 16px'
        f' 0">{site.many(2, 5, site.link)}</div>'
    )
    facts = table(site, site.chance.randint(4, 16), 2)
    body = f"<h1>{words.title(2, 8)}</h1>{site.stars()}{site.pic('16/9', kind=kind)}{tabs}{site.prose(3, 14, 0.3, 0.2)}{facts}"
    if site.often(0.5):
        body += reviews(site)
    if site.often(0.5):
        body += goods(site, 3, 10, kind)
    return site.page(site.columns(body, buy))


def reviews(site):
    one = lambda: (
        f'<div class="line" style="padding: 12px 0">{site.stars()}'
        f" <b>{site.words.name()}</b><p>{site.words.sentences(1, 4)}</p></div>"
    )
    return f"<h2>{site.words.label()}</h2>{site.many(2, 6, one)}"


def goods(site, least, most, kind):
    """More products, under one."""
    across = site.chance.choice((4, 4, 5))
    one = lambda: (
        f'<div class="card">{site.pic("1/1", kind=kind)}<div'
        f' class="pad">{site.link(2, 5)}<br><span'
        f' class="price">{site.words.price()}</span></div></div>'
    )
    return (
        f'<h2>{site.words.label()}</h2><div class="grid" style="grid-template-columns:'
        f' repeat({across}, 1fr)">{site.many(least, most, one)}</div>'
    )


def service_page(site):
    """A landing page: a large head, then bands of arguments."""
    words, chance = site.words, site.chance
    text = (
        f"<h1 style='font-size: {chance.randint(34, 64)}px'>{words.title(3, 8)}</h1><p"
        f" style='font-size: 1.2em'>{words.sentences(1, 2)}</p>{site.button()}"
        f" {site.button(True) if site.often(0.5) else ''}"
    )
    form = chance.randrange(3)
    pad = chance.randint(40, 120)
    if form == 0:
        hero = (
            f'<div class="p0" style="padding: {pad}px 0; color: #fff; text-align: center"><div'
            f' class="wide">{text}</div></div>'
        )
    elif form == 1:
        hero = (
            f'<div style="background: var(--panel); padding: {pad}px 0"><div class="wide grid"'
            ' style="grid-template-columns: 1fr 1fr; align-items:'
            f' center"><div>{text}</div>{site.pic()}</div></div>'
        )
    else:
        hero = (
            f'<div style="background: var(--brand); color: #fff; padding: {pad}px 0"><div'
            f' class="wide">{text}</div></div>'
        )
    bands = [band(site) for _ in range(chance.randint(2, 7))]
    tints = chance.choice((("", ""), ("", "background: var(--panel)")))
    middle = "".join(
        f'<section style="padding: {chance.randint(24, 70)}px 0; {tints[number % 2]}"><div'
        f' class="wide">{inner}</div></section>'
        for number, inner in enumerate(bands)
    )
    call = (
        '<section style="background: var(--brand); color: #fff; padding: 50px; text-align:'
        f' center"><h2>{words.title(3, 7)}</h2>{site.button(True)}</section>'
    )
    return site.page(hero + middle + (call if site.often(0.6) else ""), crumbs=False)


def firm_page(site):
    """What a firm or an office does: text, pictures, a menu or a form beside it."""
    words, chance = site.words, site.chance
    image = chance.randint(140, 380)
    title = f"<h1>{words.title(2, 6)}</h1>"
    over = site.often(0.5)
    hero = (
        f'<div class="p4" style="height: {image}px; color: #fff"><div class="wide"'
        f' style="padding-top: {image // 3}px">{title if over else ""}</div></div>'
    )
    body = ("" if over else title) + site.prose(3, 16, headed=0.3, pictures=0.15)
    if site.often(0.5):
        body += band(site)
    fields = site.many(
        2, 6, lambda: '<div class="field" style="height: 38px; margin-bottom: 8px"></div>'
    )
    menu = f"<div class='panel'><ul class='plain'>{site.links(4, 10)}</ul></div>"
    side = chance.choice(
        (menu, f'<div class="panel"><b>{words.label(2, 4)}</b>{fields}{site.button()}</div>', "")
    )
    return site.page((hero if site.often(0.7) else title) + site.columns(body, side))


def band(site):
    """One of a landing page's sections."""
    words, chance = site.words, site.chance
    title = f'<h2 style="text-align: center">{words.title(2, 7)}</h2>'
    across = chance.choice((2, 3, 3, 4))
    grid = f'<div class="grid" style="grid-template-columns: repeat({across}, 1fr)">'
    form = chance.randrange(7)
    if form == 0:
        one = lambda: (
            '<div class="card pad" style="text-align:'
            f' center">{site.face(54)}<h3>{words.label(1, 3)}</h3><p>{words.sentences(1, 2)}</p></div>'
        )
        return (
            title + grid + "".join(one() for _ in range(across * chance.randint(1, 2))) + "</div>"
        )
    if form in (1, 2):
        cells = [
            (
                f"<div><h2>{words.title(2, 6)}</h2>{site.many(1, 3, words.paragraph)}{site.button() if site.often(0.4) else ''}</div>"
            ),
            site.pic(),
        ]
        chance.shuffle(cells)
        return (
            '<div class="grid" style="grid-template-columns: 1fr 1fr; align-items:'
            f' center">{"".join(cells)}</div>'
        )
    if form == 3:
        return (
            f'<blockquote style="text-align: center; border: 0">{words.sentences(1, 3)}<br><span'
            f' class="small">{words.name()}</span></blockquote>'
        )
    if form == 4:
        price = lambda: (
            f'<div class="card pad" style="text-align: center"><h3>{words.label()}</h3><span'
            f' class="price" style="font-size: 2em">{words.price()}</span><ul'
            f' class="plain">{site.links(4, 7)}</ul>{site.button()}</div>'
        )
        return title + grid + "".join(price() for _ in range(across)) + "</div>"
    if form == 5:
        return title + site.many(
            4,
            8,
            lambda: (
                '<div class="line" style="padding: 12px'
                f' 0"><b>{words.title(4, 9)}?</b><p>{words.sentences(1, 3)}</p></div>'
            ),
        )
    return narrow(site, title + site.many(2, 5, words.paragraph))
