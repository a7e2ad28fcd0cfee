"""Word F1 of `auto` without groups of features, with fewer pages, and with other seeds.

usage: study.py PAGES DIRECTORY GOCE_TOOLS [--only NAME]

The arguments are those of train.py, which must have run: its page types are used again. They are learned
from all pages, also where a variant has fewer. Prints a line for each variant: word F1 of the five folds, over
all of WCXB, by page type, and of each other set. --only takes the variants whose names begin so.
"""

import argparse
import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
import train  # noqa: E402
from classifiers import TYPES  # noqa: E402

# Means over repeated blocks, of features from names and of features from words.
MEANS_OF_NAMES = r"(alike|same)_mean_(\d|1[01])"
MEANS_OF_WORDS = r"(alike|same)_mean_1[2-6]"

# Groups of features of blocks: patterns of their names.
GROUPS = {
    "names around": rf"names_.*|region_names_.*|regions_.*_0|{MEANS_OF_NAMES}",
    "words": rf"words_.*|{MEANS_OF_WORDS}",
    "words of headings": r"under_.*|scope_(least|least_mean|mean|sum|outermost)|regions_.*_1",
    "containers": r"regions?_.*|record_.*",
    "repetition": r"(alike|same)_.*|repeated_.*|area_(alike|siblings).*",
    "elements": r"area_.*|tag_.*|leaf|main|role_main|nav|footer",
    "main text by old rules": r"(in|up_to|down_to)_main_.*|main_score_.*|density_sum",
    "place": r"index.*|from_end|bytes_(before|after|since_.*)|since_.*|prose_near",
    "page and page types": "page",
}


def line(name, trainer):
    """Prints the scores of a variant."""
    true = np.loadtxt(trainer.directory / "predicted.tsv", delimiter="\t", usecols=2)
    types = np.where(trainer.sets == "", trainer.types.pages.types, -1)
    true_of_wcxb = true[trainer.sets == ""]
    of_types = [true[types == index].mean() for index in range(len(TYPES))]
    cells = " ".join(f"{value:6.3f}" for value in of_types)
    others = " ".join(
        f"{name} {true[trainer.sets == name].mean():.3f}" for name in np.unique(trainer.sets) if name
    )
    print(f"{name:40} {true_of_wcxb.mean():.4f} {cells} {others}", flush=True)


def run(name, trainer, **options):
    for fold in range(train.FOLDS):
        trainer.train(str(fold), fold, **options)
    trainer.run("auto-predict")
    line(name, trainer)


def some_pages(domains, parts, seed):
    """True for the pages of one in `parts` of the domains: bool [pages]."""
    distinct = np.unique(domains)
    np.random.RandomState(seed).shuffle(distinct)
    return np.isin(domains, distinct[::parts])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=Path)
    parser.add_argument("directory", type=Path)
    parser.add_argument("goce_tools", type=Path)
    parser.add_argument("--only", default="", metavar="NAME")
    arguments = parser.parse_args()
    make = lambda known=None: train.Trainer(
        arguments.directory, arguments.pages, arguments.goce_tools, known
    )
    print(f"{'':40} {'all':>6} " + " ".join(f"{name[:6]:>6}" for name in TYPES))
    trainer = make()
    trainer.run("auto-rows")
    names = (trainer.directory / "names.tsv").read_text("utf-8").split("\n")
    for seed in range(3):
        name = f"seed {seed}"
        if name.startswith(arguments.only):
            run(name, trainer, seed=seed)
    for group, pattern in GROUPS.items():
        name = f"without {group}"
        if name.startswith(arguments.only):
            without = {feature for feature in [*names, "page"] if re.fullmatch(pattern, feature)}
            run(f"{name} ({len(without)})", trainer, without=without)
    for parts in (8, 4, 2):
        name = f"pages of 1/{parts} of the domains"
        if name.startswith(arguments.only):
            trainer = make(some_pages(trainer.domains, parts, train.SEED))
            trainer.run("auto-rows")
            run(f"{name} ({trainer.is_known.sum()})", trainer)


if __name__ == "__main__":
    main()
