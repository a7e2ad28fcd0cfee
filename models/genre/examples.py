"""What the network learns from: screenshots, what is known of them, and how often each is drawn."""

import numpy as np

from data import LOOKS, same_pages
from images import ASPECT, KINDS, NARROW, NARROW_ASPECT, TYPES

SMOOTHING = 0.05  # of the labels
FORUM = 2.0  # a picture of a forum is drawn so many times as often as another of its look
# How often the two widths of a page are drawn together, in relation to those of other sets.
PAIRED = {"screens-2": 1.0, "screens-3": 1.0, "raw": 0.1, "others": 0.1}


def truth_of(look):
    """Of the screenshots of a look: the types, 0 where they are not known, the share of list view, that of a narrow
    layout, [N, 9]; and the kinds of their sites, 0 where they are not known, [N, len(KINDS)]."""
    types = np.eye(len(TYPES), dtype=np.float32)[look.types] * (1 - SMOOTHING) + SMOOTHING / len(TYPES)
    types[look.types < 0] = 0
    listed = look.listed * (1 - SMOOTHING) + SMOOTHING / 2
    narrow = np.full(len(listed), look.layout == NARROW)
    kinds = np.zeros((len(listed), len(KINDS)), np.float32)
    for row, of in enumerate(look.rows):
        kind = of.get("kind") or ("forum" if look.types[row] == TYPES.index("forum") else None)
        if kind:
            kinds[row, KINDS.index(kind if kind in KINDS else "other")] = 1
    return np.hstack([types, listed[:, None], narrow[:, None]]).astype(np.float32), kinds


def pairs_of(wide, narrow):
    """Rows of two looks at one set that show the same page at both widths: [2, pairs]."""
    if "site" in wide.rows[0]:
        return same_pages(wide, narrow)
    row_of = {page: row for row, page in enumerate(wide.ids)}
    return np.array([(row_of[page], row) for row, page in enumerate(narrow.ids) if page in row_of]).T


class Examples:
    """The table of all examples, columns by name: `picture`, a row of `pictures`, of which `share` is looked at from the
    top, `truth`, `kinds`. A picture may be there twice: under the crop of its layout, and under that of the first look.

    pairs: of two rows of the table each, that must get the same genre: [N, 2]."""

    def __init__(self, data):
        parts, self.pictures, start_of, rows, pictures = [], [], {}, 0, 0
        for name, look in LOOKS.items():
            if not look.share:
                continue
            screenshots, first = data.looks[name], name.endswith("-first")
            count = len(screenshots.ids)
            if not first:
                start_of[name] = rows, pictures
                self.pictures.append(screenshots.large)
                pictures += count
            truth, kinds = truth_of(screenshots)
            part = {
                "picture": start_of[name.removesuffix("-first")][1] + np.arange(count),
                "share": np.full(count, ASPECT / NARROW_ASPECT if first else 1, np.float32),
                "truth": truth,
                "kinds": kinds,
                "drawn": np.where(kinds[:, KINDS.index("forum")] > 0, FORUM, 1.0),
                "fold": data.folds[name],
                "look": np.full(count, name),
            }
            parts.append(part)
            rows += count
        self.pictures = np.concatenate(self.pictures)
        self.table = {column: np.concatenate([part[column] for part in parts]) for column in parts[0]}
        self.drawn, self.fold, self.look = (self.table.pop(column) for column in ("drawn", "fold", "look"))
        pairs = {name: pairs_of(data.looks[name], data.looks[f"{name}-390"]) for name in PAIRED}
        starts = {name: [[start_of[name][0]], [start_of[f"{name}-390"][0]]] for name in PAIRED}
        self.pairs = np.hstack([of + starts[name] for name, of in pairs.items()]).T
        self.paired = np.concatenate([np.full(of.shape[1], PAIRED[name]) for name, of in pairs.items()])

    def chances(self, fold):
        """How often each row of the table and each pair is drawn without a fold, or with all (None): summed up, float32
        [rows] and [pairs]."""
        drawn = self.drawn * (self.fold != fold)
        for name in np.unique(self.look):
            of_look = self.look == name
            drawn[of_look] *= LOOKS[name].share / drawn[of_look].sum()
        paired = self.paired * (self.fold[self.pairs[:, 0]] != fold)
        return tuple(np.cumsum(of).astype(np.float32) for of in (drawn, paired))
