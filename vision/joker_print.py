"""Enrolled jokers: what is learned from a picture of each, and how surely something in another picture is one of them.

A mark is taken for an enrolled joker if its lightness and what the reader answers to it are those of the enrolled mark;
which of the two jokers it is, its ink tells: the little one is black or grey, the big one coloured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.boxes import angles
from paizhuo.vision.detections import FoundIndex, Quad
from paizhuo.vision.frames import Image
from paizhuo.vision.joker_marks import Mark, cut_mark, fitted, turns_alike
from paizhuo.vision.joker_picture import JokerPicture, learn_picture
from paizhuo.vision.lone_card import GAPS, card_width, corner_quads, in_card, lone_card, marked_corner
from paizhuo.vision.mark_odds import FITTED, MarkOdds
from paizhuo.vision.poses import CARD_HEIGHT_MM, CARD_WIDTH_MM, DeckGeometry, wrapped_angle
from paizhuo.vision.prints import Crops, Floats, centred, distances, inks, lightness

_SIZES = (math.inf, 36.0, 22.0, 14.0)
"""Longer sides in pixels at which an enrolled mark is shown to the reader: as large as it is, and as tables show it."""

_SHAKES = 2
_SHAKEN = 0.03
"""How often besides, and by which part of its sides, the corners of its quad are moved: finds err as well."""

_LIGHT_FLOOR, _ANSWER_FLOOR = 0.03, 0.1
"""What is added to a distance before its logarithm is taken: from here on two marks are as near as they can be."""

_BETWEEN, _COLOUR = 0.25, 40.0
"""How far from the little joker's ink to the big one's a mark is as likely one as the other, and how sharply."""

_BLACK, _RED = (0.0, 0.0), (1.0, 0.0)

_ALIKE = 0.4
"""Correlation from which on both corners of a card bear the same mark."""

_AGREE = 1.5
"""Millimetres by which the boxes of both corners may differ."""

_SAME_PLACE = 4.0
"""Millimetres by which the marks of one deck's jokers may differ in place and size."""

_FAINTEST = 0.1
_CORNER = (18.0, 36.0)
"""Score of a find that may be a mark, and where in the corner (mm) its middle lies."""


class PlainReader(Protocol):
    """What enrolled jokers need of a reader: its own answers to quads, and the crops they were given to."""

    def plain(self, image: Image, quads: Sequence[NDArray[np.float32]]) -> tuple[Floats, Crops]:
        """Give calibrated probabilities ``(n, classes)`` and upright crops, without any deck's print."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class JokerPrint:
    """One enrolled joker: its mark, answers ``(k, classes)`` and lightness ``(k, 16²)`` of samples, ink ``(2,)``.

    ``turns`` (radians) are those after which its mark looks the same; ``odds`` weigh how far another mark is from it;
    ``picture`` is that of the whole card.
    """

    mark: Mark
    answers: Floats
    light: Floats
    ink: Floats
    turns: tuple[float, ...] = ()
    odds: MarkOdds = FITTED
    picture: JokerPicture | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A mark laid over finds: where it fits best in each, and how far what lies there is from it.

    ``light`` and ``answer`` ``(n,)`` are logarithms of distances, of lightness and of what the reader says; ``inks``
    ``(n, 2)`` are the colours.
    """

    places: tuple[Quad, ...]
    light: Floats
    answer: Floats
    inks: Floats


