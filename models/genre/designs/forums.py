"""Designs of forums: list views of what people wrote."""


def forum_thread(site):
    """Posts, one below the other, with who wrote them beside or above."""
    words, chance = site.words, site.chance
    form, size = chance.randrange(4), chance.choice((48, 64, 90, 110))
    lengths = chance.choice(((1, 3), (1, 8), (3, 12)))

    def post():
        quoted = (
            '<blockquote style="background: #8882; font-size: .9em; font-style:'
            f' normal">{words.sentences(1, 2)}</blockquote>'
            if site.often(0.25)
            else ""
        )
        code = f"<pre>{words.code(4)}</pre>" if site.often(0.08) else ""
        text = f"{quoted}<p>{words.sentences(*lengths)}</p>{code}"
        who = (
            f"<b>{site.link(1, 1)}</b><div"
            f" class='small'>{words.label()}<br>{chance.randint(1, 9000)} {words.some(1)}</div>"
        )
        tools = (
            '<div class="row small" style="justify-content:'
            f' end">{site.many(1, 4, site.link)}</div>'
        )
        if form == 0:
            return (
                '<div class="card" style="display: flex; border: 1px solid var(--line);'
                ' margin-bottom: 12px"><div style="width: 170px; flex: none; background:'
                ' var(--panel); padding: 14px; text-align: center"><div style="display:'
                f' inline-block">{site.face(size)}</div><br>{who}</div><div style="padding: 12px;'
                f' flex: 1"><div class="small line">{words.date()}'
                f" #{chance.randint(1, 99)}</div>{text}{tools}</div></div>"
            )
        if form == 1:
            return (
                '<div class="line" style="display: flex; gap: 16px; padding: 18px'
                f' 0">{site.face(48)}<div style="flex: 1"><div class="row'
                f' spread"><b>{site.link(1, 2)}</b><span'
                f' class="small">{words.date()}</span></div>{text}{tools}</div></div>'
            )
        if form == 2:
            return (
                '<div style="border: 1px solid var(--line); margin-bottom: 14px"><div class="row'
                ' spread" style="background: var(--brand); color: #fff; padding: 6px'
                f' 12px"><span>{words.date()}</span><span>#{chance.randint(1, 99)}</span></div><div'
                ' class="pad"><div class="row line" style="padding-bottom:'
                f' 8px">{site.face(50)}<div>{who}</div></div>{text}</div></div>'
            )
        return (
            f'<div class="panel" style="margin-bottom: 10px"><b>{words.name()}</b> <span'
            f' class="small">{words.date()}</span>{text}{tools}</div>'
        )

    body = f"<h1>{words.title(3, 10)}</h1>{site.pager()}{site.many(5, 24, post)}{site.pager()}"
    if site.often(0.6):
        body += f'<div class="field" style="height: 120px; margin: 14px 0"></div>{site.button()}'
    return site.page(site.columns(body, share=0.25))


def forum_index(site):
    """Forums, or the threads of one: rows with counts."""
    words, chance = site.words, site.chance
    stripe, face = site.often(0.4), site.often(0.6)

    def row(number):
        style = "background: var(--panel)" if stripe and number % 2 else ""
        image = f"<td style='width: 50px'>{site.face(34)}</td>" if face else ""
        under = f"<div class='small'>{words.some(2, 12)}</div>" if site.often(0.8) else ""
        return (
            f"<tr style='{style}'>{image}<td><b>{site.link(2, 9)}</b>{under}</td><td>{chance.randint(0, 999)}</td><td>{chance.randint(0, 99999)}</td><td"
            f" class='small'>{words.name()}<br>{words.date()}</td></tr>"
        )

    def group(most):
        head = (
            '<div style="background: var(--brand); color: #fff; padding: 8px 12px; margin-top:'
            f' 18px"><b>{words.label(1, 3)}</b></div>'
        )
        return (
            head
            + "<table>"
            + "".join(row(number) for number in range(chance.randint(4, most)))
            + "</table>"
        )

    groups = (
        "".join(group(7) for _ in range(chance.randint(2, 6))) if site.often(0.5) else group(30)
    )
    body = f"{site.intro(0.3)}<p>{site.button()}</p>{groups}{site.pager()}"
    return site.page(site.columns(body, share=0.35))


def question_answers(site):
    """A question, its answers with votes, comments under each."""
    words, chance = site.words, site.chance

    def answer():
        votes = (
            '<div style="width: 56px; flex: none; text-align: center; font-size:'
            f' 1.3em">▲<br>{chance.randint(-2, 400)}<br>▼{"<br><span style=color:green>✔</span>" if site.often(0.2) else ""}</div>'
        )
        code = f"<pre>{words.code(chance.randint(2, 10))}</pre>" if site.often(0.5) else ""
        notes = site.many(
            0,
            5,
            lambda: (
                f'<div class="small line" style="padding: 5px 0">{words.sentence()} –'
                f" <a>{words.name()}</a></div>"
            ),
        )
        who = (
            '<div class="panel row" style="width: 210px; margin-inline-start: auto; padding: 8px;'
            f' gap: 8px">{site.face(32)}<div'
            f' class="small">{words.name()}<br>{words.date()}</div></div>'
        )
        return (
            f'<div class="line" style="display: flex; gap: 14px; padding: 16px 0">{votes}<div'
            ' style="flex: 1; min-width:'
            f' 0">{site.many(1, 4, words.paragraph)}{code}{who}{notes}</div></div>'
        )

    tags = site.many(1, 5, lambda: f'<a class="tag">{words.some(1)}</a>')
    body = (
        f"<h1 class='line'>{words.title(5, 12)}</h1>{tags}{answer()}<h2>{chance.randint(2, 14)}"
        f" {words.label(1)}</h2>{site.many(3, 11, answer)}"
    )
    return site.page(site.columns(body, share=0.8))


def discussion(site):
    """A post and a deep tree of comments."""
    body = (
        "<div"
        f' class="panel"><h1>{site.words.title()}</h1>{site.meta()}<p>{site.words.sentences(1, 5)}</p></div>{site.comments(14, 50)}'
    )
    return site.page(site.columns(body, share=0.6))
