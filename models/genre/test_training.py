"""Tests of what needs TensorFlow, scikit-learn or the program genre-pixels, on pages made up here."""

import zlib

import keras
import numpy as np
import onnx
import onnxruntime
import pytest
from PIL import Image

import examples
import fuse
import fusion
import images
import measures
import network
import train
from data import Data
from export import export
from test_images import definition, noise


class Few:
    """Ten screenshots of random pixels, as images.Screenshots has them."""

    def __init__(self):
        random = np.random.default_rng(0)
        shape = (10, int(images.HEIGHT * images.MARGIN), int(images.WIDTH * images.MARGIN), 3)
        self.large = random.integers(0, 256, shape, dtype=np.uint8)
        self.types = np.arange(10) % len(images.TYPES)
        some = random.integers(0, 256, (images.ROWS, images.COLUMNS, 6), dtype=np.uint8)
        self.layouts = [some, None] * 5


def test_a_set_is_read_as_the_extension_sees_it(tmp_path):
    """Pages in the order of labels.tsv; one has no screenshot, one no map."""
    sizes = {"b": (97, 61), "a": (9, 301)}
    for page, (rows, columns) in sizes.items():
        Image.fromarray(noise(columns, rows, columns, 3)).save(tmp_path / f"{page}.png")
    drawn = noise(1, images.ROWS, images.COLUMNS, len(images.KINDS))
    (tmp_path / "a.layout").write_bytes(zlib.compress(drawn.tobytes()))
    rows = ["id\tgenre\tpage_type\turl", "b\tarticle\tservice\t", "lost\tarticle\tarticle\t", "a\tlist-view\tforum\t"]
    (tmp_path / "labels.tsv").write_text("\n".join(rows) + "\n")
    read = images.Screenshots(tmp_path)
    assert read.ids == ["b", "a"] and [images.TYPES[of] for of in read.types] == ["service", "forum"]
    for page, (rows, columns), exact, large in zip(read.ids, sizes.values(), read.exact, read.large):
        source = noise(columns, rows, columns, 3)
        for found in (exact, large):
            expected = definition(source, found.shape[1], found.shape[0], images.ASPECT)
            np.testing.assert_array_equal(found, expected, err_msg=page)
    assert exact.shape[:2] == (images.HEIGHT, images.WIDTH) and len(large) == images.MARGIN * images.HEIGHT
    assert read.layouts[0] is None
    np.testing.assert_array_equal(read.layouts[1], drawn)


@pytest.fixture(scope="module")
def batches():
    few = Few()
    learned = examples.Examples(few, range(10), np.full((10, 3), 0.5))
    return examples.Batches(learned, 4, seed=1, epoch=10)


def test_batches_repeat_by_seed_and_differ_by_epoch(batches):
    assert len(batches) == 2
    first, truth = batches[0]
    assert first.shape == (4, images.HEIGHT, images.WIDTH, 3) and first.dtype == np.float32
    assert truth["types"].shape == (4, 7) and np.allclose(truth["types"].sum(axis=1), 1)
    unmapped = [batches.examples.layouts[row] is None for row in batches.order[:4]]
    assert ((truth["layout"] == -1).all(axis=(1, 2, 3)) == unmapped).all() and any(unmapped)
    assert (batches[0][0] == first).all()
    batches.on_epoch_end()
    assert (batches[0][0] != first).any()


def test_a_step_lowers_the_loss_and_the_classifier_gives_probabilities(batches):
    keras.utils.set_random_seed(0)
    model = network.build(measures=3)
    model.compile(
        keras.optimizers.Adam(1e-3),
        loss={
            "types": network.types_loss,
            "measures": network.measures_loss,
            "layout": network.layout_loss,
        },
    )
    pixels, truth = batches[0]
    losses = [model.train_on_batch(pixels, truth)[0] for _ in range(8)]
    assert losses[-1] < losses[0]
    bare = network.classifier(model)
    probabilities = bare.predict(pixels, verbose=0)
    assert probabilities.shape == (4, 7)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1, atol=1e-5)
    logits = model.predict(pixels, verbose=0)["types"]
    exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
    expected = exponentials / exponentials.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(probabilities, expected, atol=1e-4)