def laid(image: Image, quads: Sequence[Quad], joker: JokerPrint, reader: PlainReader) -> Laid:
    """Lay a joker's mark over one or more finds (``quads``, pixels)."""
    places = tuple(fitted(image, quad, joker.mark).quad for quad in quads)
    probabilities, crops = reader.plain(image, places)
    light = np.log(distances(lightness(crops), joker.light).min(axis=1) + _LIGHT_FLOOR)
    answer = np.log(distances(centred(probabilities), joker.answers).min(axis=1) + _ANSWER_FLOOR)
    return Laid(places, np.asarray(light, np.float32), np.asarray(answer, np.float32), inks(crops))


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A joker alone in a picture: which, the picture, and what was found in it, faint finds as well."""

    card: Card
    image: Image
    found: Sequence[FoundIndex]


def mark_geometry(jokers: Sequence[JokerPrint]) -> DeckGeometry | None:
    """Give where the jokers bear their marks, None where none is known or two decks differ."""
    if not jokers:
        return None
    boxes = np.stack([joker.mark.box for joker in jokers])
    if float(np.ptp(boxes, axis=0).max()) > _SAME_PLACE:
        return None
    wide, tall = (boxes[:, 2] - boxes[:, 0]).mean(axis=0).tolist()
    x, y = boxes.mean(axis=(0, 1)).tolist()
    # The geometry counts from the edge of a card of the usual width about the same middle.
    narrower = CARD_WIDTH_MM - float(np.mean([joker.mark.card_width for joker in jokers]))
    return DeckGeometry(x + narrower / 2, y, max(wide, tall))


def learn_jokers(shown: Sequence[Shown], reader: PlainReader) -> list[JokerPrint | None]:
    """Learn jokers, each from a picture in which it lies alone, in the same order.

    None for those in whose picture no card stands out from the cloth, or nothing is printed in the card's corners.
    """
    outlines = [lone_card(each.image) for each in shown]
    boxes = _boxes(shown, outlines)
    return [
        None if outline is None or box is None else _learned(each, outline, box, reader)
        for each, outline, box in zip(shown, outlines, boxes, strict=True)
    ]


def _boxes(shown: Sequence[Shown], outlines: Sequence[Quad | None]) -> list[Quad | None]:
    """Give the box (mm) of each card's mark.

    Makers print the marks of both jokers alike: where one runs into the card's picture, the other tells its size, and
    where it was kept off the picture by looking for less, the other, of which nothing can have been cut, is better.
    """
    printed = [
        None if outline is None else _printed_box(each.image, outline)
        for each, outline in zip(shown, outlines, strict=True)
    ]
    boxes: list[Quad | None] = []
    for each, outline, own in zip(shown, outlines, printed, strict=True):
        others = [box for other, box in zip(shown, printed, strict=True) if box is not None and other.card != each.card]
        if len(others) == 1 and (own is None or others[0][0] < own[0]):
            boxes.append(others[0][1])
        elif own is not None:
            boxes.append(own[1])
        else:
            boxes.append(None if outline is None else _found_box(outline, each.found))
    return boxes


def _learned(shown: Shown, outline: Quad, box: Quad, reader: PlainReader) -> JokerPrint:
    image = shown.image
    wide, tall = (box[2] - box[0]).tolist()
    quads: tuple[Quad, ...] = corner_quads(outline, box)
    pictures = [cut_mark(image, quad, (wide, tall)) for quad in quads]
    if float(cv2.matchTemplate(pictures[0], pictures[1], cv2.TM_CCOEFF_NORMED).max()) >= _ALIKE:
        picture = np.asarray(np.mean(pictures, axis=0), np.uint8)
    else:
        # One corner is bare: the mark is where the ink is.
        marked = int(np.argmax([cut.std() for cut in pictures]))
        quads, picture = (quads[marked],), pictures[marked]
    probabilities, crops = _samples(image, quads, reader)
    mark = Mark(shown.card, box.astype(np.float32), picture, card_width(outline))
    ink = np.asarray(np.median(inks(crops), axis=0), np.float32)
    drawing = learn_picture(image, outline, mark.card_width)
    return JokerPrint(mark, centred(probabilities), lightness(crops), ink, turns_alike(picture), picture=drawing)


@dataclass(frozen=True, slots=True, eq=False)
class Recognised:
    """A mark that may be an enrolled joker's: where it lies, which joker it would be, and how surely it is that one."""

    quad: Quad
    card: Card
    confidence: float


def recognise(
    image: Image, quads: Sequence[Quad], jokers: Sequence[JokerPrint], reader: PlainReader
) -> list[Recognised]:
    """Say of each quad which enrolled joker lies there best and how surely."""
    if not quads or not jokers:
        return []
    over = [laid(image, quads, joker, reader) for joker in jokers]
    odds = np.stack([joker.odds.of(each.light, each.answer) for joker, each in zip(jokers, over, strict=True)])
    found = []
    for column in range(len(quads)):
        chances = [_chance(row, odds[:, column], over[row].inks[column], jokers) for row in range(len(jokers))]
        best = int(np.argmax(chances))
        found.append(Recognised(over[best].places[column], jokers[best].mark.card, chances[best]))
    return found


