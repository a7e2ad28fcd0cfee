"""Designs of listings: list views of articles, events, jobs, links."""

from designs.shapes import grid


def teaser(site, form, excerpt):
    """An entry of an index of articles; `excerpt` is how many sentences it shows."""
    words = site.words
    title = f"<h{form % 2 + 2}>{site.link(4, 10)}</h{form % 2 + 2}>"
    text = f"<p>{words.sentences(*excerpt)}</p>" if excerpt[1] else ""
    more = f"<p>{site.button(True)}</p>" if form in (1, 5) else ""
    inner = f"{title}{site.meta()}{text}{more}"
    if form in (0, 1):
        return f'<article style="margin-bottom: 40px">{site.pic()}{inner}</article>'
    if form in (2, 3):
        cells = [
            f'<div style="width: {30 if form == 2 else 40}%; flex: none">{site.pic()}</div>',
            f"<div>{inner}</div>",
        ]
        if site.look.hue % 3 == 0:
            cells.reverse()
        return (
            '<article class="line" style="display: flex; gap: 22px; padding: 20px'
            f' 0">{"".join(cells)}</article>'
        )
    return f'<article class="line" style="padding: 16px 0">{inner}</article>'


def blog_index(site):
    form = site.chance.randrange(6)
    excerpt = site.chance.choice(((0, 0), (1, 2), (2, 4), (5, 11)))
    entries = site.many(5, 14, lambda: teaser(site, form, excerpt))
    title = site.intro(0.3) if site.often(0.5) else ""
    return site.page(site.columns(title + entries + site.pager(), share=0.7))


def card(site, excerpt=(0, 2), words=(3, 10)):
    text = f"<p>{site.words.sentences(*excerpt)}</p>" if excerpt[1] else ""
    kicker = f'<span class="badge">{site.words.label(1)}</span>' if site.often(0.3) else ""
    return (
        f'<div class="card">{site.pic()}<div'
        f' class="pad">{kicker}<h3>{site.link(*words)}</h3>{text}{site.meta()}</div></div>'
    )


def card_index(site):
    across = site.chance.choice((2, 3, 3, 4))
    excerpt = site.chance.choice(((0, 0), (1, 1), (1, 3)))
    cards = site.many(6, 24, lambda: card(site, excerpt))
    return site.page(site.columns(site.intro() + grid(across, cards) + site.pager(), share=0.35))


def news_front(site):
    """A front page or a section's: a large story, smaller ones, columns by subject."""
    words, chance = site.words, site.chance
    lead = f'<div>{site.pic("16/9")}<h1>{site.link(5, 11)}</h1><p>{words.sentences(1, 2)}</p></div>'
    second = site.many(
        2,
        4,
        lambda: (
            '<div class="line" style="padding-bottom:'
            f' 10px">{site.pic() if site.often(0.5) else ""}<h3>{site.link(4, 10)}</h3>{site.meta()}</div>'
        ),
    )
    tracks = chance.choice(("2fr 1fr", "3fr 2fr", "1fr 2fr"))
    cells = [lead, f"<div>{second}</div>"]
    if tracks == "1fr 2fr":
        cells.reverse()
    parts = [
        f'<div class="grid" style="grid-template-columns: {tracks}; margin-top:'
        f' 14px">{"".join(cells)}</div>'
    ]
    for _ in range(chance.randint(2, 7)):
        across = chance.choice((2, 3, 4, 5))
        head = (
            f'<h2 style="border-top: {chance.randint(1, 5)}px solid var(--brand); padding-top:'
            f' 8px">{words.label()}</h2>'
        )
        form = chance.randrange(3)
        if form == 0:
            parts.append(
                head
                + grid(
                    across,
                    "".join(card(site, (0, 0)) for _ in range(across * chance.randint(1, 2))),
                )
            )
        elif form == 1:
            column = lambda: (
                f"<div>{site.pic()}<h3>{site.link(4, 9)}</h3><ul>{site.links(3, 7, (4, 9))}</ul></div>"
            )
            parts.append(head + grid(across, "".join(column() for _ in range(across))))
        else:
            parts.append(head + site.many(3, 6, lambda: teaser(site, 2, (1, 1))))
        if site.often(0.2):
            parts.append(site.ad(970, 90))
    return site.page(site.columns("".join(parts), share=0.4), crumbs=False)


def search_results(site):
    words = site.words
    picture = site.often(0.25)

    def one():
        address = (
            f'<div class="small" style="color: #2a8a3a">{words.some(1)}.example ›'
            f" {words.some(1)}</div>"
        )
        text = (
            '<div><h3 style="margin: 2px'
            f' 0">{site.link(3, 9)}</h3>{address}<p>{words.sentences(1, 2)}</p></div>'
        )
        image = f'<div style="width: 120px; flex: none">{site.pic()}</div>' if picture else ""
        return f'<div style="display: flex; gap: 16px; margin-bottom: 14px">{image}{text}</div>'

    tabs = (
        f'<div class="row line" style="padding: 10px 0">{site.many(3, 6, site.link)}</div>'
        if site.often(0.5)
        else ""
    )
    body = f"<p>{site.search()}</p>{tabs}{site.sorting()}{site.many(7, 20, one)}{site.pager()}"
    return site.page(site.columns(body, site.filters() if site.often(0.4) else ""))


