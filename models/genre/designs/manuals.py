"""Designs of documentation: articles of how things work."""

from designs.shapes import table


def documentation(site):
    words = site.words
    tree = site.many(
        3,
        7,
        lambda: (
            f"<b>{words.label()}</b><ul class='plain' style='padding-inline-start:"
            f" 12px'>{site.links(3, 9)}</ul>"
        ),
    )
    parts = [f"<h1>{words.title(1, 5)}</h1>", words.paragraph()]
    for _ in range(site.chance.randint(3, 9)):
        parts.append(f"<h2>{words.title(1, 4)}</h2>" + site.many(1, 3, words.paragraph))
        if site.often(0.6):
            parts.append(f"<pre>{words.code(site.chance.randint(2, 16))}</pre>")
        if site.often(0.3):
            parts.append(
                '<div class="panel" style="border-inline-start: 4px solid'
                f' var(--accent)">{words.sentences(1, 3)}</div>'
            )
        if site.often(0.25):
            parts.append(table(site, site.chance.randint(3, 9), 3))
        if site.often(0.25):
            parts.append(
                f"<ul>{site.many(3, 7, lambda: f'<li><code>{words.some(1)}</code> {words.sentence()}</li>')}</ul>"
            )
    toc = f"<b>{words.label()}</b><ul class='plain small'>{site.links(4, 10)}</ul>"
    sides = site.chance.randrange(3)
    tracks = ("260px minmax(0, 1fr) 200px", "240px minmax(0, 1fr)", "minmax(0, 1fr) 220px")[sides]
    columns = ([tree, None, toc], [tree, None], [None, toc])[sides]
    cells = "".join(
        (
            f"<main>{''.join(parts)}{site.pager() if site.often(0.3) else ''}</main>"
            if cell is None
            else f'<aside class="small">{cell}</aside>'
        )
        for cell in columns
    )
    width = site.chance.choice((1180, 1240, 1280))
    return site.page(
        f'<div style="display: grid; grid-template-columns: {tracks}; gap: 40px; max-width:'
        f' {width}px; margin: 20px auto; padding: 0 20px">{cells}</div>'
    )


def help_page(site):
    """An answer of a help centre."""
    words = site.words
    hero = (
        '<div style="background: var(--brand); padding: 36px; text-align:'
        f' center">{site.search()}</div>'
        if site.often(0.6)
        else ""
    )
    steps = site.many(3, 9, lambda: f"<li>{words.sentences(1, 2)}</li>")
    body = (
        f"<h1>{words.title(3, 8)}</h1>{site.meta()}{site.prose(1, 5, 0.3, 0.1)}<ol>{steps}</ol>{site.prose(1, 6, 0.4, 0.1)}"
        f'<div class="panel" style="text-align: center; margin: 24px 0">{words.sentence()}'
        f" {site.button(True)} {site.button(True)}</div>"
    )
    side = f"<b>{words.label()}</b><ul class='plain'>{site.links(5, 14, (2, 6))}</ul>"
    return site.page(hero + site.columns(body, site.chance.choice((side, ""))))
