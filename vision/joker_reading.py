"""Put enrolled jokers into what was read: a find that bears an enrolled mark is that joker, whatever was read."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Protocol

import cv2
import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.boxes import angles, keep_best, sizes
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.joker_print import JokerPrint, PlainReader, Recognised, mark_geometry, recognise
from paizhuo.vision.lone_card import corner_quads
from paizhuo.vision.poses import wrapped_angle

_SURE = 0.8
"""An ordinary face that was read more surely than this is not asked whether it is a joker."""

_SURELY_JOKER, CLEARLY = 0.85, 0.45
"""What was read and found as surely as this as a joker is one, also if its mark could not be made out."""

_LEAST, _ALONE = 0.5, 0.6
"""How surely a mark is an enrolled one at least: where an index was found, and where it must speak for itself.

As surely as any other face must be read on two indices, and on one.
"""

_AS_FAR, _AS_TURNED = 0.12, math.radians(8)
"""By how much (logarithm, radians) two marks of one card may be nearer or farther than its corners, and be turned."""


class MarkReader(PlainReader, Protocol):
    """A reader that says what its classes mean."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The meaning of each probability; the unknown card stands for ``none``."""
        ...


def with_jokers(
    image: Image, answers: Sequence[ReadIndex], jokers: Sequence[JokerPrint], reader: MarkReader, floor: float
) -> tuple[ReadIndex, ...]:
    """Name the enrolled jokers among ``answers``; those found with less than ``floor`` that are none are left out.

    A joker is never named on less than another face is: a mark counts where an index was found, and if it is surer than
    the face that was read there; only one that is surely the enrolled one is there however faintly it was found, and
    its score says so.
    """
    asked = [place for place, index in enumerate(answers) if is_asked(index, floor)]
    known = recognise(image, [answers[place].quad for place in asked], jokers, reader)
    told = [(place, each) for place, each in zip(asked, known, strict=True) if _is_told(answers[place], each, floor)]
    kept = _once(told)
    kept = straightened(kept, jokers)
    taken = [each.quad for _, each in kept]
    named = {place: _joker(answers[place], each, reader.cards) for place, each in kept}
    enrolled = {joker.mark.card for joker in jokers}
    return tuple(
        named.get(place, index)
        for place, index in enumerate(answers)
        if place in named
        or (index.score >= floor and not _is_double(index, taken) and not _is_strange(index, enrolled))
    )


def read_corners(
    image: Image, outline: Quad, jokers: Sequence[JokerPrint], reader: MarkReader
) -> tuple[ReadIndex, ...]:
    """Give the enrolled jokers' marks in the corners of a card with this ``outline`` (pixels), found or not.

    One of them must be sure by itself.
    """
    blank = np.zeros(len(reader.cards), np.float32)
    corners = [corner for joker in jokers for corner in corner_quads(outline, joker.mark.box)]
    known = recognise(image, corners, jokers, reader)
    sure = [(place, each) for place, each in enumerate(known) if each.confidence >= _LEAST]
    if not any(each.confidence >= _ALONE for _, each in sure):
        return ()
    # The card itself is seen, so that a second mark beside a sure one needs no index that was found.
    return tuple(
        _joker(ReadIndex(each.quad, each.confidence, blank, Card.UNKNOWN, 0.0), each, reader.cards)
        for _, each in _once(sure)
    )


