"""Find cards that no index shows: things of a card's size and shape on the bare table, backs and unread faces."""

from __future__ import annotations

import cv2
import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.detections import SeenCard
from paizhuo.vision.frames import Image
from paizhuo.vision.plane import Mask, TablePlane
from paizhuo.vision.poses import CARD_HEIGHT_MM, CARD_WIDTH_MM

_CONFIDENCE = 0.8


WHITE = (255.0, 255.0, 255.0)
"""Paper under a lamp that was not seen before: blue, green, red."""


def find_blanks(
    view: Image,
    things: Mask,
    plane: TablePlane,
    *,
    units_per_mm: float = 1.0,
    slack: float = 0.18,
    paper: tuple[float, float, float] = WHITE,
) -> tuple[SeenCard, ...]:
    """Give the card-sized rectangles among ``things``, as unknown cards with an outline; white ones are unread faces.

    ``things`` must not hold the cards that were read. Sides may differ from a card's by ``slack``. A squared-up pile is
    one rectangle and counts as one. ``paper`` is the colour of blank paper as this camera sees it (blue, green, red).
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(things.view(np.uint8), connectivity=4)
    unit = units_per_mm / plane.mm_per_pixel
    card_area = CARD_WIDTH_MM * CARD_HEIGHT_MM * unit**2
    found = []
    for label in range(1, count):
        area = int(stats[label, cv2.CC_STAT_AREA])
        if not 0.6 * card_area < area < 1.5 * card_area:
            continue
        left, top, wide, high = stats[label, [cv2.CC_STAT_LEFT, cv2.CC_STAT_TOP, cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
        around = (slice(top, top + high), slice(left, left + wide))
        mask = labels[around] == label
        points = (np.argwhere(mask)[:, ::-1] + (left, top)).astype(np.float32)
        middle, sides, turn = cv2.minAreaRect(points)
        short, long = sorted((sides[0] + 1, sides[1] + 1))
        fits = (
            abs(short / (CARD_WIDTH_MM * unit) - 1) < slack
            and abs(long / (CARD_HEIGHT_MM * unit) - 1) < slack
            and area > 0.8 * short * long
        )
        if not fits:
            continue
        box = cv2.boxPoints((middle, sides, turn))
        # Start at a corner from which a short side leads clockwise: the top of an upright card.
        if np.linalg.norm(box[1] - box[0]) > np.linalg.norm(box[2] - box[1]):
            box = np.roll(box, -1, axis=0)
        outline = plane.to_mm(box.astype(np.float64)).astype(np.float32)
        unread = _is_paper(view[around][mask], paper)
        present = _CONFIDENCE if unread else 1.0
        found.append(SeenCard(Card.UNKNOWN, _CONFIDENCE, (), outline, present=present, unread=unread))
    return tuple(found)


def _is_paper(pixels: Image, paper: tuple[float, float, float]) -> bool:
    """Say whether most of a thing is bright and colourless, as a face whose indices could not be read would be."""
    seen = pixels.astype(np.float32) * (255.0 / np.maximum(np.array(paper, np.float32), 1.0))
    lightest, darkest = seen.max(axis=1), seen.min(axis=1)
    white = (darkest > 0.62 * 255) & (lightest - darkest < 45)
    return float(white.mean()) > 0.55
