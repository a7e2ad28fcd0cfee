"""Keras networks as ONNX files that goce and onnxruntime run."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import onnx
import tensorflow as tf
import tf2onnx

from network import said

OPSET = 17
INPUT, OUTPUTS = "image", ("probabilities", "narrow")
FEW = 256  # values of a tensor, which stay as they are


def whole(network):
    """From normalised pixels [N, height, width, 3] to the probabilities of the types, [N, 7], and that of a narrow
    layout, [N, 1]."""
    return keras.Model(network.input, said(network.output))


def export(model, path, properties):
    """Writes the model, with properties (text by name) as its metadata.

    The model is one of `whole`. The file takes one image, INPUT: float32 [1, 3, height, width], and gives OUTPUTS:
    float32 [1, 7] and [1, 1]. It keeps weights as float16; whoever reads it makes them float32 again.
    """
    signature = tf.TensorSpec((1, *model.input_shape[1:]), tf.float32, name=INPUT)

    def function(image):
        return [tf.identity(output, name) for output, name in zip(model(image, training=False), OUTPUTS)]

    function = tf.function(function)
    graph, _ = tf2onnx.convert.from_function(
        function, [signature], opset=OPSET, inputs_as_nchw=[INPUT]
    )
    rename(graph.graph)
    halve_weights(graph.graph)
    onnx.helper.set_model_props(graph, properties)
    onnx.checker.check_model(graph, full_check=True)
    path.write_bytes(graph.SerializeToString(deterministic=True))


def rename(graph):
    """Names the outputs OUTPUTS, and all else by its first place in the graph. Weights stand in that order. What TensorFlow
    called them, and their order, differ from run to run."""
    names = {given.name: given.name for given in graph.input}
    names |= {output.name: name for output, name in zip(graph.output, OUTPUTS, strict=True)}
    for number, node in enumerate(graph.node):
        node.name = f"n{number}"
        for part in (node.input, node.output):
            part[:] = [name and names.setdefault(name, f"t{len(names)}") for name in part]
    for tensor in (*graph.initializer, *graph.output):
        tensor.name = names[tensor.name]
    weights = sorted(graph.initializer, key=lambda tensor: int(tensor.name[1:]))
    del graph.initializer[:], graph.value_info[:]
    graph.initializer.extend(weights)


def halve_weights(graph):
    """Keeps each large tensor of float32 as one of float16, and adds a node that makes it float32 again."""
    for tensor in graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < FEW:
            continue
        name = f"{tensor.name}/half"
        half = onnx.numpy_helper.from_array(values.astype(np.float16), name)
        graph.node.insert(0, onnx.helper.make_node("Cast", [name], [tensor.name], to=onnx.TensorProto.FLOAT))
        tensor.CopyFrom(half)
