"""Designs of article pages: one main text."""

from designs.shapes import headline, narrow, table


def news_article(site):
    lead = site.figure() if site.often(0.8) else ""
    advert = site.ad(970, 250) if site.often(0.3) else ""
    length = site.chance.choice(((3, 7), (8, 16), (15, 35)))
    body = (
        headline(site)
        + lead
        + site.prose(*length, headed=0.06, pictures=0.06)
        + site.after_article()
    )
    return site.page(advert + site.columns(f"<article>{body}</article>", share=0.75))


def blog_article(site):
    lead = site.pic("2/1") if site.often(0.6) else ""
    parts = [headline(site), lead]
    if site.often(0.3):
        parts.reverse()
    body = "".join(parts) + site.prose(6, 30, headed=0.25, pictures=0.12)
    if site.often(0.4):
        return site.page(site.columns(f"<article>{body}{site.after_article()}</article>", share=1))
    return site.page(site.columns(narrow(site, body) + site.after_article(), ""))


def encyclopaedia(site):
    words = site.words
    facts = "".join(
        f"<tr><th>{words.label(1)}</th><td>{words.some(1, 4)}</td></tr>"
        for _ in range(site.chance.randint(5, 14))
    )
    box = (
        f'<div class="panel" style="float: inline-end; width: 280px; margin: 0 0 16px 22px;'
        f' margin-inline-end: 0; font-size: .86em">'
        f"<b>{words.title(1, 3)}</b>{site.pic('1/1')}<table>{facts}</table></div>"
    )
    parts = [
        f"<h1 class='line'>{words.title(1, 3)}</h1>",
        box if site.often(0.85) else "",
        site.many(2, 4, words.paragraph),
    ]
    if site.often(0.7):
        parts.append(
            '<div class="panel" style="display:'
            f' inline-block"><b>{words.label(1)}</b><ol>{site.links(4, 12)}</ol></div>'
        )
    for _ in range(site.chance.randint(3, 9)):
        parts.append(
            f"<h2 class='line'>{words.title(1, 4)}</h2>"
            + site.prose(2, 6, headed=0.15, pictures=0.1)
        )
    notes = site.many(5, 40, lambda: f"<li class='small'>{words.some(4, 14)}</li>")
    parts.append(
        f"<h2>{words.label()}</h2><ol style='columns: {site.chance.choice((1, 2))}'>{notes}</ol>"
    )
    side = f"<ul class='plain small'>{site.links(10, 26)}</ul>"
    return site.page(site.columns("".join(parts), site.chance.choice((side, ""))))


def recipe(site):
    words = site.words
    facts = site.many(
        3,
        5,
        lambda: f'<div class="panel"><b>{words.label(1)}</b><br>{site.chance.randint(1, 90)}</div>',
    )
    needs = site.many(5, 14, lambda: f"<li>{site.chance.randint(1, 500)} g {words.some(1, 3)}</li>")
    steps = site.many(
        4,
        9,
        lambda: (
            "<li style='margin-bottom:"
            f" 1em'>{words.sentences(1, 4)}{site.pic() if site.often(0.2) else ''}</li>"
        ),
    )
    story = site.prose(2, 14, headed=0.2, pictures=0.3)
    split = "grid-template-columns: 1fr 2fr" if site.often(0.5) else ""
    body = (
        f"{headline(site)}{site.stars()}{site.pic('3/2')}<div class='row' style='margin: 14px"
        f" 0'>{facts}</div>{story}"
        f"<div class='grid' style='{split}'><div"
        f" class='panel'><h2>{words.label(1)}</h2><ul>{needs}</ul></div>"
        f"<div><h2>{words.label(1)}</h2><ol>{steps}</ol></div></div>{site.after_article()}"
    )
    return site.page(site.columns(body, share=0.6))


def long_read(site):
    """An essay under a picture as wide as the window."""
    tall = site.chance.randint(320, 620)
    title = (
        f'<div class="wide" style="padding-top: {tall // 2}px; color: #fff; text-shadow: 0 0 12px'
        f' #000">{headline(site, site.chance.randint(36, 64))}</div>'
    )
    hero = f'<div class="p1" style="height: {tall}px; overflow: hidden">{title}</div>'
    body = site.prose(12, 40, headed=0.1, pictures=0.1)
    body = (
        f'<div style="font-size: {site.chance.uniform(1.05, 1.3):.2f}em">{narrow(site, body)}</div>'
    )
    return site.page(
        f'{hero}<main class="wide" style="padding-top: 24px">{body}{site.after_article()}</main>',
        crumbs=False,
    )


def essay(site):
    """Text, and nearly nothing else."""
    body = narrow(site, headline(site) + site.prose(6, 40, headed=0.08, pictures=0.01))
    return site.page(f'<main class="wide">{body}</main>', crumbs=False)


def ranking(site):
    """An article of many short sections with pictures: the ten best."""
    words = site.words
    numbered = site.often(0.6)
    parts = [
        headline(site),
        site.figure() if site.often(0.5) else "",
        site.many(1, 3, words.paragraph),
    ]
    form = site.chance.randrange(3)
    for number in range(site.chance.randint(5, 16)):
        title = f"<h2>{f'{number + 1}. ' if numbered else ''}{words.title(2, 6)}</h2>"
        text = site.many(1, 3, words.paragraph)
        if form == 0:
            parts.append(title + site.pic() + f"<div style='margin-top: 12px'>{text}</div>")
        elif form == 1:
            parts.append(
                f'{title}<div class="grid" style="grid-template-columns: 1fr'
                f' 2fr">{site.pic()}<div>{text}</div></div>'
            )
        else:
            parts.append(
                f"{title}{text}{site.pic() if site.often(0.4) else ''}{site.button() if site.often(0.3) else ''}"
            )
    body = "".join(parts) + site.after_article()
    return site.page(site.columns(body, share=0.6))


def short_article(site):
    """A short text over a long list of others."""
    body = (
        headline(site) + (site.figure() if site.often(0.6) else "") + site.prose(2, 5, 0.05, 0.05)
    )
    more = site.related(6, 16)
    return site.page(site.columns(f"<article>{body}</article>{more}", share=0.6))


def review(site):
    """Criticism: marks, for and against, text."""
    words = site.words
    score = f'<div class="button" style="font-size: 2.4em">{site.chance.randint(40, 98) / 10}</div>'
    sides = "".join(
        "<div"
        f" class='panel'><b>{words.label(1)}</b><ul>{site.many(3, 6, lambda: f'<li>{words.some(2, 6)}</li>')}</ul></div>"
        for _ in range(2)
    )
    box = (
        '<div class="grid" style="grid-template-columns: auto 1fr 1fr; margin: 16px'
        f' 0">{score}{sides}</div>'
    )
    facts = table(site, site.chance.randint(4, 10), 2) if site.often(0.5) else ""
    body = (
        headline(site)
        + site.figure()
        + box
        + site.prose(8, 24, 0.25, 0.15)
        + facts
        + site.after_article()
    )
    return site.page(site.columns(body, share=0.6))
