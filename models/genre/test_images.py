"""Tests of pixels and measures: all that needs no more than numpy and Pillow."""

import hashlib
import math

import numpy as np
import pytest

import measures


def weights(sources, targets):
    """int64 [targets, sources]: by how much of a target each source is, in 1/targets sources."""
    start = np.arange(targets)[:, None] * sources
    edge = np.arange(sources)[None, :] * targets
    return np.clip(np.minimum(start + sources, edge + targets) - np.maximum(start, edge), 0, None)


def definition(image, width, height, aspect):
    """uint8 [height, width, 3] from uint8 [rows, columns, 3]."""
    rows, columns = image.shape[:2]
    crop = max(1, math.floor(aspect * columns + 0.5))
    padded = np.full((crop, columns, 3), 255, np.int64)
    padded[: min(rows, crop)] = image[:crop]
    sums = np.einsum("jx,yxc->yjc", weights(columns, width), padded)
    sums = np.einsum("iy,yjc->ijc", weights(crop, height), sums)
    area = columns * crop
    return ((2 * sums + area) // (2 * area)).astype(np.uint8)


def noise(seed, *shape):
    """uint8: the upper bytes of a congruential generator, which tests.rs has as well."""
    values, state = np.empty(math.prod(shape), np.uint8), seed
    for index in range(len(values)):
        state = (state * 1664525 + 1013904223) % 2**32
        values[index] = state >> 24
    return values.reshape(shape)


# Those of crates/goce-sight/src/screenshot/tests.rs, which the extension's crop and resize has to give.
DIGESTS = {
    (61, 97, 16, 51, 3.2): "9ea3346eb2f5c2f79a70d0f36bd88449895adc7efc5ea6c2d9ca7a151c56a411",
    (61, 97, 33, 64, 2.0): "36b648aabb9c0e315641afd58ff6420b955c11c38a36ad10c9f7d832e450c52e",
    (20, 150, 160, 512, 3.2): "591400aeaba93366cf50a3ce80bf6be4f2322f1fb9f3e9385ec7d34f49544bf6",
    (301, 9, 7, 5, 0.7): "912952c6cf8cfc8533ec3cd5a851b525312ad406f10fbfe2b8340b73ae955122",
}


@pytest.mark.parametrize("case", DIGESTS, ids=str)
def test_digests_are_those_of_the_rust_tests(case):
    columns, rows, width, height, aspect = case
    pixels = definition(noise(columns, rows, columns, 3), width, height, aspect)
    assert hashlib.sha256(pixels.tobytes()).hexdigest() == DIGESTS[case]


def test_auc_counts_pairs():
    listed = np.array([True, False, True, False])
    assert measures.auc(listed, np.array([0.9, 0.1, 0.8, 0.2])) == 1
    assert measures.auc(listed, np.array([0.9, 0.95, 0.3, 0.2])) == 0.5
    assert measures.auc(listed, np.full(4, 0.5)) == 0.5
    of = measures.Measures.of(listed, np.array([0.9, 0.95, 0.3, 0.2]))
    assert (of.accuracy, of.precision, of.recall, of.f1) == (0.5, 0.5, 0.5, 0.5)
