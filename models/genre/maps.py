"""What the lower blocks of the backbone make of screenshots. They stay as they are, so each screenshot goes through them
once."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from augment import vary
from backbone import MAP, normalised
from images import Screenshots

BATCH = 32


class Maps(Screenshots):
    """A set of screenshots, and what the lower blocks make of them. Arrays are kept in files, for the next run."""

    def __init__(self, directory, layout, aspect, variants, lower, kept):
        """variants: how many of each screenshot, beside itself; lower: a function that returns the network; kept: how
        the files' names begin."""
        super().__init__(directory, layout, aspect)
        self.variants, self.lower, self.kept = variants, lower, kept

    def of(self, seen):
        """float16 [N, *MAP] of one of the arrays of Screenshots, by its name."""
        return self.load(seen, lambda: (getattr(self, seen), 1))[:, 0]

    @property
    def varied(self):
        """float16 [N, variants, *MAP]: the same variants in every run."""
        return self.load("varied", lambda: (Varied(self.large, self.variants), self.variants))

    def load(self, name, source):
        path = self.kept.with_name(f"{self.kept.name}-{name}-{len(self.ids)}.npy")
        if not path.exists():
            pictures, count = source()
            print(f"maps of {self.kept.name}, {name}", flush=True)
            part = path.with_suffix(".part")
            with open(part, "wb") as file:
                np.save(file, through(self.lower(), pictures).reshape(len(self.ids), count, *MAP))
            part.rename(path)
        return np.load(path, mmap_mode="r")


class Varied:
    """Variants of each of N screenshots, one screenshot's after another's, made as they are asked for."""

    def __init__(self, large, count):
        self.large, self.count = large, count

    def __len__(self):
        return len(self.large) * self.count

    def __getitem__(self, part):
        def one(place):
            row, number = divmod(place, self.count)
            return vary(self.large[row], np.random.default_rng((row, number)))

        with ThreadPoolExecutor() as executor:
            return np.stack(list(executor.map(one, range(*part.indices(len(self))))))


def through(lower, pictures):
    """float16 [N, *MAP] of pixels, uint8 [N, HEIGHT, WIDTH, 3]."""
    maps = np.zeros((len(pictures), *MAP), np.float16)
    for start in range(0, len(pictures), BATCH):
        part = slice(start, start + BATCH)
        maps[part] = lower.predict_on_batch(normalised(pictures[part]))
    return maps
