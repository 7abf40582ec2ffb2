"""How surely a seen card is there at all: what else in the picture speaks for a card that shows one index only.

Two indices at one pose are a card. One index alone is one if the opposite corner, where its second index must be,
lies under another card; where that corner lies open and shows nothing, print inside another card was taken for an
index, or the second index was missed. An index that may be the other corner of an equal card is no second card either.

Measured on six hands of the simulated table, read by read: of 1,405 true cards 61 % showed two indices, 35 % a covered
corner and 5 % an open one (a hand was leaving, or the card above was not found); all 10 finds that were no cards had
theirs open.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from paizhuo.vision.detections import Quad, SeenCard
from paizhuo.vision.poses import are_opposite


@dataclass(frozen=True, slots=True)
class SupportSettings:
    """``seconded`` are the odds of a card with two indices for the odds of one with one, ``open_corner`` likewise.

    No index is taken for surer than ``most``. Indices of equal faces that would be opposite corners of one card but for
    ``twin`` mm may be one card.
    """

    seconded: float = 20.0
    open_corner: float = 0.05
    most: float = 0.995
    twin: float = 22.0
    opposite: float = math.radians(25)
    maybe_one: float = 0.5


def supported(
    cards: Sequence[SeenCard], units_per_mm: float = 1.0, settings: SupportSettings | None = None
) -> tuple[SeenCard, ...]:
    """Give cards with how surely each is there; those without an outline or an index stay as they are."""
    settings = settings or SupportSettings()
    weaker = _maybe_second_corners(cards, units_per_mm, settings)
    found: list[SeenCard] = []
    for place, card in enumerate(cards):
        present = _presence(card, cards, settings)
        if place in weaker:
            present = min(present, settings.maybe_one)
        found.append(replace(card, present=present))
    return tuple(found)


BORNE_OUT = 0.98
"""From here on the reading and the place of a card say enough, however faint the finder found its index."""


def is_borne_out(card: SeenCard) -> bool:
    """Say whether a card is surely read and surely there: a joker's lettering in a fan is often found faintly."""
    return bool(card.indices) and card.present >= BORNE_OUT and card.confidence >= BORNE_OUT


def _presence(card: SeenCard, cards: Sequence[SeenCard], settings: SupportSettings) -> float:
    if not card.indices:
        return card.confidence
    # How sure the face is stands for how much the print looks like an index of any card.
    sure = min(settings.most, max(card.confidence, 1e-6))
    odds = sure / (1 - sure)
    if len(card.indices) > 1:
        # Two corners that name different faces are still two corners at one pose.
        odds = max(odds, 1.0) * settings.seconded * (settings.seconded if card.contradiction else 1.0)
    elif card.outline is not None and not is_covered(opposite_corner(card, card.outline), card, cards):
        odds *= settings.open_corner
    return odds / (1 + odds)


def opposite_corner(card: SeenCard, outline: Quad) -> tuple[float, float]:
    """Give where the second index must be: the first, turned about the middle of the card."""
    x, y = (2 * outline.mean(axis=0) - card.indices[0].quad.mean(axis=0)).tolist()
    return float(x), float(y)


def is_covered(point: tuple[float, float], card: SeenCard, cards: Sequence[SeenCard]) -> bool:
    """Say whether a card lies over a point: one on which the index lies is under the card, not over it."""
    x, y = card.indices[0].quad.mean(axis=0).tolist()
    return any(
        other is not card
        and other.outline is not None
        and _is_inside(other.outline, point)
        and not _is_inside(other.outline, (float(x), float(y)))
        for other in cards
    )


def _is_inside(outline: Quad, point: tuple[float, float]) -> bool:
    return cv2.pointPolygonTest(outline.astype(np.float32), point, False) >= 0


def _maybe_second_corners(cards: Sequence[SeenCard], units_per_mm: float, settings: SupportSettings) -> frozenset[int]:
    """Find the weaker of each two equal single indices that may be the two corners of one card."""
    single = [place for place, card in enumerate(cards) if len(card.indices) == 1 and card.outline is not None]
    weaker: set[int] = set()
    for number, one in enumerate(single):
        for other in single[number + 1 :]:
            if _may_be_one(cards[one], cards[other], units_per_mm, settings):
                weaker.add(min(one, other, key=lambda place: cards[place].confidence))
    return frozenset(weaker)


def _may_be_one(one: SeenCard, other: SeenCard, units_per_mm: float, settings: SupportSettings) -> bool:
    if one.card is not other.card or one.outline is None:
        return False
    second = other.indices[0].quad
    if not are_opposite(one.indices[0].quad, second, most=settings.opposite):
        return False
    return math.dist(opposite_corner(one, one.outline), second.mean(axis=0).tolist()) < settings.twin * units_per_mm
