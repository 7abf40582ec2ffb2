"""The picture on a joker's card tells it where its mark is not made out, and no other card is taken for it."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.joker_cards import with_pictures
from paizhuo.vision.joker_marks import Mark
from paizhuo.vision.joker_picture import NO_PICTURE, JokerPicture, learn_picture, seen_pictures
from paizhuo.vision.joker_print import JokerPrint

CLASSES = (*FACES, Card.UNKNOWN)
WIDE, TALL = 252, 352
"""A card at four pixels a millimetre."""

BOX = np.array([[3, 4], [10, 4], [10, 11], [3, 11]], np.float32)
NOTHING = np.zeros((1, 55), np.float32)


def drawing(seed: int, coloured: bool) -> Image:
    """A card with a drawing of many shapes; without colour its shapes are as light as with it."""
    rng = np.random.default_rng(seed)
    card = np.full((TALL, WIDE, 3), 245, np.uint8)
    for _ in range(60):
        middle = rng.integers((50, 40), (WIDE - 30, TALL - 40)).tolist()
        size, colour = rng.integers(4, 30, 2).tolist(), rng.integers(0, 255, 3).tolist()
        cv2.ellipse(card, middle, size, int(rng.integers(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    if not coloured:
        card = np.repeat(card.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    return card


def table(*laid: tuple[Image, tuple[float, float], float, float]) -> tuple[Image, list[Quad]]:
    """Lay cards onto green cloth: each with its middle, its height in pixels and its turn in degrees."""
    picture = np.full((500, 700, 3), (70, 110, 50), np.uint8)
    outlines = []
    for card, (x, y), tall, turn in laid:
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        half = np.array([[-WIDE, -TALL], [WIDE, -TALL], [WIDE, TALL], [-WIDE, TALL]]) * tall / TALL / 2
        outline = (half @ np.array([[cos, sin], [-sin, cos]]) + (x, y)).astype(np.float32)
        box = np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32)
        matrix = cv2.getPerspectiveTransform(box, outline)
        shrunk = cv2.GaussianBlur(card, (0, 0), max(0.4 * TALL / tall, 0.3))
        over = cv2.warpPerspective(shrunk, matrix, (700, 500), flags=cv2.INTER_LINEAR)
        cover = cv2.warpPerspective(np.full((TALL, WIDE), 255, np.uint8), matrix, (700, 500)) > 127
        picture[cover] = over[cover]
        outlines.append(outline)
    return picture, outlines


def learned(card: Image) -> JokerPicture:
    picture, (outline,) = table((card, (350, 250), 330, 4))
    return learn_picture(picture, outline, 63.0)


@pytest.fixture(scope="module")
def known() -> list[tuple[Card, JokerPicture]]:
    """Give both jokers of a maker who draws them alike."""
    return [(Card.LJ, learned(drawing(1, coloured=False))), (Card.BJ, learned(drawing(1, coloured=True)))]


@pytest.mark.parametrize("card", [Card.LJ, Card.BJ])
def test_a_small_turned_joker_of_which_half_is_covered_is_told_by_its_picture(
    known: list[tuple[Card, JokerPicture]], card: Card
) -> None:
    own, cover = drawing(1, coloured=card is Card.BJ), np.full((TALL, WIDE, 3), 250, np.uint8)
    picture, outlines = table((own, (300, 250), 190, 130), (cover, (345, 285), 190, 130))
    (seen,) = seen_pictures(picture, known)
    assert seen.card is card
    assert float(np.abs(seen.outline - outlines[0]).max()) < 8


def test_another_makers_joker_is_none(known: list[tuple[Card, JokerPicture]]) -> None:
    other, plain = drawing(2, coloured=True), np.full((TALL, WIDE, 3), 250, np.uint8)
    picture, _ = table((other, (200, 250), 300, 20), (plain, (500, 250), 300, 0))
    assert seen_pictures(picture, known) == []
    assert seen_pictures(np.zeros((0, 0, 3), np.uint8), known) == []


def test_two_of_one_joker_are_two(known: list[tuple[Card, JokerPicture]]) -> None:
    own = drawing(1, coloured=True)
    picture, _ = table((own, (180, 250), 260, 0), (own, (480, 250), 260, 30))
    assert [seen.card for seen in seen_pictures(picture, known)] == [Card.BJ, Card.BJ]


def test_where_one_joker_is_known_alone_its_picture_tells_nothing(known: list[tuple[Card, JokerPicture]]) -> None:
    """The other one may be drawn alike: nobody can say whose picture it is."""
    picture, _ = table((drawing(1, coloured=True), (300, 250), 260, 0))
    assert seen_pictures(picture, known[1:]) == []
    assert seen_pictures(picture, [*known[1:], (Card.LJ, NO_PICTURE)])[0].card is Card.BJ


def read(quad: Quad, card: Card, confidence: float, score: float = 0.7) -> ReadIndex:
    row = np.full(len(CLASSES), (1 - confidence) / 54, np.float32)
    row[CLASSES.index(card)] = confidence
    return ReadIndex(quad, score, row, card, confidence)


def at(x: float, y: float) -> Quad:
    return np.array([[x - 5, y - 8], [x + 5, y - 8], [x + 5, y + 8], [x - 5, y + 8]], np.float32)


@pytest.fixture(scope="module")
def jokers(known: list[tuple[Card, JokerPicture]]) -> list[JokerPrint]:
    return [
        JokerPrint(Mark(card, BOX, np.zeros((4, 4), np.uint8)), NOTHING, NOTHING, NOTHING[0], picture=picture)
        for card, picture in known
    ]


def test_what_was_read_in_a_jokers_corners_gives_way_to_its_picture(jokers: list[JokerPrint]) -> None:
    picture, (outline,) = table((drawing(1, coloured=True), (300, 250), 176, 0))
    left, top = outline[0].tolist()
    mark = at(left + 13, top + 15)
    doubtful = [read(mark, Card.UNKNOWN, 0.8), read(mark, Card.LJ, 0.5), read(mark, Card.S8, 0.4)]
    elsewhere = read(at(300, 250), Card.H4, 0.3)
    answers = with_pictures(picture, [*doubtful, elsewhere], jokers, CLASSES)
    assert [index.card for index in answers] == [Card.H4, Card.BJ, Card.BJ]
    assert all(index.confidence > 0.9 for index in answers[1:])


def test_a_corner_under_another_card_bears_no_mark_and_a_told_joker_stays(jokers: list[JokerPrint]) -> None:
    picture, (outline,) = table((drawing(1, coloured=True), (300, 250), 176, 0))
    left, top = outline[0].tolist()
    over = read(at(left + 13, top + 15), Card.S8, 0.97)
    assert [index.card for index in with_pictures(picture, [over], jokers, CLASSES)] == [Card.S8, Card.BJ]
    told = read(at(left + 20, top + 24), Card.BJ, 0.95)
    assert with_pictures(picture, [told], jokers, CLASSES) == (told,)
