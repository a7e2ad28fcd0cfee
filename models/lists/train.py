"""Learns which repeated structure of a page is its list, from what goce measures of each.

usage: train.py ROWS... prints the weights. ROWS are files that `goce-tools records-rows DIRECTORY` wrote.

A page's lists get probabilities by the softmax of their weighted measures. What is raised is the expected mean of recall and
precision: a list that finds most records counts as much as one whose elements are marked. Each half of the domains is also
learned from alone and scored on the other.

Then it learns which other lists of a page are taken with the best one, by a logistic regression: those of which more than half
of the records are records of the page that the best one lacks.
"""

import argparse
import json

import numpy as np

STEPS = 400
RATE = 0.05
DECAY = 0.02

# As in page_list: the least score of a list, how many are compared, and what of another list is weighed.
LEAST_SCORE = 3.5
MOST = 32
OF_OTHERS = ("rich", "linked", "count", "largest")
DECAY_OF_OTHERS = 0.003


def read(paths):
    """The names of the measures, and of each page its half, its measures (lists by measures), its scores and its row."""
    names, pages = None, []
    for path in paths:
        with open(path, encoding="utf-8") as rows:
            for row in map(json.loads, rows):
                names = row["names"]
                lists = row["lists"]
                measures = np.array([one["measures"] for one in lists], dtype=float).reshape(len(lists), len(names))
                scores = np.array([one["scores"] for one in lists], dtype=float).reshape(len(lists), 2)
                pages.append((row["half"], measures, scores, row))
    return names, pages


def learn(pages, count):
    """The weights of scaled measures with the highest expected score, by Adam's rule of steps."""
    weights, mean, square = np.zeros((3, count))
    for step in range(1, STEPS + 1):
        gradient = -DECAY * weights
        for measures, values in pages:
            scores = measures @ weights
            probabilities = np.exp(scores - scores.max())
            probabilities /= probabilities.sum()
            gains = probabilities * (values - probabilities @ values)
            gradient += measures.T @ gains / len(pages)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        step_size = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights = weights + RATE * step_size
    return weights


def are_apart(one, other):
    """Whether no record of one list has a node of the other's."""
    last = 0
    for start, end in sorted(one + other):
        if start < last:
            return False
        last = max(last, end)
    return True


def others(page, names, weights):
    """What is weighed of each list apart from the best one, and whether it is one of the page's."""
    _, measures, _, row = page
    scores = measures @ weights
    order = [index for index in np.argsort(-scores)[:MOST] if scores[index] > LEAST_SCORE]
    beside = measures[:, names.index("beside")] > 0.5
    if not all(beside[order]):
        order = [index for index in order if not beside[index]]
    for index in order[1:]:
        best, other = (row["lists"][of] for of in (order[0], index))
        if not are_apart(best["nodes"], other["nodes"]):
            continue
        first, second = sorted((best, other), key=lambda one: one["nodes"][0])
        between = max(0, second["words"][0] - first["words"][1]) / max(1, row["words"])
        values = [measures[index, names.index(name)] for name in OF_OTHERS]
        new = set(other["found"]) - set(best["found"])
        yield [*values, between, scores[index] - scores[order[0]], 1.0], 2 * len(new) > len(other["nodes"])


def learn_others(pages, names, weights):
    """The weights of other lists, the last one that of nothing, by Adam's rule of steps. A page's lists count as their root."""
    found = [list(others(page, names, weights)) for page in pages if len(page[1])]
    values = np.array([values for page in found for values, _ in page])
    are = np.array([is_one for page in found for _, is_one in page], dtype=float)
    shares = np.array([len(page) ** -0.5 for page in found for _ in page])
    spread = values.std(axis=0)
    spread[-1] = 1
    values, shares = values / spread, shares / shares.sum()
    learned, mean, square = np.zeros((3, values.shape[1]))
    for step in range(1, 2 * STEPS + 1):
        probabilities = 1 / (1 + np.exp(-values @ learned))
        gradient = values.T @ ((are - probabilities) * shares) - DECAY_OF_OTHERS * learned
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        learned = learned + RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return learned / spread


def chosen(pages, weights):
    """The mean recall and precision of the lists that the weights choose; 0 on pages without any."""
    none = np.zeros(2)
    found = [scores[np.argmax(measures @ weights)] if len(measures) else none for _, measures, scores, _ in pages]
    return np.mean(found, axis=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="+")
    names, pages = read(parser.parse_args().rows)
    spread = np.concatenate([measures for _, measures, _, _ in pages]).std(axis=0) + 1e-9

    def learned(halves):
        known = [(measures / spread, scores.mean(axis=1)) for half, measures, scores, _ in pages if half in halves]
        return learn([page for page in known if len(page[0])], len(names)) / spread

    halves = sorted({half for half, _, _, _ in pages})
    for half in halves:
        weights = learned([other for other in halves if other != half])
        held_out = [page for page in pages if page[0] == half]
        recall, precision = chosen(held_out, weights)
        print(f"{half}, held out: {len(held_out)} pages, recall {recall:.3f}, precision {precision:.3f}")
    weights = learned(halves)
    for name, weight in zip(names, weights):
        print(f"{name:12} {weight:+.3f}")
    print("Other lists:")
    for name, weight in zip([*OF_OTHERS, "between", "distance", "sum"], learn_others(pages, names, weights)):
        print(f"{name:12} {weight:+.3f}")


if __name__ == "__main__":
    main()
