"""Trains the network: the heads fast, the upper blocks of the backbone slowly."""

import keras
import tensorflow as tf

from examples import batches
from network import build, loss

BATCH = 32
# Rounds of the training: batches, and the highest learning rates of heads and of upper blocks. In the second there are
# more of the pages without style sheets (data.LOOKS).
ROUNDS = ((600, 2e-3, 3e-4), (700, 1e-3, 2e-4))
DECAY = 0.05  # of weights
RISING = 50  # batches


def optimizer(rate, count):
    """The rate rises, and falls as a cosine to nothing."""
    schedule = keras.optimizers.schedules.CosineDecay(
        rate / 20, count - RISING, warmup_target=rate, warmup_steps=RISING
    )
    return keras.optimizers.AdamW(schedule, weight_decay=DECAY, clipnorm=1.0)


def untrained(seed):
    """A network whose heads know nothing."""
    keras.utils.set_random_seed(seed)
    return build()


def fit(network, examples, number, seed):
    """A round of the training, by its number. network: one of `untrained` or of the round before."""
    model, body = network
    count, rate, body_rate = ROUNDS[number]
    of_body = {id(variable) for variable in body.trainable_variables}
    parts = [
        (optimizer(body_rate, count), body.trainable_variables),
        (optimizer(rate, count), [v for v in model.trainable_variables if id(v) not in of_body]),
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

    for seen, truth in batches(examples, BATCH, count, (seed, number) if number else (seed,)):
        step(seen, truth)
