"""Where a joker lies whose mark does not tell how it is turned: its paper does.

The finder lays the frame of a low word or of a star at random. A card that is placed by such a frame lies half on bare
cloth, where there is none. Its paper, or that of the row in which it lies, has the right direction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.boxes import angles
from paizhuo.vision.detections import Quad, ReadIndex, SeenCard
from paizhuo.vision.plane import Mask, TablePlane
from paizhuo.vision.poses import CARD_HEIGHT_MM, CARD_WIDTH_MM, outline_at, wrapped_angle
from paizhuo.vision.sighted import heading

_LIES = 0.9
"""The share of a card's place that is covered where it lies on it; a place that has as much is left alone."""

_BETTER = 0.08
"""By how much another place must be covered more."""

_FROM_LEFT, _FROM_TOP = 6.5, (7.0, 13.0, 21.0)
"""Millimetres from a card's edges to the middle of its mark: a word across or a star, a star over letters, a word."""

_REACH = 6.0
"""Within how many millimetres of a mark the paper must begin."""

_BESIDE, _AS_TURNED = 75.0, math.radians(20)
"""Millimetres to an index beside which a mark is turned as that one is, and by how much cards of a row may differ."""

_IN_ROW = 0.85
"""The share of its place that is covered at least where a card lies in a row."""

_SAME, _APART = 16.0, 40.0
"""Millimetres between the middles of two sights of one card at most, and between its two marks at least."""

_CROSSED, _OTHER_CORNER = 6.0, 25.0
"""Millimetres between the middles of two sights of one card that took its marks and its other corners for marks at
most, and from any mark of the one to any of the other at least: equal cards that lie so close have theirs together.
"""


def on_their_paper(cards: Sequence[SeenCard], things: Mask, plane: TablePlane, units_per_mm: float) -> list[SeenCard]:
    """Give the cards, those jokers that show one mark laid onto what lies there; two marks of one card joined.

    A joker whose other corners look like marks is told once. ``things`` is where something lies on the table. Outlines
    are in table units.
    """
    count, named = cv2.connectedComponents(things.view(np.uint8), connectivity=4)
    labels = np.asarray(named, np.int32)
    beside = [index for card in cards if not card.card.is_joker for index in card.indices]
    moved = [_moved(card, beside, labels, things, plane, units_per_mm) if count > 1 else None for card in cards]
    told = [other or card for card, other in zip(cards, moved, strict=True)]
    return _uncrossed(_joined(told, units_per_mm) if any(moved) else told, things, plane, units_per_mm)


def _moved(
    card: SeenCard,
    beside: Sequence[ReadIndex],
    labels: NDArray[np.int32],
    things: Mask,
    plane: TablePlane,
    unit: float,
) -> SeenCard | None:
    """Give a joker at its better place, None where it lies well or no paper is near."""
    if not card.card.is_joker or len(card.indices) != 1 or card.outline is None:
        return None
    before = _covered(card.outline, things, plane)
    middle = card.indices[0].quad.mean(axis=0).astype(np.float64)
    row = _turn_beside(middle, beside, unit)
    if row is not None:
        # The corners of a row that show are the same ones of each card.
        if abs(wrapped_angle(heading(card.outline) - row)) < _AS_TURNED:
            return None
        covered, outline = _best(middle, (row,), things, plane, unit)
        if covered >= max(before, _IN_ROW):
            return replace(card, outline=outline)
    thing = _thing_at(middle, labels, plane, unit)
    if before >= _LIES or thing is None:
        return None
    turns = [thing + place * math.pi / 2 for place in range(4)]
    covered, outline = _best(middle, turns, things, plane, unit)
    if covered < before + _BETTER:
        return None
    # Paper of a card's size under a mark that looks like a joker's: a card lies there.
    return replace(card, outline=outline, present=max(card.present, card.confidence if covered >= _LIES else 0.0))


def _turn_beside(middle: NDArray[np.float64], beside: Sequence[ReadIndex], unit: float) -> float | None:
    """Give how the nearest index of another card is turned (radians), None where none is near."""
    away = [float(np.linalg.norm(index.quad.mean(axis=0) - middle)) for index in beside]
    if not away or min(away) > _BESIDE * unit:
        return None
    return float(angles(beside[int(np.argmin(away))].quad[None])[0])


