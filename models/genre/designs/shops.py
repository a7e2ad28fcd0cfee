"""Designs of collections: list views of goods and works."""

from designs.shapes import grid


def shop_grid(site):
    words, chance = site.words, site.chance
    across = chance.choice((2, 3, 3, 4, 4, 5))
    ratio, kind = chance.choice(("1/1", "1/1", "4/5", "3/4", "4/3")), chance.choice(("q", "q", "p"))
    centre, buy, stars = site.often(0.4), site.often(0.35), site.often(0.4)

    def item():
        badge = (
            '<span class="badge" style="position: absolute; margin: 8px; z-index:'
            f' 1">{words.label(1)}</span>'
            if site.often(0.2)
            else ""
        )
        return (
            '<div class="card" style="text-align:'
            f' {"center" if centre else "start"}">{badge}{site.pic(ratio, kind=kind)}<div'
            f' class="pad"><a href="#">{words.label(2, 6)}</a><br>'
            f"{site.stars() + '<br>' if stars else ''}<span"
            f" class='price'>{words.price()}</span>{'<br><br>' + site.button() if buy else ''}</div></div>"
        )

    hero = (
        f'<div class="p2" style="height: {chance.randint(140, 340)}px; margin-bottom: 20px"></div>'
        if site.often(0.3)
        else ""
    )
    after = (
        "<div style='margin-top:"
        f" 30px'><h2>{words.title(2, 4)}</h2>{site.many(1, 4, words.paragraph)}</div>"
        if site.often(0.3)
        else ""
    )
    body = (
        site.intro() + site.sorting() + grid(across, site.many(8, 36, item)) + site.pager() + after
    )
    return site.page(hero + site.columns(body, site.filters() if site.often(0.5) else ""))


def product_rows(site):
    words = site.words
    kind = site.chance.choice(("q", "p"))
    width = site.chance.randint(130, 260)

    def item():
        facts = (
            f"<ul class='small'>{site.many(2, 5, lambda: f'<li>{words.some(2, 6)}</li>')}</ul>"
            if site.often(0.6)
            else f"<p>{words.sentences(1, 2)}</p>"
        )
        return (
            '<div class="line" style="display: flex; gap: 20px; padding: 16px 0"><div'
            f' style="width: {width}px; flex: none">{site.pic("4/3", kind=kind)}</div><div'
            ' style="flex: 1"><h3 style="margin-top:'
            f' 0">{site.link(3, 9)}</h3>{site.stars()}{facts}</div><div style="width: 150px;'
            ' text-align: end"><span'
            f' class="price">{words.price()}</span><br><br>{site.button()}</div></div>'
        )

    body = site.intro(0.3) + site.sorting() + site.many(6, 20, item) + site.pager()
    return site.page(site.columns(body, site.filters() if site.often(0.6) else ""))


def gallery(site):
    """Pictures, works or videos, close together."""
    words, chance = site.words, site.chance
    across, captions = chance.choice((3, 4, 5)), site.often(0.6)
    ratio = chance.choice(("1/1", "3/2", "4/5", "16/9"))
    one = lambda: (
        f"<div>{site.pic(ratio)}{f'<b>{site.link(1, 6)}</b><div class=small>{words.some(1, 4)}</div>' if captions else ''}</div>"
    )
    inner = grid(across, site.many(9, 40, one), f"gap: {chance.choice((2, 8, 16, 26))}px")
    tabs = (
        '<div class="row" style="justify-content: center; margin: 14px'
        f' 0">{site.many(3, 7, site.link)}</div>'
        if site.often(0.5)
        else ""
    )
    return site.page(site.columns(site.intro(0.4) + tabs + inner + site.pager(), ""))


def category_tiles(site):
    """A collection's entrance: tiles of categories, some goods, a little text."""
    words, chance = site.words, site.chance
    tile = lambda: (
        f'<div style="position: relative">{site.pic(chance.choice(("1/1", "4/3")))}<b'
        ' style="position: absolute; bottom: 12px; inset-inline-start: 12px; color: #fff;'
        f' text-shadow: 0 0 8px #000; font-size: 1.3em">{words.label(1, 2)}</b></div>'
    )
    parts = [site.intro(0.6), grid(chance.choice((2, 3, 4)), site.many(4, 12, tile))]
    for _ in range(chance.randint(1, 3)):
        one = lambda: (
            f'<div class="card">{site.pic("1/1", kind="q")}<div'
            f' class="pad">{site.link(2, 5)}<br><span'
            f' class="price">{words.price()}</span></div></div>'
        )
        across = chance.choice((4, 5))
        parts.append(
            f"<h2>{words.label(1, 3)}</h2>"
            + grid(across, "".join(one() for _ in range(across * chance.randint(1, 2))))
        )
    return site.page(site.columns("".join(parts), ""))
