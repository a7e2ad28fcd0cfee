"""Tests of what training is made of, on pages made up here."""

import numpy as np
import onnxruntime
import pytest

import network
import train


class Few:
    """Six pages of random features, as train.Pages has them; one has no text node."""

    def __init__(self):
        random = np.random.RandomState(0)
        lengths = [700, 3, 0, 40, 1, 600]
        self.starts = np.cumsum([0] + lengths)
        self.page = np.repeat(np.arange(6), lengths)
        self.names = [f"feature {n}" for n in range(5)]
        self.values = random.normal(3, 2, (len(self.page), 5)).astype(np.float32)
        self.values[7, 2] = np.nan
        # Content is where the first feature is high.
        self.label = (self.values[:, 0] > 3).astype(np.int64)

    def of(self, page):
        return np.arange(self.starts[page], self.starts[page + 1])


@pytest.fixture(scope="module")
def few():
    return Few()


def chunks(few, seed=0):
    return train.Chunks(few, np.arange(6), train.standardised(few.values, *train.moments(few.values)), seed)


def test_moments_and_what_is_not_known(few):
    mean, deviation = train.moments(few.values)
    values = train.standardised(few.values, mean, deviation)
    assert values[7, 2] == 0 and np.isfinite(values).all() and np.abs(values).max() <= train.CUT
    np.testing.assert_allclose(values.mean(axis=0), 0, atol=0.02)
    np.testing.assert_allclose(values.std(axis=0), 1, atol=0.02)
    assert train.moments(np.ones((3, 1), np.float32))[1] == [1]


def test_every_text_node_and_every_pair_counts_once(few):
    cut = chunks(few)
    unary = np.zeros(len(few.label))
    pairs = 0
    for index in range(len(cut)):
        rows = cut.rows[index * train.BATCH : (index + 1) * train.BATCH]
        inputs, truth, weights = cut[index]
        at = weights["unary"] > 0
        assert (inputs["mask"][..., 0][at] == 1).all()
        np.add.at(unary, rows[:, :-1][at], 1)
        assert (truth["unary"][at] == few.label[rows[:, :-1][at]]).all()
        pairs += weights["pairwise"].sum()
        at = weights["pairwise"] > 0
        first, second = rows[:, :-1][at], rows[:, 1:][at]
        assert (second == first + 1).all() and (few.page[first] == few.page[second]).all()
        assert (truth["pairwise"][at] == 2 * few.label[first] + few.label[second]).all()
    assert (unary == 1).all()
    assert pairs == sum(max(0, len(few.of(page)) - 1) for page in range(6))


def test_chunks_repeat_by_seed_and_differ_by_epoch(few):
    one, other = chunks(few), chunks(few)
    assert (one.rows == other.rows).all()
    one.on_epoch_end()
    assert one.rows.shape == other.rows.shape and (one.rows != other.rows).any()


def test_a_page_is_judged_by_itself_wherever_it_stands():
    """Behind a masked place, in a longer row: the same as alone, padded."""
    model = network.build(5)
    random = np.random.RandomState(1)
    alone = random.normal(size=(1, 20, 5)).astype(np.float32)
    before = random.normal(size=(1, 9, 5)).astype(np.float32)
    gap = np.zeros((1, 1, 5), np.float32)
    row = np.concatenate([before, gap, alone, gap, before], axis=1)
    mask = np.ones((1, row.shape[1], 1), np.float32)
    mask[0, [9, 30]] = 0
    together = model({"features": row, "mask": mask}, training=False)
    expected = model({"features": alone, "mask": np.ones((1, 20, 1))}, training=False)
    for name in network.OUTPUTS:
        np.testing.assert_allclose(together[name][:, 10:30], expected[name], atol=1e-5)


def test_the_file_gives_what_keras_does_and_no_more_is_seen_than_its_reach(few, tmp_path):
    model = network.build(5)
    path = tmp_path / "networks.onnx"
    network.export(model, path, {"goce.mean": "0"})
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    assert session.get_modelmeta().custom_metadata_map == {"goce.mean": "0"}
    values = np.random.RandomState(2).normal(size=(1, 5, 40)).astype(np.float32)
    mask = np.ones((1, 1, 40), np.float32)
    found = session.run(["unary", "pairwise"], {"features": values, "mask": mask})
    inputs = {"features": values.transpose(0, 2, 1), "mask": mask.transpose(0, 2, 1)}
    expected = model(inputs, training=False)
    for name, found_of in zip(["unary", "pairwise"], found):
        np.testing.assert_allclose(found_of.transpose(0, 2, 1), expected[name], atol=1e-5)
    values[0, :, 20] += 1
    moved = session.run(["unary"], {"features": values, "mask": mask})[0]
    differs = np.flatnonzero((moved != found[0]).any(axis=(0, 1)))
    assert differs.min() >= 20 - network.REACH and differs.max() <= 20 + network.REACH


def test_it_learns(few):
    # 25 steps, one an epoch, were enough on some processors and not on others.
    trained = train.train(few, np.arange(6), epochs=150)
    predicted = np.concatenate([train.unary_potentials(trained, few, page) for page in range(6)])
    assert train.scores(few.label.astype(bool), predicted > 0.5)[0] > 0.9


def test_scores():
    truth = np.array([True, True, False, False])
    found = train.scores(truth, np.array([True, False, True, False]))
    assert found.tolist() == [0.5, 0.5, 0.5, 0.5]
    assert train.scores(truth[2:], np.array([False, False])).tolist() == [1, 0, 0, 0]