def test_the_file_gives_what_keras_does(tmp_path):
    keras.utils.set_random_seed(0)
    model = network.classifier(network.build(measures=3))
    path = tmp_path / "network.onnx"
    export(model, path, {"goce.name": "a name"})
    assert [(entry.key, entry.value) for entry in onnx.load(path).metadata_props] == [("goce.name", "a name")]
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    [source], [output] = session.get_inputs(), session.get_outputs()
    assert (source.shape, output.shape) == ([1, 3, images.HEIGHT, images.WIDTH], [1, len(images.TYPES)])
    pixels = network.normalised(noise(3, 2, images.HEIGHT, images.WIDTH, 3))
    expected = model.predict(pixels, verbose=0)
    assert np.abs(expected[0] - expected[1]).max() > 1e-4
    for image, probabilities in zip(pixels, expected):
        [found] = session.run(None, {source.name: image.transpose(2, 0, 1)[None]})
        np.testing.assert_allclose(found[0], probabilities, atol=1e-4)


def test_unmeasured_pages_add_nothing_to_the_loss():
    truth = np.array([[0.5, -1.0], [-1.0, -1.0]], np.float32)
    predicted = np.array([[0.0, 9.0], [9.0, 9.0]], np.float32)
    np.testing.assert_allclose(network.measures_loss(truth, predicted), [0.125, 0])


def test_unknown_cells_add_nothing_to_the_loss():
    truth = np.full((1, 2, 1, 2), -1, np.float32)
    truth[0, 0, 0] = 0, 1
    logits = np.full((1, 2, 1, 2), 2, np.float32)
    expected = (np.log1p(np.exp(2)) + np.log1p(np.exp(-2))) / 4
    np.testing.assert_allclose(network.layout_loss(truth, logits), [expected], rtol=1e-5)


def test_the_loss_of_types_is_that_of_genres_too():
    logits = np.zeros((1, 7), np.float32)
    truth = np.eye(7, dtype=np.float32)[[5]]
    expected = 0.4 * np.log(7) - np.log(3 / 7)
    np.testing.assert_allclose(network.types_loss(truth, logits), [expected], rtol=1e-5)


def sigmoid(logits):
    return 1 / (1 + np.exp(-logits))


@pytest.fixture(scope="module")
def pages():
    """Which pages are list views, three in ten, and two classifiers' true probabilities of it,
    from observations that are independent of each other but for the genre."""
    random = np.random.default_rng(0)
    listed = random.random(20000) < 0.3
    usual = fusion.logit(0.3)

    def observed(distance):
        seen = random.normal(np.where(listed, distance, -distance), 1)
        return sigmoid(usual + 2 * distance * seen)  # Bayes

    return listed, observed(1.2), observed(0.6)


def by_both(words, markup, screenshot):
    return [np.full(len(markup), float(words)), markup, screenshot]


def test_a_rule_is_fitted_on_other_folds(pages):
    listed, markup, screenshot = (of[:2000] for of in pages)
    folds = np.arange(2000) % 5
    spoilt = listed.copy()
    spoilt[folds == 0] = ~listed[folds == 0]
    rules = ((fusion.Logistic, [markup]), (fusion.ByWords, by_both(10, markup, screenshot)))
    for rule, inputs in rules:
        fused = fusion.cross_fitted(rule, inputs, listed, folds)
        again = fusion.cross_fitted(rule, inputs, spoilt, folds)
        np.testing.assert_array_equal(again[folds == 0], fused[folds == 0])
        assert (again != fused).any()


