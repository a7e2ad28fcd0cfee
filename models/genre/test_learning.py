"""Tests of the training: its examples, their variants, its steps. They need JAX, not TensorFlow."""

import os
import sys
from io import BytesIO
from types import SimpleNamespace

os.environ["KERAS_BACKEND"] = "jax"

import jax
import keras
import numpy as np
import pytest
from PIL import Image

import augment
import data
import examples
import images
import network
import train
import training
from test_images import noise


def test_a_picture_is_resized_by_the_mean_of_what_a_place_covers():
    picture = noise(0, 24, 12, 3).astype(np.float32)
    halved = augment.resized(picture, augment.averages(12, 24, 0.0, 2.0), augment.averages(6, 12, 0.0, 2.0))
    np.testing.assert_allclose(halved, picture.reshape(12, 2, 6, 2, 3).mean(axis=(1, 3)), rtol=1e-2)
    part = np.asarray(augment.averages(2, 4, 0.5, 1.25))
    np.testing.assert_allclose(part, [[0.4, 0.6, 0, 0], [0, 0.2, 0.8, 0]], atol=1e-6)
    np.testing.assert_allclose(augment.averages(4, 2, 0.0, 1.0)[2:], [[0, 1], [0, 1]])


def test_coding_is_that_of_jpeg():
    """Pillow's coder rounds a little otherwise, and makes colours, which have half the size, smoother."""
    y, x = np.mgrid[:48, :32]
    grey = (120 + 60 * np.sin(x / 3) * np.cos(y / 4) + noise(0, 48, 32) / 8).astype(np.uint8)
    smooth = np.stack([2 * x + y, 200 - 3 * x, 60 + 2 * y], axis=-1).astype(np.uint8)
    for picture, near in ((np.repeat(grey[..., None], 3, axis=-1), 0.2), (smooth, 0.8)):
        for quality in (30, 80):
            file = BytesIO()
            Image.fromarray(picture).save(file, "JPEG", quality=quality)
            by_pillow = np.array(Image.open(file)).astype(float)
            coded = np.asarray(augment.coded(picture.astype(np.float32), float(quality)))
            assert np.abs(coded - by_pillow).mean() < near * np.abs(by_pillow - picture).mean() + 0.3


@pytest.fixture(scope="module")
def vary():
    return jax.jit(augment.vary)


def test_variants_repeat_by_their_key_and_differ_from_each_other(vary):
    large = noise(1, images.MARGIN * images.HEIGHT, images.MARGIN * images.WIDTH, 3)
    drawn = [np.asarray(vary(jax.random.key(of), large, 1.0)) for of in range(24)]
    assert all(of.shape == (images.HEIGHT, images.WIDTH, 3) and of.min() > -0.1 and of.max() < 256.1 for of in drawn)
    np.testing.assert_array_equal(vary(jax.random.key(3), large, 1.0), drawn[3])
    usual = np.asarray(augment.as_it_is(large, 1.0))
    same = [np.abs(of - usual).max() < 1 for of in drawn]
    assert 1 <= sum(same) < 12
    others = [of for of, is_same in zip(drawn, same) if not is_same]
    assert all(np.abs(a - b).max() > 1 for a, b in zip(others, others[1:]))


def test_a_variant_of_an_even_picture_has_even_rows(vary):
    """A banner and the end of the first screen are whole rows, and all else keeps an even picture even. As many end where
    the first screen does as are wanted, and none above it."""
    black = np.zeros((images.MARGIN * images.HEIGHT, images.MARGIN * images.WIDTH, 3), np.uint8)
    ended = 0
    for of in range(120):
        varied = np.asarray(vary(jax.random.key(of), black, 1.0))
        assert varied.std(axis=1).max() < 0.01
        white = (varied == augment.WHITE).all(axis=(1, 2))
        # Those that are white above too are dark ones, which is black the other way round.
        if white[-1] and not white[: images.SCREEN].any():
            ended += 1
    assert abs(ended / 120 - augment.FIRST_SCREEN) < 0.1


