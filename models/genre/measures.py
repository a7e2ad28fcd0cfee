"""How good probabilities are: accuracy, precision, recall, F1 of list views, AUC."""

from dataclasses import astuple, dataclass

import numpy as np


@dataclass
class Measures:
    """Precision, recall and F1 are those of list views."""

    pages: int
    accuracy: float
    precision: float
    recall: float
    f1: float
    auc: float

    @classmethod
    def of(cls, listed, p_list_view):
        """listed: bool [N], the truth; p_list_view: [N], above one half says list view."""
        said = p_list_view > 0.5
        right = (said & listed).sum()
        precision, recall = right / max(1, said.sum()), right / max(1, listed.sum())
        return cls(
            len(listed),
            (said == listed).mean(),
            precision,
            recall,
            2 * precision * recall / max(1e-9, precision + recall),
            auc(listed, p_list_view),
        )


def auc(listed, scores):
    """The probability that a list view is scored above an article page, ties counted half."""
    _, place, count = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    positive = listed.sum()
    negative = len(listed) - positive
    if not positive or not negative:
        return float("nan")
    return (ranks[listed].sum() - positive * (positive + 1) / 2) / (positive * negative)


def table(rows):
    """Returns the text of a table with a line for each row: (name, listed, p_list_view)."""
    head = f"{'':34}{'pages':>6}" + "".join(
        f"{name:>10}" for name in ("accuracy", "precision", "recall", "F1", "AUC")
    )
    lines = [head]
    for name, listed, p_list_view in rows:
        pages, *values = astuple(Measures.of(listed, p_list_view))
        lines.append(f"{name:34}{pages:6}" + "".join(f"{value:10.4f}" for value in values))
    return "\n".join(lines)


def by_groups(groups, draws):
    """The rows of samples whose groups are drawn anew, with replacement."""
    random = np.random.default_rng(0)
    distinct, group_of = np.unique(groups, return_inverse=True)
    rows_of = [np.flatnonzero(group_of == number) for number in range(len(distinct))]
    for _ in range(draws):
        yield np.concatenate([rows_of[number] for number in random.integers(len(distinct), size=len(distinct))])
