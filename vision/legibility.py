"""Can cards be read everywhere on the table? A few drawn cards are laid into a picture of it, zone by zone, and read.

What comes out is what the camera's place, its lens and its focus allow; light and glare of the day show in it as far as
they show on the bare table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.calibrate import TableMap
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import IndexSight, Region
from paizhuo.vision.poses import CARD_HEIGHT_MM, CARD_WIDTH_MM, STANDARD
from paizhuo.vision.render.compose import Shadow, paste
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.zones import Zone

PROBES = (Card.S6, Card.H9, Card.D3, Card.C8, Card.HK, Card.BJ)
"""Faces that are easily taken for others."""

READABLE_PX = 14.0
"""Height of an index below which the reader is not at home."""

_SHADOW = Shadow(dx=1.0, dy=1.5, blur=1.5, depth=0.25)


@dataclass(frozen=True, slots=True)
class ZoneLegibility:
    """What may be expected of a zone: the height of a card and of its index in pixels where they are smallest.

    ``read`` is the share of the probes that were read right, ``confidence`` the mean chance given to the true face (0
    for one that was not found).
    """

    zone: str
    card_px: float
    index_px: float
    read: float
    confidence: float

    @property
    def is_good(self) -> bool:
        """Say whether plays in this zone can be relied on."""
        return self.index_px >= READABLE_PX and self.read >= 0.8


def legibility(
    image: Image, table_map: TableMap, zones: Sequence[Zone], sight: IndexSight, deck: Deck
) -> tuple[ZoneLegibility, ...]:
    """Probe every zone of a table as ``image`` (the bare table) shows it."""
    blur = _softness(image)
    return tuple(_probed(image, table_map, zone, sight, deck, blur) for zone in zones)


def _probed(
    image: Image, table_map: TableMap, zone: Zone, sight: IndexSight, deck: Deck, blur: float
) -> ZoneLegibility:
    left, top, right, bottom = zone.bounds
    scale = min(table_map.px_per_mm((x, y)) for x in (left, right) for y in (top, bottom))
    picture = image.copy()
    laid: list[tuple[Card, NDArray[np.float64]]] = []
    for place, card in enumerate(PROBES):
        column, row = place % 3, place // 3
        x = left + (right - left) * (column + 0.5) / 3
        y = top + (bottom - top) * (row + 0.5) / 2
        outline = _outline(x, y, 30.0 * place)
        corners = table_map.to_px(outline)
        paste(picture, deck.faces[card], corners.astype(np.float32), shadow=_SHADOW)
        laid.append((card, corners))
    if blur > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    corners = np.concatenate([outline for _, outline in laid])
    low, high = np.floor(corners.min(axis=0)).astype(int) - 40, np.ceil(corners.max(axis=0)).astype(int) + 40
    region = Region(max(0, int(low[0])), max(0, int(low[1])), int(high[0]), int(high[1]))
    index_px = STANDARD.index_height * scale
    found = sight.read_indices(picture, region, scale=min(2.0, max(0.5, 26.0 / index_px))).read
    chances = []
    for card, outline in laid:
        inside = [
            float(index.probabilities[list(sight.cards).index(card)])
            for index in found
            if cv2.pointPolygonTest(outline.astype(np.float32), _middle(index.quad), False) >= 0
        ]
        chances.append(max(inside, default=0.0))
    return ZoneLegibility(
        zone.name,
        round(CARD_HEIGHT_MM * scale, 1),
        round(index_px, 1),
        sum(chance > 0.5 for chance in chances) / len(chances),
        round(float(np.mean(chances)), 4),
    )


def _outline(x: float, y: float, angle: float) -> NDArray[np.float64]:
    turn = np.radians(angle)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    wide, high = CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)])
    return np.asarray(corners @ matrix + (x, y), np.float64)


def _middle(quad: NDArray[np.float32]) -> tuple[float, float]:
    x, y = quad.mean(axis=0).tolist()
    return float(x), float(y)


def _softness(image: Image) -> float:
    """Estimate how far the camera is out of focus (standard deviation in px) by its sharpest edges: drawn cards are
    made as soft."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    steep = np.hypot(across, down)
    height = float(np.percentile(grey, 99.9) - np.percentile(grey, 0.1))
    sharpest = float(np.percentile(steep, 99.97)) / 8.0
    if height < 40 or sharpest < 1:
        return 0.6
    # The slope in the middle of an edge that was blurred by sigma is height / (sigma * sqrt(2 pi)).
    sigma = height / (sharpest * 2.5066)
    return float(np.clip(np.sqrt(max(0.0, sigma**2 - 0.6**2)), 0.0, 6.0))
