"""Trees of LightGBM in the format of crates/goce-core/src/learn/forest.rs."""

import struct

import numpy as np


def stored(booster, classes, page_features):
    """The bytes of a booster whose first features, `page_features` of them, are those of the page."""
    flat = [flatten(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]
    features = booster.num_feature()
    thresholds = [set() for _ in range(features)]
    for splits, _ in flat:
        for feature, threshold, _, _ in splits:
            thresholds[feature].add(threshold)
    thresholds = [sorted(of_feature) for of_feature in thresholds]
    unit = np.float32(max(abs(leaf) for _, leaves in flat for leaf in leaves) / 2**30)
    parts = [struct.pack("<HHHH", len(flat) // classes, classes, page_features, features)]
    for of_feature in thresholds:
        parts.append(struct.pack(f"<B{len(of_feature)}f", len(of_feature), *of_feature))
    parts.append(struct.pack("<f", unit))
    for splits, leaves in flat:
        parts.append(struct.pack("<B", len(leaves)))
        for feature, threshold, left, right in splits:
            place = thresholds[feature].index(threshold)
            parts.append(struct.pack("<HBBB", feature, place, left, right))
        values = [round(leaf / np.float64(unit)) for leaf in leaves]
        parts.append(struct.pack(f"<{len(values)}i", *values))
    return b"".join(parts)


def flatten(tree):
    """Returns a tree's splits, parents first, and the values of its leaves, in the order in which they are reached.

    A split is (feature, threshold, left, right). A child is the index of a split, or 128 + the index of a leaf.
    """
    splits, leaves = [], []

    def place(node):
        if "split_feature" not in node:
            leaves.append(node["leaf_value"])
            return 127 + len(leaves)
        assert node["decision_type"] == "<=" and node["missing_type"] == "None"
        # LightGBM's threshold lies between two values of the feature, which are f32. The nearest f32 divides
        # them as well, unless they are neighbours; train.py --check shows what the library makes of it.
        threshold = np.float32(node["threshold"])
        position = len(splits)
        splits.append(None)
        children = place(node["left_child"]), place(node["right_child"])
        splits[position] = (node["split_feature"], threshold, *children)
        return position

    place(tree)
    return splits, leaves
