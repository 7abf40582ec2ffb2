"""Put jokers that were told by their card's picture into what was read, in the corners where their marks lie."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.joker_picture import SeenPicture, seen_pictures
from paizhuo.vision.joker_print import JokerPrint
from paizhuo.vision.joker_reading import CLEARLY, is_surely_joker
from paizhuo.vision.lone_card import corner_quads

_SURE = 0.98
"""How surely a card is the joker whose picture it bears, and the score of its marks."""

_OTHER = 0.8
"""An ordinary face that was read as surely lies over the joker's corner."""

_NEAR = 0.18
"""How far from its place, in heights of the card, a joker that was told may lie to be that card."""

_WIDER = 1.4
"""How much larger than a mark the place is in which what was read is that mark."""


def with_pictures(
    image: Image, answers: Sequence[ReadIndex], jokers: Sequence[JokerPrint], cards: Sequence[Card]
) -> tuple[ReadIndex, ...]:
    """Add the enrolled jokers whose pictures are seen to ``answers``; what was read in their corners for want of
    better goes. ``cards`` tells the classes.

    A joker that its mark has told stays as it is, and a corner that another card covers shows no mark.
    """
    known = [(joker.mark.card, joker.picture) for joker in jokers if joker.picture is not None]
    kept = list(answers)
    height, width = image.shape[:2]
    for seen in seen_pictures(image, known):
        corners = _corners(seen, jokers)
        if any(is_surely_joker(index) and _is_near(index.quad, corners, seen.outline) for index in kept):
            continue
        inside = [[index for index in kept if _lies_in(index.quad, corner)] for corner in corners]
        for corner, there in zip(corners, inside, strict=True):
            x, y = corner.mean(axis=0).tolist()
            if any(_is_other(index) for index in there) or not (0 <= x < width and 0 <= y < height):
                continue
            kept = [index for index in kept if not any(index is each for each in there)]
            kept.append(_mark(corner, seen.card, cards))
    return tuple(kept)


def _corners(seen: SeenPicture, jokers: Sequence[JokerPrint]) -> tuple[Quad, Quad]:
    box = next(joker.mark.box for joker in jokers if joker.mark.card is seen.card)
    return corner_quads(seen.outline, box)


def _is_near(quad: Quad, corners: Sequence[Quad], outline: Quad) -> bool:
    """Say whether a mark lies where one of a card may: details in one part of it leave the corners a little open."""
    tall = float(np.linalg.norm(outline[3] - outline[0]))
    away = [float(np.linalg.norm(quad.mean(axis=0) - corner.mean(axis=0))) for corner in corners]
    return min(away) < _NEAR * tall


def _lies_in(quad: Quad, corner: Quad) -> bool:
    middle = corner.mean(axis=0)
    wider = (middle + (corner - middle) * _WIDER).astype(np.float32)
    x, y = quad.mean(axis=0).tolist()
    return cv2.pointPolygonTest(wider, (x, y), False) >= 0


def _is_other(index: ReadIndex) -> bool:
    is_face = index.card is not Card.UNKNOWN and not index.card.is_joker
    return is_face and index.confidence >= _OTHER and index.score >= CLEARLY


def _mark(corner: Quad, card: Card, cards: Sequence[Card]) -> ReadIndex:
    row = np.zeros(len(cards), np.float32)
    row[list(cards).index(Card.UNKNOWN)] = 1 - _SURE
    row[list(cards).index(card)] = _SURE
    return ReadIndex(corner, _SURE, row, card, _SURE)
