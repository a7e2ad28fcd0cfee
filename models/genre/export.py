"""Keras networks as ONNX files that goce and onnxruntime run."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import onnx
import tensorflow as tf
import tf2onnx

OPSET = 17
INPUT, OUTPUT = "image", "probabilities"
FEW = 256  # values of a tensor, which stay as they are


def export(model, path, properties):
    """Writes the model, with properties (text by name) as its metadata.

    The model takes [N, height, width, 3] and gives [N, classes]. The file takes one image,
    INPUT: float32 [1, 3, height, width], and gives OUTPUT: float32 [1, classes]. It keeps
    weights as float16; whoever reads it makes them float32 again.
    """
    signature = tf.TensorSpec((1, *model.input_shape[1:]), tf.float32, name=INPUT)
    function = tf.function(lambda image: tf.identity(model(image, training=False), OUTPUT))
    graph, _ = tf2onnx.convert.from_function(
        function, [signature], opset=OPSET, inputs_as_nchw=[INPUT]
    )
    name_output(graph.graph)
    halve_weights(graph.graph)
    onnx.helper.set_model_props(graph, properties)
    onnx.checker.check_model(graph, full_check=True)
    path.write_bytes(graph.SerializeToString(deterministic=True))


def name_output(graph):
    """Names the only output OUTPUT, whatever TensorFlow called it."""
    [output] = graph.output
    [producer] = [node for node in graph.node if output.name in node.output]
    producer.output[list(producer.output).index(output.name)] = OUTPUT
    output.name = OUTPUT


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
