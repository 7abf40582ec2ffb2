"""How large cards are is told by those that were surely read, the nearest ones."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.card_sizes import card_sizes
from paizhuo.vision.detections import ReadIndex
from paizhuo.vision.poses import STANDARD

CARDS = (*FACES, Card.UNKNOWN)


def index(x: float, y: float, tall: float, card: Card, score: float = 0.9, turned: bool = False) -> ReadIndex:
    corners = np.array([[-0.2, -0.5], [0.2, -0.5], [0.2, 0.5], [-0.2, 0.5]]) * (-tall if turned else tall)
    row = np.full(len(CARDS), 0.001, np.float32)
    row[CARDS.index(card)] = 0.95
    return ReadIndex((corners + np.array([x, y])).astype(np.float32), score, row, card, 0.95)


def whole(x: float, y: float, per_mm: float, card: Card) -> list[ReadIndex]:
    """Give both indices of an upright card whose upper one is at ``x``, ``y``."""
    tall = STANDARD.index_height * per_mm
    other = x + STANDARD.across * per_mm, y + STANDARD.down * per_mm
    return [index(x, y, tall, card), index(*other, tall, card, turned=True)]


def test_cards_nearby_tell_the_size() -> None:
    small = [
        each
        for place, card in enumerate((Card.SA, Card.H5, Card.C9))
        for each in whole(60, 60 + 120 * place, 1.0, card)
    ]
    large = [
        each
        for place, card in enumerate((Card.D2, Card.SK, Card.HT))
        for each in whole(900, 60 + 250 * place, 2.0, card)
    ]
    near_small, near_large = index(200, 200, 9, Card.BJ, 0.05), index(760, 300, 30, Card.UNKNOWN, 0.05)
    told = card_sizes([*small, *large, near_small, near_large], CARDS)
    assert told is not None
    assert told[-2] == pytest.approx(1.0, rel=0.05)
    assert told[-1] == pytest.approx(2.0, rel=0.05)


def test_without_a_card_that_was_surely_read_nothing_is_told() -> None:
    faint = [index(60, 60, 20, Card.SA, score=0.2), index(160, 60, 20, Card.BJ), index(260, 60, 20, Card.UNKNOWN)]
    assert card_sizes(faint, CARDS) is None
    assert card_sizes([], CARDS) is None
