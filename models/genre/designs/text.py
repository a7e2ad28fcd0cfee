"""Text that means nothing, in made-up languages of seven scripts."""

import random

# The consonants and the vowels that words are made of.
LATIN = (
    "b c d f g h k l m n p r s t v w z st tr pl ch sh br gr".split(),
    "a e i o u ea ou".split(),
)
NORDIC = ("b d f g h j k l m n r s t v sk st kr".split(), "a e i o u ä ö å".split())
SLAVIC = ("b c d k l m n p r s t v z č š ž ł".split(), "a e i o u y ě ó".split())
ROMANCE = ("b c d f g l m n p r s t v qu ch ll nt".split(), "a e i o u é à io ue".split())
CYRILLIC = (list("бвгджзклмнпрстфхцчш") + ["ст", "пр"], list("аеиоуыяюё"))
GREEK = (list("βγδζθκλμνπρστφχψ"), "α ε η ι ο υ ω ου ει".split())
ARABIC = (list("بتثجحخدذرزسشصضطعغفقكلمنه"), ["ا", "و", "ي", "", "", "ا"])
DEVANAGARI = (list("कखगघचजटडणतथदधनपबभमयरलवशसह"), ["", "ा", "ि", "ी", "ु", "े", "ो", "ं"])

# The share of pages, and the letters; None: ideographs.
LANGUAGES = {
    "en": (28, LATIN),
    "sv": (10, NORDIC),
    "cs": (10, SLAVIC),
    "fr": (18, ROMANCE),
    "ru": (9, CYRILLIC),
    "el": (4, GREEK),
    "ar": (6, ARABIC),
    "hi": (5, DEVANAGARI),
    "zh": (5, None),
    "ja": (5, None),
}
KANA = "あいうえおかきくけこさしすせそたちつてとなにのはひふへまみもやよらりるれわをん"


class Words:
    """A language of its own for a page: a vocabulary, used as often as words are in texts."""

    def __init__(self, chance):
        self.chance = chance
        shares = [share for share, _ in LANGUAGES.values()]
        self.language = chance.choices(list(LANGUAGES), shares)[0]
        self.letters = LANGUAGES[self.language][1]
        self.rtl = self.language == "ar"
        self.ideographic = self.letters is None
        # The vocabulary is the language's and the page's, its order the frequencies.
        make = random.Random(f"{self.language} {chance.randrange(50)}")
        words = [self._make(make) for _ in range(300)]
        self.vocabulary = sorted(words[:60], key=len) + words[60:]
        self.weights = [1 / (rank + 3) for rank in range(300)]

    def _make(self, make):
        if self.ideographic:
            word = "".join(
                chr(make.randint(0x4E00, 0x8FFF)) for _ in range(make.choice((1, 2, 2, 3)))
            )
            if self.language == "ja":
                word += "".join(make.choice(KANA) for _ in range(make.randint(0, 3)))
            return word
        consonants, vowels = self.letters
        syllables = make.choices((1, 2, 3, 4), (3, 5, 3, 1))[0]
        word = "".join(make.choice(consonants) + make.choice(vowels) for _ in range(syllables))
        return word + (make.choice(consonants) if make.random() < 0.4 else "")

    def some(self, least, most=None):
        """Some words, in lower case."""
        count = self.chance.randint(least, most or least)
        space = "" if self.ideographic else " "
        return space.join(self.chance.choices(self.vocabulary, self.weights, k=count))

    def label(self, least=1, most=2):
        """A short text: of a link, a button."""
        text = self.some(least, most)
        return text[:1].upper() + text[1:]

    def title(self, least=4, most=10):
        return self.label(least, most)

    def name(self):
        """A person's."""
        first, last = self.chance.sample(self.vocabulary, 2)
        return f"{first.title()} {last.title()}"

    def sentence(self):
        text = self.label(6, 22)
        if self.ideographic:
            middle = len(text) // 2
            return f"{text[:middle]}，{text[middle:]}。"
        return text.replace(" ", ", ", 1) + "." if self.chance.random() < 0.2 else text + "."

    def sentences(self, least, most=None):
        count = self.chance.randint(least, most or least)
        return ("" if self.ideographic else " ").join(self.sentence() for _ in range(count))

    def paragraph(self):
        """A paragraph, with a link or an emphasis now and then."""
        text = self.sentences(2, 7)
        if self.chance.random() < 0.25:
            text += f' <a href="#">{self.some(1, 4)}</a> {self.sentence()}'
        if self.chance.random() < 0.1:
            text = f"<b>{self.some(2, 5)}</b> {text}"
        return f"<p>{text}</p>"

    def date(self):
        day, month, year = self.chance.randint(1, 28), self.chance.randint(1, 12), 2025
        return self.chance.choice(
            (
                f"{day}.{month}.{year}",
                f"{year}-{month:02}-{day:02}",
                f"{self.label(1)} {day}, {year}",
            )
        )

    def price(self):
        amount = self.chance.choice((9, 19, 24, 49, 79, 120, 349, 1290))
        return self.chance.choice(
            (f"${amount}.99", f"{amount},90 €", f"£{amount}.00", f"{amount} kr")
        )

    def code(self, lines):
        """Lines of a program that does nothing."""
        ascii_word = lambda: "".join(self.chance.choice("abcdefgilmnorst") for _ in range(5))
        forms = (
            "{0} = {1}({2})",
            "if {0}:",
            "    return {1}.{2}",
            "// {0} {1} {2}",
            '{0}.{1}("{2}")',
        )
        return "\n".join(
            self.chance.choice(forms).format(ascii_word(), ascii_word(), ascii_word())
            for _ in range(lines)
        )
