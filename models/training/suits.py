"""Suit shapes as polygons with varied proportions, so that no two procedural decks share their pips."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Suit

Polygon = NDArray[np.float64]
_TURN = np.linspace(0, 2 * np.pi, 72)


@dataclass(frozen=True, slots=True, eq=False)
class SuitShapes:
    """Polygons of the four suits in a unit box, y down."""

    polygons: dict[Suit, tuple[Polygon, ...]]

    def mask(self, suit: Suit, width: int, height: int) -> NDArray[np.uint8]:
        """Draw a suit as coverage ``(height, width)``, 0–255."""
        big = np.zeros((height * 3, width * 3), np.uint8)
        for polygon in self.polygons[suit]:
            points = np.round(polygon * [width * 3 - 1, height * 3 - 1] * 16).astype(np.int32)
            cv2.fillPoly(big, [points], 255, cv2.LINE_AA, shift=4)
        return np.asarray(cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def varied(rng: random.Random) -> SuitShapes:
    """Make one set of suit shapes."""
    return SuitShapes(
        {
            Suit.SPADES: _spade(rng),
            Suit.HEARTS: (_heart(rng),),
            Suit.DIAMONDS: (_diamond(rng),),
            Suit.CLUBS: _club(rng),
        }
    )


def _unit(points: Polygon) -> Polygon:
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - low) / (high - low))


def _heart(rng: random.Random) -> Polygon:
    lobe = rng.uniform(4.0, 6.2)
    x = 16 * np.sin(_TURN) ** 3
    y = -(
        13 * np.cos(_TURN)
        - lobe * np.cos(2 * _TURN)
        - 2 * np.cos(3 * _TURN)
        - rng.uniform(0.5, 1.2) * np.cos(4 * _TURN)
    )
    return _unit(np.stack([x, y], axis=1))


def _stem(rng: random.Random, top: float) -> Polygon:
    half, waist = rng.uniform(0.12, 0.24), rng.uniform(0.02, 0.06)
    steps = np.linspace(0, 1, 8)
    curve = waist + (half - waist) * steps ** rng.uniform(1.4, 3.2)
    y = top + (1 - top) * steps
    return np.concatenate([np.stack([0.5 + curve, y], 1), np.stack([0.5 - curve[::-1], y[::-1]], 1)])


def _spade(rng: random.Random) -> tuple[Polygon, ...]:
    leaf = _heart(rng)
    leaf = np.stack([leaf[:, 0], (1 - leaf[:, 1]) * rng.uniform(0.8, 0.9)], axis=1)
    return leaf, _stem(rng, rng.uniform(0.5, 0.62))


def _club(rng: random.Random) -> tuple[Polygon, ...]:
    radius = rng.uniform(0.205, 0.26)
    low = rng.uniform(0.54, 0.64)
    wide = 0.5 - radius
    circles = [
        (0.5, radius, radius),
        (0.5 - wide, low, radius),
        (0.5 + wide, low, radius),
        (0.5, (radius + low) / 2, 0.16),
    ]
    discs = tuple(np.stack([cx + r * np.cos(_TURN), cy + r * np.sin(_TURN)], axis=1) for cx, cy, r in circles)
    return (*discs, _stem(rng, rng.uniform(0.42, 0.55)))


def _diamond(rng: random.Random) -> Polygon:
    bend, width = rng.uniform(-0.02, 0.14), rng.uniform(0.72, 0.95)
    corners: Sequence[tuple[float, float]] = ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))
    points = []
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        for step in np.linspace(0, 1, 10, endpoint=False):
            point = np.array(start) * (1 - step) + np.array(end) * step
            points.append(point + (np.array([0.5, 0.5]) - point) * bend * 4 * step * (1 - step))
    polygon = np.array(points)
    polygon[:, 0] = 0.5 + (polygon[:, 0] - 0.5) * width
    return polygon