def test_a_share_is_of_the_top():
    large = noise(2, images.MARGIN * images.HEIGHT, images.MARGIN * images.WIDTH, 3)
    whole, top = augment.as_it_is(large, 1.0), augment.as_it_is(large, 0.5)
    upper = np.asarray(top)[: images.HEIGHT].reshape(images.HEIGHT // 2, 2, images.WIDTH, 3).mean(axis=1)
    np.testing.assert_allclose(upper, whole[: images.HEIGHT // 2], atol=1)


class Pages:
    """Four pages for each look: of each set a forum, of the first page only the genre known."""

    def __init__(self):
        self.looks, self.folds = {}, {}
        for seed, (name, look) in enumerate(data.LOOKS.items()):
            ids = [f"{number}" for number in range(4)]
            types = np.array([-1, 0, images.TYPES.index("forum"), 6])
            row = {"genre": "article"} | ({"kind": "portfolio"} if name.startswith("screens") else {})
            rows = [row | {"id": of, "site": of, "rule": "R"} if "kind" in row else row | {"id": of} for of in ids]
            large = np.broadcast_to(noise(seed, 4, 1, 1, 3), (4, images.MARGIN * images.HEIGHT, images.MARGIN * images.WIDTH, 3))
            self.looks[name] = SimpleNamespace(
                ids=ids, rows=rows, types=types, listed=types >= images.LIST_VIEW, layout=look.layout, html_of={}, large=large
            )
            self.folds[name] = np.array([0, 1, 2, 3])


@pytest.fixture(scope="module")
def learned():
    return examples.Examples(Pages())


def test_examples_have_what_is_known_of_them(learned):
    learned_looks = [name for name, look in data.LOOKS.items() if look.share]
    assert len(learned.fold) == 4 * len(learned_looks) and len(learned.pictures) == 4 * 9
    first = learned.look == "raw-390-first"
    np.testing.assert_array_equal(learned.table["picture"][first], learned.table["picture"][learned.look == "raw-390"])
    np.testing.assert_allclose(learned.table["share"][first], images.ASPECT / images.NARROW_ASPECT)
    truth, kinds = learned.table["truth"][first], learned.table["kinds"][first]
    assert (truth[0, :7] == 0).all() and truth[1, 0] > 0.9 and (truth[:, 8] == 1).all()
    np.testing.assert_allclose(truth[1:, :7].sum(axis=1), 1, atol=1e-6)
    assert truth[0, 7] < 0.05 and truth[3, 7] > 0.95
    assert kinds[2, images.KINDS.index("forum")] == 1 and kinds.sum() == 1
    assert (learned.table["kinds"][learned.look == "screens-2", images.KINDS.index("other")] == 1).all()
    for wide, narrow in learned.pairs:
        assert learned.look[narrow] == f"{learned.look[wide]}-390" and learned.fold[narrow] == learned.fold[wide]
    assert len(learned.pairs) == 4 * len(examples.PAIRED)


def test_sets_are_drawn_by_their_shares_forums_more_and_no_page_of_the_fold(learned):
    for fold in (None, 2):
        rows, pairs = (np.diff(of, prepend=0) for of in learned.chances(fold))
        for name in np.unique(learned.look):
            np.testing.assert_allclose(rows[learned.look == name].sum(), data.LOOKS[name].share, rtol=1e-3)
        assert ((rows > 1e-6) == (learned.fold != fold)).all()
        assert ((pairs > 1e-6) == (learned.fold[learned.pairs[:, 0]] != fold)).all()
    raw = learned.look == "raw"
    kinds = learned.table["kinds"][raw, images.KINDS.index("forum")]
    rows = np.diff(learned.chances(None)[0], prepend=0)[raw]
    np.testing.assert_allclose(rows[kinds == 1], examples.FORUM * rows[kinds == 0].mean(), rtol=1e-3)


def test_training_lowers_the_loss(monkeypatch, tmp_path):
    """Changes all weights, begins with the same each time, and leaves a file that `network.read` reads. A small network
    stands for the backbone."""
    monkeypatch.setattr(training, "BATCH", 8)
    monkeypatch.setattr(training, "PAIRS", 2)
    monkeypatch.setattr(training, "BATCHES", 20)
    monkeypatch.setattr(training, "TOGETHER", 10)
    monkeypatch.setattr(training, "RISING", 2)

    def taps(arithmetic="float32"):
        pixels = keras.layers.Input((images.HEIGHT, images.WIDTH, 3))
        x = keras.layers.AveragePooling2D(8)(keras.layers.Permute((2, 1, 3))(pixels))
        first = keras.layers.Dense(8)(x)
        second = keras.layers.AveragePooling2D(2, padding="same")(first)
        return keras.Model(pixels, [first, second, keras.layers.Dense(8)(second)])

    monkeypatch.setattr(network, "backbone_taps", taps)
    trainer = training.Trainer(examples.Examples(Pages()))
    losses = []
    some = trainer.some
    monkeypatch.setattr(trainer, "some", lambda *given: (lambda done: losses.append(float(done[1].mean())) or done)(some(*given)))
    trainer.fit(0, 5)
    assert losses[1] < losses[0]
    ends = [np.array(of.value) for of in trainer.model.trainable_variables]
    assert all((old != new).any() for old, new in zip(trainer.start[0], ends))
    path = network.kept_at(tmp_path, None, 5)
    trainer.model.save_weights(path)
    trainer.fit(0, 5)
    for old, new in zip(ends, trainer.model.trainable_variables):
        np.testing.assert_allclose(old, new.value, atol=1e-4)
    pixels = noise(1, 1, images.HEIGHT, images.WIDTH, 3).astype(np.float32)
    np.testing.assert_allclose(network.read(path)(pixels), trainer.model(pixels), atol=1e-3)


def test_the_backbone_learns_more_slowly_the_lower(monkeypatch):
    variables = [SimpleNamespace() for _ in range(6)]
    body = SimpleNamespace(trainable_variables=variables[:4])
    rates = training.rates_of(SimpleNamespace(trainable_variables=variables), body)
    assert rates[0] == training.LOWEST and rates[2:4] == [training.UPPER] * 2 and rates[4:] == [1.0, 1.0]
    assert rates[0] < rates[1] < rates[2]


def test_a_network_is_trained_once_by_fold_and_seed(tmp_path, monkeypatch):
    fitted = []

    class Trainer:
        def __init__(self, _):
            self.model = SimpleNamespace(save_weights=lambda path: path.write_bytes(b""))

        def fit(self, fold, seed):
            fitted.append((fold, seed))

    monkeypatch.setattr(train, "Trainer", Trainer)
    monkeypatch.setattr(train, "Data", lambda renders: None)
    monkeypatch.setattr(train, "Examples", lambda of: None)
    monkeypatch.setattr(sys, "argv", ["train.py", str(tmp_path), "--out", str(tmp_path), "--seeds", "1"])
    train.main()
    assert fitted == [(None, 0)] + [(fold, 0) for fold in range(data.FOLDS)]
    network.kept_at(tmp_path / "networks", 3, 0).unlink()
    train.main()
    assert fitted[6:] == [(3, 0)]
