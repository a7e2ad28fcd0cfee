"""Designs of both genres that no network is trained on: they stay for testing."""

from designs.shapes import grid, headline, narrow, table


def newspaper_page(site):
    """A text in two or three printed columns, its title across."""
    count = site.chance.choice((2, 2, 3))
    body = site.prose(10, 26, headed=0.08, pictures=0.06)
    style = f"columns: {count}; column-gap: 30px; column-rule: 1px solid var(--line)"
    more = site.related(3, 4) if site.often(0.5) else ""
    return site.page(
        f'<main class="wide">{headline(site, 46)}{site.pic("21/9")}<div style="{style}; margin-top:'
        f' 18px">{body}</div>{more}</main>'
    )


def manual_of_steps(site):
    """A guide: numbered steps, each a picture and a text, on alternate sides."""
    words = site.words
    parts = [headline(site), table(site, 3, 2) if site.often(0.4) else words.paragraph()]
    for number in range(site.chance.randint(4, 9)):
        text = (
            '<div><span class="button" style="border-radius:'
            f' 50%">{number + 1}</span><h3>{words.title(2, 5)}</h3>{site.many(1, 2, words.paragraph)}</div>'
        )
        cells = [f"<div>{site.pic()}</div>", text]
        if number % 2 and site.look.hue % 2:
            cells.reverse()
        parts.append(
            '<div class="grid" style="grid-template-columns: 1fr 1fr; margin: 24px'
            f' 0">{"".join(cells)}</div>'
        )
    return site.page(site.columns("".join(parts) + site.after_article(), ""))


def statute(site):
    """Numbered clauses, terms and conditions, a privacy notice."""
    words = site.words
    clauses = []
    for number in range(1, site.chance.randint(6, 16)):
        points = "".join(
            f"<p style='padding-inline-start: 30px'>{number}.{point} {words.sentences(1, 4)}</p>"
            for point in range(1, site.chance.randint(2, 6))
        )
        clauses.append(f"<h2>{number}. {words.title(1, 5)}</h2>{points}")
    body = f"<h1>{words.title(2, 5)}</h1><p class='small'>{words.date()}</p>{''.join(clauses)}"
    return site.page(f'<main class="wide">{narrow(site, body) if site.often(0.5) else body}</main>')


def interface_reference(site):
    """Documentation in three columns: names, what they do, code in the dark."""
    words = site.words
    rows = []
    for _ in range(site.chance.randint(4, 9)):
        facts = site.many(
            2,
            6,
            lambda: (
                f'<div class="line" style="padding: 7px 0"><code>{words.some(1)}</code> <span'
                f' class="small">{words.some(1)}</span><br>{words.sentence()}</div>'
            ),
        )
        code = (
            '<pre style="background: #171b26; color:'
            f' #9ecbff">{words.code(site.chance.randint(4, 14))}</pre>'
        )
        rows.append(
            '<div class="grid" style="grid-template-columns: 1fr 1fr; border-top: 1px solid'
            f' var(--line)"><div><h2>{words.title(1, 4)}</h2>{words.paragraph()}{facts}</div><div'
            f' style="padding-top: 24px">{code}</div></div>'
        )
    tree = f"<ul class='plain small'>{site.links(14, 34, (1, 3))}</ul>"
    return site.page(
        '<div style="display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 30px;'
        f' padding: 16px 24px"><aside>{tree}</aside><main>{"".join(rows)}</main></div>'
    )


