"""How large cards are in a picture of unknown scale: those that were surely read tell it for what lies beside them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.assemble import assemble
from paizhuo.vision.detections import ReadIndex
from paizhuo.vision.poses import CARD_HEIGHT_MM

_SCORE, _CONFIDENCE = 0.4, 0.8
"""How surely an index is found and read at least to count. Jokers never do: their marks are of any size."""

_NEIGHBOURS = 3
"""How many of the nearest cards tell how large cards are at a place."""


def card_sizes(answers: Sequence[ReadIndex], cards: Sequence[Card]) -> tuple[float, ...] | None:
    """Give how many pixels a millimetre of a card has at each of ``answers``; None where no card was surely read."""
    sure = [index for index in answers if _is_sure(index)]
    outlines = [card.outline for card in assemble(sure, cards) if card.outline is not None]
    if not outlines:
        return None
    there = np.stack(outlines)
    per_mm = np.linalg.norm(there[:, [3, 2]] - there[:, [0, 1]], axis=2).mean(axis=1) / CARD_HEIGHT_MM
    places = np.stack([index.quad.mean(axis=0) for index in answers])
    away = np.linalg.norm(places[:, None] - there.mean(axis=1), axis=2)
    nearest = np.argsort(away, axis=1)[:, :_NEIGHBOURS]
    return tuple(float(value) for value in np.median(per_mm[nearest], axis=1))


def _is_sure(index: ReadIndex) -> bool:
    is_face = index.card is not Card.UNKNOWN and not index.card.is_joker
    return is_face and index.score >= _SCORE and index.confidence >= _CONFIDENCE
