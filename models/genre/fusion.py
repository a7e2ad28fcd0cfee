"""Calibration of the screenshot's probability, and its fusion with that of the markup."""

import numpy as np
from scipy.optimize import minimize_scalar
from sklearn.linear_model import LogisticRegression

LIMIT = 1e-6  # probabilities are kept this far from 0 and 1


def logit(p):
    p = np.clip(p, LIMIT, 1 - LIMIT)
    return np.log(p / (1 - p))


class Logistic:
    """p = sigmoid(weights . logits + bias)."""

    def __init__(self, probabilities, listed):
        """probabilities: a list of [N]; listed: bool [N]."""
        model = LogisticRegression(C=100.0).fit(self.logits(probabilities), listed)
        self.numbers = [*model.coef_[0], model.intercept_[0]]

    @staticmethod
    def logits(probabilities):
        return np.stack([logit(p) for p in probabilities], axis=1)

    def __call__(self, *probabilities):
        scores = self.logits(probabilities) @ self.numbers[:-1] + self.numbers[-1]
        return 1 / (1 + np.exp(-scores))


class Evidence:
    """p = sigmoid(logit(markup) + weight . (logit(screenshot) - logit(share of list views))).

    A calibrated screenshot that knows nothing says the share of list views of every page, and then the
    markup's decision stays as it is. One number alone is fitted, the weight, so there is little to overfit."""

    def __init__(self, probabilities, listed):
        """probabilities: [markup, screenshot], each [N]; listed: bool [N]."""
        markup, screenshot = (logit(p) for p in probabilities)
        usual = logit(listed.mean())

        def loss(weight):
            scores = markup + weight * (screenshot - usual)
            return np.logaddexp(0, np.where(listed, -scores, scores)).mean()

        weight = minimize_scalar(loss, bounds=(0, 2), method="bounded").x
        self.numbers = [1.0, weight, -weight * usual]

    def __call__(self, markup, screenshot):
        weight, bias = self.numbers[1:]
        return 1 / (1 + np.exp(-(logit(markup) + weight * logit(screenshot) + bias)))


def cross_fitted(rule, probabilities, listed, fold_of):
    """Each page's probability by a rule fitted on the other folds. If the probabilities that go in are out
    of fold too, nothing of a page has gone into its result."""
    fused = np.zeros(len(listed))
    for fold in np.unique(fold_of):
        known, unseen = fold_of != fold, fold_of == fold
        fitted = rule([p[known] for p in probabilities], listed[known])
        fused[unseen] = fitted(*(p[unseen] for p in probabilities))
    return fused
