"""The networks of Web2Text (section 3.4), in Keras for training and as one ONNX file for use."""

import keras
import onnx
from keras import layers
from onnx import TensorProto, helper, numpy_helper

DEPTHS = (50, 50, 50, 50, 50, 50, 10)  # filters of the seven layers
SIZE = 3
REACH = len(DEPTHS) * (SIZE // 2)  # text nodes to either side that an output depends on
DROPOUT = 0.2
OUTPUTS = {"unary": 2, "pairwise": 4}
OPSET = 17


def tower(features, mask, name, outputs):
    """Seven convolutions and a linear map to logits [N, length, outputs].

    A page that stands alone is padded with zeros in every layer. Where pages stand in a row, the mask makes
    the places between them zero in every layer too."""
    x = features
    for layer, depth in enumerate(DEPTHS):
        x = layers.Conv1D(
            depth,
            SIZE,
            padding="same",
            activation="relu",
            kernel_initializer="he_normal",
            name=f"{name}{layer}",
        )(x)
        x = layers.Multiply()([layers.Dropout(DROPOUT)(x), mask])
    return layers.Conv1D(outputs, 1, name=f"{name}_logits")(x)


def build(width):
    """From standardised features [N, length, width] and a mask [N, length, 1] to the logits of both
    networks, which share no weights: unary [N, length, 2], pairwise [N, length, 4]."""
    features = layers.Input((None, width), name="features")
    mask = layers.Input((None, 1), name="mask")
    logits = {name: tower(features, mask, name, count) for name, count in OUTPUTS.items()}
    return keras.Model({"features": features, "mask": mask}, logits)


def export(model, path, properties):
    """Writes the networks: features [1, width, length] and mask [1, 1, length] to unary [1, 2, length] and
    pairwise [1, 4, length], with properties (text by name) as the file's metadata."""
    nodes, weights = [], []

    def convolve(layer, source, target):
        kernel, bias = layer.get_weights()
        pad = kernel.shape[0] // 2
        for suffix, values in ("kernel", kernel.transpose(2, 1, 0)), ("bias", bias):
            weights.append(numpy_helper.from_array(values.copy(), f"{layer.name}.{suffix}"))
        names = [source, f"{layer.name}.kernel", f"{layer.name}.bias"]
        nodes.append(helper.make_node("Conv", names, [target], pads=[pad, pad]))

    for name in OUTPUTS:
        source = "features"
        for index in range(len(DEPTHS)):
            layer = f"{name}{index}"
            convolve(model.get_layer(layer), source, f"{layer}.conv")
            nodes.append(helper.make_node("Relu", [f"{layer}.conv"], [f"{layer}.relu"]))
            nodes.append(helper.make_node("Mul", [f"{layer}.relu", "mask"], [layer]))
            source = layer
        convolve(model.get_layer(f"{name}_logits"), source, name)

    def tensor(name, channels):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, channels, "length"])

    width = model.input["features"].shape[-1]
    graph = helper.make_graph(
        nodes,
        "web2text",
        [tensor("features", width), tensor("mask", 1)],
        [tensor(name, count) for name, count in OUTPUTS.items()],
        weights,
    )
    opset = helper.make_opsetid("", OPSET)
    file = helper.make_model(graph, opset_imports=[opset], ir_version=9, producer_name="goce")
    helper.set_model_props(file, properties)
    onnx.checker.check_model(file, full_check=True)
    path.write_bytes(file.SerializeToString(deterministic=True))
