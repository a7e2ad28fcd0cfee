"""Parts that stand inside and under texts, in sidebars, over and under lists."""

from designs.pieces import Pieces


class Parts(Pieces):
    """Each in several forms."""

    def sidebar(self):
        boxed = self.often(0.5)
        widgets = self.chance.sample(
            (self.popular, self.topics, self.advert, self.signup, self.about, self.archive),
            self.chance.randint(1, 5),
        )
        frame = 'class="panel"' if boxed else ""
        return "".join(
            f'<section {frame} style="margin-bottom: 24px">{widget()}</section>'
            for widget in widgets
        )

    def advert(self):
        return self.ad(300, self.chance.choice((250, 250, 600)))

    def popular(self):
        entry = lambda: (
            '<li class="row" style="flex-wrap: nowrap; margin-bottom: 12px; gap: 10px"><div'
            ' style="width: 76px; flex:'
            f' none">{self.pic("4/3")}</div><div>{self.link(3, 9)}</div></li>'
        )
        bare = lambda: f'<li class="line" style="padding: 7px 0">{self.link(4, 10)}</li>'
        inner = self.many(3, 8, self.chance.choice((entry, bare)))
        return f"<h3>{self.words.label()}</h3><ul class='plain'>{inner}</ul>"

    def topics(self):
        return f"<h3>{self.words.label()}</h3>" + self.many(
            6, 24, lambda: f'<a class="tag">{self.words.label(1, 2)}</a>'
        )

    def archive(self):
        return f"<h3>{self.words.label()}</h3><ul>{self.links(5, 14)}</ul>"

    def signup(self):
        return f"<h3>{self.words.label(2, 4)}</h3><p>{self.words.sentence()}</p>{self.search()}"

    def about(self):
        return f"{self.face(90)}<h3>{self.words.name()}</h3><p>{self.words.sentences(2, 4)}</p>"

    def prose(self, least, most, headed=0.15, pictures=0.08):
        """Paragraphs with headings, pictures, lists and quotations among them."""
        parts = []
        for _ in range(self.chance.randint(least, most)):
            if parts and self.often(headed):
                level = self.chance.choice((2, 2, 3))
                parts.append(f"<h{level}>{self.words.title(2, 7)}</h{level}>")
            parts.append(self.words.paragraph())
            if self.often(pictures):
                parts.append(self.figure())
            if self.often(0.06):
                items = self.many(3, 8, lambda: f"<li>{self.words.sentence()}</li>")
                parts.append(self.chance.choice(("<ul>{}</ul>", "<ol>{}</ol>")).format(items))
            if self.often(0.04):
                parts.append(f"<blockquote>{self.words.sentences(1, 2)}</blockquote>")
            if self.often(0.03):
                parts.append(
                    self.ad(self.chance.choice((300, 640, 728)), self.chance.choice((90, 250)))
                )
        return "".join(parts)

    def figure(self):
        caption = f'<div class="small">{self.words.sentence()}</div>' if self.often(0.6) else ""
        if self.often(0.2):
            side = self.chance.choice(("left", "right"))
            style = f"float: {side}; width: {self.chance.randint(30, 48)}%; margin: 6px 18px"
        else:
            style = "margin: 20px 0"
        return f'<figure style="{style}">{self.pic()}{caption}</figure>'

    def share(self):
        hues = self.chance.sample(range(0, 360, 30), 4)
        return (
            '<div class="row" style="gap: 8px; margin: 12px 0">'
            + "".join(
                f'<span style="background: hsl({hue} 60% 45%); width: 34px; height: 34px;'
                ' border-radius: var(--radius)"></span>'
                for hue in hues
            )
            + "</div>"
        )

    def author(self):
        return (
            f'<div class="panel row" style="flex-wrap: nowrap; margin: 24px 0">{self.face(80)}'
            f"<div><b>{self.words.name()}</b><p>{self.words.sentences(1, 3)}</p></div></div>"
        )

    def related(self, least=3, most=8):
        """Other articles, under one."""
        across = self.chance.choice((2, 3, 3, 4))
        card = lambda: (
            f'<div class="card">{self.pic()}<div class="pad"><b>{self.link(3, 9)}</b></div></div>'
        )
        inner = self.many(least, most, card)
        return (
            f'<section style="margin-top: 30px"><h2>{self.words.label()}</h2><div class="grid"'
            f' style="grid-template-columns: repeat({across}, 1fr)">{inner}</div></section>'
        )

    def comment(self, deep=0):
        size = self.chance.choice((32, 40, 48))
        replies = (
            self.many(1, 2, lambda: self.comment(deep + 1)) if deep < 2 and self.often(0.25) else ""
        )
        return (
            '<div style="display: flex; gap: 12px; margin: 16px 0; margin-inline-start:'
            f' {deep * 40}px">'
            f"{self.face(size)}<div><b>{self.words.name()}</b> <span"
            f" class='small'>{self.words.date()}</span>"
            f"<p>{self.words.sentences(1, 4)}</p></div></div>{replies}"
        )

    def comments(self, least, most):
        form = f'<div class="field" style="height: 90px; margin: 12px 0"></div>{self.button()}'
        return (
            f"<section><h2>{self.words.label()}"
            f" ({least})</h2>{form}{self.many(least, most, self.comment)}</section>"
        )

    def after_article(self):
        """What stands under an article: mostly a little, sometimes a lot."""
        parts = []
        if self.often(0.3):
            parts.append(self.share())
        if self.often(0.3):
            parts.append(
                f"<div>{self.many(2, 7, lambda: f'<a class=tag>{self.words.label(1, 2)}</a>')}</div>"
            )
        if self.often(0.3):
            parts.append(self.author())
        if self.often(0.5):
            parts.append(self.related(2, 12 if self.often(0.25) else 6))
        if self.often(0.25):
            parts.append(self.comments(2, 9))
        return "".join(parts)

    def pager(self):
        if self.often(0.2):
            return ""
        numbers = "".join(
            f'<a class="tag" style="padding: .4em .9em">{number}</a>'
            for number in (1, 2, 3, 4, "…", 12)
        )
        form = self.chance.choice(
            (numbers, f"{self.button(True)} {self.button(True)}", self.button())
        )
        return f'<div style="text-align: center; margin: 30px 0">{form}</div>'

    def filters(self):
        """A column of filters."""
        group = lambda: (
            f"<b>{self.words.label()}</b><ul class='plain' style='margin-bottom: 18px'>"
            + self.many(
                3,
                8,
                lambda: (
                    f"<li>☐ {self.words.some(1, 2)} <span"
                    f" class='small'>({self.chance.randint(1, 99)})</span></li>"
                ),
            )
            + "</ul>"
        )
        return self.many(2, 6, group)

    def sorting(self):
        return (
            '<div class="row spread line" style="padding: 8px 0; margin-bottom: 16px"><span'
            f' class="small">{self.chance.randint(12, 4000)} {self.words.some(1, 2)}</span><span'
            f' class="field">{self.words.label(1, 2)} ▾</span></div>'
        )

    def intro(self, share=0.5):
        """A list's title, and sometimes what it is about."""
        text = f"<p>{self.words.sentences(1, 4)}</p>" if self.often(share) else ""
        return f"<h1>{self.words.title(1, 4)}</h1>{text}"