def device_story(site):
    """A product told in bands as wide as the window, with a bar to buy it."""
    words = site.words
    bands = []
    for number in range(site.chance.randint(3, 7)):
        dark = "background: #0b0c10; color: #eee" if number % 2 else "background: var(--panel)"
        text = (
            f'<h2 style="font-size: 2.6em">{words.title(2, 5)}</h2><p style="font-size:'
            f' 1.2em">{words.sentences(1, 3)}</p>'
        )
        bands.append(
            f'<section style="{dark}; padding: 60px 0; text-align: center"><div'
            f' class="wide">{text}{site.pic("2/1", kind="q" if site.often(0.5) else "p")}</div></section>'
        )
    bar = (
        '<div class="wide row spread" style="padding-block:'
        f' 14px"><b>{words.title(1, 3)}</b><span><span class="price">{words.price()}</span>'
        f" {site.button()}</span></div>"
    )
    return site.page(
        bar + "".join(bands) + f'<main class="wide">{table(site, 9, 2)}</main>', crumbs=False
    )


def local_service(site):
    """A craftsman's page: text beside a form, questions below."""
    words = site.words
    fields = site.many(
        3, 6, lambda: '<div class="field" style="height: 40px; margin-bottom: 10px"></div>'
    )
    form = f'<div class="panel"><h3>{words.label(2, 4)}</h3>{fields}{site.button()}</div>'
    hero = (
        '<div class="p3" style="padding: 70px 0; color: #fff"><div'
        f' class="wide"><h1>{words.title(3, 6)}</h1>{site.button()}</div></div>'
    )
    body = site.prose(5, 16, headed=0.35, pictures=0.12) + site.many(
        3, 6, lambda: f"<h3>{words.title(4, 8)}?</h3><p>{words.sentences(2, 4)}</p>"
    )
    return site.page(hero + site.columns(body, form))


def link_ranking(site):
    """Ranked links with points and comments, small and close."""
    words, chance = site.words, site.chance
    first = chance.choice((1, 31, 61))

    def one(number):
        return (
            '<div style="display: flex; gap: 8px; padding: 4px 0"><span class="small"'
            f' style="width: 30px; text-align: end">{number}.</span><div>▲ {site.link(4, 12)} <span'
            f' class="small">({words.some(1)}.example)</span><div'
            f' class="small">{chance.randint(3, 900)} {words.some(1)} {words.name()} |'
            f" {chance.randint(0, 400)} {words.some(1)}</div></div></div>"
        )

    inner = "".join(one(first + number) for number in range(chance.randint(18, 40)))
    return site.page(f'<main class="wide panel">{inner}{site.pager()}</main>', crumbs=False)


def timeline(site):
    """Short messages in one column, with faces and pictures."""
    words, chance = site.words, site.chance

    def message():
        image = site.pic("16/9") if site.often(0.35) else ""
        counts = (
            f'<div class="row small" style="margin-top: 8px">♡ {chance.randint(0, 999)} ↻'
            f" {chance.randint(0, 99)} ✉ {chance.randint(0, 99)}</div>"
        )
        return (
            '<div style="display: flex; gap: 12px; border: 1px solid var(--line); border-top: 0;'
            f' padding: 14px">{site.face(46)}<div style="flex: 1"><b>{words.name()}</b> <span'
            f' class="small">@{words.some(1)} ·'
            f" {words.date()}</span><p>{words.sentences(1, 3)}</p>{image}{counts}</div></div>"
        )

    middle = f'<main style="width: 600px; flex: none">{site.many(7, 24, message)}</main>'
    left = (
        '<aside style="width: 200px"><ul class="plain" style="font-size:'
        f' 1.2em">{site.links(5, 9, (1, 1))}</ul>{site.button()}</aside>'
    )
    return site.page(
        f'<div class="wide" style="display: flex; gap: 26px; margin-top: 14px">{left}{middle}<aside'
        f' style="flex: 1">{site.popular()}{site.topics()}</aside></div>',
        crumbs=False,
    )


