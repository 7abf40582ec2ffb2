"""A deck with an upright index at all four corners: any corners of one card are one card, equal cards stay two."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.assemble import assemble
from paizhuo.vision.decks import DeckLearner
from paizhuo.vision.detections import ReadIndex, SeenCard
from paizhuo.vision.poses import CARD_HEIGHT_MM, CARD_WIDTH_MM, STANDARD

MEANING = (*FACES, Card.UNKNOWN)
TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT = EVERY = (0, 1, 2, 3)
OPPOSITE = (TOP_LEFT, BOTTOM_RIGHT)
WIDE = 7.0
SCALE = 3.0


def corners(
    card: Card, x: float = 0, y: float = 0, angle: float = 0, shows: Sequence[int] = EVERY, noise: float = 0
) -> list[ReadIndex]:
    """Give the indices that a card of four corners shows whose middle lies at x and y (mm), three pixels a mm."""
    chances = np.full(len(MEANING), 1e-4, np.float32)
    chances[MEANING.index(card)] = 0.99
    turn, tall = math.radians(angle), STANDARD.index_height
    matrix = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    rng = np.random.default_rng(0)
    found = []
    for corner in shows:
        at = np.array([STANDARD.index_x - CARD_WIDTH_MM / 2, STANDARD.index_y - CARD_HEIGHT_MM / 2])
        at[0] *= -1 if corner in (TOP_RIGHT, BOTTOM_LEFT) else 1
        quad = at + np.array([[-WIDE, -tall], [WIDE, -tall], [WIDE, tall], [-WIDE, tall]]) / 2
        quad = -quad if corner in (BOTTOM_RIGHT, BOTTOM_LEFT) else quad
        quad = (quad @ matrix + (x, y)) * SCALE + rng.normal(0, noise, (4, 2))
        found.append(ReadIndex(quad.astype(np.float32), 0.8, chances, card, 0.99))
    return found


def faces(read: Sequence[ReadIndex]) -> Counter[str]:
    return Counter(card.card.value for card in assemble(read, MEANING))


def whole(shows: Sequence[int]) -> list[ReadIndex]:
    """Lay two cards that lie free: they show how large cards are, and with all four corners what deck it is."""
    return corners(Card.HQ, -150, 20, 40, shows) + corners(Card.C4, -150, 160, 110, shows)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("angle", [0, 73, 200])
def test_any_corners_of_a_card_are_one_card_where_the_deck_has_four(count: int, angle: float) -> None:
    for shows in combinations(EVERY, count):
        read = whole(EVERY) + corners(Card.S9, 0, 0, angle, shows, noise=0.4)
        assert faces(read) == Counter({"HQ": 1, "C4": 1, "S9": 1}), shows


@pytest.mark.parametrize("shows", [(TOP_LEFT, TOP_RIGHT), (TOP_RIGHT, BOTTOM_LEFT), (BOTTOM_LEFT, BOTTOM_RIGHT)])
def test_what_two_cards_can_show_is_two_cards_where_the_deck_is_ordinary(shows: Sequence[int]) -> None:
    """Two equal cards lie edge to edge, and something lies over their other corners."""
    assert faces(whole(OPPOSITE) + corners(Card.S9, 0, 0, 15, shows))["S9"] == 2


def test_both_corners_of_a_long_edge_are_one_card_whatever_the_deck() -> None:
    """Were they two cards, either would lie over the other's corner. Were the edge longer, they could be two."""
    for shows in ((TOP_LEFT, BOTTOM_LEFT), (TOP_RIGHT, BOTTOM_RIGHT)):
        assert faces(whole(OPPOSITE) + corners(Card.S9, 0, 0, 15, shows))["S9"] == 1
    apart = corners(Card.S9, 0, 0, 0, [TOP_LEFT]) + corners(Card.S9, 0, 30, 0, [BOTTOM_LEFT])
    assert faces(whole(OPPOSITE) + apart)["S9"] == 2