def _best(
    middle: NDArray[np.float64], turns: Sequence[float], things: Mask, plane: TablePlane, unit: float
) -> tuple[float, Quad]:
    """Give the place, of those with a mark at ``middle`` and turned as one of ``turns``, that is covered most."""
    tried: list[tuple[float, Quad]] = []
    for turn in turns:
        cos, sin = math.cos(turn), math.sin(turn)
        for top in _FROM_TOP:
            across, down = _FROM_LEFT - CARD_WIDTH_MM / 2, top - CARD_HEIGHT_MM / 2
            away = np.array([cos * across - sin * down, sin * across + cos * down]) * unit
            there = outline_at(middle - away, turn, unit)
            tried.append((_covered(there, things, plane), there))
    return max(tried, key=lambda each: each[0])


def _thing_at(middle: NDArray[np.float64], labels: NDArray[np.int32], plane: TablePlane, unit: float) -> float | None:
    """Give the direction (radians) of the thing that lies at or near a place."""
    x, y = np.round(plane.from_mm(middle[None])[0]).astype(int).tolist()
    reach = max(1, round(_REACH * unit / plane.mm_per_pixel))
    rows, columns = slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1)
    near = labels[rows, columns]
    near = near[near > 0]
    if not near.size:
        return None
    points = np.argwhere(labels == np.bincount(near).argmax())[:, ::-1].astype(np.float32)
    return math.radians(cv2.minAreaRect(points)[2])


def _covered(outline: Quad, things: Mask, plane: TablePlane) -> float:
    inside = plane.area(outline.astype(np.float64))
    return float(things[inside].mean()) if inside.any() else 0.0


def _joined(cards: Sequence[SeenCard], unit: float) -> list[SeenCard]:
    """Join jokers of one mark each that lie at one place."""
    kept: list[SeenCard] = []
    for card in cards:
        twin = next((place for place, other in enumerate(kept) if _is_one(card, other, unit)), None)
        if twin is None:
            kept.append(card)
            continue
        first, second = sorted((card, kept[twin]), key=lambda each: -each.confidence)
        kept[twin] = replace(
            first, indices=(*first.indices, *second.indices), present=max(first.present, second.present)
        )
    return kept


def _uncrossed(cards: Sequence[SeenCard], things: Mask, plane: TablePlane, unit: float) -> list[SeenCard]:
    """Leave out jokers about the middle of another one, by its other corners: what is covered less is none."""
    jokers = [place for place, card in enumerate(cards) if card.card.is_joker and card.outline is not None]
    if len(jokers) < 2:
        return list(cards)
    covered = {
        place: _covered(outline, things, plane) for place in jokers if (outline := cards[place].outline) is not None
    }
    kept: list[int] = []
    for place in sorted(jokers, key=lambda each: (-covered[each], -len(cards[each].indices))):
        if not any(_is_crossed(cards[place], cards[other], unit) for other in kept):
            kept.append(place)
    gone = {*jokers} - {*kept}
    return [card for place, card in enumerate(cards) if place not in gone]


def _is_crossed(card: SeenCard, other: SeenCard, unit: float) -> bool:
    if card.outline is None or other.outline is None or max(len(card.indices), len(other.indices)) < 2:
        return False
    if float(np.linalg.norm(card.outline.mean(axis=0) - other.outline.mean(axis=0))) > _CROSSED * unit:
        return False
    marks = np.array([index.quad.mean(axis=0) for index in card.indices])
    others = np.array([index.quad.mean(axis=0) for index in other.indices])
    apart = np.linalg.norm(marks[:, None] - others[None], axis=2)
    return bool(apart.min() > _OTHER_CORNER * unit)


def _is_one(card: SeenCard, other: SeenCard, unit: float) -> bool:
    if card.card is not other.card or not card.card.is_joker or len(card.indices) != 1 or len(other.indices) != 1:
        return False
    if card.outline is None or other.outline is None:
        return False
    apart = float(np.linalg.norm(card.outline.mean(axis=0) - other.outline.mean(axis=0)))
    marks = card.indices[0].quad.mean(axis=0) - other.indices[0].quad.mean(axis=0)
    return apart < _SAME * unit and float(np.linalg.norm(marks)) > _APART * unit