def catalogue_table(site):
    """Goods or files in a dense table."""
    words, chance = site.words, site.chance
    columns, picture = chance.randint(3, 6), site.often(0.5)

    def row(number):
        style = "background: var(--panel)" if number % 2 else ""
        cells = "".join(
            f"<td>{chance.choice((words.some(1, 2), str(chance.randint(1, 999))))}</td>"
            for _ in range(columns)
        )
        image = f'<td style="width: 60px">{site.pic("1/1", kind="q")}</td>' if picture else ""
        return f"<tr style='{style}'>{image}<td>{site.link(2, 6)}</td>{cells}<td>{words.price()}</td></tr>"

    head = (
        "<tr>"
        + "".join(f"<th>{words.label(1)} ▾</th>" for _ in range(columns + 2 + picture))
        + "</tr>"
    )
    rows = "".join(row(number) for number in range(chance.randint(14, 50)))
    return site.page(
        site.columns(
            site.intro(0.4) + site.sorting() + f"<table>{head}{rows}</table>" + site.pager(),
            site.filters() if site.often(0.4) else "",
        )
    )


def masonry(site):
    """Works of unequal height in columns that are not aligned."""
    words, chance = site.words, site.chance
    ratio = lambda: chance.choice(("1/1", "3/4", "4/3", "2/3", "16/9", "9/16"))
    one = lambda: (
        '<div class="card" style="break-inside: avoid; margin-bottom:'
        f' var(--gap)">{site.pic(ratio())}<div class="pad"><b>{site.link(1, 5)}</b><div'
        f' class="small">{words.name()}</div></div></div>'
    )
    inner = (
        f'<div style="columns: {chance.choice((3, 4, 5))}; column-gap:'
        f' var(--gap)">{site.many(12, 36, one)}</div>'
    )
    return site.page(site.columns(site.intro(0.3) + inner, ""))


def estates(site):
    """Houses or cars: rows of picture, price and facts beside a map."""
    words, chance = site.words, site.chance

    def one():
        facts = " · ".join(f"{chance.randint(1, 200)} {words.some(1)}" for _ in range(3))
        return (
            '<div class="card" style="display: flex; margin-bottom: 16px; border: 1px solid'
            f' var(--line)"><div style="width: 44%; flex: none">{site.pic("4/3")}</div><div'
            f' class="pad"><span class="price">{words.price()}</span><h3>{site.link(2, 6)}</h3><div'
            f' class="small">{facts}</div><p>{words.sentence()}</p></div></div>'
        )

    lines = "".join(
        f'<div style="position: absolute; inset: {chance.randint(0, 90)}% 0 auto; height:'
        f" {chance.randint(3, 10)}px; background: #fff; transform:"
        f' rotate({chance.randint(-60, 60)}deg)"></div>'
        for _ in range(12)
    )
    plan = (
        '<div style="background: #dde5d3; height: 900px; position: relative; overflow:'
        f' hidden">{lines}</div>'
    )
    return site.page(
        '<div style="display: grid; grid-template-columns: 3fr 2fr; gap: 20px; padding: 14px'
        f' 24px"><main>{site.sorting()}{site.many(6, 14, one)}{site.pager()}</main>{plan}</div>'
    )


def episodes(site):
    """Podcasts or films: a head about the series, then numbered episodes."""
    words, chance = site.words, site.chance
    head = (
        '<div style="background: var(--brand); color: #fff; padding: 30px 0"><div class="wide row"'
        ' style="flex-wrap: nowrap"><div style="width: 200px; flex:'
        f' none">{site.pic("1/1")}</div><div><h1>{words.title(1, 4)}</h1><p>{words.sentences(1, 2)}</p>{site.button(True)}</div></div></div>'
    )
    one = lambda: (
        f'<div class="card pad"><div class="row spread"><b>{site.link(3, 8)}</b><span'
        f' class="small">{chance.randint(8, 90)}:00</span></div><p'
        f' class="small">{words.sentences(1, 2)}</p><div style="background: var(--line);'
        ' height: 4px"></div></div>'
    )
    return site.page(
        head
        + site.columns(grid(chance.choice((1, 2)), site.many(8, 22, one)) + site.pager(), share=0.3)
    )
