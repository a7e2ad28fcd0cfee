"""How much more sites would help: a support vector machine over what the backbone of ImageNet sees, by the number of sites
that it has learned from.

usage: sites.py SCREENS, the directory that has `screens`, `screens-2` and `screens-3`
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import ops
from sklearn.metrics import roc_auc_score
from sklearn.svm import SVC

import backbone
from data import FOLDS, LOOKS, ONE_OWNER
from folds import folds
from images import NARROW, WIDE, Screenshots
from network import TINY, columns_of, deviation

SHARES = (0.125, 0.25, 0.5, 1)  # of the sites of the other folds
DRAWS = 4  # of folds and of sites
BATCH = 32


def seen():
    """The network as ImageNet left it, from pixels to numbers [N, numbers]: of each map, the mean and the deviation of
    each channel, how much rows and columns differ, and the mean of the upper third."""
    body, numbers = backbone.taps(), []
    for tap in body.outputs:
        rows = ops.mean(tap, axis=1)
        top = ops.mean(rows[:, : rows.shape[1] // 3], axis=1)
        numbers += [ops.mean(rows, axis=1), deviation(tap, (1, 2)), deviation(rows, 1), columns_of(tap), top]
    return keras.Model(body.input, ops.concatenate(numbers, axis=-1))


def judged(numbers, listed, sites, share, seed):
    """What a machine that has seen no page of a page's site says of it, above 0 for a list view: [N]. share: of the
    other folds' sites, how many it learns from. Also the number of these."""
    fold, said = folds(sites, FOLDS, seed), np.zeros(len(listed))
    random, count = np.random.default_rng(seed), []
    for number in range(FOLDS):
        others = np.unique(sites[fold != number])
        learned = np.isin(sites, random.permutation(others)[: round(share * len(others))])
        count.append(len(np.unique(sites[learned])))
        mean, apart = numbers[learned].mean(axis=0), numbers[learned].std(axis=0) + TINY
        scaled = np.clip((numbers - mean) / apart, -4, 4) / np.sqrt(numbers.shape[1])
        machine = SVC(C=2, gamma=0.5).fit(scaled[learned], listed[learned])
        said[fold == number] = machine.decision_function(scaled[fold == number])
    return said, np.mean(count)


def main():
    directory = Path(sys.argv[1])
    looks = [LOOKS[name] for name in ("screens", "screens-2", "screens-3", "screens-2-390", "screens-3-390")]
    sets = [Screenshots(directory / look.directory, look.layout, look.aspect) for look in looks]
    network = seen()
    numbers = [network.predict(backbone.normalised(of.exact), BATCH, verbose=0) for of in sets]
    numbers = np.concatenate(numbers)
    listed = np.concatenate([of.listed for of in sets])
    sites = np.array([ONE_OWNER.get(row["site"], row["site"]) for of in sets for row in of.rows])
    layout = np.concatenate([np.full(len(of.ids), of.layout) for of in sets])
    print(f"sites   accuracy and AUC at {WIDE}   at {NARROW} (means of {DRAWS} draws; standard deviation of AUC)")
    for share in SHARES:
        figures, counts = [], []
        for seed in range(DRAWS):
            said, count = judged(numbers, listed, sites, share, seed)
            counts.append(count)
            of_layouts = [layout == width for width in (WIDE, NARROW)]
            figures.append([
                figure
                for of in of_layouts
                for figure in (np.mean((said[of] > 0) == listed[of]), roc_auc_score(listed[of], said[of]))
            ])
        mean, apart = np.mean(figures, axis=0), np.std(figures, axis=0)
        parts = (f"{mean[place]:.3f}, {mean[place + 1]:.3f} ± {apart[place + 1]:.3f}" for place in (0, 2))
        print(f"{np.mean(counts):5.0f}   {'   '.join(parts)}", flush=True)


if __name__ == "__main__":
    main()
