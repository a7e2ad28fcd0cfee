"""How a synthetic site looks: its colours, fonts, measures, and the style sheet made of them."""

from rules import MONO, SANS, SERIF
from styles import picture

PICTURES = 10  # different ones on a page


class Look:
    """Random, but the same on the whole page. Lengths are in pixels."""

    def __init__(self, chance):
        self.hue = chance.randrange(360)
        self.dark = chance.random() < 0.13
        hue, dark = self.hue, self.dark
        self.brand = f"hsl({hue} {chance.randint(30, 95)}% {chance.randint(22, 50)}%)"
        self.accent = f"hsl({(hue + chance.choice((30, 120, 180, 210))) % 360} 80% 45%)"
        self.back = chance.choice(("#fff", "#fff", "#fff", "#fafafa", f"hsl({hue} 30% 97%)"))
        self.front = f"hsl({hue} 12% {chance.randint(6, 28)}%)"
        self.panel = chance.choice(("#f4f4f4", "#fff", f"hsl({hue} 30% 95%)"))
        self.link = chance.choice((self.brand, self.brand, "#0645ad", "inherit"))
        if dark:
            self.back = f"hsl({hue} {chance.randint(0, 30)}% {chance.randint(6, 15)}%)"
            self.front, self.panel = "#ddd", f"hsl({hue} 15% {chance.randint(16, 22)}%)"
            self.link = f"hsl({hue} 80% 72%)"
        self.line = "#fff3" if dark else chance.choice(("#ddd", "#e8e8e8", "#ccc"))
        family = chance.choice((SANS, SANS, SANS, SERIF))
        self.text = "monospace" if chance.random() < 0.03 else chance.choice(family)
        self.title = chance.choice((self.text, chance.choice(SANS), chance.choice(SERIF)))
        self.mono = chance.choice(MONO)
        self.size = chance.choice((13, 14, 14, 15, 16, 16, 16, 17, 18, 19))
        self.leading = chance.uniform(1.3, 1.75)
        self.wide = chance.choice((940, 1000, 1080, 1140, 1180, 1200, 1240))
        self.gap = chance.randint(10, 36)
        self.radius = chance.choice((0, 0, 0, 4, 6, 10, 16))
        self.scale = chance.uniform(1.15, 1.4)
        self.card = chance.choice(
            (
                "",
                "border: 1px solid var(--line)",
                "box-shadow: 0 1px 6px #0003",
                "background: var(--panel)",
                "border-top: 3px solid var(--brand)",
            )
        )
        self.bold = chance.choice((400, 600, 700, 700, 900))
        self.upper = chance.random() < 0.2
        self.underline = chance.random() < 0.2
        self.justified = chance.random() < 0.1
        self.indented = chance.random() < 0.06
        self.grainy = chance.random() < 0.2

    def pictures(self, chance):
        """The rules of the pictures .p0, .p1, …, and of things on white, .q0, .q1, …"""
        rules = []
        for number in range(PICTURES):
            image = picture(chance, self.hue + chance.randint(-120, 120))
            rules.append(f".p{number} {{ background: {image} center / cover }}")
            hue, size = chance.randrange(360), chance.randint(20, 44)
            shape = chance.choice(("50%", "50% 50% 8% 8%", "12%", "0", "40% 10%"))
            rules.append(
                f".q{number} {{ background: {chance.choice(('#fff', '#f3f3f3', '#fff'))}; position:"
                f" relative }} .q{number}::after {{ content: ''; position: absolute; inset:"
                f" {50 - size}% {chance.randint(10, 36)}%; border-radius: {shape}; background:"
                f" linear-gradient({chance.randint(0, 180)}deg, hsl({hue} 50%"
                f" {chance.randint(20, 70)}%), hsl({hue} 40% {chance.randint(10, 50)}%)) }}"
            )
        if self.grainy:
            noise = (
                "%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='300'%3E%3Cfilter"
                " id='n'%3E%3CfeTurbulence baseFrequency='.03'"
                " numOctaves='4'/%3E%3C/filter%3E%3Crect width='100%25' height='100%25'"
                " filter='url(%23n)' opacity='.6'/%3E%3C/svg%3E"
            )
            rules.append(
                f".pic::before {{ content: ''; position: absolute; inset: 0;"
                f' background: url("data:image/svg+xml,{noise}") }} .pic {{ position: relative }}'
            )
        return "\n".join(rules)

    def css(self, chance):
        headings = "\n".join(
            f"h{level} {{ font-size: {max(1, 0.96 * self.scale ** (4.5 - level)):.2f}em }}"
            for level in (1, 2, 3, 4)
        )
        return f"""
:root {{ --brand: {self.brand}; --accent: {self.accent}; --line: {self.line}; --panel: {self.panel};
  --back: {self.back}; --front: {self.front}; --gap: {self.gap}px; --radius: {self.radius}px }}
* {{ box-sizing: border-box }}
body {{ margin: 0; background: var(--back); color: var(--front);
  font: {self.size}px/{self.leading:.2f} '{self.text}', sans-serif }}
a {{ color: {self.link}; text-decoration: {'underline' if self.underline else 'none'} }}
h1, h2, h3, h4 {{ font-family: '{self.title}', sans-serif; font-weight: {self.bold};
  line-height: 1.2; margin: .8em 0 .4em }}
{headings}
.grid h3 {{ font-size: {chance.uniform(1, 1.2):.2f}em; overflow-wrap: anywhere }}
h3 a, h2 a, h4 a {{ color: {chance.choice(('inherit', self.link))} }}
p {{ margin: 0 0 {0 if self.indented else 1}em; text-indent: {1.5 if self.indented else 0}em;
  text-align: {'justify' if self.justified else 'start'} }}
ul.plain, ol.plain {{ list-style: none; margin: 0; padding: 0 }}
.wide {{ max-width: {self.wide}px; margin-inline: auto; padding-inline: 16px }}
.row {{ display: flex; flex-wrap: wrap; gap: 6px var(--gap); align-items: center }}
.spread {{ justify-content: space-between }}
.grid {{ display: grid; gap: var(--gap) }}
.pic {{ display: block; width: 100%; border-radius: var(--radius); overflow: hidden }}
.card {{ {self.card}; border-radius: var(--radius); overflow: hidden }}
.pad {{ padding: {chance.randint(8, 20)}px }}
.panel {{ background: var(--panel); padding: {chance.randint(10, 22)}px; border-radius: var(--radius) }}
.small {{ font-size: .84em; opacity: .75 }}
.button {{ display: inline-block; background: var(--brand); color: #fff; border: 0; font: inherit;
  border-radius: var(--radius); padding: .5em 1.2em; text-decoration: none }}
.ghost {{ background: none; border: 1px solid currentColor; color: inherit }}
.field {{ border: 1px solid var(--line); border-radius: var(--radius); padding: .45em .7em;
  min-width: 140px; background: var(--back); color: #888 }}
.tag {{ display: inline-block; background: var(--panel); padding: .15em .6em; margin: 2px;
  border-radius: var(--radius); font-size: .85em; border: 1px solid var(--line) }}
.badge {{ background: var(--accent); color: #fff; font-size: .75em; padding: .1em .5em }}
.price {{ color: var(--accent); font-weight: bold; font-size: 1.15em }}
.line {{ border-bottom: 1px solid var(--line) }}
.face {{ border-radius: 50%; flex: none }}
.ad {{ background: repeating-linear-gradient(45deg, #8882 0 12px, #8883 12px 24px);
  display: grid; place-items: center; font-size: 11px; color: #888; margin: 12px auto }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ border-bottom: 1px solid var(--line); padding: 6px 10px; text-align: start }}
pre {{ background: {chance.choice(('#f5f5f5', '#1e1e28', '#eef'))}; padding: 14px; overflow: hidden;
  color: {'#888'}; font: .88em/1.45 '{self.mono}', monospace; border-radius: var(--radius) }}
blockquote {{ margin: 1.2em 0; padding: .2em 1.2em; border-inline-start: 4px solid var(--brand);
  font-style: italic; {chance.choice(('', 'font-size: 1.3em'))} }}
{'nav a, .button { text-transform: uppercase; font-size: .85em; letter-spacing: .05em }' if self.upper else ''}
{self.pictures(chance)}
"""
