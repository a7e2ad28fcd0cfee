"""The sets of screenshots, and the folds of those that are measured. MODEL.md describes the directories."""

import sys
from collections import namedtuple
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folds import folds, registered_domains
from images import ASPECT, NARROW, NARROW_ASPECT, WIDE, Screenshots

FOLDS = 5
SEED = 0  # of the folds; those of WCXB's pages are the same as in models/genre-markup
# What is looked at: of a directory the screenshots of one layout, under the crop of one aspect. share: how many of the
# examples that are drawn are of these, in relation to the others.
Look = namedtuple("Look", "directory layout aspect share")
LOOKS = {
    "screens": Look("screens", WIDE, ASPECT, 20),
    "screens-2": Look("screens-2", WIDE, ASPECT, 40),
    "screens-3": Look("screens-3", WIDE, ASPECT, 30),
    "screens-2-390": Look("screens-2", NARROW, NARROW_ASPECT, 24),
    "screens-3-390": Look("screens-3", NARROW, NARROW_ASPECT, 18),
    "raw": Look("raw", WIDE, ASPECT, 36),
    "others": Look("others", WIDE, ASPECT, 12),
    "raw-390": Look("raw-390", NARROW, NARROW_ASPECT, 4),
    "others-390": Look("others-390", NARROW, NARROW_ASPECT, 3),
    # The first look at a narrow page has the crop of a wide one. It only has to find out that the page is narrow.
    "screens-2-390-first": Look("screens-2", NARROW, ASPECT, 4),
    "screens-3-390-first": Look("screens-3", NARROW, ASPECT, 3),
    "raw-390-first": Look("raw-390", NARROW, ASPECT, 1),
    "others-390-first": Look("others-390", NARROW, ASPECT, 1),
    # What is seen of a wide page that is taken for a narrow one. Nothing is learned from it.
    "screens-tall": Look("screens", WIDE, NARROW_ASPECT, 0),
    "screens-2-tall": Look("screens-2", WIDE, NARROW_ASPECT, 0),
    "screens-3-tall": Look("screens-3", WIDE, NARROW_ASPECT, 0),
    "raw-tall": Look("raw", WIDE, NARROW_ASPECT, 0),
    "others-tall": Look("others", WIDE, NARROW_ASPECT, 0),
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
    """renders: directories that have one for each set, searched in turn."""

    def __init__(self, renders):
        def found(name):
            paths = [path / name for path in renders if (path / name / "labels.tsv").exists()]
            if not paths:
                raise SystemExit(f"no directory {name} with labels.tsv below {', '.join(map(str, renders))}")
            return paths[0]

        self.looks = {
            name: Screenshots(found(look.directory), look.layout, look.aspect)
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


def same_pages(wide, narrow):
    """Pairs of rows of two looks that show one page: by the page behind the screenshot, where it is known, else those of a
    site and a rule, where it has as many at both widths."""
    of_wide, of_narrow = {}, {}
    for rows_of, look in ((of_wide, wide), (of_narrow, narrow)):
        for number, row in enumerate(look.rows):
            page = look.html_of.get(row["id"]) or (row["site"], row["rule"], row["genre"])
            rows_of.setdefault(page, []).append(number)
    pairs = [
        pair for key, rows in of_narrow.items() if len(of_wide.get(key, ())) == len(rows) for pair in zip(of_wide[key], rows)
    ]
    return np.array(pairs).T
