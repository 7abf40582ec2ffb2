"""A sight that is told what lies on the table, and a table that draws it: to test and to try the eye without models."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.calibrate import TableMap, whole_picture
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.frames import Frame, Image
from paizhuo.vision.index_sight import Indices, Region
from paizhuo.vision.poses import CARD_HEIGHT_MM, CARD_WIDTH_MM, STANDARD, DeckGeometry, outline_at
from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

_INDEX_WIDTH = 0.36
"""Width of an index as a part of its height."""

Millimetres = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ScriptedCard:
    """A card on the table: its middle in mm, its angle in degrees and which of its two indices show (0 and 1).

    What ``confidence`` leaves goes to ``taken_for``, or to all faces alike.
    """

    card: Card
    x: float
    y: float
    angle: float = 0.0
    confidence: float = 0.98
    shows: tuple[int, ...] = (0, 1)
    face_up: bool = True
    taken_for: Card | None = None

    def quads(self, geometry: DeckGeometry = STANDARD) -> tuple[Millimetres, ...]:
        """Give the quads (mm) of the indices that show."""
        high, wide = geometry.index_height / 2, geometry.index_height * _INDEX_WIDTH / 2
        x, y = geometry.index_x - CARD_WIDTH_MM / 2, geometry.index_y - CARD_HEIGHT_MM / 2
        block = np.array([(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)])
        turn = math.radians(self.angle)
        matrix = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        # The second index is the first, turned about the card's middle by half a turn.
        return tuple((block if place == 0 else -block) @ matrix + (self.x, self.y) for place in self.shows)

    def outline(self) -> Millimetres:
        """Give the card's outline in mm."""
        return outline_at(np.array([self.x, self.y]), math.radians(self.angle), 1.0).astype(np.float64)


class ScriptedSight:
    """Gives the indices of the cards that ``lay`` was last called with, wherever it is asked to look."""

    def __init__(self, table_map: TableMap, geometry: DeckGeometry = STANDARD) -> None:
        self._map = table_map
        self._geometry = geometry
        self._lying: tuple[ScriptedCard, ...] = ()
        self._over: Millimetres | None = None
        self.looks = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The 54 faces and the unknown card for ``none``."""
        return (*FACES, Card.UNKNOWN)

    def lay(self, cards: Sequence[ScriptedCard], over: Millimetres | None = None) -> None:
        """Replace what lies on the table, lowest card first; ``over`` is the outline (mm) of what is held over it."""
        self._lying, self._over = tuple(cards), over

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        """Give the uncovered indices whose middle lies inside ``region``."""
        self.looks += 1
        read = [
            self._read(card, self._map.to_px(quad).astype(np.float32))
            for place, card in enumerate(self._lying)
            if card.face_up
            for quad in card.quads(self._geometry)
            if not self._is_covered(quad, place)
        ]
        inside = tuple(index for index in read if region is None or _holds(region, index.quad))
        return Indices(inside, 0, 0.0, 0.0)

    def search_indices(self, image: Image) -> Indices:
        """Give the indices of everything that lies on the table."""
        return self.read_indices(image)

    def _is_covered(self, quad: Millimetres, place: int) -> bool:
        above = [card.outline() for card in self._lying[place + 1 :]]
        if self._over is not None:
            above.append(self._over)
        # A quarter hidden is enough to be unreadable; the quarter points of the diagonals stand for it.
        middle = quad.mean(axis=0)
        points = middle + (quad - middle) * 0.6
        return any(
            cv2.pointPolygonTest(outline.astype(np.float32), (float(x), float(y)), False) >= 0
            for outline in above
            for x, y in points
        )

    def _read(self, card: ScriptedCard, quad: Quad) -> ReadIndex:
        chances = np.full(len(self.cards), (1 - card.confidence) / (len(self.cards) - 1), np.float32)
        if card.taken_for is not None:
            chances[:] = 1e-5
            chances[self.cards.index(card.taken_for)] = 1 - card.confidence
        chances[self.cards.index(card.card)] = card.confidence
        return ReadIndex(quad, 0.9, chances, card.card, card.confidence)


@dataclass
class ScriptedTable:
    """Draws plain frames of a scripted table: cloth, white cards with index marks, a hand, light and sensor noise."""

    width: int = 768
    height: int = 576
    cloth: tuple[int, int, int] = (70, 110, 40)
    noise: float = 2.0
    seconds_a_frame: float = 0.1
    seq: int = 0
    table_map: TableMap = field(init=False)
    sight: ScriptedSight = field(init=False)

    def __post_init__(self) -> None:
        self.table_map = whole_picture(self.width, self.height, TABLE_WIDTH_MM, TABLE_HEIGHT_MM)
        self.sight = ScriptedSight(self.table_map)
        rng = np.random.default_rng(1)
        self._grain = rng.normal(0, self.noise, (self.height, self.width, 1)).astype(np.float32)

    def frame(
        self, cards: Sequence[ScriptedCard] = (), *, hand: Millimetres | None = None, light: float = 1.0
    ) -> Frame:
        """Draw the next frame and tell the sight what lies there. ``hand`` is an outline in mm."""
        self.sight.lay(cards, hand)
        image = np.full((self.height, self.width, 3), self.cloth, np.uint8)
        for card in cards:
            self._draw(image, card)
        if hand is not None:
            self._fill(image, hand, (120, 150, 205))
        # Every frame has other noise: the grain, shifted by steps that do not repeat for thousands of frames.
        grain = np.roll(self._grain, (self.seq * 131, self.seq * 97), axis=(0, 1))
        shaken = image.astype(np.float32) * light + grain
        frame = Frame(
            "scripted",
            self.seq,
            round(self.seq * self.seconds_a_frame * 1e9),
            np.clip(shaken, 0, 255).astype(np.uint8),
        )
        self.seq += 1
        return frame

    def _draw(self, image: Image, card: ScriptedCard) -> None:
        self._fill(image, card.outline(), (245, 245, 245) if card.face_up else (150, 60, 40))
        edge = np.round(self.table_map.to_px(card.outline())).astype(np.int32)
        cv2.polylines(image, [edge], True, (150, 150, 150), 1, cv2.LINE_AA)
        if card.face_up:
            ink = (30, 30, 200) if card.card.value[0] in "HD" else (25, 25, 25)
            for quad in ScriptedCard(card.card, card.x, card.y, card.angle).quads():
                self._fill(image, quad, ink)

    def _fill(self, image: Image, outline: Millimetres, colour: tuple[int, int, int]) -> None:
        points = np.round(self.table_map.to_px(outline)).astype(np.int32)
        cv2.fillPoly(image, [points], colour, cv2.LINE_AA)


def _holds(region: Region, quad: Quad) -> bool:
    x, y = quad.mean(axis=0)
    return bool(region.left <= x < region.right and region.top <= y < region.bottom)
