"""The wider look: what the network is shown, who is asked, and what becomes of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.backends.protocol import BackendError, Tensor
from paizhuo.vision.detections import ReadIndex
from paizhuo.vision.find import Finder
from paizhuo.vision.joker_look import (
    AT_TABLE,
    FAR,
    IN_PHOTOS,
    NEAR,
    SIZE,
    JokerLook,
    looked_at,
    seen_from_two,
    two_views,
)
from paizhuo.vision.look import Sight
from paizhuo.vision.read import Reader, ReaderClasses

CARDS = (*FACES, Card.UNKNOWN)
FLOOR = 0.25
ANSWERS = (Card.LJ, Card.BJ, Card.UNKNOWN)


class Answering:
    """A network that gives the same row for everything, and notes how many pictures of what shape it was shown."""

    def __init__(self, row: Sequence[float]) -> None:
        self._row = np.array(row, np.float32)
        self.shown: list[tuple[int, ...]] = []

    def run(self, batch: Tensor) -> Tensor:
        self.shown.append(batch.shape)
        return np.tile(self._row, (len(batch), 1))


def quad(x: float, y: float, wide: float = 8.0, tall: float = 20.0, turn: float = 0.0) -> NDArray[np.float32]:
    cos, sin = np.cos(turn), np.sin(turn)
    corners = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y), np.float32)


def read(card: Card, confidence: float, score: float, joker: float = 0.0) -> ReadIndex:
    """Give an index read as ``card``; of the rest ``joker`` goes to the big joker and what is left to nothing."""
    row = np.zeros(len(CARDS), np.float32)
    row[CARDS.index(Card.BJ)] = joker
    row[CARDS.index(Card.UNKNOWN)] = 1 - confidence - joker
    row[CARDS.index(card)] += confidence
    return ReadIndex(quad(100, 100), score, row, card, confidence)


def looked(index: ReadIndex, row: Sequence[float]) -> tuple[ReadIndex, Answering]:
    network = Answering(row)
    image = np.full((200, 200, 3), 200, np.uint8)
    (told,) = looked_at(image, [index], JokerLook(network, ANSWERS), [1.0], CARDS, FLOOR)
    return told, network


@pytest.mark.parametrize("turn", [0.0, 0.7, np.pi / 2])
def test_both_views_have_the_mark_in_their_middle_and_upright(turn: float) -> None:
    image = np.full((240, 240, 3), 255, np.uint8)
    right = np.array([np.cos(turn), np.sin(turn)]) * 9
    for place, ink in ((np.array([120.0, 120.0]), (0, 0, 0)), (np.array([120.0, 120.0]) + right, (0, 0, 255))):
        low, high = np.round(place - 2).astype(int), np.round(place + 3).astype(int)
        image[low[1] : high[1], low[0] : high[0]] = ink
    views = two_views(image, quad(120, 120, turn=turn), 1.0)
    assert views.shape == (SIZE, 2 * SIZE, 3)
    for place, side in enumerate((NEAR, FAR)):
        view = views[:, place * SIZE : (place + 1) * SIZE].astype(int)
        black, red = view.max(axis=2) < 90, (view[..., 2] > 180) & (view[..., 1] < 90)
        assert np.argwhere(black).mean(axis=0) == pytest.approx((SIZE / 2, SIZE / 2), abs=1.6)
        # What stands to the right of the mark as it is read stands to the right of it in the view.
        assert np.argwhere(red).mean(axis=0) == pytest.approx((SIZE / 2, SIZE / 2 + 9 * SIZE / side), abs=2.2)


def test_a_faint_find_that_is_surely_a_joker_gets_a_score_that_says_so() -> None:
    told, network = looked(read(Card.UNKNOWN, 0.9, 0.08), (0.001, 0.998, 0.001))
    assert told.card is Card.BJ
    assert told.score == pytest.approx(told.confidence, abs=0.01)
    assert told.score > 0.95
    assert network.shown == [(1, 3, SIZE, 2 * SIZE)]
    assert float(told.probabilities.sum()) == pytest.approx(1.0, abs=1e-5)


def test_a_faint_find_that_is_not_surely_one_stays_faint() -> None:
    told, _ = looked(read(Card.UNKNOWN, 0.9, 0.08), (0.01, 0.89, 0.1))
    assert told.score == pytest.approx(0.08)


def test_in_photos_what_was_read_as_a_joker_and_looks_like_none_is_nothing() -> None:
    image, none = np.full((200, 200, 3), 200, np.uint8), (0.005, 0.005, 0.99)
    index = read(Card.BJ, 0.95, 0.5)
    (told,) = looked_at(image, [index], JokerLook(Answering(none), ANSWERS), [1.0], CARDS, FLOOR, IN_PHOTOS)
    assert told.card is Card.UNKNOWN
    # At the table little print lies about: the reading counts for nearly as much as before.
    (told,) = looked_at(image, [index], JokerLook(Answering(none), ANSWERS), [1.0], CARDS, FLOOR, AT_TABLE)
    assert told.card is Card.BJ
    assert told.confidence == pytest.approx(0.855, abs=0.01)
    sure, _ = looked(index, (0.1, 0.8, 0.1))
    assert sure.card is Card.BJ
    assert sure.confidence > 0.85


def test_a_face_that_was_surely_read_is_not_asked_about() -> None:
    index = read(Card.H9, 0.97, 0.6)
    told, network = looked(index, (0.0, 1.0, 0.0))
    assert told is index
    assert not network.shown
    unsure, network = looked(read(Card.HJ, 0.55, 0.6), (0.0, 0.02, 0.98))
    assert network.shown
    assert unsure.card is Card.HJ


def test_the_ink_that_was_read_and_the_colours_that_are_seen_tell_which_joker_it_is() -> None:
    told, _ = looked(read(Card.UNKNOWN, 0.05, 0.6, joker=0.9), (0.55, 0.44, 0.01))
    assert told.card is Card.BJ
    alone, _ = looked(read(Card.UNKNOWN, 0.9, 0.6), (0.55, 0.44, 0.01))
    assert alone.card is Card.LJ


def finds(count: int, apart: float) -> list[ReadIndex]:
    """Give faint finds of nothing in rows, ``apart`` pixels from each other, each found a little more surely."""
    every = [read(Card.UNKNOWN, 0.9, 0.02 + 0.002 * place) for place in range(count)]
    return [replace(one, quad=quad(apart * (place % 10), apart * (place // 10))) for place, one in enumerate(every)]


def test_only_the_most_surely_found_places_are_asked_about() -> None:
    network, image = Answering((0.001, 0.998, 0.001)), np.full((200, 200, 3), 200, np.uint8)
    told = looked_at(image, finds(70, 20.0), JokerLook(network, ANSWERS), [1.0] * 70, CARDS, FLOOR)
    assert sum(shape[0] for shape in network.shown) == 48
    assert [index.card is Card.BJ for index in told] == [place >= 22 for place in range(70)]


@pytest.mark.parametrize(
    ("apart", "card", "score", "stay"),
    [
        (5.0, Card.BJ, 0.5, 1),
        (8.0, Card.BJ, 0.5, 2),
        (12.0, Card.BJ, 0.3, 1),
        (12.0, Card.UNKNOWN, 0.5, 1),
        (16.0, Card.UNKNOWN, 0.1, 2),
    ],
)
def test_of_two_finds_of_one_mark_the_surer_one_stays(apart: float, card: Card, score: float, stay: int) -> None:
    two = [replace(read(card, 0.9, score + 0.01 * place), quad=quad(apart * place, 0)) for place in range(2)]
    look = JokerLook(Answering((0.001, 0.998, 0.001)), ANSWERS)
    told = looked_at(np.full((200, 200, 3), 200, np.uint8), two, look, [1.0] * 2, CARDS, FLOOR)
    assert len(told) == stay
    assert told[-1].quad.mean(axis=0).tolist() == [apart, 0.0]


def test_a_mark_that_two_zones_show_is_one() -> None:
    first, second = read(Card.BJ, 0.9, 0.9), replace(read(Card.BJ, 0.9, 0.8), quad=quad(110, 100))
    assert seen_from_two([(first, "seat-E"), (second, "kitty")], 1.0) == {1}
    assert not seen_from_two([(first, "seat-E"), (second, "seat-E")], 1.0)
    assert not seen_from_two([(first, "seat-E"), (second, "kitty")], 0.5)
    other = replace(read(Card.H9, 0.9, 0.8), quad=quad(110, 100))
    assert not seen_from_two([(first, "seat-E"), (other, "kitty")], 1.0)


def test_in_photos_the_reading_must_not_speak_against_a_faint_joker() -> None:
    image, sure = np.full((200, 200, 3), 200, np.uint8), (0.0005, 0.999, 0.0005)
    for joker, found in ((0.02, False), (0.2, True)):
        look = JokerLook(Answering(sure), ANSWERS)
        index = read(Card.UNKNOWN, 0.7, 0.1, joker=joker)
        (told,) = looked_at(image, [index], look, [1.0], CARDS, FLOOR, IN_PHOTOS)
        assert (told.score > FLOOR) is found
        (told,) = looked_at(image, [index], look, [1.0], CARDS, FLOOR, AT_TABLE)
        assert told.score > FLOOR


def test_a_network_with_other_answers_is_refused() -> None:
    look = JokerLook(Answering((0.5, 0.5)), ANSWERS)
    with pytest.raises(BackendError, match=r"joker look gave \(1, 2\), not \(1, 3\)"):
        look.chances(np.full((200, 200, 3), 200, np.uint8), [quad(100, 100)], [1.0])


class _Finding:
    """A finding network that sees one mark, faintly."""

    def __init__(self, score: float) -> None:
        self._score = score

    def run(self, batch: Tensor) -> Tensor:
        rows = np.zeros((1, 13, 1), np.float32)
        rows[0, :5, 0] = (100, 100, 8, 20, self._score)
        rows[0, 5:, 0] = quad(100, 100).ravel()
        return rows


def _sight(score: float, row: Sequence[float] | None) -> Sight:
    nothing = np.zeros(len(CARDS), np.float32)
    nothing[-1] = 1.0
    reader = Reader(Answering(nothing.tolist()), ReaderClasses((*(card.value for card in FACES), "none")))
    look = None if row is None else JokerLook(Answering(row), ANSWERS)
    return Sight(Finder(_Finding(score)), reader, joker_look=look)


def test_a_table_of_known_scale_is_looked_at_more_widely() -> None:
    image = np.full((200, 200, 3), 200, np.uint8)
    sure = (0.0005, 0.999, 0.0005)
    (index,) = _sight(0.06, sure).read_indices(image, pixels_per_mm=1.0).read
    assert index.card is Card.BJ
    # No scale, no look; no network, no look; and what looks like none is left out.
    assert not _sight(0.06, sure).read_indices(image).read
    assert not _sight(0.06, None).read_indices(image, pixels_per_mm=1.0).read
    assert not _sight(0.06, (0.1, 0.1, 0.8)).read_indices(image, pixels_per_mm=1.0).read


def test_faint_finds_can_be_read_whatever_they_are() -> None:
    image = np.full((200, 200, 3), 200, np.uint8)
    (index,) = _sight(0.06, None).read_faintly(image)
    assert (index.card, round(index.score, 2)) == (Card.UNKNOWN, 0.06)