def _chance(row: int, odds: Floats, colour: Floats, jokers: Sequence[JokerPrint]) -> float:
    """Give the probability of one joker: that it is a joker's mark at all, and that its ink is this one's."""
    card = jokers[row].mark.card
    little, big = (_ink(kind, row, jokers) for kind in (Card.LJ, Card.BJ))
    way = big - little
    length = float(np.linalg.norm(way))
    along = float((colour - little) @ way) / max(length, 1e-6)
    lean = _COLOUR * (along - _BETWEEN * length)
    turn = lean if card is Card.BJ else -lean
    others = [float(odds[place] - odds[row]) for place, joker in enumerate(jokers) if joker.mark.card is not card]
    # Where the marks differ as well, the better fit speaks too.
    turn -= max(others, default=0.0)
    return _share(float(odds[row])) * _share(turn)


def _ink(card: Card, row: int, jokers: Sequence[JokerPrint]) -> NDArray[np.float64]:
    """Give the ink of a kind of joker: as it was enrolled, else as most makers print it."""
    if jokers[row].mark.card is card:
        return jokers[row].ink.astype(np.float64)
    inks_shown = [joker.ink for joker in jokers if joker.mark.card is card]
    usual = _BLACK if card is Card.LJ else _RED
    return np.asarray(np.mean(inks_shown, axis=0) if inks_shown else usual, np.float64)


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-min(max(odds, -30.0), 30.0)))


def _samples(image: Image, quads: Sequence[Quad], reader: PlainReader) -> tuple[Floats, Crops]:
    """Read a mark as large as it is and smaller, its quad a little off as well."""
    rng = np.random.default_rng(0)
    answers, crops = [], []
    for quad in quads:
        side = float(max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])))
        sides = np.array([np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])])
        for size in _SIZES:
            ratio = min(1.0, size / side)
            shown = image
            if ratio < 1:
                shown = np.asarray(cv2.resize(image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA), np.uint8)
            exact = np.array([shown.shape[1] / image.shape[1], shown.shape[0] / image.shape[0]])
            places = [(quad + 0.5) * exact - 0.5]
            places += [places[0] + rng.normal(0, _SHAKEN, (4, 2)) * sides * exact for _ in range(_SHAKES)]
            row, crop = reader.plain(shown, [place.astype(np.float32) for place in places])
            answers.append(row)
            crops.append(crop)
    return np.concatenate(answers), np.concatenate(crops)


def _printed_box(image: Image, outline: Quad) -> tuple[int, Quad] | None:
    """Give the box (mm) of what is printed in the corners of a card, and how much less was looked for to find it."""
    for narrowed, gap in enumerate(GAPS):
        boxes = [marked_corner(image, np.roll(outline, turn, axis=0), gap) for turn in (0, 2)]
        both = [box for box in boxes if box is not None]
        if len(both) == 2 and float(np.abs(both[0] - both[1]).max()) <= _AGREE:
            return narrowed, ((both[0] + both[1]) / 2).astype(np.float32)
        if both:
            # What is larger by more than the picture's tilt has taken something of the card's picture with it.
            return narrowed, min(both, key=_area)
    return None


def _area(box: Quad) -> float:
    wide, tall = (box[2] - box[0]).tolist()
    return float(wide * tall)


def _found_box(outline: Quad, found: Sequence[FoundIndex]) -> Quad | None:
    """Give the box of the best find that lies in a corner of a card, the way up that the corner is."""
    side = outline[1] - outline[0]
    upright = math.atan2(float(side[1]), float(side[0]))
    card = np.array([card_width(outline), CARD_HEIGHT_MM], np.float32)
    for index in sorted(found, key=lambda index: -index.score):
        if index.score < _FAINTEST:
            break
        turn = wrapped_angle(float(angles(index.quad[None])[0]) - upright)
        place = in_card(outline, index.quad)
        if abs(turn) > math.pi / 2:
            place, turn = card - place, wrapped_angle(turn - math.pi)
        x, y = place.mean(axis=0).tolist()
        if abs(turn) < 0.4 and 0 < x < _CORNER[0] and 0 < y < _CORNER[1]:
            low, high = place.min(axis=0), place.max(axis=0)
            return np.array([low, [high[0], low[1]], high, [low[0], high[1]]], np.float32)
    return None
