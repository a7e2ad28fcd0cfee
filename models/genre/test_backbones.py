"""The recipe with random inner layers on a few drawn pages; needs genre-pixels, as test_pixels.py."""

import csv

import keras
import numpy as np
import onnx
import onnxruntime
import pytest
from PIL import Image, ImageDraw

import backbones
from backbones import BACKBONES, Pages

PAGES = 24
EPOCHS = 60


@pytest.fixture(scope="module")
def renders(tmp_path_factory):
    """Articles are columns of text, list views are grids of boxes; one page has no screenshot."""
    directory = tmp_path_factory.mktemp("renders")
    random = np.random.RandomState(0)
    rows = []
    for page in range(PAGES):
        genre = backbones.GENRES[page % 2]
        image = Image.new("RGB", (320, 900), "white")
        draw = ImageDraw.Draw(image)
        colour = tuple(random.randint(0, 160, 3).tolist())
        for y in range(20, 860, 60):
            for x in range(20, 300, 60) if genre == "list-view" else [20]:
                right = x + 40 if genre == "list-view" else random.randint(200, 300)
                draw.rectangle((x, y, right, y + 30), fill=colour)
        image.save(directory / f"{page}.png")
        rows.append((page, genre, genre, f"https://www.site{page // 3}.example/{page}"))
    rows.append((PAGES, "article", "article", "https://lost.example/"))
    with open(directory / "labels.tsv", "w", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerows([("id", "genre", "page_type", "url"), *rows])
    return directory


def run(renders, out, *options):
    paths = ["--renders", str(renders), "--out", str(out)]
    backbones.main([*paths, "--weights", "none", "--epochs", str(EPOCHS), *options])


@pytest.mark.parametrize("name", ["ResNet50V2", "VGG16"])
def test_recipe(name, renders, tmp_path, capsys):
    run(renders, tmp_path, "--backbone", name, "--split", "50/50")
    printed = capsys.readouterr().out
    assert f"{PAGES} pages, 1 without a screenshot" in printed
    head, ours, majority = printed.splitlines()[-4:-1]
    assert head.split() == ["pages", "accuracy", "precision", "recall", "F1", "AUC"]
    assert ours.split()[:2] == [name, "12"] and float(ours.split()[2]) > 0.8
    assert majority.startswith("always article")

    path = tmp_path / f"{name}.onnx"
    backbone = BACKBONES[name]
    properties = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
    assert properties == {
        "goce.name": name,
        "goce.version": "1",
        "goce.labels": "article,list-view",
        "goce.mean": ",".join(f"{value:g}" for value in backbone.mean),
        "goce.std": ",".join(f"{value:g}" for value in backbone.std),
        "goce.aspect": "3.2",
        "goce.trained_on": f"{PAGES} pages, inner layers: none",
    }
    # Inner layers and the new one, from the seed once more: training has left the former alone.
    model = backbones.frozen(name, "none")
    pages = Pages(renders, 3.2)
    [kept] = tmp_path.glob("features-*.npz")
    features = backbones.features(name, model, pages, tmp_path)
    assert [kept] == list(tmp_path.glob("features-*.npz"))
    layer = backbones.last_layer(features, pages.listed, EPOCHS)
    pixels = backbones.normalised(name, pages.pixels(pages.rows, backbone.side))
    expected = np.asarray(layer(model(pixels, training=False)))
    assert expected.std(axis=0).max() > 0.01
    session = onnxruntime.InferenceSession(path)
    [source], [output] = session.get_inputs(), session.get_outputs()
    assert (source.shape, output.shape) == ([1, 3, backbone.side, backbone.side], [1, 2])
    for image, probabilities in zip(pixels, expected):
        [found] = session.run(None, {source.name: image.transpose(2, 0, 1)[None]})
        assert np.abs(found[0] - probabilities).max() < 1e-4


def test_folds_share_no_domain(renders, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(backbones, "export", lambda _model, path, _properties: path.touch())
    run(renders, tmp_path, "--backbone", "VGG16", "--folds", "4")
    assert capsys.readouterr().out.splitlines()[-3].split()[:2] == ["VGG16", f"{PAGES}"]
    domains = Pages(renders, 3.2).domains()
    splits = backbones.split_by_domain(domains, 4)
    assert sorted(np.concatenate([unseen for _, unseen in splits])) == list(range(PAGES))
    for known, unseen in splits:
        assert not set(domains[known]) & set(domains[unseen])


@pytest.mark.parametrize("name", list(BACKBONES))
def test_normalisation_is_that_of_keras(name):
    module = BACKBONES[name].build.__module__.rpartition(".")[2]
    pixels = np.random.RandomState(0).randint(0, 256, (1, 5, 7, 3)).astype(np.uint8)
    expected = getattr(keras.applications, module).preprocess_input(pixels.astype(np.float32))
    found = backbones.normalised(name, pixels)
    if BACKBONES[name].blue_first:
        found = found[..., ::-1]
    np.testing.assert_allclose(found, expected, atol=1e-4)


@pytest.mark.parametrize("suffix", [".weights.h5", ".keras"])
def test_weights_from_a_file(suffix, tmp_path):
    """A VGG's colours are turned round: red of ours is what blue was."""
    published = keras.applications.VGG16(
        include_top=False, weights=None, input_shape=(224, 224, 3), pooling="avg"
    )
    path = tmp_path / f"saved{suffix}"
    (published.save_weights if suffix == ".weights.h5" else published.save)(path)
    ours = backbones.frozen("VGG16", str(path))
    image = np.random.RandomState(0).normal(0, 50, (1, 224, 224, 3)).astype(np.float32)
    np.testing.assert_allclose(ours(image), published(image[..., ::-1]), rtol=1e-4, atol=1e-4)
    assert not ours.trainable_weights


def test_imagenet_without_a_network(monkeypatch):
    def refused(*_, **__):
        raise Exception("URL fetch failure on it: None -- refused")

    monkeypatch.setattr(BACKBONES["VGG16"].build.__globals__["file_utils"], "get_file", refused)
    with pytest.raises(SystemExit, match="name their file with --weights"):
        backbones.frozen("VGG16", "imagenet")
