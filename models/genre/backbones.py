"""The paper's recipe (section 3.2): a pretrained network of which the last layer alone is retrained.

The network's inner layers stay as they are; the mean of their last feature maps over the whole
image goes to one new layer, article against list view. Table 1 is printed: list views are the
positive class, a row for each backbone and one for saying the more frequent genre of every page.
The backbone of the best accuracy is written to --out as ONNX, its last layer then learnt from all
pages. What inner layers say of the images is computed once and kept in --out.
"""

import argparse
import csv
import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import applications

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from export import export
from folds import folds, registered_domains
from images import ASPECT, PIXELS
from measures import Measures, table

GENRES = ["article", "list-view"]
SEED = 0
IMAGES = 32  # that are decoded and go through a network at once
BATCH = 64  # pages in a step of the last layer's training
RATE = 1e-3
PATIENCE = 20  # epochs without a better validation loss before training stops
VALIDATION = 0.1  # share of the pages that tell when to stop


@dataclass(frozen=True)
class Backbone:
    """A network of keras.applications. Its input is (pixel - mean) / std, pixels 0 to 255 in the
    order red, green, blue."""

    build: callable
    side: int = 224  # height and width of the input, pixels
    mean: tuple = (127.5, 127.5, 127.5)
    std: tuple = (127.5, 127.5, 127.5)
    blue_first: bool = False  # the published weights take blue, green, red


VGG = dict(mean=(123.68, 116.779, 103.939), std=(1.0, 1.0, 1.0), blue_first=True)
BACKBONES = {
    "ResNet50V2": Backbone(applications.ResNet50V2),
    "ResNet101V2": Backbone(applications.ResNet101V2),
    "ResNet152V2": Backbone(applications.ResNet152V2),
    "VGG16": Backbone(applications.VGG16, **VGG),
    "VGG19": Backbone(applications.VGG19, **VGG),
    "InceptionV3": Backbone(applications.InceptionV3, side=299),
    "InceptionResNetV2": Backbone(applications.InceptionResNetV2, side=299),
}


def frozen(name, weights):
    """The backbone, from normalised pixels [N, side, side, 3] to features [N, F].

    weights: "imagenet", "none" (random, He et al. 2015), or a file that Keras has saved of the
    network without its last layers, colours in the order of the published weights.
    """
    backbone = BACKBONES[name]
    shape = (backbone.side, backbone.side, 3)
    published = "imagenet" if weights == "imagenet" else None
    try:
        model = backbone.build(
            include_top=False, weights=published, input_shape=shape, pooling="avg"
        )
    except Exception as error:
        if published and "URL fetch failure" in str(error):
            raise SystemExit(
                f"the ImageNet weights of {name} could not be downloaded: without a network, name"
                f" their file with --weights\n{error}"
            ) from None
        raise
    if weights == "none":
        randomise(model)
    elif not published:
        load(model, Path(weights))
    if backbone.blue_first:
        swap_colours(model)
    model.trainable = False
    return model


def randomise(model):
    """He's initialisation of the convolutions."""
    convolutions = [layer for layer in model.layers if isinstance(layer, keras.layers.Conv2D)]
    for index, layer in enumerate(convolutions):
        initial = keras.initializers.HeNormal(seed=SEED + index)
        layer.kernel.assign(initial(layer.kernel.shape))


def load(model, path):
    if path.suffix == ".keras":
        saved = keras.models.load_model(path, compile=False).get_weights()
        model.set_weights(saved[: len(model.weights)])  # those of its top come last
    else:
        model.load_weights(path)


def swap_colours(model):
    """Lets a network that takes blue, green, red take red, green, blue."""
    first = next(layer for layer in model.layers if isinstance(layer, keras.layers.Conv2D))
    first.kernel.assign(np.asarray(first.kernel)[:, :, ::-1])


class Pages:
    """Labelled screenshots: <id>.png and labels.tsv, whose columns are id, genre, url and more."""

    def __init__(self, directory, aspect):
        self.directory, self.aspect = directory, aspect
        with open(directory / "labels.tsv", encoding="utf-8", newline="") as file:
            labelled = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        self.rows = [row for row in labelled if self.path(row).exists()]
        print(f"{len(self.rows)} pages, {len(labelled) - len(self.rows)} without a screenshot")
        self.listed = np.array([GENRES.index(row["genre"]) for row in self.rows])

    def path(self, row):
        return self.directory / f"{row['id']}.png"

    def domains(self):
        return registered_domains([row["url"] for row in self.rows])

    def pixels(self, rows, side):
        """As the extension crops and resizes them: uint8 [len(rows), side, side, 3], RGB."""
        command = [str(PIXELS), str(side), str(side), str(self.aspect)]
        names = "".join(f"{self.path(row)}\n" for row in rows)
        done = subprocess.run(command, input=names.encode(), stdout=subprocess.PIPE, check=True)
        return np.frombuffer(done.stdout, np.uint8).reshape(len(rows), side, side, 3)

    def digest(self):
        """Of what the features depend on besides the network."""
        digest = hashlib.sha256(f"{self.aspect}".encode())
        for row in self.rows:
            digest.update(f"{row['id']}\t{self.path(row).stat().st_size}\n".encode())
        return digest


def features(name, model, pages, out):
    """What the backbone says of each page, from the file of an earlier run if there is one:
    float32 [N, F]."""
    digest = pages.digest()
    for weights in model.get_weights():
        digest.update(weights)
    kept = out / f"features-{name}-{digest.hexdigest()[:16]}.npz"
    if not kept.exists():
        parts = []
        for start in range(0, len(pages.rows), IMAGES):
            pixels = pages.pixels(pages.rows[start : start + IMAGES], BACKBONES[name].side)
            parts.append(model(normalised(name, pixels), training=False))
            print(f"\r{name}: {start + len(pixels)} of {len(pages.rows)}", end="", flush=True)
        print()
        part = out / "part.npz"
        np.savez(part, features=np.concatenate(parts))
        part.rename(kept)
    return np.load(kept)["features"]


