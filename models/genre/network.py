"""The default network: a small residual network, version 2 (He et al. 2016b)."""

import keras
from keras import layers, ops

from images import HEIGHT, KINDS, LIST_VIEW, TYPES, WIDTH

MEAN, DEVIATION = 200.0, 75.0  # of pixel values, near those of the training screenshots
CHANNELS = (24, 48, 96)
BLOCKS = (1, 2, 3)


def convolution(channels, size, stride=1):
    return layers.Conv2D(
        channels,
        size,
        strides=stride,
        padding="same",
        use_bias=False,
        kernel_initializer="he_normal",
    )


def activated(x):
    return layers.ReLU()(layers.BatchNormalization(momentum=0.95)(x))


def block(x, channels, stride):
    """Two 3 x 3 convolutions, each after its normalisation, and the way around them."""
    y = activated(x)
    around = x
    if stride > 1 or x.shape[-1] != channels:
        around = convolution(channels, 1, stride)(y)
    y = convolution(channels, 3, stride)(y)
    y = convolution(channels, 3)(activated(y))
    return layers.Add()([around, y])


def build(measures=0, dropout=0.2):
    """From normalised pixels [N, HEIGHT, WIDTH, 3] to `types`: the logits of TYPES [N, 7].

    With `measures`, for training, to `measures` [N, measures] too, of the page's markup, ranks in
    [0, 1], and to `layout` [N, MAP_ROWS, MAP_COLUMNS, KINDS], the logits of what is where.
    """
    pixels = layers.Input((HEIGHT, WIDTH, 3), name="pixels")
    x = convolution(CHANNELS[0], 4, 4)(pixels)
    for stage, (channels, count) in enumerate(zip(CHANNELS, BLOCKS)):
        for position in range(count):
            x = block(x, channels, 2 if stage and not position else 1)
    x = activated(x)
    # Types are told from the whole and, apart, from where the main content seems to be.
    content = layers.Conv2D(1, 1, name="content")(x)
    weight = ops.sigmoid(content)
    inside = ops.mean(x * weight, axis=(1, 2)) / (ops.mean(weight, axis=(1, 2)) + 0.02)
    pooled = layers.Concatenate()([ops.mean(x, axis=(1, 2)), inside])
    pooled = layers.Dropout(dropout)(pooled)
    outputs = {"types": layers.Dense(len(TYPES), dtype="float32", name="types")(pooled)}
    if measures:
        outputs["measures"] = layers.Dense(measures, dtype="float32", name="measures")(pooled)
        others = layers.Conv2D(len(KINDS) - 1, 1, name="others")(x)
        together = layers.Concatenate()([others, content])
        outputs["layout"] = layers.Activation("linear", dtype="float32", name="layout")(together)
    return keras.Model(pixels, outputs)


def types_loss(truth, logits):
    """Cross-entropy of the seven types, and that of the two genres that they make up."""
    logs = ops.log_softmax(logits)
    types = -ops.sum(truth * logs, axis=-1)
    article = ops.logsumexp(logs[:, :LIST_VIEW], axis=-1)
    listed = ops.logsumexp(logs[:, LIST_VIEW:], axis=-1)
    share = ops.sum(truth[:, LIST_VIEW:], axis=-1)
    return 0.4 * types - share * listed - (1 - share) * article


def measures_loss(truth, predicted):
    """Squared error; pages that were not measured hold -1."""
    known = ops.cast(truth >= 0, predicted.dtype)
    return ops.mean(known * ops.square(truth - predicted), axis=-1)


def layout_loss(truth, logits):
    """Cross-entropy of each kind in each cell; what is not known is -1."""
    known = ops.cast(truth >= 0, logits.dtype)
    losses = ops.relu(logits) - logits * truth + ops.log1p(ops.exp(-ops.abs(logits)))
    return ops.mean(known * losses, axis=(1, 2, 3))


def normalised(pixels):
    return (pixels.astype("float32") - MEAN) / DEVIATION


def classifier(trained):
    """The trained network without what only training needs, in float32, its output the
    probabilities of TYPES."""
    policy = keras.config.dtype_policy()
    keras.config.set_dtype_policy("float32")
    bare = build()
    bare.set_weights(keras.Model(trained.input, trained.output["types"]).get_weights())
    probabilities = layers.Softmax(name="probabilities")(bare.output["types"])
    keras.config.set_dtype_policy(policy)
    return keras.Model(bare.input, probabilities)
