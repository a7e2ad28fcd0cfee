"""Pages whose text would run if a renderer of Markdown took it for markup."""

import html
import random

# What would run if it became markup.
RUNS = ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "<div onclick=alert(1) style=color:red>y</div>",
        "<svg onload=alert(1)>", "<details open ontoggle=alert(1)>y</details>", "<iframe srcdoc='<script>alert(1)</script>'>",
        "<a href=javascript:alert(1)>y</a>", "</p></li></td><img src=x onerror=alert(1)>", "<!-- y --><img src=x onerror=alert(1)>",
        "<?php y ?><img src=x onerror=alert(1)>", "<![CDATA[ y ]]><img src=x onerror=alert(1)>", "<!y><img src=x onerror=alert(1)>",
        "<javascript:alert(1)>", "[y](javascript:alert(1))", "![y](x\"onerror=\"alert(1))", "[y]: javascript:alert(1) [y]",
        "[^1]: javascript:alert(1)", "javascript:alert(1)", "&lt;img src=x onerror=alert(1)&gt;", "y {: onclick=alert(1) }",
        "*y*{: onclick=alert(1) }", "{onclick=alert(1)}", "<\x02img src=x onerror=alert(1)>", "<\x03script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>", "x\" onerror=\"alert(1)", "<img\nsrc=x\nonerror=alert(1)>", "<object data=javascript:alert(1)>",
        "`x`\x02`<img src=x onerror=alert(1)>", "x~~<img src=x onerror=alert(1)>", "~`<img src=x onerror=alert(1)>`",
        "a* x<img src=x onerror=alert(1)>", "`[x`](y)<img src=x onerror=alert(1)>", "javascript:alert(1) \"x\ny\"",
        "javascript&#58;alert(1)", "data&colon;image/svg+xml,y", "\x02# y", ": y", f"&lt{'x' * 45};", "``` `` `",
        "<link rel=stylesheet href=http://request.invalid/>", "<img src=http://request.invalid/>", "&#60;img src=x onerror=alert(1)>",
        "<http://a.example/onclick=alert(1)/>", "*[y]: <img src=x onerror=alert(1)>", "$\\href{javascript:alert(1)}{y}$"]
# What stands before it: addresses, marks and starts of lines that take what follows for a part of them, or for escaped.
BEFORE = ["", "w ", "http://a.example/", "w http://a.example/~c/", "https://a.example/b_(c)", "www.a.example/", "w www.a.example/~c",
          "ftp://a.example/", "mailto:a@b.example", "a@b.example_", "HTTP://A.EXAMPLE/*", "http://a.example/?b=c&", "http://a.example/[",
          "a.example/", "\\", "\\\\", "`", "``", "*", "**w", "_w ", "~~", "~w", "[", "![", "](", "<", "<<", "&", "&lt;", "1. ", "# ",
          "> ", "- ", "|", "| w | ", ": ", "=", "---\n", "```\n", "~~~\n", "!!! note\n", "    ", "\t", "{% ", "{{ ", "$", "漢字", "*w* "]