@pytest.mark.parametrize("step", [8, 14, 25, 40])
@pytest.mark.parametrize("under", [(TOP_LEFT,), (BOTTOM_LEFT,), (TOP_LEFT, BOTTOM_LEFT)])
def test_equal_cards_of_a_fan_stay_two(step: float, under: Sequence[int]) -> None:
    upper = corners(Card.S9, step, 0, 2, noise=0.4)
    assert faces(whole(EVERY) + corners(Card.S9, 0, 0, 0, under) + upper)["S9"] == 2


@pytest.mark.parametrize("step", [8, 14, 25, 40])
def test_equal_cards_of_a_column_stay_two(step: float) -> None:
    lower = corners(Card.S9, 0, 0, 0, (TOP_LEFT, TOP_RIGHT))
    assert faces(whole(EVERY) + lower + corners(Card.S9, 0, step, 2, (TOP_LEFT, TOP_RIGHT)))["S9"] == 2
    assert faces(whole(EVERY) + lower + corners(Card.S9, 0, step, 2))["S9"] == 2


def test_different_faces_are_never_corners_of_one_card() -> None:
    read = whole(EVERY) + corners(Card.S9, shows=[TOP_LEFT]) + corners(Card.S6, shows=[TOP_RIGHT, BOTTOM_LEFT])
    assert faces(read) == Counter({"HQ": 1, "C4": 1, "S9": 1, "S6": 1})


def test_without_a_card_that_tells_the_size_corners_stay_apart() -> None:
    assert faces(corners(Card.S9, shows=(TOP_LEFT, TOP_RIGHT)))["S9"] == 2


def seen(read: Sequence[ReadIndex]) -> SeenCard:
    (card,) = (card for card in assemble(read, MEANING) if card.card is Card.S9)
    return card


@pytest.mark.parametrize("shows", [(0, 1), (2, 3), (1, 3), (1, 2, 3), (0, 2)])
@pytest.mark.parametrize("angle", [0, 120])
def test_the_outline_lies_where_the_card_lies(shows: Sequence[int], angle: float) -> None:
    card = seen(whole(EVERY) + corners(Card.S9, 10, -30, angle, shows))
    assert len(card.indices) == len(shows)
    assert card.outline is not None
    assert np.allclose(card.outline.mean(axis=0) / SCALE, (10, -30), atol=1.5)


@pytest.mark.parametrize(("edge", "covered"), [((TOP_LEFT, BOTTOM_LEFT), 12), ((TOP_RIGHT, BOTTOM_RIGHT), -12)])
def test_a_card_of_which_one_edge_shows_lies_under_what_covers_it(edge: Sequence[int], covered: float) -> None:
    card = seen(whole(EVERY) + corners(Card.S9, 0, 0, 0, edge) + corners(Card.HK, covered, 0, 0))
    assert card.outline is not None
    assert np.allclose(card.outline.mean(axis=0) / SCALE, (0, 0), atol=1.5)


@pytest.mark.parametrize("angle", [0, 73, 200])
def test_two_corners_at_one_side_teach_nothing_of_how_opposite_ones_lie(angle: float) -> None:
    """In a hand of such a deck its cards were told twice each, once the deck's measure was that of its sides."""
    learner = DeckLearner()
    upright = corners(Card.S9, 0, 0, angle, OPPOSITE, noise=0.3)
    (seen,) = assemble(upright, MEANING, geometry=STANDARD, units_per_mm=SCALE)
    for shows in ((TOP_LEFT, BOTTOM_LEFT), (TOP_RIGHT, BOTTOM_RIGHT), (BOTTOM_LEFT, TOP_LEFT)):
        beside = tuple(corners(Card.S9, 0, 0, angle, shows))
        learner.learn([replace(seen, indices=beside)] * 10, SCALE)
    assert learner.pairs == 0
    learner.learn([seen] * 10, SCALE)
    assert learner.pairs == 10
    assert abs(learner.geometry.index_x - STANDARD.index_x) < 0.5
