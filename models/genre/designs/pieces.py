"""The small pieces that pages are made of."""

from designs.look import PICTURES, Look
from designs.text import Words

RATIOS = ("16/9", "3/2", "4/3", "1/1", "2/1")


class Pieces:
    """A page's chance, words and look; its methods give HTML."""

    def __init__(self, chance):
        self.chance = chance
        self.words = Words(chance)
        self.look = Look(chance)
        self.ratio = chance.choice(RATIOS)

    def often(self, share):
        return self.chance.random() < share

    def many(self, least, most, write):
        """The HTML of a random number of alike parts."""
        return "".join(write() for _ in range(self.chance.randint(least, most)))

    def pic(self, ratio=None, style="", kind="p"):
        """A picture; kind q is a thing on white."""
        number = self.chance.randrange(PICTURES)
        ratio = ratio or self.ratio
        return f'<div class="pic {kind}{number}" style="aspect-ratio: {ratio}; {style}"></div>'

    def face(self, size):
        number = self.chance.randrange(PICTURES)
        return f'<div class="face p{number}" style="width: {size}px; height: {size}px"></div>'

    def link(self, least=1, most=3):
        return f'<a href="#">{self.words.label(least, most)}</a>'

    def button(self, ghost=False):
        return f'<a class="button {"ghost" if ghost else ""}">{self.words.label(1, 2)}</a>'

    def meta(self):
        """Who and when, one line."""
        parts = [self.words.date()]
        if self.often(0.6):
            parts.insert(0, self.words.name())
        if self.often(0.3):
            parts.append(self.link())
        return f'<div class="small">{self.chance.choice((" · ", " | ", " / ")).join(parts)}</div>'

    def links(self, least, most, words=(1, 4)):
        return self.many(least, most, lambda: f"<li>{self.link(*words)}</li>")

    def stars(self):
        count = self.chance.randint(2, 5)
        return f'<span style="color: #e8a317">{"★" * count}{"☆" * (5 - count)}</span>'

    def ad(self, width, height):
        return (
            f'<div class="ad" style="width: {width}px; max-width: 100%; height:'
            f' {height}px">{self.words.label(1)}</div>'
        )

    def search(self):
        return (
            '<span class="row"><span'
            f' class="field">{self.words.label(1, 2)}</span>{self.button()}</span>'
        )