def contexts(text):
    """Pages that have a text in all places from where it goes into Markdown."""
    plain, attribute = html.escape(text, quote=False), html.escape(text)
    middle = len(text) // 2
    parts = [html.escape(part, quote=False) for part in (text[:middle], text[middle:])]
    yield "paragraph", f"<p>one {plain} two"
    yield "start", f"<p>{plain}<p>{plain}"
    yield "lines", f"<p>one<br>{plain}<br>{plain}"
    yield "heading", f"<h1>{plain}</h1><h3>w <b>{plain}</b></h3>"
    yield "item", f"<ul><li>{plain}<li>w<ol><li>{plain}<li><p>{plain}<p>{plain}</ol></ul><p>{plain}"
    yield "cell", f"<table><tr><th>a<th>{plain}<tr><td>{plain}<td>{plain}|c<tr><td>d</table>"
    yield "quotation", f"<blockquote>{plain}<p>{plain}<ul><li>{plain}</ul></blockquote>"
    yield "definition", f"<dl><dt>{plain}<dd>{plain}<dd><p>{plain}</dl>"
    yield "link", f"<p>w <a href='https://a.example/{attribute}'>{plain}</a> <a href='{attribute}'>y</a>{plain}"
    yield "picture", f"<p>w <img src='https://picture.invalid/{attribute}' alt='{attribute}'> y<img src='{attribute}' alt='z'>"
    yield "footnote", f"<p>a<sup><a href=#fn1>1</a></sup> {plain}<a href=#fn2>[2]</a><ol><li id=fn1>{plain}<li id=fn2>w<br>{plain}</ol>"
    yield "long footnote", f"<p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1><pre>{plain}</pre><p>{plain}</ol>{plain}"
    yield "code", f"<p><code>{plain}</code> w <code>`{plain}`</code>{plain}<kbd>{plain}</kbd><p>http://a.example/<code>{plain}</code> x"
    yield "block of code", f"<pre>{plain}</pre><pre>w\n\n{plain}\n\n# {plain}\n{plain}</pre><p>y<pre><code class=language-html>x\n{plain}</code></pre>"
    yield "code in lists", (f"<ul><li>w<pre>{plain}</pre>y<li><pre>w\n\n{plain}</pre><li>x<ol><li>y<pre>w\n{plain}\n\n{plain}</pre></ol></ul>"
                            f"<pre>{plain}</pre><ol><li>y</ol><pre>w {plain}</pre>")
    yield "code deep in lists", f"{'<ul><li>w' * 12}<pre>{plain}\n\n{plain}</pre>"
    yield "code in a quotation", f"<blockquote>w<pre>w\n\n{plain}</pre><ul><li><pre>{plain}</pre></ul></blockquote><pre>{plain}</pre>"
    yield "marks", f"<p>w <b>{plain}</b>{plain} <i>w{plain}</i> <del>{plain}</del> <b>{parts[0]}</b>{parts[1]} w{parts[0]}<i>{parts[1]}</i>"
    yield "marks around code", (f"<p><code>`</code> q <i>w <code>{plain}</code> z</i> <b><code>{plain}</code></b> ~<code>{plain}</code>"
                                f"<p>w <del><code>{plain}</code><br>q</del> q <del>{plain}<img src='https://picture.invalid/~~b' alt=v> z</del> y")
    yield "struck links", (f"<p>w <del><a href='https://a.example/~~b*c'>{plain}</a></del> <del>q <a href=https://a.example/c>{plain}</a>"
                           f" z</del> <i>q <a href='https://a.example/*b'>{plain}</a></i> <del>{plain}</del> y")
    yield "code in a link", f"<p>w <a href=https://a.example/><code>{plain}</code> <b><code>`{plain}</code></b></a> s"
    yield "code behind a list", f"<ul><li>a</ul><pre>{plain}\n\n{plain}</pre><p>w<br>{plain}"
    yield "footnote of two lines", (f"<p>a<sup><a href=#fn1>1</a></sup> w <code>x``y</code><ol><li id=fn1>javascript:alert(1) \"abc<br>def\"<br>"
                                    f"{plain}</ol>")
    yield "title", f"<title>{plain}</title><meta property=og:site_name content='{attribute}'><p>w"


# What renderers of Markdown take for the start or the end of something: text that moves what stands around it.
SIGNS = ["`", "``", "```", "~~~", ">", ">>> 1 + 1", "> w", ":", ": w", "~ w", "$", "$$", "$5", "$w$", "$`", "`$", "\\(", "\\)", "</code>", "</pre>",
         "<code>", "<pre>", "<span>", "</div>", "<div markdown=1>", "<b>", "<!--", "-->", "<", ">", "&", ";", "\\", "#", "# w", "---", "===", "***",
         "- w", "+ w", "* w", "-", "1. w", "2) w", "10. ", "[^1]", "[^1]: w", "[^2]", "[w]", "[w]: y", "*[w]: y", "](y)", "![", "(y \"w\")",
         "| w |", "|", "| --- |", ":---", "{: .w }", "{w=y}", "{", "}", "*", "**", "_", "__", "~", "~~", "^", "==", "!!! w", ":::", "%", "+++", "    w",
         "\tw", "  ", "\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\x02", "\x03", "\x00", "\ufeff", "\u200b", "http://a.example/w",
         "www.a.example", "a@b.example", "if (a < b) { c(); }", "x = y", "!", "'", "\"", "(", ")", "[", "]", "[x]", "[TOC]", "\n", "\r", "\n\n"]


