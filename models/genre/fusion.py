"""Calibration of the screenshot's probability, and its fusion with that of the markup."""

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

LIMIT = 1e-6  # probabilities are kept this far from 0 and 1


def logit(p):
    p = np.clip(p, LIMIT, 1 - LIMIT)
    return np.log(p / (1 - p))


class Logistic:
    """p = sigmoid(weights . logits + bias)."""

    def __init__(self, probabilities, listed, weights=None):
        """probabilities: a list of [N]; listed: bool [N]; weights: [N], how much each counts."""
        model = LogisticRegression(C=100.0).fit(self.logits(probabilities), listed, weights)
        self.numbers = [*model.coef_[0], model.intercept_[0]]

    @staticmethod
    def logits(probabilities):
        return np.stack([logit(p) for p in probabilities], axis=1)

    def __call__(self, *probabilities):
        scores = self.logits(probabilities) @ self.numbers[:-1] + self.numbers[-1]
        return 1 / (1 + np.exp(-scores))


class ByWords:
    """p = sigmoid(w_markup . logit(markup) + w_screenshot . logit(screenshot) + bias), with three numbers that
    depend on how many words the markup shows.

    They are given at KNOTS and interpolated linearly in ln(1 + words). The less the markup shows, the less it knows,
    and the more the screenshot counts. They are drawn towards the markup alone, so that few pages change little, and no
    weight is below 0. From KNOWN words on the markup keeps its weight, 1, and there is no bias: the screenshot decides
    only where the markup is not sure."""

    KNOTS = (0, 10, 100, 1000)  # words
    KNOWN = 100  # words
    DRAWN = 0.002  # how strongly, for each page

    def __init__(self, inputs, listed, weights):
        """inputs: [words, markup, screenshot], each [N]; listed: bool [N]; weights: [N], how much each counts."""
        terms, weights = self.terms(*inputs), weights / weights.sum()
        alone = np.repeat([1.0, 0.0, 0.0], len(self.KNOTS))

        def loss(numbers):
            scores = np.where(listed, -1, 1) * (terms @ numbers)
            slope = terms.T @ (weights * np.where(listed, -1, 1) / (1 + np.exp(-scores)))
            away = numbers - alone
            return weights @ np.logaddexp(0, scores) + self.DRAWN * away @ away, slope + 2 * self.DRAWN * away

        count = len(self.KNOTS)
        known = [knot >= self.KNOWN for knot in self.KNOTS]
        bounds = [(1, 1) if of else (0, None) for of in known] + [(0, None)] * count
        bounds += [(0, 0) if of else (None, None) for of in known]
        self.numbers = minimize(loss, alone, jac=True, method="L-BFGS-B", bounds=bounds).x

    @classmethod
    def terms(cls, words, markup, screenshot):
        """What the numbers are multiplied by: [N, 3 * knots]."""
        knots = np.log1p(cls.KNOTS)
        place = np.interp(np.log1p(words), knots, np.arange(len(knots)))
        near = np.maximum(0, 1 - np.abs(place[:, None] - np.arange(len(knots))))
        return np.hstack([near * of[:, None] for of in (logit(markup), logit(screenshot), np.ones(len(near)))])

    def __call__(self, words, markup, screenshot):
        return 1 / (1 + np.exp(-self.terms(words, markup, screenshot) @ self.numbers))

    def stored(self):
        """The numbers of goce.fusion: for each knot words, w_markup, w_screenshot, bias."""
        of_knots = self.numbers.reshape(3, -1).T
        return [number for knot, of_knot in zip(self.KNOTS, of_knots) for number in (knot, *of_knot)]


def cross_fitted(rule, probabilities, listed, fold_of, weights):
    """Each page's probability by a rule fitted on the other folds. If the probabilities that go in are out
    of fold too, nothing of a page has gone into its result. weights: [N], how much each page counts."""
    fused = np.zeros(len(listed))
    for fold in np.unique(fold_of):
        known, unseen = fold_of != fold, fold_of == fold
        fitted = rule([p[known] for p in probabilities], listed[known], weights[known])
        fused[unseen] = fitted(*(p[unseen] for p in probabilities))
    return fused