def straightened(found: Sequence[tuple[int, Recognised]], jokers: Sequence[JokerPrint]) -> list[tuple[int, Recognised]]:
    """Turn marks that look the same in several turns so that the two of one card lie opposite each other.

    Only those two that lie as far apart as the corners of a card, and in one of the turns that fit that.
    """
    place, turned = mark_geometry(jokers), list(found)
    if place is None:
        return turned
    free = set(range(len(turned)))
    for one, other in combinations(range(len(turned)), 2):
        if not {one, other} <= free or turned[one][1].card is not turned[other][1].card:
            continue
        alike = next(joker for joker in jokers if joker.mark.card is turned[one][1].card).turns
        quads = np.stack([turned[one][1].quad, turned[other][1].quad])
        away = quads[1].mean(axis=0) - quads[0].mean(axis=0)
        ratio = float(np.linalg.norm(away)) / max(float(np.sqrt(np.prod(sizes(quads)))), 1e-6)
        upright = math.atan2(float(away[1]), float(away[0])) - place.direction
        wanted = (upright, upright + math.pi)
        off = [wrapped_angle(want - float(angle)) for want, angle in zip(wanted, angles(quads), strict=True)]
        if abs(math.log(max(ratio, 1e-6) * place.index_height / place.length)) > _AS_FAR:
            continue
        if all(any(abs(wrapped_angle(turn - each)) < _AS_TURNED for each in (0.0, *alike)) for turn in off):
            free -= {one, other}
            for at, turn in zip((one, other), off, strict=True):
                turned[at] = (turned[at][0], replace(turned[at][1], quad=_turned(turned[at][1].quad, turn)))
    return turned


def _turned(quad: Quad, turn: float) -> Quad:
    middle, cos, sin = quad.mean(axis=0), math.cos(turn), math.sin(turn)
    return np.asarray((quad - middle) @ np.array([[cos, sin], [-sin, cos]]) + middle, np.float32)


def is_asked(index: ReadIndex, floor: float) -> bool:
    """Say whether an index is asked for the jokers' marks: all but those surely found and read as another face."""
    return index.card is Card.UNKNOWN or index.card.is_joker or index.confidence < _SURE or index.score < floor


def is_surely_joker(index: ReadIndex) -> bool:
    """Say whether an index was read and found so surely as a joker that it is one without any mark or picture."""
    return index.card.is_joker and index.confidence >= _SURELY_JOKER and index.score >= CLEARLY


def _is_told(index: ReadIndex, each: Recognised, floor: float) -> bool:
    """Say whether what lies at an index is told as a joker."""
    if index.score < floor:
        return each.confidence >= _ALONE
    is_face = index.card is not Card.UNKNOWN and not index.card.is_joker
    return each.confidence >= max(_LEAST, index.confidence if is_face else 0.0)


def _is_strange(index: ReadIndex, enrolled: Collection[Card]) -> bool:
    """Say whether an index was read, not surely, as a joker whose mark is known, and does not bear it."""
    return index.card in enrolled and not is_surely_joker(index)


def _is_double(index: ReadIndex, taken: Sequence[Quad]) -> bool:
    """Say whether an index that is no sure face lies on a mark that was recognised."""
    if not index.card.is_joker and index.card is not Card.UNKNOWN:
        return False
    x, y = index.quad.mean(axis=0).tolist()
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for quad in taken)


def _once(found: Sequence[tuple[int, Recognised]]) -> list[tuple[int, Recognised]]:
    """Keep of several finds that led to the same mark the one that fits best."""
    if not found:
        return []
    quads = np.stack([each.quad for _, each in found])
    kept = keep_best(quads, np.array([each.confidence for _, each in found], np.float32))
    return [found[place] for place in kept]


def _joker(index: ReadIndex, each: Recognised, cards: Sequence[Card]) -> ReadIndex:
    """Give an index as the joker it was recognised to be."""
    place = list(cards).index(each.card)
    score = max(index.score, each.confidence) if each.confidence >= _ALONE else index.score
    if index.card is each.card and index.confidence >= each.confidence:
        return replace(index, quad=each.quad, score=score)
    rest = index.probabilities.astype(np.float64).copy()
    rest[place] = 0.0
    # What is not this joker is what the network said, the other joker and nothing foremost.
    total = float(rest.sum())
    if total <= 0:
        rest[list(cards).index(Card.UNKNOWN)] = total = 1.0
    rest *= (1 - each.confidence) / total
    rest[place] = each.confidence
    return ReadIndex(each.quad, score, rest.astype(np.float32), each.card, each.confidence)
