"""Crop and resize of the extension, byte by byte, against their definition in numpy.

The extension's are those of genre-pixels (GENRE_PIXELS, or where `cargo build --release --example
genre-pixels` puts it). The digests at the end are in src/genre/screenshot/tests.rs as well.
"""

import hashlib
import math
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("GENRE_PIXELS", ROOT / "target/release/examples/genre-pixels")


def extension(paths, width, height, aspect):
    command = [str(PROGRAM), str(width), str(height), str(aspect)]
    names = "".join(f"{path}\n" for path in paths)
    done = subprocess.run(command, input=names.encode(), stdout=subprocess.PIPE, check=True)
    return np.frombuffer(done.stdout, np.uint8).reshape(len(paths), height, width, 3)


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


def over_white(image):
    """uint8 [rows, columns, 3] from [rows, columns, 4]."""
    colour, alpha = image[..., :3].astype(int), image[..., 3:].astype(int)
    return ((colour * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)


def noise(seed, *shape):
    """uint8: the upper bytes of a congruential generator, which tests.rs has as well."""
    values, state = np.empty(math.prod(shape), np.uint8), seed
    for index in range(len(values)):
        state = (state * 1664525 + 1013904223) % 2**32
        values[index] = state >> 24
    return values.reshape(shape)


SHAPES = [(16, 51, 3.2), (7, 5, 0.7), (33, 64, 2.0), (160, 512, 3.2)]


@pytest.fixture(scope="module")
def images(tmp_path_factory):
    """Images as files, and what their pixels are, by name."""
    directory = tmp_path_factory.mktemp("images")
    made = {}

    def add(name, image, pixels, suffix="png", **options):
        path = directory / f"{name}.{suffix}"
        image.save(path, **options)
        made[name] = (path, np.asarray(pixels, np.uint8))

    for name, columns, rows in [
        ("odd", 61, 97),
        ("one-pixel", 1, 1),
        ("tall", 20, 1500),
        ("wide", 301, 9),
        ("exact", 32, 64),
    ]:
        pixels = noise(columns, rows, columns, 3)
        add(name, Image.fromarray(pixels), pixels)
    grey = noise(1, 50, 23)
    add("grey", Image.fromarray(grey), np.repeat(grey[..., None], 3, 2))
    rgba = noise(2, 40, 37, 4)
    add("alpha", Image.fromarray(rgba, "RGBA"), over_white(rgba))
    grey_alpha = noise(3, 40, 37, 2)
    add("grey-alpha", Image.fromarray(grey_alpha, "LA"), over_white(grey_alpha[..., [0, 0, 0, 1]]))
    deep = noise(4, 33, 21, 2).astype(np.uint16) @ np.array([256, 1], np.uint16)
    eight = ((deep.astype(int) + 128) // 257).astype(np.uint8)
    add("grey-16-bit", Image.fromarray(deep), np.repeat(eight[..., None], 3, 2))
    palette = Image.fromarray(noise(5, 45, 45, 3)).quantize(17)
    add("palette", palette, np.asarray(palette.convert("RGB")))
    add("palette-gif", palette, np.asarray(palette.convert("RGB")), "gif")
    lossless = noise(6, 30, 41, 3)
    add("webp", Image.fromarray(lossless), lossless, "webp", lossless=True)
    bits = noise(7, 30, 41) > 127
    add("one-bit", Image.fromarray(bits), np.repeat(bits[..., None] * 255, 3, 2))
    return made


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_pixels_are_those_of_the_definition(images, shape):
    found = extension([path for path, _ in images.values()], *shape)
    for (name, (_, pixels)), array in zip(images.items(), found):
        np.testing.assert_array_equal(array, definition(pixels, *shape), err_msg=name)


def test_jpeg_is_near(tmp_path):
    smooth = np.asarray(Image.fromarray(noise(8, 9, 7, 3)).resize((120, 400)))
    Image.fromarray(smooth).save(tmp_path / "image.jpg", quality=95)
    decoded = np.asarray(Image.open(tmp_path / "image.jpg").convert("RGB"))
    (found,) = extension([tmp_path / "image.jpg"], 16, 51, 3.2)
    # Decoders of JPEG may differ by some rounding.
    assert np.abs(found.astype(int) - definition(decoded, 16, 51, 3.2)).max() <= 2


DIGESTS = {
    (61, 97, 16, 51, 3.2): (
        "9ea3346eb2f5c2f79a70d0f36bd88449895adc7efc5ea6c2d9ca7a151c56a411"
    ),
    (61, 97, 33, 64, 2.0): (
        "36b648aabb9c0e315641afd58ff6420b955c11c38a36ad10c9f7d832e450c52e"
    ),
    (20, 150, 160, 512, 3.2): (
        "591400aeaba93366cf50a3ce80bf6be4f2322f1fb9f3e9385ec7d34f49544bf6"
    ),
    (301, 9, 7, 5, 0.7): (
        "912952c6cf8cfc8533ec3cd5a851b525312ad406f10fbfe2b8340b73ae955122"
    ),
}


@pytest.mark.parametrize("case", DIGESTS, ids=str)
def test_digests_are_those_of_the_rust_tests(case):
    columns, rows, width, height, aspect = case
    pixels = definition(noise(columns, rows, columns, 3), width, height, aspect)
    assert hashlib.sha256(pixels.tobytes()).hexdigest() == DIGESTS[case]