def test_each_amount_of_words_has_its_own_weights(pages):
    """The markup knows as much as ever where it shows 10 words, and nothing where it shows none."""
    listed, good, weak = pages
    nothing = np.random.default_rng(1).permutation(good)
    full, empty = by_both(10, good, weak), by_both(0, nothing, weak)
    rule = fusion.ByWords([np.concatenate(parts) for parts in zip(full, empty)], np.tile(listed, 2))
    first, second, last = np.reshape(rule.stored(), (-1, 4))
    assert first[0] == 0 and abs(first[1]) < 0.1 and 0.8 < first[2] < 1.2
    assert second[0] == 10 and 0.8 < second[1] < 1.2 and 0.8 < second[2] < 1.2
    known, alone = measures.Measures.of(listed, rule(*full)), measures.Measures.of(listed, good)
    assert known.auc > alone.auc + 0.005 and known.accuracy > alone.accuracy + 0.005
    of_empty = measures.auc(listed, rule(*empty))
    np.testing.assert_allclose(of_empty, measures.auc(listed, weak), atol=0.005)
    # Of pages that show more the markup decides alone, whatever was learned.
    assert list(last) == [100, 1, 0, 0]
    np.testing.assert_allclose(rule(*by_both(100, good, weak)), good, atol=2 * fusion.LIMIT)


def test_no_weight_is_below_zero(pages):
    """A screenshot that says the contrary of the truth is not believed the other way round."""
    listed, markup, screenshot = pages
    rule = fusion.ByWords(by_both(10, markup, 1 - screenshot), listed)
    assert (np.reshape(rule.stored(), (-1, 4))[:, 1:3] >= 0).all()
    assert rule.stored()[6] < 0.02


def test_rules_are_their_numbers(pages):
    """The file holds the numbers, and src/genre/fusion.rs computes this."""
    listed, markup, screenshot = pages
    calibration = fusion.Logistic([markup], listed)
    weight, bias = calibration.numbers
    expected = sigmoid(weight * fusion.logit(markup) + bias)
    np.testing.assert_allclose(calibration(markup), expected, rtol=1e-9)
    rule = fusion.ByWords(by_both(10, markup, screenshot), listed)
    knots = np.reshape(rule.stored(), (-1, 4))
    np.testing.assert_array_equal(knots[:, 0], rule.KNOTS)
    for words in (0, 7, 10, 50, 1000, 10**6):
        at = np.log1p(words), np.log1p(knots[:, 0])
        weights = [np.interp(*at, column) for column in knots[:, 1:].T]
        scores = weights[0] * fusion.logit(markup) + weights[1] * fusion.logit(screenshot) + weights[2]
        np.testing.assert_allclose(rule(*by_both(words, markup, screenshot)), sigmoid(scores), rtol=1e-9)


def test_a_page_of_a_domain_that_was_learned_from_is_no_evidence():
    pages = {
        "0001": ("https://www.seen.example.com/a", 1, 0.5),
        "news-1": ("https://seen.example.com/b", 1, 0.5),
        "news-2": ("https://unseen.example.org/", 1, 0.5),
    }
    ids, domains = fuse.unseen(pages, {"0001": "", "news-1": "news", "news-2": "news"})
    assert ids == ["news-2"] and list(domains) == ["example.org"]


def test_another_fusion_leaves_the_network_as_it_is(tmp_path):
    """And fuse.py says of pixels what calibration, mean and mirror image make of the network's answers."""
    keras.utils.set_random_seed(0)
    model = network.classifier(network.build(measures=3))
    path = tmp_path / "network.onnx"
    properties = {
        "goce.mean": "200,200,200",
        "goce.std": "75,75,75",
        "goce.mirrored": "1",
        "goce.calibration": "0.5 -0.2",
        "goce.fusion": "1 0 0",
    }
    export(model, path, properties)
    pixels = noise(3, 2, images.HEIGHT, images.WIDTH, 3)
    said = fuse.p_list_view(path, pixels)
    seen = [model.predict(network.normalised(of), verbose=0) for of in (pixels, pixels[:, :, ::-1])]
    listed = np.mean(seen, axis=0)[:, images.LIST_VIEW :].sum(axis=1)
    np.testing.assert_allclose(said, sigmoid(0.5 * fusion.logit(listed) - 0.2), atol=1e-4)
    path.write_bytes(fuse.with_fusion(path.read_bytes(), [0, 1, 0.5, -0.25, 10, 1, 0, 0]))
    found = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
    assert found == properties | {"goce.fusion": "0 1 0.5 -0.25 10 1 0 0"}
    np.testing.assert_array_equal(fuse.p_list_view(path, pixels), said)


