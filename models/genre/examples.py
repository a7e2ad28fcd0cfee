"""Examples for the network, in batches that no two epochs share."""

import keras
import numpy as np

from augment import vary
from images import KINDS, MAP_COLUMNS, MAP_ROWS, TYPES
from network import normalised

SMOOTHING = 0.05  # of the labels


class Examples:
    """Augmentable screenshots with their labels, of one set or of several."""

    def __init__(self, screenshots, rows, measures):
        """rows: those of the set to take; measures: [len(rows), M], -1 where unknown."""
        self.large = [screenshots.large[row] for row in rows]
        self.layouts = [screenshots.layouts[row] for row in rows]
        truth = np.eye(len(TYPES), dtype=np.float32)[screenshots.types[rows]]
        self.types = truth * (1 - SMOOTHING) + SMOOTHING / len(TYPES)
        self.measures = measures.astype(np.float32)

    def __add__(self, other):
        both = object.__new__(Examples)
        both.large = self.large + other.large
        both.layouts = self.layouts + other.layouts
        both.types = np.concatenate([self.types, other.types])
        both.measures = np.concatenate([self.measures, other.measures])
        return both


class Batches(keras.utils.PyDataset):
    """Shuffled and varied anew in every epoch, the same for the same seed."""

    def __init__(self, examples, size, seed, epoch):
        """epoch: how many examples make one."""
        super().__init__(workers=2, use_multiprocessing=False, max_queue_size=8)
        self.examples, self.size, self.seed, self.epoch = examples, size, seed, 0
        self.count = min(epoch, len(examples.large)) // size
        self.on_epoch_begin()

    def __len__(self):
        return self.count

    def on_epoch_begin(self):
        self.order = np.random.default_rng((self.seed, self.epoch)).permutation(
            len(self.examples.large)
        )

    def on_epoch_end(self):
        self.epoch += 1
        self.on_epoch_begin()

    def __getitem__(self, index):
        random = np.random.default_rng((self.seed, self.epoch, index))
        rows = self.order[index * self.size : (index + 1) * self.size]
        pixels = []
        layouts = np.full((len(rows), MAP_ROWS, MAP_COLUMNS, len(KINDS)), -1, np.float32)
        for position, row in enumerate(rows):
            varied, layout = vary(self.examples.large[row], self.examples.layouts[row], random)
            pixels.append(varied)
            if layout is not None:
                layouts[position] = layout
            if self.examples.measures[row, 0] < 0:  # a page without gold text
                layouts[position, ..., KINDS.index("content")] = -1
        truth = {
            "types": self.examples.types[rows],
            "measures": self.examples.measures[rows],
            "layout": layouts,
        }
        return normalised(np.stack(pixels)), truth
