"""Shapes that several designs have."""


def headline(site, size=None):
    """Title, standfirst, author; in one of several orders."""
    words = site.words
    centre = "text-align: center" if site.often(0.25) else ""
    kicker = (
        f'<div style="color: var(--accent); font-weight: bold">{words.label()}</div>'
        if site.often(0.4)
        else ""
    )
    stand = (
        f'<p style="font-size: 1.2em; opacity: .8">{words.sentences(1, 2)}</p>'
        if site.often(0.45)
        else ""
    )
    style = f"font-size: {size}px" if size else ""
    parts = [f'<h1 style="{style}">{words.title()}</h1>', stand, site.meta()]
    if site.often(0.2):
        parts = parts[2:] + parts[:2]
    share = site.share() if site.often(0.25) else ""
    return f'<div style="{centre}">{kicker}{"".join(parts)}{share}</div>'


def narrow(site, inner):
    return (
        f'<div style="max-width: {site.chance.randint(600, 800)}px; margin-inline:'
        f' auto">{inner}</div>'
    )


def table(site, rows, columns):
    row = (
        lambda cell: "<tr>"
        + "".join(f"<{cell}>{site.words.some(1, 5)}</{cell}>" for _ in range(columns))
        + "</tr>"
    )
    return (
        "<table style='margin: 14px"
        f" 0'>{row('th')}{''.join(row('td') for _ in range(rows))}</table>"
    )


def grid(across, inner, gap=""):
    return (
        f'<div class="grid" style="grid-template-columns: repeat({across}, minmax(0, 1fr));'
        f' {gap}">{inner}</div>'
    )
