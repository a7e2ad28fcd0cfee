"""What networks say of screenshots of sites and domains that they have not seen, and how right they are."""

import numpy as np

from backbone import normalised
from data import FOLDS, LOOKS, same_pages
from fusion import Logistic
from images import LIST_VIEW, TYPES
from measures import Measures, by_groups, table
from network import said
from sight import NARROW_FROM

FEW = 50  # pictures of a kind of site that are too few to be measured
# Looks at the same pictures: the first, under the crop of wide pages, and that under the crop of narrow ones.
SECOND = {
    "screens": "screens-tall",
    "screens-2": "screens-2-tall",
    "screens-3": "screens-3-tall",
    "raw": "raw-tall",
    "others": "others-tall",
    "screens-2-390-first": "screens-2-390",
    "screens-3-390-first": "screens-3-390",
    "raw-390-first": "raw-390",
    "others-390-first": "others-390",
}
NAMES = {first: second if first.endswith("-first") else first for first, second in SECOND.items()}
# What the calibrations are fitted on, and how much a screenshot of each counts.
WIDE = {"screens": 1.0, "screens-2": 1.0, "screens-3": 1.0, "raw": 0.5, "others": 0.5}
NARROW = {"screens-2-390": 1.0, "screens-3-390": 1.0, "raw-390": 0.1, "others-390": 0.1}


class Judged:
    """What the networks of one training say: each page by the network that has not seen its fold."""

    def __init__(self, data, networks):
        self.data = data
        self.raw = {name: self.out_of_fold(networks, name) for name in LOOKS}
        first_screens = self.out_of_fold(networks, "screens", "first_screens")
        by_others = [self.calibrations(fold) for fold in range(FOLDS)]
        # Of each page by calibrations that were fitted on the other folds.
        self.p_list_view, self.judged_narrow = {}, {}
        for first, second in SECOND.items():
            (p_first, narrow), (p_second, _) = self.raw[first], self.raw[second]
            again = narrow > NARROW_FROM
            p = np.where(again, self.calibrated(second, p_second, by_others, 1), self.calibrated(first, p_first, by_others, 0))
            self.p_list_view[NAMES[first]], self.judged_narrow[NAMES[first]] = p, again
        self.first_screens = self.calibrated("screens", first_screens[0], by_others, 0)
        self.wide, self.narrow = self.calibrations(None)

    def out_of_fold(self, networks, name, seen="exact"):
        """The probabilities of a list view, not calibrated, and of a narrow layout: [N] each."""
        pictures, fold_of = getattr(self.data.looks[name], seen), self.data.folds[name]
        listed, narrow = np.zeros((2, len(fold_of)))
        for fold, network in enumerate(networks):
            for rows in np.array_split(np.flatnonzero(fold_of == fold), 16):
                if len(rows):
                    types, of_layout = said(network.predict_on_batch(normalised(pictures[rows])))
                    listed[rows] = np.asarray(types)[:, LIST_VIEW : len(TYPES)].sum(axis=1)
                    narrow[rows] = np.asarray(of_layout)[:, 0]
        return listed, narrow

    def calibrations(self, without):
        """The calibrations of wide and of narrow pages, fitted on all folds but one."""

        def fitted(looks):
            parts = []
            for name, weight in looks.items():
                kept = self.data.folds[name] != without
                parts.append((self.raw[name][0][kept], self.data.looks[name].listed[kept], np.full(kept.sum(), weight)))
            p, listed, weights = map(np.concatenate, zip(*parts))
            return Logistic([p], listed, weights)

        return fitted(WIDE), fitted(NARROW)

    def calibrated(self, name, p, by_others, layout):
        of_all = np.array([calibrations[layout](p) for calibrations in by_others])
        return of_all[self.data.folds[name], np.arange(len(p))]


def agreed(judged, name):
    """Whether a page of a set gets the same genre at both widths: bool [pages that are there at both]."""
    names = (name, f"{name}-390")
    pairs = same_pages(*(judged.data.looks[of] for of in names))
    wide, narrow = (judged.p_list_view[of][rows] > 0.5 for of, rows in zip(names, pairs))
    return wide == narrow


def kinds(judged):
    """The accuracy by the kind of a site, at both widths together: kind, pictures, accuracy."""
    names = ("screens-2", "screens-2-390", "screens-3", "screens-3-390")
    kind = np.concatenate([[row["kind"] for row in judged.data.looks[name].rows] for name in names])
    right = np.concatenate(
        [(judged.p_list_view[name] > 0.5) == judged.data.looks[name].listed for name in names]
    )
    counted = [(of, (kind == of).sum(), right[kind == of].mean()) for of in np.unique(kind)]
    return sorted((of for of in counted if of[1] >= FEW), key=lambda of: of[2])


def report(judged):
    """Prints the figures of MODEL.md about screenshots alone. judged: of each training."""
    for seed, of_seed in enumerate(judged):
        data = of_seed.data
        rows = [(name, data.looks[name].listed, p) for name, p in of_seed.p_list_view.items()]
        rows.append(("screens, the first screen alone", data.looks["screens"].listed, of_seed.first_screens))
        print(f"training {seed}\n{table(rows)}")
        agree = np.concatenate([agreed(of_seed, name) for name in ("screens-2", "screens-3")])
        print(f"the same genre at both widths: {agree.mean():.3f} of {len(agree)} pages")
        for name, again in of_seed.judged_narrow.items():
            print(f"judged narrow, {name}: {again.mean():.3f}")
        print("by kind of site: " + ", ".join(f"{kind} {accuracy:.3f} ({count})" for kind, count, accuracy in kinds(of_seed)))
    print("mean of the trainings, and 95 % of 500 draws of sites or domains")
    for name in judged[0].p_list_view:
        listed, groups = judged[0].data.looks[name].listed, judged[0].data.groups[name]

        def measured(rows):
            each = [Measures.of(listed[rows], of_seed.p_list_view[name][rows]) for of_seed in judged]
            return [np.mean([getattr(of, field) for of in each]) for field in ("accuracy", "f1", "auc")]

        draws = np.array([measured(rows) for rows in by_groups(groups, 500)])
        low, high = np.quantile(draws, (0.025, 0.975), axis=0)
        values = zip(("accuracy", "F1", "AUC"), measured(np.arange(len(listed))), low, high)
        print(f"{name:20}" + ", ".join(f"{field} {value:.3f} ({a:.3f} to {b:.3f})" for field, value, a, b in values))
