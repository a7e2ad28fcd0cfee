"""The sets of screenshots, and the folds of those that are measured. MODEL.md describes the directories."""

import sys
from collections import namedtuple
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folds import folds, registered_domains
from images import ASPECT, NARROW, NARROW_ASPECT, WIDE
from maps import Maps

FOLDS = 5
SEED = 0  # of the folds; those of WCXB's pages are the same as in models/genre-markup
# What is looked at: of a directory the screenshots of one layout, under the crop of one aspect. shares: how many of the
# examples that are drawn are of these, in relation to the others, in each round of the training. variants: of each
# screenshot, beside itself.
Look = namedtuple("Look", "directory layout aspect shares variants")
LOOKS = {
    "screens": Look("screens", WIDE, ASPECT, (20, 20), 8),
    "screens-2": Look("screens-2", WIDE, ASPECT, (40, 40), 8),
    "screens-3": Look("screens-3", WIDE, ASPECT, (30, 30), 8),
    "screens-2-390": Look("screens-2", NARROW, NARROW_ASPECT, (24, 24), 8),
    "screens-3-390": Look("screens-3", NARROW, NARROW_ASPECT, (18, 18), 8),
    "raw": Look("raw", WIDE, ASPECT, (30, 45), 3),
    "others": Look("others", WIDE, ASPECT, (10, 15), 3),
    "raw-390": Look("raw-390", NARROW, NARROW_ASPECT, (5, 2), 2),
    "others-390": Look("others-390", NARROW, NARROW_ASPECT, (3, 2), 2),
    # The first look at a narrow page has the crop of a wide one. It only has to find out that the page is narrow.
    "screens-2-390-first": Look("screens-2", NARROW, ASPECT, (4, 3), 3),
    "screens-3-390-first": Look("screens-3", NARROW, ASPECT, (3, 2), 3),
    "raw-390-first": Look("raw-390", NARROW, ASPECT, (1, 1), 1),
    "others-390-first": Look("others-390", NARROW, ASPECT, (1, 1), 1),
    # What is seen of a wide page that is taken for a narrow one. Nothing is learned from it.
    "screens-tall": Look("screens", WIDE, NARROW_ASPECT, (0, 0), 0),
    "screens-2-tall": Look("screens-2", WIDE, NARROW_ASPECT, (0, 0), 0),
    "screens-3-tall": Look("screens-3", WIDE, NARROW_ASPECT, (0, 0), 0),
    "raw-tall": Look("raw", WIDE, NARROW_ASPECT, (0, 0), 0),
    "others-tall": Look("others", WIDE, NARROW_ASPECT, (0, 0), 0),
}
# Sites of one owner, or with the same pages or theme.
ONE_OWNER = {
    "tenseijutsu/tenseijutsu.github.io": "hmbgaming/holdmybeer.org",
    "MalangToday/MalangToday": "Jervi-sir/newspaper",
    "PyconUK/2017": "PyconUK/2016",
    "BadakBerrenang/PortalGorontalo": "CatchupTV/catchuptv.github.io",
    "KontenaIndonesia/iwwm": "EspacioCentenera/espaciocentenera.github.io",
    "jbebar/macabine": "Tiliavir/rezepte",
    "caspermeijn/receptenboek": "Tiliavir/rezepte",
    "UCAR-SEA/sea-website": "NCAR/NHUG",
    "fastandstatic/turbocosta-static": "fastandstatic/scp-static",
}


class Data:
    """renders: directories that have one for each set, searched in turn. lower: a function that returns the network
    of backbone.lower. kept: a directory for what it makes of the screenshots."""

    def __init__(self, renders, lower, kept):
        kept.mkdir(parents=True, exist_ok=True)

        def found(name):
            paths = [path / name for path in renders if (path / name / "labels.tsv").exists()]
            if not paths:
                raise SystemExit(f"no directory {name} with labels.tsv below {', '.join(map(str, renders))}")
            return paths[0]

        self.looks = {
            name: Maps(found(look.directory), look.layout, look.aspect, look.variants, lower, kept / name)
            for name, look in LOOKS.items()
        }
        self.sites = {
            name: np.array([ONE_OWNER.get(row["site"], row["site"]) for row in look.rows])
            for name, look in self.looks.items()
            if name.startswith("screens")
        }
        domains = {
            name: registered_domains([row["url"] for row in look.rows])
            for name, look in self.looks.items()
            if name not in self.sites
        }
        self.groups = self.sites | domains
        fold_of_site = self.fold_of(np.concatenate([self.sites[name] for name in ("screens", "screens-2", "screens-3")]))
        # A domain that raw has is in the fold that it has there, the same as in models/genre-markup.
        fold_of_domain = self.fold_of(domains["raw"])
        new = np.array([domain for domain in np.unique(domains["others"]) if domain not in fold_of_domain])
        fold_of_domain |= self.fold_of(new)
        fold_of = fold_of_site | fold_of_domain
        self.folds = {
            # A narrow picture of a page that gave no wide one may be of a domain without a fold: it is learned from.
            name: np.array([fold_of.get(group, -1) for group in groups])
            for name, groups in self.groups.items()
        }

    @staticmethod
    def fold_of(groups):
        return dict(zip(groups, folds(groups, FOLDS, SEED)))

    def without(self, fold):
        """What is learned from without a fold, or with all (None): by look, its rows."""
        return {name: np.flatnonzero(self.folds[name] != fold) for name, look in LOOKS.items() if any(look.shares)}