class Nested:
    """Pages of lists, definitions, tables, quotations, notes and code within each other, with such texts in all of them."""

    def __init__(self, chosen):
        self.chosen = chosen

    def text(self):
        draw, parts = self.chosen, []
        for _ in range(draw.choice((1, 1, 1, 2, 3))):
            kind = draw.random()
            if kind < 0.3:
                parts.append(draw.choice(RUNS))
            elif kind < 0.4:
                parts.append(draw.choice(BEFORE) + draw.choice(RUNS))
            elif kind < 0.75:
                parts.append(draw.choice(SIGNS))
            else:
                parts.append(draw.choice(("w", "some words", "12", "Then")))
        return draw.choice(("", " ")).join(parts)

    def plain(self):
        return html.escape(self.text(), quote=False)

    def run(self, depth=2):
        draw, parts = self.chosen, []
        for _ in range(draw.choice((1, 1, 2, 3, 4))):
            name = draw.choice(("", "", "", "code", "code", "b", "i", "del", "a", "br", "img", "sup", "kbd"))
            inner = self.run(depth - 1) if depth and draw.random() < 0.3 else self.plain()
            if name == "a":
                parts.append(f"<a href='https://a.example/{html.escape(draw.choice(('y', '~y*', '$y', self.text())))}'>{inner}</a>")
            elif name == "img":
                parts.append(f"<img src=https://picture.invalid/y alt='{html.escape(self.text())}'>")
            elif name == "sup":
                parts.append(f"<sup><a href=#fn{draw.randint(1, 3)}>{draw.randint(1, 3)}</a></sup>")
            elif name == "br":
                parts.append("<br>")
            else:
                parts.append(f"<{name}>{inner}</{name}>" if name else inner)
        return draw.choice(("", " ")).join(parts)

    def code(self):
        draw = self.chosen
        lines = [draw.choice(("", "", "  ", "    ", "\t")) + self.plain() for _ in range(draw.randint(1, 5))]
        text = draw.choice(("\n", "\n", "\n\n")).join(lines)
        return draw.choice((f"<pre>{text}</pre>", f"<pre><code class=language-w>{text}</code></pre>"))

    def blocks(self, depth):
        return "".join(self.block(depth) for _ in range(self.chosen.choice((1, 1, 2, 3))))

    def item(self, depth):
        draw = self.chosen
        kind = draw.random()
        if kind < 0.3:
            return self.run()
        if kind < 0.55:
            return self.run() + self.code()
        if kind < 0.65:
            return self.code() + draw.choice(("", self.run()))
        inner = self.blocks(depth - 1) if depth else self.run()
        return draw.choice((inner, self.run() + inner, f"<p>{self.run()}</p>{inner}"))

    def items(self, tag, depth):
        return "".join(f"<{tag}>{self.item(depth)}</{tag}>" for _ in range(self.chosen.choice((1, 2, 2, 3))))

    def block(self, depth):
        draw = self.chosen
        kinds = ["p", "p", "code", "code", "h2"] + ["ul", "ol", "ol", "dl", "table", "blockquote", "notes"] * (depth > 0)
        kind = draw.choice(kinds)
        if kind == "code":
            return self.code()
        if kind == "ul":
            return f"<ul>{self.items('li', depth)}</ul>"
        if kind == "ol":
            return f"<ol start={draw.choice((1, 1, 1, 3, 99))}>{self.items('li', depth)}</ol>"
        if kind == "dl":
            return f"<dl><dt>{self.run()}</dt>{self.items('dd', depth)}</dl>"
        if kind == "blockquote":
            return f"<blockquote>{self.blocks(depth - 1)}</blockquote>"
        if kind == "notes":
            return "<ol>" + "".join(f"<li id=fn{number}>{self.item(depth)}</li>" for number in range(1, draw.randint(2, 4))) + "</ol>"
        if kind == "table":
            width, cell = draw.randint(2, 3), draw.choice(("td", "th"))
            rows = []
            for _ in range(draw.randint(2, 3)):
                rows.append("".join(f"<{cell}>{self.item(0) if draw.random() < 0.1 else self.run()}</{cell}>" for _ in range(width)))
                cell = "td"
            return f"<table><tr>{'<tr>'.join(rows)}</table>"
        return f"<{kind}>{self.run()}</{kind}>"

    def page(self):
        return "".join(self.block(self.chosen.choice((1, 2, 3))) for _ in range(self.chosen.choice((1, 1, 2, 3))))


def pages(count, seed):
    """Each text by itself in every third place; texts behind a few beginnings, each in a place; and nested pages: `count` of
    the last two."""
    chosen = random.Random(seed)
    every = [before + text for before in BEFORE for text in RUNS] + RUNS
    nested = Nested(chosen)
    for _ in range(count):
        yield "nested", nested.page()
    for _ in range(count):
        named = list(contexts(chosen.choice(every)))
        name, page = chosen.choice(named)
        yield name, page
    for number, text in enumerate(RUNS):
        yield from list(contexts(text))[(seed + number) % 3::3]