def events(site):
    words, chance = site.words, site.chance
    form = chance.randrange(3)

    def event():
        day = (
            '<div style="background: var(--brand); color: #fff; width: 70px; flex: none;'
            ' text-align: center; padding: 8px; border-radius: var(--radius)"><b style="font-size:'
            f' 1.7em">{chance.randint(1, 30)}</b><br>{words.label(1)[:3]}</div>'
        )
        text = (
            f'<div style="flex: 1"><h3 style="margin: 0">{site.link(2, 8)}</h3><div'
            f' class="small">{chance.randint(8, 21)}:30 ·'
            f' {words.label(1, 3)}</div>{f"<p>{words.sentence()}</p>" if form == 1 else ""}</div>'
        )
        if form == 2:
            return f"<tr><td>{words.date()}</td><td>{site.link(2, 7)}</td><td>{words.label(1, 3)}</td><td>{site.button(True)}</td></tr>"
        image = f'<div style="width: 160px">{site.pic()}</div>' if form == 1 else site.button(True)
        return (
            '<div class="card pad" style="display: flex; gap: 20px; margin-bottom: 14px;'
            f' align-items: center">{day}{text}{image}</div>'
        )

    inner = site.many(7, 24, event)
    inner = f"<table>{inner}</table>" if form == 2 else inner
    return site.page(
        site.columns(
            site.intro(0.4) + (site.sorting() if site.often(0.4) else "") + inner + site.pager(),
            share=0.4,
        )
    )


def jobs(site):
    words = site.words
    logo = site.often(0.6)

    def job():
        image = site.face(44) if logo else ""
        tags = site.many(1, 4, lambda: f'<span class="tag">{words.some(1)}</span>')
        return (
            '<div class="card pad row spread" style="margin-bottom: 10px; border: 1px solid'
            f' var(--line)"><div class="row">{image}<div><b>{site.link(2, 6)}</b><div'
            f' class="small">{words.label(1, 2)} · {words.label(1)}</div>{tags}</div></div><div'
            f' class="small" style="text-align: end">{words.date()}<br>{words.price()}</div></div>'
        )

    head = (
        '<div style="background: var(--panel); padding: 30px; text-align:'
        f' center"><h1>{words.title(2, 5)}</h1>{site.search()}</div>'
    )
    body = site.sorting() + site.many(8, 24, job) + site.pager()
    return site.page(head + site.columns(body, site.filters() if site.often(0.5) else ""))


def directory(site):
    """Firms, people, places: cards or rows with addresses, or bare lists of links."""
    words, chance = site.words, site.chance
    form = chance.randrange(3)
    if form == 0:
        one = lambda: (
            '<div class="card pad"><div class="row" style="flex-wrap:'
            f' nowrap">{site.face(56)}<div><b>{site.link(1, 4)}</b><div'
            f' class="small">{words.label(2, 5)}</div></div></div><p'
            f' class="small">{words.sentence()}</p></div>'
        )
        inner = grid(chance.choice((2, 3, 4)), site.many(9, 30, one))
    elif form == 1:
        letters = [words.label(1)[0] for _ in range(chance.randint(4, 12))]
        inner = "".join(
            f"<h2 class='line'>{letter}</h2><ul class='plain' style='columns:"
            f" {chance.choice((2, 3, 4))}'>{site.links(6, 24, (1, 4))}</ul>"
            for letter in letters
        )
    else:
        one = lambda: (
            '<div class="line" style="display: flex; gap: 20px; padding: 14px 0"><div'
            f' style="width: 120px; flex: none">{site.pic("1/1", kind="q")}</div><div'
            f' style="flex: 1"><h3 style="margin: 0">{site.link(2, 5)}</h3>{site.stars()}<div'
            f' class="small">{words.some(3, 7)}'
            f" {chance.randint(1, 99)}</div><p>{words.sentence()}</p></div></div>"
        )
        inner = site.many(6, 18, one)
    return site.page(
        site.columns(site.intro() + inner + site.pager(), site.filters() if site.often(0.3) else "")
    )


def plain_index(site):
    """Titles and dates, an archive."""
    words, chance = site.words, site.chance
    dated = chance.choice(("left", "right", "none"))

    def one():
        date = (
            f'<span class="small" style="width: 110px; flex: none">{words.date()}</span>'
            if dated != "none"
            else ""
        )
        cells = [date, f"<span style='flex: 1'>{site.link(3, 11)}</span>"]
        return (
            '<div class="line" style="display: flex; gap: 14px; padding: 6px'
            f' 0">{"".join(cells if dated == "left" else cells[::-1])}</div>'
        )

    years = "".join(
        f"<h2>{2025 - number}</h2>{site.many(4, 16, one)}" for number in range(chance.randint(1, 6))
    )
    return site.page(site.columns(site.intro(0.3) + years, share=0.4))
