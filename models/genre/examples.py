"""Examples for the network, in batches that no two epochs share."""

import numpy as np

from backbone import MAP
from images import NARROW, TYPES

SMOOTHING = 0.05  # of the labels
AS_IT_IS = 0.25  # how many of the examples are screenshots themselves, not variants


class Examples:
    """Screenshots of one look, as the lower blocks see them, with their labels."""

    def __init__(self, look, rows, share):
        """rows: those of the look to take; share: how many of all examples that are drawn are of it, in relation to
        others."""
        self.rows, self.share = rows, share
        self.exact, self.varied = look.of("exact"), look.varied
        truth = np.eye(len(TYPES), dtype=np.float32)[look.types]
        truth = truth * (1 - SMOOTHING) + SMOOTHING / len(TYPES)
        truth[look.types < 0] = 0
        listed = look.listed * (1 - SMOOTHING) + SMOOTHING / 2
        narrow = np.full(len(listed), look.layout == NARROW)
        self.truth = np.hstack([truth, listed[:, None], narrow[:, None]]).astype(np.float32)

    def drawn(self, random):
        """The map of one screenshot or of a variant, and its labels."""
        row = random.choice(self.rows)
        seen = self.exact[row]
        if random.random() >= AS_IT_IS:
            seen = self.varied[row, random.integers(self.varied.shape[1])]
        return seen, self.truth[row]


def batches(examples, size, count, seed):
    """So many batches of maps, float32 [size, *MAP], and labels, the same for the same seed."""
    shares = np.array([of_look.share for of_look in examples], float)
    shares /= shares.sum()
    for number in range(count):
        random = np.random.default_rng((*seed, number))
        seen, truth = np.empty((size, *MAP), np.float32), []
        for place, look in enumerate(random.choice(len(examples), size, p=shares)):
            seen[place], of_row = examples[look].drawn(random)
            truth.append(of_row)
        yield seen, np.stack(truth)
