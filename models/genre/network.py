"""The default network: heads over what the backbone sees. Several are better than one."""

import keras
import numpy as np
from keras import layers, ops

from backbone import taps as backbone_taps
from images import HEIGHT, KINDS, LIST_VIEW, TYPES, WIDTH

ROWS = 24  # of the maps that heads go by
FLOW = 48  # channels of the convolutions down the page
HIDDEN = 64
TOP = ROWS // 3  # rows
HEADS = 3
PROJECTED = 16  # channels that repetition is looked for in
TINY = 1e-5
OUTPUTS = len(TYPES) + 1  # of a head: the logits of TYPES, and that of a narrow layout


def deviation(x, axis):
    apart = x - ops.mean(x, axis=axis, keepdims=True)
    return ops.sqrt(ops.mean(ops.square(apart), axis=axis) + TINY)


def rows_of(x):
    """Mean and standard deviation of each row of the page on a map [N, columns, rows, channels]: [N, ROWS, 2 * channels]."""
    rows = ops.concatenate([ops.mean(x, axis=1), deviation(x, 1)], axis=-1)
    together = rows.shape[1] // ROWS
    return ops.mean(ops.reshape(rows, (-1, ROWS, together, rows.shape[-1])), axis=2)


def columns_of(x):
    """How much each channel of a map [N, columns, rows, channels] differs between the columns: [N, channels]."""
    return deviation(ops.mean(x, axis=2), 1)


def alike(vectors):
    """How alike each two of some vectors are, the cosine of what differs from their mean: from [..., count, length] to
    [..., count * count]."""
    apart = vectors - ops.mean(vectors, axis=-2, keepdims=True)
    apart = apart / ops.sqrt(ops.sum(ops.square(apart), axis=-1, keepdims=True) + TINY)
    count, rest = vectors.shape[-2], vectors.shape[1:-2]
    transposed = ops.swapaxes(apart, -1, -2)
    return ops.reshape(ops.matmul(apart, transposed), (-1, *rest, count * count))


def by_distance(count, most):
    """A matrix [count * count, most] that takes the mean of all pairs of the same distance, 1 to most."""
    distance = np.abs(np.subtract.outer(np.arange(count), np.arange(count))).reshape(-1, 1)
    pairs = distance == np.arange(1, most + 1)
    return (pairs / pairs.sum(axis=0)).astype(np.float32)


def repetition(x):
    """What repeats on a map [N, columns, rows, channels], at which distance: how alike rows of the page are, and its
    columns, and places within a row (their mean over the rows, and the most)."""
    x = layers.Dense(PROJECTED, use_bias=False)(x)
    columns, rows = x.shape[1:3]
    across = by_distance(columns, columns - 1)
    by_row = ops.transpose(x, (0, 2, 1, 3))
    of_rows = alike(ops.reshape(by_row, (-1, rows, columns * PROJECTED)))
    of_columns = alike(ops.reshape(x, (-1, columns, rows * PROJECTED)))
    within = ops.matmul(alike(by_row), across)
    return ops.concatenate(
        [
            ops.matmul(of_rows, by_distance(rows, 2 * rows // 3)),
            ops.matmul(of_columns, across),
            ops.mean(within, axis=1),
            ops.max(within, axis=1),
        ],
        axis=-1,
    )


def head(taps, rows, columns):
    """What a head says, [N, OUTPUTS + len(KINDS)]. It goes by means and deviations of the rows, by what repeats, and by what two
    convolutions down the page make of the rows."""
    flow = layers.Dense(FLOW, activation="relu")(layers.Dropout(0.2)(rows))
    # As a map of one column: tract 0.23 does not run what a convolution over one axis becomes in ONNX.
    flow = layers.Reshape((ROWS, 1, FLOW))(flow)
    for _ in range(2):
        flow = layers.Conv2D(FLOW, (3, 1), padding="same", activation="relu")(flow)
    repeated = ops.concatenate([repetition(taps[0]), repetition(taps[-1])], axis=-1)
    pooled = layers.Concatenate()(
        [
            ops.mean(rows, axis=1),
            deviation(rows, 1),
            ops.mean(rows[:, :TOP], axis=1),
            columns,
            layers.BatchNormalization(momentum=0.95)(repeated),
            ops.mean(flow, axis=(1, 2)),
            ops.max(flow, axis=(1, 2)),
        ]
    )
    hidden = layers.Dense(HIDDEN, activation="relu")(layers.Dropout(0.4)(pooled))
    return layers.Dense(OUTPUTS + len(KINDS))(layers.Dropout(0.3)(hidden))


def build(arithmetic="float32"):
    """From normalised pixels [N, HEIGHT, WIDTH, 3] to what the heads say, [N, HEADS, OUTPUTS + len(KINDS)]: the logits of
    OUTPUTS, and those of the kinds of sites, which are only learned from. Returns it, and the part of it that has
    learned already: the backbone, whose arithmetic may be another."""
    source = layers.Input((HEIGHT, WIDTH, 3))
    body = backbone_taps(arithmetic)
    taps = [ops.cast(tap, "float32") for tap in body(source)]
    rows = layers.Concatenate()([rows_of(tap) for tap in taps])
    rows = layers.BatchNormalization(momentum=0.95)(rows)
    columns = layers.Concatenate()([columns_of(tap) for tap in taps])
    columns = layers.BatchNormalization(momentum=0.95)(columns)
    return keras.Model(source, ops.stack([head(taps, rows, columns) for _ in range(HEADS)], axis=1)), body


def listed(logits):
    """The logit of a list view, [N, HEADS]."""
    return ops.logsumexp(logits[:, :, LIST_VIEW : len(TYPES)], axis=-1) - ops.logsumexp(logits[:, :, :LIST_VIEW], axis=-1)


def loss(truth, kinds, logits):
    """The mean of the heads' losses: cross-entropy of the genres, .4 of that of the seven types, .2 of that of the
    layout, .1 of that of the kind of site. truth: [N, 9], the types, which are 0 where they are not known, the share of
    list view, that of narrow; kinds: [N, len(KINDS)], 0 where it is not known."""
    types, view, narrow = truth[:, None, : len(TYPES)], truth[:, None, -2], truth[:, None, -1]
    of_types = -ops.sum(types * ops.log_softmax(logits[:, :, : len(TYPES)]), axis=-1)
    of_genre = ops.softplus(listed(logits)) - view * listed(logits)
    of_layout = ops.softplus(logits[:, :, OUTPUTS - 1]) - narrow * logits[:, :, OUTPUTS - 1]
    of_kinds = -ops.sum(kinds[:, None] * ops.log_softmax(logits[:, :, OUTPUTS:]), axis=-1)
    return ops.mean(of_genre + 0.4 * of_types + 0.2 * of_layout + 0.1 * of_kinds)


def said(logits):
    """From the logits of the heads to the probabilities of TYPES, [N, 7], and that of a narrow layout, [N, 1]: means of
    the heads'."""
    types = ops.mean(ops.softmax(logits[:, :, : len(TYPES)]), axis=1)
    return types, ops.mean(ops.sigmoid(logits[:, :, len(TYPES) : OUTPUTS]), axis=1)


def kept_at(directory, fold, seed):
    """The file of the weights of a training that has seen no page of the fold's sites and domains, or of one that has
    seen all (None)."""
    return directory / f"{'final' if fold is None else f'fold-{fold}'}-{seed}.weights.h5"


def read(path):
    """The network whose weights a training has left."""
    model, _ = build()
    model.load_weights(path)
    return model
