"""Put enrolled jokers into what was read: a find that bears an enrolled mark is that joker, whatever was read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.boxes import keep_best
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.joker_print import JokerPrint, PlainReader, Recognised, recognise
from paizhuo.vision.lone_card import corner_quads

_SURE = 0.8
"""An ordinary face that was read more surely than this is not asked whether it is a joker."""

_SURELY_JOKER = 0.85
"""What was read more surely than this as a joker is one, also if its mark could not be made out."""

_LEAST = 0.5


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

    A mark that is surely the enrolled one is surely there, however faintly it was found: the score says so as well.
    """
    asked = [place for place, index in enumerate(answers) if not _is_plain_face(index, floor)]
    known = recognise(image, [answers[place].quad for place in asked], jokers, reader)
    kept = _once([(place, each) for place, each in zip(asked, known, strict=True) if each.confidence >= _LEAST])
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
    """Give the enrolled jokers' marks in the corners of a card with this ``outline`` (pixels), found or not."""
    blank = np.zeros(len(reader.cards), np.float32)
    corners = [corner for joker in jokers for corner in corner_quads(outline, joker.mark.box)]
    known = recognise(image, corners, jokers, reader)
    sure = [(place, each) for place, each in enumerate(known) if each.confidence >= _LEAST]
    return tuple(
        _joker(ReadIndex(each.quad, 0.0, blank, Card.UNKNOWN, 0.0), each, reader.cards) for _, each in _once(sure)
    )


def _is_plain_face(index: ReadIndex, floor: float) -> bool:
    return (
        index.card is not Card.UNKNOWN
        and not index.card.is_joker
        and index.confidence >= _SURE
        and index.score >= floor
    )


def _is_strange(index: ReadIndex, enrolled: Collection[Card]) -> bool:
    """Say whether an index was read, not surely, as a joker whose mark is known, and does not bear it."""
    return index.card in enrolled and index.confidence < _SURELY_JOKER


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
    if index.card is each.card and index.confidence >= each.confidence:
        return replace(index, quad=each.quad, score=max(index.score, each.confidence))
    rest = index.probabilities.astype(np.float64).copy()
    rest[place] = 0.0
    # What is not this joker is what the network said, the other joker and nothing foremost.
    total = float(rest.sum())
    if total <= 0:
        rest[list(cards).index(Card.UNKNOWN)] = total = 1.0
    rest *= (1 - each.confidence) / total
    rest[place] = each.confidence
    return ReadIndex(each.quad, max(index.score, each.confidence), rest.astype(np.float32), each.card, each.confidence)
