"""The picture on an enrolled joker's card, found again by its details, where its mark in the corner is not made out.

A mark of 14 pixels under blur says little; the jester beside it is ten times as large. Details (SIFT) of the picture
that was enrolled are looked for in another; those that lie as on one card, moved, turned and scaled, are that card,
also if others cover half of it. Makers draw both jokers alike, so that the colours tell which one it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.detections import Quad
from paizhuo.vision.frames import Image
from paizhuo.vision.poses import CARD_HEIGHT_MM
from paizhuo.vision.prints import Floats

Words = NDArray[np.uint8]

_PER_MM = 3.5
"""Pixels a millimetre at which a card's details are learned."""

_SHADE_PER_MM = 1.0
_SHADE_BLUR = 1.5
"""Pixels a millimetre of the picture that keeps a card's colours, and by how many of them it is blurred."""

_CONTRAST = 0.02
_MOST_WORDS, _MOST_DETAILS = 400, 8000
"""How many details of a card and of a picture are looked at, the clearest."""

_CLEARLY = 0.8
"""A detail is taken for the most like one if the next is farther by this at least."""

_ENOUGH = 9
"""How many details that lie as on one card are that card."""

_AWAY = 1.2
"""Millimetres of the card by which a detail may lie aside."""

_COPIES = 6
_SMALLEST, _LARGEST = 50.0, 3000.0
"""How many cards are looked for, and how high a card is in pixels."""

_SAME_DRAWING = 0.5
"""Correlation of the lightness from which on a card bears a joker's drawing at all."""

_GREY_NOISE = 4.0
_CLEARER = 1.3
"""By how much the colours of one joker must fit better than those of the other, and what every misfit has at least."""


@dataclass(frozen=True, slots=True, eq=False)
class JokerPicture:
    """Details of a joker's card: ``places`` ``(k, 2)`` in mm of it, ``words`` ``(k, 128)``; ``shades`` ``(88, w, 3)``.

    The shades are the card's colours (BGR), a pixel a millimetre.
    """

    places: Floats
    words: Words
    shades: NDArray[np.uint8]


NO_PICTURE = JokerPicture(
    np.empty((0, 2), np.float32), np.empty((0, 128), np.uint8), np.zeros((round(CARD_HEIGHT_MM), 1, 3), np.uint8)
)
"""The picture of a card of which nothing is known."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenPicture:
    """A card on which an enrolled picture was found: which joker, its outline (pixels), and how many details fit."""

    card: Card
    outline: Quad
    details: int


def learn_picture(image: Image, outline: Quad, wide: float) -> JokerPicture:
    """Learn the picture of the card ``wide`` mm wide that lies under ``outline`` (pixels)."""
    places, words = _details(_flat(image, outline, wide, _PER_MM), _MOST_WORDS)
    return JokerPicture((places + 0.5) / _PER_MM, words, _flat(image, outline, wide, _SHADE_PER_MM))


def seen_pictures(image: Image, known: Sequence[tuple[Card, JokerPicture]]) -> list[SeenPicture]:
    """Find the cards in a picture that bear one of the ``known`` pictures; those of which it is unclear whose are left
    out, as all are where not both jokers are known.
    """
    if {card for card, _ in known} < {Card.LJ, Card.BJ} or image.size == 0:
        return []
    places, words = _details(image, _MOST_DETAILS)
    found = [each for _, picture in known for each in _poses(places, words, picture)]
    seen: list[SeenPicture] = []
    for details, matrix, wide, points in sorted(found, key=lambda each: -each[0]):
        box = np.array([[0, 0], [wide, 0], [wide, CARD_HEIGHT_MM], [0, CARD_HEIGHT_MM]], np.float32)
        outline = cv2.transform(box[None], matrix)[0].astype(np.float32)
        if any(_is_same(outline, other.outline) for other in seen):
            continue
        card = _whose(image, matrix, points, known)
        if card is not None:
            seen.append(SeenPicture(card, outline, details))
    return seen


def _flat(image: Image, outline: Quad, wide: float, scale: float) -> NDArray[np.uint8]:
    size = round(wide * scale), round(CARD_HEIGHT_MM * scale)
    box = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    inside = cv2.getPerspectiveTransform(outline.astype(np.float32) + 0.5, box)
    # Shrinking by much would alias.
    side = float(np.linalg.norm(outline[3] - outline[0])) / size[1]
    if side > 2:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.4 * side), np.uint8)
    flat = cv2.warpPerspective(image, inside, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _details(image: Image, most: int) -> tuple[Floats, Words]:
    """Give the clearest details of a picture: where they are (pixels) and what they look like."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    points, words = cv2.SIFT.create(nfeatures=most, contrastThreshold=_CONTRAST).detectAndCompute(grey, None)
    if not points:
        return np.empty((0, 2), np.float32), np.empty((0, 128), np.uint8)
    return np.array([point.pt for point in points], np.float32), np.asarray(words, np.uint8)


