"""What the backbone makes of screenshots. It stays as it is, so each screenshot goes through it once."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from augment import vary
from backbone import FEATURES, normalised
from images import Screenshots

BATCH = 32


class Features(Screenshots):
    """A set of screenshots, and what the backbone makes of them. Arrays are kept in a directory, for the next run."""

    def __init__(self, directory, variants, backbone, kept):
        """variants: how many of each screenshot, beside itself; backbone: a function that returns the network."""
        super().__init__(directory)
        self.variants, self.backbone, self.kept = variants, backbone, kept

    def of(self, seen):
        """float16 [N, FEATURES] of one of the arrays of Screenshots, by its name."""
        return self.load(seen, lambda: (getattr(self, seen), 1))[:, 0]

    @property
    def varied(self):
        """float16 [N, variants, FEATURES]: the same variants in every run."""
        return self.load("varied", lambda: (Varied(self.large, self.variants), self.variants))

    def load(self, name, source):
        path = self.kept / f"{self.directory.name}-{name}-{len(self.ids)}.npy"
        if not path.exists():
            pictures, count = source()
            print(f"features of {self.directory.name}, {name}", flush=True)
            part = path.with_suffix(".part")
            with open(part, "wb") as file:
                np.save(file, through(self.backbone(), pictures).reshape(len(self.ids), count, FEATURES))
            part.rename(path)
        return np.load(path)


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


def through(backbone, pictures):
    """float16 [N, FEATURES] of pixels, uint8 [N, HEIGHT, WIDTH, 3]."""
    features = np.zeros((len(pictures), FEATURES), np.float16)
    for start in range(0, len(pictures), BATCH):
        part = slice(start, start + BATCH)
        features[part] = backbone.predict_on_batch(normalised(pictures[part]))
    return features
