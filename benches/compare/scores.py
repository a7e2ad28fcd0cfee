"""Word F1 of texts, and how far it may be by chance: ranges by bootstrap over pages."""

import random
import re
from collections import Counter

WORD = re.compile(r"\w+")
RESAMPLES = 2000
SEED = 0


def words(text):
    """The lower-cased words of a text, or of None, with their numbers."""
    return Counter(WORD.findall((text or "").lower()))


def word_f1(gold, text):
    """WCXB's measure of two results of `words`: 1 if both have the same words as often, or none at all."""
    all_words = gold.total() + text.total()
    return 2 * (gold & text).total() / all_words if all_words else 1.0


def resamples(pages, count=RESAMPLES, seed=SEED):
    """`count` lists of as many places as there are pages, each drawn with replacement. The same pages, count and seed
    give the same lists."""
    draw = random.Random(seed)
    return [draw.choices(range(pages), k=pages) for _ in range(count)]


def interval(values, drawn):
    """The range with the middle 95 % of the means of the values over the resamples: lowest, highest."""
    means = sorted(sum(map(values.__getitem__, places)) / len(places) for places in drawn)
    cut = len(means) // 40
    return means[cut], means[-1 - cut]
