"""Find cards that show their backs: things of a card's size and shape on the bare table, without an index."""

from __future__ import annotations

import cv2
import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.detections import SeenCard
from paizhuo.vision.frames import Image
from paizhuo.vision.plane import Mask, TablePlane
from paizhuo.vision.poses import CARD_HEIGHT_MM, CARD_WIDTH_MM

_CONFIDENCE = 0.8


def find_backs(
    view: Image, things: Mask, plane: TablePlane, *, units_per_mm: float = 1.0, slack: float = 0.18
) -> tuple[SeenCard, ...]:
    """Give the card-sized rectangles among ``things`` that are not plain paper, as unknown cards with an outline.

    ``things`` must not hold the cards that were read. Sides may differ from a card's by ``slack``. A squared-up pile is
    one rectangle and counts as one.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(things.astype(np.uint8), connectivity=4)
    unit = units_per_mm / plane.mm_per_pixel
    card_area = CARD_WIDTH_MM * CARD_HEIGHT_MM * unit**2
    found = []
    for label in range(1, count):
        area = int(stats[label, cv2.CC_STAT_AREA])
        if not 0.6 * card_area < area < 1.5 * card_area:
            continue
        mask = labels == label
        points = np.argwhere(mask)[:, ::-1].astype(np.float32)
        middle, sides, turn = cv2.minAreaRect(points)
        short, long = sorted((sides[0] + 1, sides[1] + 1))
        fits = (
            abs(short / (CARD_WIDTH_MM * unit) - 1) < slack
            and abs(long / (CARD_HEIGHT_MM * unit) - 1) < slack
            and area > 0.8 * short * long
        )
        if not fits or _is_paper(view[mask]):
            continue
        box = cv2.boxPoints((middle, sides, turn))
        # Start at a corner from which a short side leads clockwise: the top of an upright card.
        if np.linalg.norm(box[1] - box[0]) > np.linalg.norm(box[2] - box[1]):
            box = np.roll(box, -1, axis=0)
        outline = plane.to_mm(box.astype(np.float64)).astype(np.float32)
        found.append(SeenCard(Card.UNKNOWN, _CONFIDENCE, (), outline))
    return tuple(found)


def _is_paper(pixels: Image) -> bool:
    """Say whether most of a thing is bright and colourless, as a face whose indices could not be read would be."""
    lightest, darkest = pixels.max(axis=1).astype(int), pixels.min(axis=1).astype(int)
    white = (darkest > 0.62 * 255) & (lightest - darkest < 45)
    return float(white.mean()) > 0.55
