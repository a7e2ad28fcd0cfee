"""Random variants of screenshots that leave their genre and the width of their layout as they are, made in each step of
the training, on the machine's accelerator."""

import jax
import jax.numpy as jnp
import numpy as np

from images import HEIGHT, SCREEN, WIDTH

AS_IT_IS = 0.2  # of the examples
# The share of the variants that are so.
NARROWER, DARK, BANNER, FIRST_SCREEN, CODED, PERMUTED, GREY = 0.1, 0.08, 0.08, 0.15, 0.5, 0.3, 0.1
WHITE = 255.0  # what goce continues a short screenshot with
# The tables of JPEG's standard at quality 50, for brightness and for colours.
BRIGHTNESS = np.array(
    [
        [16, 11, 10, 16, 24, 40, 51, 61],
        [12, 12, 14, 19, 26, 58, 60, 55],
        [14, 13, 16, 24, 40, 57, 69, 56],
        [14, 17, 22, 29, 51, 87, 80, 62],
        [18, 22, 37, 56, 68, 109, 103, 77],
        [24, 35, 55, 64, 81, 104, 113, 92],
        [49, 64, 78, 87, 103, 121, 120, 101],
        [72, 92, 95, 98, 112, 100, 103, 99],
    ],
    np.float32,
)
COLOURS = np.full((8, 8), 99, np.float32)
COLOURS[:4, :4] = [[17, 18, 24, 47], [18, 21, 26, 66], [24, 26, 56, 99], [47, 66, 99, 99]]
TO_YCC = np.array([[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]], np.float32)
FROM_YCC = np.linalg.inv(TO_YCC).astype(np.float32)
# The cosine transform of eight values.
WAVES = np.array(
    [[np.cos((2 * x + 1) * u * np.pi / 16) * (0.5 if u else 0.5**1.5) for x in range(8)] for u in range(8)], np.float32
)


def averages(count, size, start, step):
    """A matrix [count, size]: row i takes the mean of the places start + i * step to start + (i + 1) * step. What would
    lie behind the last place is the last again."""
    low = jnp.minimum(start + step * jnp.arange(count), size - step)[:, None]
    places = jnp.arange(size)[None]
    covered = jnp.minimum(low + step, places + 1) - jnp.maximum(low, places)
    return jnp.maximum(covered, 0) / step


def resized(picture, rows, columns):
    """A picture [height, width, 3] by the matrices `averages` of its rows and of its columns."""
    return jnp.einsum("or,rcx,pc->opx", rows, picture, columns)


def as_it_is(large, share):
    """What the network sees of a screenshot, [HEIGHT, WIDTH, 3]. large: uint8 [rows, columns, 3]; share: of its rows that
    are looked at."""
    rows, columns, _ = large.shape
    down, across = averages(HEIGHT, rows, 0.0, share * rows / HEIGHT), averages(WIDTH, columns, 0.0, columns / WIDTH)
    return resized(large.astype(jnp.float32), down, across)


def coded(picture, quality):
    """What is left of a picture [height, width, 3] that was a JPEG. Its sides are multiples of 16."""
    height, width, _ = picture.shape
    scale = jnp.where(quality < 50, 50 / quality, 2 - quality / 50)

    def quantized(plane, table):
        rows, columns = plane.shape
        blocks = plane.reshape(rows // 8, 8, columns // 8, 8)
        waves = jnp.einsum("ux,axby,vy->aubv", WAVES, blocks, WAVES)
        steps = jnp.clip(jnp.round(table * scale), 1, 255)[None, :, None, :]
        waves = jnp.round(waves / steps) * steps
        return jnp.einsum("ux,aubv,vy->axby", WAVES, waves, WAVES).reshape(rows, columns)

    planes = (picture - 128) @ TO_YCC.T
    halves = planes[..., 1:].reshape(height // 2, 2, width // 2, 2, 2).mean(axis=(1, 3))
    found = [quantized(planes[..., 0], BRIGHTNESS)]
    for number in range(2):
        half = quantized(halves[..., number], COLOURS)
        found.append(jnp.repeat(jnp.repeat(half, 2, axis=0), 2, axis=1))
    return jnp.clip(jnp.stack(found, axis=-1) @ FROM_YCC.T + 128, 0, 255)


def vary(key, large, share):
    """A screenshot, or one with another zoom, another start, another ratio of width to height, mirrored, recoloured,
    coded as a JPEG of another size, under a banner or cut off: [HEIGHT, WIDTH, 3].

    large: uint8 [rows, columns, 3]; share: of its rows that are looked at; key: of JAX, what is random."""
    number = iter(range(100))
    draw = lambda low=0.0, high=1.0, shape=(): jax.random.uniform(
        jax.random.fold_in(key, next(number)), shape, minval=low, maxval=high
    )
    rows, columns, _ = large.shape
    picture = large.astype(jnp.float32)
    varied = draw() >= AS_IT_IS
    # Sets differ by their coding and their size: neither may tell a page's genre or its width.
    is_coded = varied & (draw() < CODED)
    scale = jnp.where(is_coded, draw(0.6, 1.0), 1.0)
    small = resized(picture, averages(rows, rows, 0.0, 1 / scale), averages(columns, columns, 0.0, 1 / scale))
    picture = jnp.where(is_coded, coded(small, draw(30.0, 85.0)), picture)
    across, down = draw(0.85, 1.0), draw(0.75, 1.0)
    # A narrower window shows its part larger.
    narrower, part, deep = draw() < NARROWER, draw(0.6, 0.85), draw(0.6, 1.0)
    across, down = jnp.where(narrower, part, across), jnp.where(narrower, jnp.maximum(part, deep), down)
    # Most screenshots begin at the top of the page.
    left, top = draw() * (1 - across), draw() * (1 - down) * (draw() < 0.35)
    # Dark or light, paler, with a tint, in other colours or in none.
    sign = jnp.where(varied & (draw() < DARK), -1.0, 1.0)
    contrast = jnp.where(varied, draw(0.75, 1.15), 1.0) * sign
    tints = jnp.where(varied, draw(-12.0, 12.0, (3,)), 0.0)
    mirrored = varied & (draw() < 0.5)
    order = jax.random.permutation(jax.random.fold_in(key, next(number)), 3)
    order = jnp.where(varied & (draw() < PERMUTED), order, jnp.arange(3))
    grey = varied & (draw() < GREY)
    has_banner, start, high, colour = varied & (draw() < BANNER), draw() * SCREEN, draw(4.0, 24.0), draw(0.0, 256.0, (3,))
    cut = jnp.where(varied & (draw() < FIRST_SCREEN), draw(SCREEN, 0.7 * HEIGHT), HEIGHT)

    across, down, left, top = (
        jnp.where(varied, of, usual) for of, usual in ((across, 1.0), (down, 1.0), (left, 0.0), (top, 0.0))
    )
    high_part, wide_part = share * rows * scale, columns * scale
    of_rows = averages(HEIGHT, rows, top * high_part, down * high_part / HEIGHT)
    of_columns = averages(WIDTH, columns, left * wide_part, across * wide_part / WIDTH)
    seen = resized(picture, of_rows, of_columns)[..., order]
    seen = jnp.where(grey, seen.mean(axis=-1, keepdims=True), seen)
    seen = jnp.clip((seen - 128) * contrast + 128 + tints, 0, 255)
    seen = jnp.where(mirrored, seen[:, ::-1], seen)
    row = jnp.arange(HEIGHT)[:, None, None]
    seen = jnp.where(has_banner & (row >= start) & (row < start + high), colour, seen)
    return jnp.where(row >= cut, WHITE, seen)
