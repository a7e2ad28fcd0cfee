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


def whole(lower, network):
    """From normalised pixels [N, height, width, 3] to the probabilities of the types, [N, 7], and that of a narrow
    layout, [N, 1]."""
    return keras.Model(lower.input, said(network(lower.output)))


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
    name_outputs(graph.graph)
    halve_weights(graph.graph)
    onnx.helper.set_model_props(graph, properties)
    onnx.checker.check_model(graph, full_check=True)
    path.write_bytes(graph.SerializeToString(deterministic=True))


def name_outputs(graph):
    """Names the outputs OUTPUTS, whatever TensorFlow called them."""
    for output, name in zip(graph.output, OUTPUTS, strict=True):
        [producer] = [node for node in graph.node if output.name in node.output]
        producer.output[list(producer.output).index(output.name)] = name
        output.name = name


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
