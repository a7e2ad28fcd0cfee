"""Learns which repeated structure of a page is its list, from what goce measures of each.

usage: train.py ROWS... prints the weights. ROWS are files that `goce-tools records-rows DIRECTORY` wrote.

A page's lists get probabilities by the softmax of their weighted measures. What is raised is the expected mean of recall and
precision: a list that finds most records counts as much as one whose elements are marked. Each half of the domains is also
learned from alone and scored on the other.
"""

import argparse
import json

import numpy as np

STEPS = 400
RATE = 0.05
DECAY = 0.02


def read(paths):
    """The names of the measures, and of each page its half, its measures (lists by measures) and its scores."""
    names, pages = None, []
    for path in paths:
        with open(path, encoding="utf-8") as rows:
            for row in map(json.loads, rows):
                names = row["names"]
                lists = row["lists"]
                measures = np.array([one["measures"] for one in lists], dtype=float).reshape(len(lists), len(names))
                scores = np.array([one["scores"] for one in lists], dtype=float).reshape(len(lists), 2)
                pages.append((row["half"], measures, scores))
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


def chosen(pages, weights):
    """The mean recall and precision of the lists that the weights choose; 0 on pages without any."""
    none = np.zeros(2)
    found = [scores[np.argmax(measures @ weights)] if len(measures) else none for _, measures, scores in pages]
    return np.mean(found, axis=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="+")
    names, pages = read(parser.parse_args().rows)
    spread = np.concatenate([measures for _, measures, _ in pages]).std(axis=0) + 1e-9

    def learned(halves):
        known = [(measures / spread, scores.mean(axis=1)) for half, measures, scores in pages if half in halves]
        return learn([page for page in known if len(page[0])], len(names)) / spread

    halves = sorted({half for half, _, _ in pages})
    for half in halves:
        weights = learned([other for other in halves if other != half])
        held_out = [page for page in pages if page[0] == half]
        recall, precision = chosen(held_out, weights)
        print(f"{half}, held out: {len(held_out)} pages, recall {recall:.3f}, precision {precision:.3f}")
    for name, weight in zip(names, learned(halves)):
        print(f"{name:12} {weight:+.3f}")


if __name__ == "__main__":
    main()
