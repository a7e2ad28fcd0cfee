"""The default network: heads over what the backbone sees. A head is small and learned in a minute; several are better
than one."""

import keras
from keras import layers, ops

from backbone import CHANNELS, FEATURES, ROW, ROWS, deviation
from images import LIST_VIEW, TYPES

FLOW = 48  # channels of the convolutions down the page
HIDDEN = 64
TOP = ROWS // 3  # rows


def head(channels=CHANNELS):
    """From features of the backbone, [N, FEATURES], to the logits of TYPES, [N, 7].

    It goes by the first `channels` of the taps: by means and deviations of the rows, and by what two convolutions down
    the page make of them: what repeats, and how regularly."""
    features = layers.Input((FEATURES,), name="features")
    rows = layers.Reshape((ROWS, ROW))(features[:, : ROWS * ROW])[:, :, : 2 * channels]
    rows = layers.BatchNormalization(momentum=0.95)(rows)
    columns = features[:, ROWS * ROW : ROWS * ROW + channels]
    columns = layers.BatchNormalization(momentum=0.95)(columns)
    flow = layers.Dense(FLOW, activation="relu")(layers.Dropout(0.2)(rows))
    # As a map of one column: tract 0.23 does not run what a convolution over one axis becomes in ONNX.
    flow = layers.Reshape((ROWS, 1, FLOW))(flow)
    for _ in range(2):
        flow = layers.Conv2D(FLOW, (3, 1), padding="same", activation="relu")(flow)
    pooled = layers.Concatenate()(
        [
            ops.mean(rows, axis=1),
            deviation(rows, 1),
            ops.mean(rows[:, :TOP], axis=1),
            columns,
            ops.mean(flow, axis=(1, 2)),
            ops.max(flow, axis=(1, 2)),
        ]
    )
    hidden = layers.Dense(HIDDEN, activation="relu")(layers.Dropout(0.4)(pooled))
    return keras.Model(features, layers.Dense(len(TYPES), name="types")(layers.Dropout(0.3)(hidden)))


def types_loss(truth, logits):
    """Cross-entropy of the genres, and .4 of that of the seven types. truth: [N, 8], the types, which are 0 where they
    are not known, and the share of list view."""
    logs = ops.log_softmax(logits)
    types = -ops.sum(truth[:, :-1] * logs, axis=-1)
    article = ops.logsumexp(logs[:, :LIST_VIEW], axis=-1)
    listed = ops.logsumexp(logs[:, LIST_VIEW:], axis=-1)
    return 0.4 * types - truth[:, -1] * listed - (1 - truth[:, -1]) * article


def together(source, features, heads):
    """From a source to the probabilities of TYPES [N, 7], the mean of what heads make of its features."""
    said = [layers.Softmax()(head(features)) for head in heads]
    return keras.Model(source, layers.Average()(said) if len(said) > 1 else said[0])
