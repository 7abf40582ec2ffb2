"""A sight that is told what lies on the table: for tests and for trying the table's eye without models."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.calibrate import TableMap
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.look import Indices, Region
from paizhuo.vision.poses import CARD_HEIGHT_MM, CARD_WIDTH_MM, STANDARD, DeckGeometry

_INDEX_WIDTH = 0.36
"""Width of an index as a part of its height."""


@dataclass(frozen=True, slots=True)
class ScriptedCard:
    """A card on the table: its middle in mm, its angle in degrees and which of its two indices show (0 and 1)."""

    card: Card
    x: float
    y: float
    angle: float = 0.0
    confidence: float = 0.98
    shows: tuple[int, ...] = (0, 1)

    def quads(self, geometry: DeckGeometry = STANDARD) -> tuple[NDArray[np.float64], ...]:
        """Give the quads (mm) of the indices that show."""
        high, wide = geometry.index_height / 2, geometry.index_height * _INDEX_WIDTH / 2
        x, y = geometry.index_x - CARD_WIDTH_MM / 2, geometry.index_y - CARD_HEIGHT_MM / 2
        block = np.array([(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)])
        turn = math.radians(self.angle)
        matrix = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        # The second index is the first, turned about the card's middle by half a turn.
        return tuple((block if place == 0 else -block) @ matrix + (self.x, self.y) for place in self.shows)


class ScriptedSight:
    """Gives the indices of the cards that ``lay`` was last called with, wherever it is asked to look."""

    def __init__(self, table_map: TableMap, geometry: DeckGeometry = STANDARD) -> None:
        self._map = table_map
        self._geometry = geometry
        self._lying: tuple[ScriptedCard, ...] = ()
        self.looks = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The 54 faces and the unknown card for ``none``."""
        return (*FACES, Card.UNKNOWN)

    def lay(self, cards: Sequence[ScriptedCard]) -> None:
        """Replace what lies on the table."""
        self._lying = tuple(cards)

    def read_indices(self, image: Image, region: Region | None = None, *, scale: float = 1.0) -> Indices:
        """Give the indices whose middle lies inside ``region``."""
        self.looks += 1
        read = [
            self._read(card, self._map.to_px(quad).astype(np.float32))
            for card in self._lying
            for quad in card.quads(self._geometry)
        ]
        inside = tuple(index for index in read if region is None or _holds(region, index.quad))
        return Indices(inside, 0, 0.0, 0.0)

    def _read(self, card: ScriptedCard, quad: Quad) -> ReadIndex:
        chances = np.full(len(self.cards), (1 - card.confidence) / (len(self.cards) - 1), np.float32)
        chances[self.cards.index(card.card)] = card.confidence
        return ReadIndex(quad, 0.9, chances, card.card, card.confidence)


def _holds(region: Region, quad: Quad) -> bool:
    x, y = quad.mean(axis=0)
    return bool(region.left <= x < region.right and region.top <= y < region.bottom)