def _poses(places: Floats, words: Words, picture: JokerPicture) -> list[tuple[int, NDArray[np.float64], float, Floats]]:
    """Find the cards that bear a picture: how many details, mm to pixels ``(2, 3)``, its width, and where they are."""
    if len(words) < 2 or len(picture.words) < _ENOUGH:
        return []
    matches = cv2.BFMatcher().knnMatch(words.astype(np.float32), picture.words.astype(np.float32), k=2)
    clear = [best for best, second in matches if best.distance < _CLEARLY * second.distance]
    there = np.array([places[match.queryIdx] for match in clear], np.float32).reshape(-1, 2)
    own = np.array([picture.places[match.trainIdx] for match in clear], np.float32).reshape(-1, 2)
    poses: list[tuple[int, NDArray[np.float64], float, Floats]] = []
    for _ in range(_COPIES):
        if len(own) < _ENOUGH:
            break
        # Aside is meant in millimetres: the way from the picture to the card is looked for.
        back, fits = cv2.estimateAffinePartial2D(there, own, ransacReprojThreshold=_AWAY, maxIters=3000)
        inside = fits[:, 0] > 0
        details = len(np.unique(np.round(own[inside]), axis=0))
        if details < _ENOUGH:
            break
        tall = CARD_HEIGHT_MM / max(math.hypot(float(back[0, 0]), float(back[1, 0])), 1e-9)
        if _SMALLEST <= tall <= _LARGEST:
            matrix = np.asarray(cv2.invertAffineTransform(back), np.float64)
            poses.append((details, matrix, float(picture.shades.shape[1]), own[inside]))
        there, own = there[~inside], own[~inside]
    return poses


def _is_same(one: Quad, other: Quad) -> bool:
    """Say whether two outlines are of one card: two equal cards lie farther apart than details err."""
    tall = float(np.linalg.norm(other[3] - other[0]))
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))) < 0.08 * tall


def _whose(
    image: Image, matrix: NDArray[np.float64], points: Floats, known: Sequence[tuple[Card, JokerPicture]]
) -> Card | None:
    """Say which joker a card is by its colours about the details that were found; None where both fit alike."""
    tall = CARD_HEIGHT_MM * math.hypot(float(matrix[0, 0]), float(matrix[1, 0]))
    shown = np.asarray(cv2.GaussianBlur(image, (0, 0), max(_SHADE_BLUR * tall / CARD_HEIGHT_MM, 0.5)), np.uint8)
    there = _shades(shown, cv2.transform(points[None], matrix)[0])
    misfits: dict[Card, float] = {}
    for card, picture in known:
        own = _shades(np.asarray(cv2.GaussianBlur(picture.shades, (0, 0), _SHADE_BLUR), np.uint8), points)
        misfits[card] = min(misfits.get(card, math.inf), _misfit(there, own))
    (best, least), (_, next_) = sorted(misfits.items(), key=lambda each: each[1])[:2]
    return best if math.isfinite(least) and next_ > _CLEARER * least else None


def _shades(image: NDArray[np.uint8], points: NDArray[np.floating]) -> Floats:
    """Give the lightness, and how red and how blue it is, at points (pixels) ``(n, 3)``."""
    at = points.reshape(-1, 1, 2).astype(np.float32)
    colours = cv2.remap(
        image.astype(np.float32), at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )[:, 0]
    green = colours[:, 1]
    return np.stack([colours.mean(axis=1), colours[:, 2] - green, colours[:, 0] - green], axis=1)


def _misfit(there: Floats, own: Floats) -> float:
    """Give how far the colours of a card are from a joker's, whatever the light's strength and colour."""
    there, own = there - there.mean(axis=0), own - own.mean(axis=0)
    both, strength = float(there[:, 0] @ own[:, 0]), float(own[:, 0] @ own[:, 0])
    if both < _SAME_DRAWING * math.sqrt(max(strength * float(there[:, 0] @ there[:, 0]), 1e-6)):
        return math.inf
    return float(np.square(there[:, 1:] - both / max(strength, 1e-6) * own[:, 1:]).mean()) + _GREY_NOISE
