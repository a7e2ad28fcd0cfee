"""Tests of pixels, their variants and measures: all that needs no more than numpy and Pillow."""

import hashlib
import math

import numpy as np
import pytest

import augment
import images
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


# Those of src/genre/screenshot/tests.rs, which the extension's crop and resize has to give.
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


def test_a_variant_keeps_shape_and_colour():
    plain = np.full((int(images.HEIGHT * 1.5), int(images.WIDTH * 1.5), 3), 200, np.uint8)
    for seed in range(20):
        varied, _ = augment.vary(plain, None, np.random.default_rng(seed))
        assert varied.shape == (images.HEIGHT, images.WIDTH, 3) and varied.dtype == np.uint8
        assert varied.std(axis=(0, 1)).max() == 0  # an even picture stays even


def test_a_map_goes_with_its_picture():
    """A dark box on a white page, and a map that says where it is."""
    page = np.full((int(images.HEIGHT * 1.5), int(images.WIDTH * 1.5), 3), 255, np.uint8)
    drawn = np.zeros((images.ROWS, images.COLUMNS, 6), np.uint8)
    page[: len(page) // 4, : page.shape[1] // 4] = 0
    drawn[: len(drawn) // 4, : drawn.shape[1] // 4] = 255
    for seed in range(30):
        varied, shown = augment.vary(page, drawn, np.random.default_rng(seed))
        assert shown.shape == (images.MAP_ROWS, images.MAP_COLUMNS, 6)
        dark = np.abs(varied.astype(float) - varied[-1, images.WIDTH // 2]).mean(axis=2) > 60
        cells = dark[: images.MAP_ROWS * 16].reshape(images.MAP_ROWS, 16, images.WIDTH)
        share = cells.mean(axis=(1, 2))
        np.testing.assert_allclose(shown[..., 0].mean(axis=1), share, atol=0.06)
        assert (shown[0, 0, 0] > shown[0, -1, 0]) == (dark[8, 2] > dark[8, -3])


def test_auc_counts_pairs():
    listed = np.array([True, False, True, False])
    assert measures.auc(listed, np.array([0.9, 0.1, 0.8, 0.2])) == 1
    assert measures.auc(listed, np.array([0.9, 0.95, 0.3, 0.2])) == 0.5
    assert measures.auc(listed, np.full(4, 0.5)) == 0.5
    of = measures.Measures.of(listed, np.array([0.9, 0.95, 0.3, 0.2]))
    assert (of.accuracy, of.precision, of.recall, of.f1) == (0.5, 0.5, 0.5, 0.5)
