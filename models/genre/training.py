"""Trains the network: the heads fast, the upper blocks of the backbone slowly."""

import keras
import tensorflow as tf

from examples import batches
from network import build, loss

BATCH, BATCHES = 32, 1000
RATE, BODY_RATE = 2e-3, 3e-4  # the highest learning rates
DECAY = 0.05  # of weights
RISING = 50  # batches


def optimizer(rate):
    """The rate rises, and falls as a cosine to nothing."""
    schedule = keras.optimizers.schedules.CosineDecay(
        rate / 20, BATCHES - RISING, warmup_target=rate, warmup_steps=RISING
    )
    return keras.optimizers.AdamW(schedule, weight_decay=DECAY, clipnorm=1.0)


def fit(examples, seed):
    """A network that has learned from examples."""
    keras.utils.set_random_seed(seed)
    model, body = build()
    of_body = {id(variable) for variable in body.trainable_variables}
    parts = [
        (optimizer(BODY_RATE), body.trainable_variables),
        (optimizer(RATE), [v for v in model.trainable_variables if id(v) not in of_body]),
    ]
    for by, variables in parts:
        by.build(variables)

    @tf.function
    def step(seen, truth):
        with tf.GradientTape() as tape:
            lost = loss(truth, model(seen, training=True))
        slopes = tape.gradient(lost, [variables for _, variables in parts])
        for (by, variables), of_part in zip(parts, slopes):
            by.apply(of_part, variables)

    for seen, truth in batches(examples, BATCH, BATCHES, seed):
        step(seen, truth)
    return model