def normalised(name, pixels):
    """float32, of uint8 [N, side, side, 3]."""
    backbone = BACKBONES[name]
    mean, std = np.float32(backbone.mean), np.float32(backbone.std)
    return (pixels - mean) / std


def last_layer(features, listed, epochs):
    """A dense layer with softmax, trained until its loss on held-out pages no longer falls.

    features: [N, F]; listed: [N], 1 for list views. Gives probabilities [N, 2] of GENRES.
    """
    keras.utils.set_random_seed(SEED)
    order = np.random.permutation(len(listed))
    known, unseen = np.split(order, [len(order) - max(1, int(VALIDATION * len(order)))])
    # Trained on features of mean 0 and deviation 1; the layer then takes them as they are.
    mean, deviation = features.mean(axis=0), features.std(axis=0) + 1e-6
    standard = (features - mean) / deviation
    dense = keras.layers.Dense(len(GENRES), activation="softmax", kernel_initializer="zeros")
    model = keras.Sequential([keras.Input(features.shape[1:]), dense])
    model.compile(keras.optimizers.Adam(RATE), loss="sparse_categorical_crossentropy")
    stop = keras.callbacks.EarlyStopping(
        monitor="val_loss", patience=PATIENCE, restore_best_weights=True
    )
    model.fit(
        standard[known],
        listed[known],
        batch_size=BATCH,
        epochs=epochs,
        validation_data=(standard[unseen], listed[unseen]),
        callbacks=[stop],
        verbose=0,
    )
    kernel, bias = dense.get_weights()
    kernel = kernel / deviation[:, None]
    dense.set_weights([kernel, bias - mean @ kernel])
    return dense


def split_at_random(count, share):
    """One pair of the pages to learn from, a share of them, and those to test."""
    order = np.random.RandomState(SEED).permutation(count)
    return [np.split(order, [round(share * count)])]


def split_by_domain(domains, count):
    """Pairs of the pages to learn from and those to test, no domain in both."""
    fold_of = folds(domains, count, SEED)
    return [(np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)) for fold in range(count)]


def measured(features, listed, splits, epochs):
    """The truth of all pages tested, and the probability of a list view: [T], [T]."""
    predicted = []
    for known, unseen in splits:
        layer = last_layer(features[known], listed[known], epochs)
        predicted.append(np.asarray(layer(features[unseen]))[:, 1])
    tested = np.concatenate([unseen for _, unseen in splits])
    return listed[tested] == 1, np.concatenate(predicted)


def write(name, model, layer, path, properties):
    """The backbone and its last layer as ONNX."""
    backbone = BACKBONES[name]
    whole = keras.Model(model.input, layer(model.output))
    numbers = {"goce.mean": backbone.mean, "goce.std": backbone.std}
    numbers = {key: ",".join(f"{value:g}" for value in of_key) for key, of_key in numbers.items()}
    labels = {"goce.name": name, "goce.version": "1", "goce.labels": ",".join(GENRES)}
    export(whole, path, labels | numbers | properties)


def share_of(text):
    """90/10 is .9."""
    known, unseen = map(int, text.split("/"))
    if min(known, unseen) <= 0 or known + unseen != 100:
        raise ValueError(text)
    return known / 100


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--backbone", nargs="+", required=True, choices=list(BACKBONES))
    parser.add_argument("--weights", required=True, help="imagenet, a file, or none: random")
    parser.add_argument("--epochs", type=int, default=1000, help="at most, of the last layer")
    parser.add_argument("--aspect", type=float, default=ASPECT, help="height of the crop in widths")
    parser.add_argument("--renders", type=Path, required=True, help="screenshots and labels.tsv")
    parser.add_argument("--out", type=Path, required=True)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--split", type=share_of, default="90/10", help="at random (default 90/10)")
    how.add_argument("--folds", type=int, help="cross-validation by registered domain")
    arguments = parser.parse_args(arguments)
    arguments.out.mkdir(parents=True, exist_ok=True)
    pages = Pages(arguments.renders, arguments.aspect)
    if arguments.folds:
        splits = split_by_domain(pages.domains(), arguments.folds)
    else:
        splits = split_at_random(len(pages.rows), arguments.split)

    rows, best = [], None
    for name in arguments.backbone:
        model = frozen(name, arguments.weights)
        of_pages = features(name, model, pages, arguments.out)
        rows.append((name, *measured(of_pages, pages.listed, splits, arguments.epochs)))
        accuracy = Measures.of(*rows[-1][1:]).accuracy
        if best is None or accuracy > best[0]:
            best = accuracy, name, model, of_pages
    listed = rows[0][1]
    majority = float(pages.listed.mean() > 0.5)
    rows.append((f"always {GENRES[int(majority)]}", listed, np.full(len(listed), majority)))
    print(table(rows))

    _, name, model, of_pages = best
    layer = last_layer(of_pages, pages.listed, arguments.epochs)
    path = arguments.out / f"{name}.onnx"
    weights = arguments.weights if arguments.weights in ("imagenet", "none") else "a file's"
    trained_on = f"{len(pages.rows)} pages, inner layers: {weights}"
    properties = {"goce.aspect": f"{arguments.aspect:g}", "goce.trained_on": trained_on}
    write(name, model, layer, path, properties)
    print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
