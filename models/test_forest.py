"""The format of forests: what is written is read again by its definition in crates/goce-core/src/learn/forest.rs."""

import struct
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
import forest  # noqa: E402


def split(feature, threshold, left, right):
    children = {"left_child": left, "right_child": right}
    return {"split_feature": feature, "threshold": threshold, "decision_type": "<=", "missing_type": "None"} | children


def leaf(value):
    return {"leaf_value": value}


class Booster:
    """Two trees over three features, of which the second is never asked for."""

    def num_feature(self):
        return 3

    def dump_model(self):
        first = split(2, 4.0, split(0, 0.1, leaf(-1.0), leaf(0.25)), split(2, 8.0, leaf(0.5), leaf(1.0)))
        trees = first, leaf(0.125)
        return {"tree_info": [{"tree_structure": tree} for tree in trees]}


def read(stored):
    """(numbers of the head, thresholds by feature, unit, [(splits, leaves)] by tree)"""
    place = 0

    def take(form):
        nonlocal place
        values = struct.unpack_from("<" + form, stored, place)
        place += struct.calcsize("<" + form)
        return values

    head = take("HHHH")
    thresholds = [take(f"{take('B')[0]}f") for _ in range(head[3])]
    unit = take("f")[0]
    trees = []
    for _ in range(head[0] * head[1]):
        leaves = take("B")[0]
        splits = [take("HBBB") for _ in range(leaves - 1)]
        trees.append((splits, take(f"{leaves}i")))
    assert place == len(stored)
    return head, thresholds, unit, trees


def test_a_forest_is_read_again():
    head, thresholds, unit, trees = read(forest.stored(Booster(), 1, 2))
    assert head == (2, 1, 2, 3)
    assert thresholds == [(float(np.float32(0.1)),), (), (4.0, 8.0)]
    assert trees[0][0] == [(2, 0, 1, 2), (0, 0, 128, 129), (2, 1, 130, 131)]
    values = [[leaf * unit for leaf in leaves] for _, leaves in trees]
    assert values == [[-1.0, 0.25, 0.5, 1.0], [0.125]]


def test_classes_divide_the_trees():
    assert read(forest.stored(Booster(), 2, 3))[0] == (1, 2, 3, 3)
