"""Trains networks in JAX: the heads fast, the backbone slowly."""

from functools import partial

import jax
import jax.numpy as jnp
import keras
import numpy as np

from augment import vary
from backbone import TRAINED_IN, normalised
from network import build, listed, loss

BATCH, PAIRS = 64, 6  # examples of a batch; pairs of them that show one page at both widths
BATCHES, TOGETHER = 1600, 50  # batches of a training; of a call of the accelerator
RATE, RISING = 2e-3, 100  # the highest learning rate, of the heads; batches until then
# The backbone's rates, in relation to it: of its lowest weights, and of those of its upper half.
LOWEST, UPPER = 0.045, 0.15
DECAY, CLIP = 0.05, 1.0  # of weights; of the length of a slope
KEPT = 0.998  # of the running mean of the weights, which the network has in the end
AGREE = 3.0  # the weight of a pair's disagreement


def rates_of(model, body):
    """Of each weight that is trained, its learning rate in relation to the heads'."""
    place = {id(variable): number for number, variable in enumerate(body.trainable_variables)}
    rises = lambda number: LOWEST + (UPPER - LOWEST) * min(1.0, 2 * number / len(place))
    return [rises(place[id(of)]) if id(of) in place else 1.0 for of in model.trainable_variables]


class Trainer:
    """Trains networks that all begin with the same weights."""

    def __init__(self, examples):
        """examples: of examples.Examples."""
        self.examples = examples
        keras.utils.set_random_seed(0)
        self.model, body = build(TRAINED_IN)
        self.rates = rates_of(self.model, body)
        parts = self.model.trainable_variables, self.model.non_trainable_variables
        self.start = [[np.array(of.value) for of in part] for part in parts]
        table = examples.table | {"pictures": examples.pictures, "pairs": examples.pairs}
        self.table = {name: jnp.array(column) for name, column in table.items()}

    def drawn(self, key, table, chances):
        """A batch: pixels, truth, kinds. The first PAIRS examples show the same pages as the next PAIRS."""
        for_rows, for_pairs, for_pixels = jax.random.split(key, 3)
        of_rows, of_pairs = (
            jnp.minimum(jnp.searchsorted(of, jax.random.uniform(key, (count,)) * of[-1], side="right"), len(of) - 1)
            for of, key, count in zip(chances, (for_rows, for_pairs), (BATCH - 2 * PAIRS, PAIRS))
        )
        rows = jnp.concatenate([*table["pairs"][of_pairs].T, of_rows])
        vary_row = lambda key, row: vary(key, table["pictures"][table["picture"][row]], table["share"][row])
        pixels = jax.vmap(vary_row)(jax.random.split(for_pixels, BATCH), rows)
        return normalised(pixels), table["truth"][rows], table["kinds"][rows]

    @partial(jax.jit, static_argnums=0, donate_argnums=1)
    def some(self, state, table, chances):
        """Trains on TOGETHER batches. Returns the next state, and the losses."""

        def step(state, _):
            weights, others, slope, square, mean, number, key = state
            key, of_batch = jax.random.split(key)
            pixels, truth, kinds = self.drawn(of_batch, table, chances)

            def lost(weights):
                logits, changed = self.model.stateless_call(weights, others, pixels, training=True)
                p = jax.nn.sigmoid(listed(logits))
                apart = jnp.mean((p[:PAIRS] - p[PAIRS : 2 * PAIRS]) ** 2) * PAIRS / BATCH
                return loss(truth, kinds, logits) + AGREE * apart, changed

            (value, others), slopes = jax.value_and_grad(lost, has_aux=True)(weights)
            length = jnp.sqrt(sum(jnp.sum(of * of) for of in slopes))
            slopes = [of * jnp.minimum(1.0, CLIP / (length + 1e-9)) for of in slopes]
            number += 1
            # The rate rises, and falls as a cosine to nothing.
            rate = RATE * jnp.minimum(number / RISING, 0.5 + 0.5 * jnp.cos(jnp.pi * number / BATCHES))
            slope = [0.9 * old + 0.1 * new for old, new in zip(slope, slopes)]
            square = [0.999 * old + 0.001 * new * new for old, new in zip(square, slopes)]
            first, second = 1 - 0.9**number, 1 - 0.999**number
            weights = [
                of - rate * own * (a / first / (jnp.sqrt(b / second) + 1e-7) + DECAY * (of.ndim > 1) * of)
                for of, own, a, b in zip(weights, self.rates, slope, square)
            ]
            kept = jnp.minimum(KEPT, number / (number + 10))
            mean = [kept * old + (1 - kept) * new for old, new in zip(mean, (*weights, *others))]
            return (weights, others, slope, square, mean, number, key), value

        return jax.lax.scan(step, state, None, length=TOGETHER)

    def fit(self, fold, seed):
        """Gives the model the running means of the weights of a training that has not learned from a fold, or from all
        pages (None)."""
        weights, others = ([jnp.array(of) for of in part] for part in self.start)
        nothing = lambda: [jnp.zeros_like(of) for of in weights]
        mean = [jnp.array(of, jnp.float32) for of in (*weights, *others)]
        state = (weights, others, nothing(), nothing(), mean, jnp.float32(0), jax.random.key(seed))
        chances = self.examples.chances(fold)
        for _ in range(BATCHES // TOGETHER):
            state, _ = self.some(state, self.table, chances)
        variables = (*self.model.trainable_variables, *self.model.non_trainable_variables)
        for variable, value in zip(variables, state[4]):
            if variable.dtype == "float32":  # not the states of what is random
                variable.assign(value)
