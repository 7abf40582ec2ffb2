"""Whether confidence can be believed: how often cards read with a confidence are right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.evaluate.labels import ANY_JOKER, Labelled

BINS = 15


@dataclass(frozen=True, slots=True)
class Judged:
    """One card that was read: with which confidence, and whether it is there."""

    confidence: float
    right: bool


def judged(label: Labelled, read: Sequence[tuple[Card, float]]) -> tuple[Judged, ...]:
    """Judge the cards read in a picture, the surest first; a face that may be read or not is left out.

    >>> label = Labelled("a", "a.jpg", "", (), ("SA",))
    >>> [card.right for card in judged(label, [(Card.SA, 0.6), (Card.SA, 0.9)])]
    [True, False]
    """
    there, maybe = Counter(label.visible), Counter(label.maybe)
    any_joker = ANY_JOKER in label.visible
    cards: list[Judged] = []
    for card, confidence in sorted(read, key=lambda one: -one[1]):
        name = ANY_JOKER if any_joker and card.is_joker else card.value
        if there[name] > 0:
            # Where the label tells no copies, a second one proves nothing.
            there[name] -= 0 if label.distinct_only else 1
            cards.append(Judged(confidence, right=True))
        elif maybe[name] > 0:
            maybe[name] -= 1
        else:
            cards.append(Judged(confidence, right=False))
    return tuple(cards)


def calibration_error(cards: Sequence[Judged], bins: int = BINS) -> float:
    """Give the expected calibration error: the mean gap between confidence and share right over equal bins.

    >>> round(calibration_error([Judged(0.9, True), Judged(0.9, True), Judged(0.9, False), Judged(0.9, True)]), 3)
    0.15
    """
    if not cards:
        return 0.0
    confidence = np.array([card.confidence for card in cards])
    right = np.array([card.right for card in cards], np.float64)
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(float(confidence[place == one].mean()) - float(right[place == one].mean())) * float((place == one).mean())
        for one in range(bins)
        if (place == one).any()
    ]
    return float(sum(gaps))
