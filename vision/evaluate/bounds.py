"""One-sided 95 % lower bounds: exact for shares of independent trials, resampled where cards cluster in pictures."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
_RESAMPLES = 2000


def exact_lower(successes: int, trials: int, *, confidence: float = CONFIDENCE) -> float:
    """Give the Clopper-Pearson lower bound of a share.

    >>> round(exact_lower(100, 100), 4), round(exact_lower(9, 10), 4), exact_lower(0, 5)
    (0.9705, 0.6058, 0.0)
    """
    if successes == 0 or trials == 0:
        return 0.0
    low, high = 0.0, 1.0
    # The bound is the share at which as many successes or more are just 5 % likely; that chance grows with the share.
    for _ in range(60):
        middle = (low + high) / 2
        if _at_least(successes, trials, middle) < 1 - confidence:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def resampled_lower(
    hits: NDArray[np.int64], trials: NDArray[np.int64], *, confidence: float = CONFIDENCE, seed: int = 0
) -> float:
    """Give the lower bound of total hits over total trials when whole pictures are drawn anew (cluster bootstrap).

    Without a single miss resampling says nothing; the exact bound for independent trials stands in.
    """
    total = int(trials.sum())
    if total == 0:
        return 0.0
    if int(hits.sum()) == total:
        return exact_lower(total, total, confidence=confidence)
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, len(hits), (_RESAMPLES, len(hits)))
    shares = hits[drawn].sum(axis=1) / np.maximum(trials[drawn].sum(axis=1), 1)
    return float(np.quantile(shares, 1 - confidence))


def _at_least(successes: int, trials: int, share: float) -> float:
    """Give the chance of that many successes or more."""
    if share <= 0:
        return 0.0
    if share >= 1:
        return 1.0
    return math.fsum(
        math.exp(
            math.lgamma(trials + 1)
            - math.lgamma(k + 1)
            - math.lgamma(trials - k + 1)
            + k * math.log(share)
            + (trials - k) * math.log1p(-share)
        )
        for k in range(successes, trials + 1)
    )
