"""Examples for the network, in batches that no two epochs share."""

import keras
import numpy as np

from backbone import FEATURES
from images import TYPES

SMOOTHING = 0.05  # of the labels
AS_IT_IS = 0.5  # how many of the examples are screenshots themselves, not variants


class Examples:
    """Screenshots of one set, as the backbone sees them, with their labels."""

    def __init__(self, screenshots, rows, share):
        """rows: those of the set to take; share: how many of all examples that are drawn are of this set, in relation
        to other sets."""
        self.rows, self.share = rows, share
        self.exact, self.varied = screenshots.of("exact"), screenshots.varied
        truth = np.eye(len(TYPES), dtype=np.float32)[screenshots.types]
        truth = truth * (1 - SMOOTHING) + SMOOTHING / len(TYPES)
        truth[screenshots.types < 0] = 0
        listed = screenshots.listed * (1 - SMOOTHING) + SMOOTHING / 2
        self.truth = np.hstack([truth, listed[:, None]]).astype(np.float32)

    def drawn(self, random):
        """The features of one screenshot or of a variant, and its labels."""
        row = random.choice(self.rows)
        seen = self.exact[row]
        if random.random() >= AS_IT_IS:
            seen = self.varied[row, random.integers(self.varied.shape[1])]
        return seen, self.truth[row]


class Batches(keras.utils.PyDataset):
    """Drawn anew in every epoch, the same for the same seed."""

    def __init__(self, sets, size, seed, epoch):
        """sets: of Examples; epoch: how many examples make one."""
        super().__init__()
        self.sets, self.size, self.seed, self.epoch = sets, size, seed, 0
        shares = np.array([examples.share for examples in sets], float)
        self.shares, self.count = shares / shares.sum(), epoch // size

    def __len__(self):
        return self.count

    def on_epoch_end(self):
        self.epoch += 1

    def __getitem__(self, index):
        random = np.random.default_rng((self.seed, self.epoch, index))
        seen, truth = np.empty((self.size, FEATURES), np.float32), []
        for place, number in enumerate(random.choice(len(self.sets), self.size, p=self.shares)):
            seen[place], of_row = self.sets[number].drawn(random)
            truth.append(of_row)
        return seen, np.stack(truth)
