"""The reliability plot: the F1 that pages were said to have, and the F1 that they had, as SVG."""

import numpy as np

SIZE, EDGE = 360, 48  # pixels: of the square, and around it
BINS = 15


def bins(predicted, true):
    """Divides pages, by their prediction, into parts of about the same size.

    Returns (mean prediction, mean of what was reached, pages) for each part."""
    order = np.argsort(predicted, kind="stable")
    parts = np.array_split(order, BINS)
    return [(predicted[part].mean(), true[part].mean(), len(part)) for part in parts if len(part)]


def plot(predicted, true):
    """The SVG. A dot stands for about a fifteenth of the pages; on the line, the prediction is right."""
    at = lambda x, y: (EDGE + x * SIZE, EDGE + (1 - y) * SIZE)
    text = lambda x, y, said, anchor="middle": (
        f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{said}</text>'
    )
    whole = SIZE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" width="{whole}"'
        f' font-family="sans-serif" font-size="13" fill="#333">',
        f'<rect width="{whole}" height="{whole}" fill="#fff"/>',
        f'<rect x="{EDGE}" y="{EDGE}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#999"/>',
        '<line x1="{:.0f}" y1="{:.0f}" x2="{:.0f}" y2="{:.0f}" stroke="#999"'
        ' stroke-dasharray="4"/>'.format(*at(0, 0), *at(1, 1)),
    ]
    for tick in np.linspace(0, 1, 6):
        x, y = at(tick, tick)
        parts.append(text(x, EDGE + SIZE + 18, f"{tick:.1f}"))
        parts.append(text(EDGE - 8, y + 4, f"{tick:.1f}", "end"))
    for said, reached, _ in bins(predicted, true):
        x, y = at(said, reached)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1f6f8b"/>')
    parts.append(text(whole / 2, whole - 10, "predicted F1 (goce_confidence)"))
    parts.append(text(whole / 2, 28, "Word F1 reached, means of like numbers of pages"))
    return "\n".join([*parts, "</svg>", ""])
