"""Learn a deck's index geometry from the cards that show both their indices."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

import numpy as np

from paizhuo.vision.detections import SeenCard
from paizhuo.vision.poses import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    STANDARD,
    DeckGeometry,
    frames_of,
    opposite_pairs,
)

_ENOUGH = 3
_REMEMBERED = 80
_ASKEW = math.radians(20)
"""How far the way between a card's indices may turn from the average deck's; fifty measured decks stay within 9°."""


class DeckLearner:
    """Collects index pairs in table units and gives the geometry that they agree on."""

    def __init__(self, start: DeckGeometry = STANDARD) -> None:
        self._start = start
        self._samples: deque[tuple[float, float, float]] = deque(maxlen=_REMEMBERED)

    @property
    def pairs(self) -> int:
        """How many pairs the geometry rests on; none until there are enough to agree."""
        return len(self._samples) if len(self._samples) >= _ENOUGH else 0

    @property
    def geometry(self) -> DeckGeometry:
        """Give the deck's geometry: the median of the pairs, or the average deck's while there are too few."""
        if not self.pairs:
            return self._start
        across, down, height = np.median(np.asarray(self._samples), axis=0).tolist()
        return DeckGeometry((CARD_WIDTH_MM - across) / 2, (CARD_HEIGHT_MM - down) / 2, height)

    def learn(self, cards: Sequence[SeenCard], units_per_mm: float = 1.0) -> None:
        """Take the sure cards that show two opposite indices; jokers are lettered differently and teach nothing.

        A deck with an index at all four corners also shows two at one side of a card, one below the other.
        """
        for card in cards:
            if len(card.indices) != 2 or card.contradiction or card.card.is_joker or card.confidence < 0.9:
                continue
            frames = frames_of([index.quad for index in card.indices])
            pairs = opposite_pairs(frames)
            if len(pairs.first) and abs(float(pairs.direction[0]) - self._start.direction) < _ASKEW:
                distance, direction = float(pairs.distance[0]) / units_per_mm, float(pairs.direction[0])
                across, down = distance * math.cos(direction), distance * math.sin(direction)
                self._samples.append((across, down, float(frames.height.mean()) / units_per_mm))
