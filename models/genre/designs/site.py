"""The frame that both genres share: header, navigation, columns, footer."""

from designs.parts import Parts


class Site(Parts):
    """A site of its own for a page; page() puts the frame around a main part."""

    def header(self):
        chance = self.chance
        colours = chance.choice(
            (
                "background: var(--back)",
                "background: var(--back)",
                "background: var(--brand); color: #fff",
                "background: #17191f; color: #eee",
                "background: var(--panel)",
            )
        )
        inner = "color: inherit" if "color: #" in colours else ""
        size = chance.randint(18, 40)
        logo = (
            f'<b style="font-size: {size}px; letter-spacing:'
            f' {chance.randint(-1, 3)}px">{self.words.label(1, 2)}</b>'
        )
        if self.often(0.4):
            logo = f'<span class="row" style="gap: 10px">{self.face(size + 8)}{logo}</span>'
        form = chance.randrange(5)
        if form == 4:
            inner = "color: #fff"  # of the bar below
        items = self.many(3, 9, lambda: f'<a href="#" style="{inner}">{self.words.label(1, 2)}</a>')
        nav = f'<nav class="row" style="gap: 4px {chance.randint(12, 30)}px">{items}</nav>'
        right = chance.choice(("", self.search(), self.button(), self.button(True) + self.button()))
        pad = chance.randint(6, 26)
        edge = chance.choice(
            ("", "border-bottom: 1px solid var(--line)", "box-shadow: 0 1px 6px #0003")
        )
        top = ""
        if self.often(0.25):
            top = (
                '<div style="background:'
                f' {chance.choice(("#222", "var(--accent)", "var(--brand)"))}; color: #fff;'
                f' font-size: 12px; text-align: center; padding: 6px">{self.words.sentence()}</div>'
            )
        if form == 0:
            bar = f'<div class="wide row spread">{logo}{nav}{right}</div>'
        elif form == 1:
            bar = (
                f'<div class="wide row spread">{logo}{right}</div><div class="wide"'
                f' style="margin-top: {pad}px">{nav}</div>'
            )
        elif form == 2:
            bar = (
                f'<div style="text-align: center">{logo}</div><div class="row"'
                f' style="justify-content: center; margin-top: {pad}px">{nav}</div>'
            )
        elif form == 3:
            bar = (
                '<div class="row spread" style="padding-inline:'
                f' {chance.randint(16, 60)}px">{logo}{nav}{right}</div>'
            )
        else:
            banner = self.ad(970, 90) if self.often(0.5) else ""
            bar = (
                f'<div class="wide row spread">{logo}{banner}</div></header>'
                '<header style="background: var(--brand); color: #fff; padding: 9px">'
                f'<div class="wide">{nav}</div>'
            )
        return (
            f'{top}<header style="{colours}; padding: {pad}px 0; {edge}">{bar}</header>'
            + self.mega()
        )

    def mega(self):
        """A menu left open, a second row of links, or, mostly, nothing."""
        if self.often(0.88):
            return ""
        lists = self.many(
            3,
            6,
            lambda: (
                f"<div><b>{self.words.label()}</b><ul class='plain'>{self.links(3, 9)}</ul></div>"
            ),
        )
        return (
            '<div class="panel"><div class="wide row" style="align-items: start; gap:'
            f' 40px">{lists}</div></div>'
        )

    def crumbs(self):
        if self.often(0.6):
            return ""
        sign = self.chance.choice((" › ", " / ", " » "))
        return (
            '<div class="wide small" style="padding-block:'
            f' 10px">{sign.join(self.link() for _ in range(3))}</div>'
        )

    def footer(self):
        chance = self.chance
        colours = chance.choice(
            (
                "background: #1a1c22; color: #bbb",
                "background: var(--panel)",
                "background: var(--brand); color: #fff",
                "border-top: 1px solid var(--line)",
            )
        )
        lists = self.many(
            3,
            5,
            lambda: (
                f'<div><b>{self.words.label()}</b><ul class="plain">{self.links(3, 8)}</ul></div>'
            ),
        )
        form = chance.randrange(3)
        if form == 0:
            inner = f'<div class="wide row spread">{self.many(4, 8, self.link)}</div>'
        elif form == 1:
            inner = f'<div class="wide row spread" style="align-items: start">{lists}</div>'
        else:
            inner = (
                f'<div class="wide row spread" style="align-items: start">{lists}<div'
                ' style="max-width: 300px">'
                f"<b>{self.words.label()}</b><p>{self.words.sentence()}</p>{self.search()}</div></div>"
            )
        last = (
            f'<div class="wide small" style="margin-top: 20px">© 2025 {self.words.some(2, 6)}</div>'
        )
        style = (
            f"{colours}; padding: {chance.randint(16, 60)}px 0; margin-top:"
            f" {chance.randint(20, 60)}px"
        )
        return f'<footer style="{style}">{inner}{last}</footer>'.replace(
            "<a ", '<a style="color: inherit" '
        )

    def cookies(self):
        if self.often(0.9):
            return ""
        place = self.chance.choice(
            ("bottom: 0; left: 0; right: 0", "bottom: 20px; left: 20px; width: 380px")
        )
        return (
            f'<div style="position: fixed; {place}; background: var(--panel); border: 1px solid'
            " var(--line); padding: 18px; box-shadow: 0 0 20px"
            f' #0005"><p>{self.words.sentences(2)}</p>{self.button()} {self.button(True)}</div>'
        )

    def page(self, main, crumbs=True):
        """The whole page around its main part."""
        words, look = self.words, self.look
        boxed = self.often(0.1)
        body = (
            f"{self.header()}{self.crumbs() if crumbs else ''}{main}{self.footer()}{self.cookies()}"
        )
        if boxed:
            body = (
                f'<div style="max-width: {look.wide + 40}px; margin: 0 auto; background:'
                f' var(--back); box-shadow: 0 0 12px #0004">{body}</div>'
            )
        outer = "body { background: #8884 }" if boxed else ""
        return (
            f'<!doctype html>\n<html lang="{words.language}" dir="{"rtl" if words.rtl else "ltr"}">'
            f'<head><meta charset="utf-8"><title>{words.title(2, 6)}</title>'
            f"<style>{look.css(self.chance)}{outer}</style></head>\n<body>{body}</body></html>\n"
        )

    def columns(self, main, side=None, share=1.0):
        """The main part with a sidebar or without, on either side; `side` None: a random one."""
        if side is None:
            side = self.sidebar() if self.often(share) else ""
        if not side:
            return f'<main class="wide">{main}</main>'
        width = self.chance.randint(190, 350)
        left = self.often(0.3)
        tracks = f"{width}px minmax(0, 1fr)" if left else f"minmax(0, 1fr) {width}px"
        main, side = (
            f"<main style='min-width: 0'>{main}</main>",
            f'<aside style="font-size: .92em">{side}</aside>',
        )
        inner = side + main if left else main + side
        gap = self.chance.randint(20, 50)
        return (
            f'<div class="wide" style="display: grid; grid-template-columns: {tracks}; gap:'
            f' {gap}px; margin-top: 16px">{inner}</div>'
        )
