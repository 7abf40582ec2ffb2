"""One card that was taken for two: its two corners did not fit the deck's measure.

A deck's measure is that of most of its faces. In some decks the court cards bear their indices further in, and where a
corner is framed badly a card's two indices miss each other by more than its neighbours' do. Each then stands for a card
of its own. But of two cards that lie like this the upper one must show both its indices, so that three would be seen,
unless it covers the lower one's other corner; where neither can cover the other's corner, and two indices are all that
there is, the two are halves of one card. If they name different faces, and no third card lies over their other corners
either, they are one card that contradicts itself.

Two equal cards are not mistaken for one: from about 8 mm on the upper one covers the lower one's other corner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from paizhuo.vision.assemble import contradicted
from paizhuo.vision.detections import Quad, SeenCard
from paizhuo.vision.poses import are_opposite
from paizhuo.vision.support import is_covered, opposite_corner


@dataclass(frozen=True, slots=True)
class HalvesSettings:
    """``apart`` is how far (mm) an index may lie from where the other one expects it.

    ``opposite`` is how far the two may be from reading opposite ways (radians), ``beside`` how far (mm) each must lie
    beside the other's card for that to cover what it belongs to.
    """

    apart: float = 12.0
    opposite: float = math.radians(20)
    beside: float = 1.5


def rejoined(
    cards: Sequence[SeenCard], units_per_mm: float = 1.0, settings: HalvesSettings | None = None
) -> tuple[SeenCard, ...]:
    """Give the cards of one read with halves put together; ``units_per_mm`` are table units."""
    settings = settings or HalvesSettings()
    halves = [place for place, card in enumerate(cards) if len(card.indices) == 1 and card.outline is not None]
    gaps = sorted(
        (gap, one, other)
        for number, one in enumerate(halves)
        for other in halves[number + 1 :]
        if _may_be_one(cards[one], cards[other], cards)
        and (gap := _gap(cards[one], cards[other], settings, units_per_mm)) < settings.apart * units_per_mm
    )
    whole: dict[int, SeenCard] = {}
    gone: set[int] = set()
    for _, one, other in gaps:
        if not {one, other} & {*whole, *gone}:
            whole[one] = _together(cards[one], cards[other])
            gone.add(other)
    return tuple(whole.get(place, card) for place, card in enumerate(cards) if place not in gone)


def _may_be_one(one: SeenCard, other: SeenCard, cards: Sequence[SeenCard]) -> bool:
    """Say whether two halves name one face, or lie open, so that they must be one card whatever they name."""
    if one.card is other.card:
        return True
    if one.card.is_joker or other.card.is_joker:
        # How a joker lies is not known well enough.
        return False
    return not any(is_covered(_other_corner(half), half, cards) for half in (one, other))


def _gap(one: SeenCard, other: SeenCard, settings: HalvesSettings, units_per_mm: float) -> float:
    """Give how far each index lies from where the other one expects it, the mean of both; inf for two cards."""
    first, second = one.indices[0].quad, other.indices[0].quad
    if not are_opposite(first, second, most=settings.opposite):
        return math.inf
    # No third card lies over a corner where the other half's index is seen.
    if min(_beside(one, other), _beside(other, one)) > settings.beside * units_per_mm:
        return math.inf
    there = math.dist(_other_corner(one), second.mean(axis=0).tolist())
    back = math.dist(_other_corner(other), first.mean(axis=0).tolist())
    return (there + back) / 2


def _other_corner(half: SeenCard) -> tuple[float, float]:
    assert half.outline is not None
    return opposite_corner(half, half.outline)


def _beside(half: SeenCard, other: SeenCard) -> float:
    """Give how far the index of a card lies beside the outline of another; negative where it lies within."""
    assert other.outline is not None
    x, y = half.indices[0].quad.mean(axis=0).tolist()
    return -cv2.pointPolygonTest(other.outline, (float(x), float(y)), True)


def _together(one: SeenCard, other: SeenCard) -> SeenCard:
    """Make one card of two halves: where both say that it lies, as surely read as both together."""
    assert one.outline is not None
    assert other.outline is not None
    better, worse = (one, other) if one.confidence >= other.confidence else (other, one)
    # The other half is read upside down: its third corner is the first one's first.
    middle: Quad = ((one.outline + np.roll(other.outline, 2, axis=0)) / 2).astype(np.float32)
    whole = replace(better, indices=(*one.indices, *other.indices), outline=middle)
    if better.card is worse.card:
        return replace(whole, confidence=1 - (1 - one.confidence) * (1 - other.confidence))
    share, rest = contradicted(better.confidence, worse.confidence)
    return replace(whole, confidence=share, alternatives=((worse.card, rest),), contradiction=True)