class Sets(Data):
    """Sets of the same ten pages, two of each fold."""

    def __init__(self):
        few = Few()
        few.ids = [f"{number:04}" for number in range(10)]
        names = ("held-out-styled", "held-out-synthetic", "raw", "styled-1", "styled-2")
        self.sets = dict.fromkeys(names, few)
        self.fold_of = {page: number % 5 for number, page in enumerate(few.ids)}
        self.measures, self.measured = {page: np.full(3, 0.5) for page in few.ids}, 3
        # Generated pages are known by their arrays.
        self.sets["synthetic"] = generated = Few()
        generated.ids = [f"s{number:05}" for number in range(10)]


def test_a_fold_is_trained_on_the_pages_of_the_others():
    data = Sets()
    pages, generated = data.sets["raw"].large, data.sets["synthetic"].large

    def times(examples, page):
        return sum(np.shares_memory(large, page) for large in examples.large)

    examples = data.but(3)
    for number, page in enumerate(pages):
        # Six times raw, twice each of two sets with styles, and never what is held out.
        assert times(examples, page) == (0 if number % 5 == 3 else 6 + 2 + 2)
    assert [times(examples, page) for page in generated] == [1] * 10
    assert len(examples.large) == len(examples.measures) == 8 * 10 + 10
    assert len(data.but(None).large) == 10 * 10 + 10


def test_networks_start_from_that_of_generated_pages(tmp_path, monkeypatch):
    fitted = []

    def fit(model, batches, epochs):
        fitted.append((model.get_weights(), len(batches.examples.large), epochs))
        model.set_weights([weight + 1 for weight in model.get_weights()])

    monkeypatch.setattr(train, "fit", fit)
    trainer = train.Trainer(Sets(), tmp_path)
    networks = [trainer.without(fold) for fold in (0, 1, None)]
    examples = [(count, epochs) for _, count, epochs in fitted]
    assert examples == [
        (10, train.FIRST_EPOCHS),  # once
        (8 * 10 + 10, train.EPOCHS),
        (8 * 10 + 10, train.EPOCHS),
        (10 * 10 + 10, train.EPOCHS),
    ]
    (first, *_), *others = fitted
    for (start, *_), ended in zip(others, networks):
        for weight, begun, end in zip(first, start, ended.get_weights()):
            np.testing.assert_allclose(begun, weight + 1, atol=1e-6)
            np.testing.assert_allclose(end, weight + 2, atol=1e-6)
    # A later run reads what this one has left.
    again = train.Trainer(Sets(), tmp_path).without(1)
    assert len(fitted) == 4
    for weight, kept in zip(networks[1].get_weights(), again.get_weights()):
        np.testing.assert_array_equal(kept, weight)


def test_a_page_and_its_mirror_image_are_told_alike():
    keras.utils.set_random_seed(1)
    model = network.build(measures=3)
    types = model.get_layer("types")
    kernel, bias = types.get_weights()
    types.set_weights([kernel / 20, bias])  # untrained, it is all too sure
    random = np.random.default_rng(0)
    pixels = random.integers(0, 256, (3, images.HEIGHT, images.WIDTH, 3), dtype=np.uint8)
    pixels[:, :, : images.WIDTH // 3] = 30  # a dark bar on the left
    mirrored = pixels[:, :, ::-1]
    p = train.p_list_view(model, pixels)
    np.testing.assert_allclose(train.p_list_view(model, mirrored), p, atol=1e-6)
    bare = network.classifier(model)
    one, other = (
        bare.predict(network.normalised(seen), verbose=0)[:, images.LIST_VIEW :].sum(axis=1)
        for seen in (pixels, mirrored)
    )
    assert np.abs(one - other).max() > 1e-3  # the network itself does not
    np.testing.assert_allclose(p, (one + other) / 2, atol=1e-6)
