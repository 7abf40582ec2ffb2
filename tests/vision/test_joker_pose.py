"""Jokers whose mark tells no direction are laid onto the paper that lies there, or as the row lies."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.calibrate import TableMap
from paizhuo.vision.detections import Quad, ReadIndex, SeenCard
from paizhuo.vision.joker_pose import on_their_paper
from paizhuo.vision.plane import Mask, TablePlane
from paizhuo.vision.poses import outline_at

PLANE = TablePlane(TableMap(np.eye(3), 800.0, 600.0), 2.0)
TURN = 0.3


def place(middle: tuple[float, float], turn: float) -> Quad:
    return outline_at(np.array(middle), turn, 1.0)


def mark_of(outline: Quad, *, far: bool = False) -> NDArray[np.float64]:
    """Give where a card's mark is: 7 mm from its left and upper edge, or the one in the opposite corner."""
    corner, right, down = outline[0], outline[1] - outline[0], outline[3] - outline[0]
    at = corner + right * 7 / 63 + down * 7 / 88
    return np.asarray(2 * outline.mean(axis=0) - at if far else at, np.float64)


def index(middle: NDArray[np.float64], turn: float, card: Card = Card.BJ) -> ReadIndex:
    cos, sin = math.cos(turn), math.sin(turn)
    corners = np.array([[-4, -8], [4, -8], [4, 8], [-4, 8]]) @ np.array([[cos, sin], [-sin, cos]])
    return ReadIndex((corners + middle).astype(np.float32), 0.9, np.zeros(55, np.float32), card, 0.95)


def joker(true: Quad, turned: float, *, far: bool = False, card: Card = Card.BJ) -> SeenCard:
    """Give a joker as it is seen by one mark that is framed ``turned``: placed by that, wherever it lies."""
    middle = mark_of(true, far=far)
    cos, sin = math.cos(turned), math.sin(turned)
    away = np.array([cos * 24.5 + sin * -30, sin * 24.5 + cos * 30])
    return SeenCard(card, 0.95, (index(middle, turned, card),), place(tuple(middle + away), turned), present=0.6)


def covered(*outlines: Quad) -> Mask:
    return PLANE.under(outlines, grow=0.0)


def off(card: SeenCard, true: Quad) -> float:
    assert card.outline is not None
    return float(np.linalg.norm(card.outline.mean(axis=0) - true.mean(axis=0)))


@pytest.mark.parametrize("turned", [TURN + math.pi / 2, TURN + math.pi, TURN - math.pi / 2, TURN + 0.8])
def test_a_joker_alone_is_laid_onto_its_paper(turned: float) -> None:
    true = place((40, 30), TURN)
    seen = joker(true, turned)
    (told,) = on_their_paper([seen], covered(true), PLANE, 1.0)
    assert off(seen, true) > 25
    assert off(told, true) < 6
    assert told.present == pytest.approx(0.95)


def test_a_joker_that_lies_on_paper_stays_as_it_is() -> None:
    true = place((40, 30), TURN)
    seen = joker(true, TURN)
    assert on_their_paper([seen], covered(true), PLANE, 1.0) == [seen]


def test_where_there_is_no_paper_nothing_is_moved() -> None:
    seen = joker(place((40, 30), TURN), TURN + 2)
    assert on_their_paper([seen], covered(place((-250, -150), 0.0)), PLANE, 1.0) == [seen]
    assert on_their_paper([seen], np.zeros_like(covered()), PLANE, 1.0) == [seen]


def test_other_cards_and_those_with_two_indices_stay() -> None:
    true = place((40, 30), TURN)
    other = joker(true, TURN + 2, card=Card.H9)
    seen = joker(true, TURN + 2)
    two = replace(seen, indices=seen.indices * 2)
    nowhere = replace(seen, outline=None)
    for card in (other, two, nowhere):
        assert on_their_paper([card], covered(true), PLANE, 1.0) == [card]


def test_in_a_row_a_joker_is_turned_as_its_neighbour() -> None:
    row = [place((40 + 22 * step, 30), 0.0) for step in range(4)]
    neighbour = SeenCard(Card.H9, 0.99, (index(mark_of(row[0]), 0.0, Card.H9),), row[0])
    seen = joker(row[1], math.pi / 2)
    _, told = on_their_paper([neighbour, seen], covered(*row), PLANE, 1.0)
    assert off(told, row[1]) < 6
    straight = joker(row[1], 0.1)
    assert on_their_paper([neighbour, straight], covered(*row), PLANE, 1.0) == [neighbour, straight]


def test_two_marks_of_one_joker_are_one_card_and_two_jokers_are_two() -> None:
    true = place((40, 30), TURN)
    near, far = joker(true, TURN + math.pi / 2), joker(true, TURN + 2.0, far=True)
    (told,) = on_their_paper([near, far], covered(true), PLANE, 1.0)
    assert len(told.indices) == 2
    beside = place((140, 30), TURN)
    cards = [joker(true, TURN + math.pi / 2), joker(beside, TURN + math.pi / 2)]
    assert len(on_their_paper(cards, covered(true, beside), PLANE, 1.0)) == 2
    little = joker(true, TURN + 2.0, far=True, card=Card.LJ)
    assert len(on_their_paper([near, little], covered(true), PLANE, 1.0)) == 2


def marked(outline: Quad, marks: Quad, card: Card = Card.LJ) -> SeenCard:
    """Give a joker of two marks: those that a card at ``marks`` has."""
    both = tuple(index(mark_of(marks, far=far), TURN, card) for far in (False, True))
    return SeenCard(card, 0.95, both, outline, present=1.0)


def mirrored(outline: Quad) -> Quad:
    """Give the corners of a card so that its marks come to lie in the corners that have none."""
    return np.asarray(outline[[1, 0, 3, 2]], np.float32)


@pytest.mark.parametrize("first", [True, False])
def test_a_joker_whose_other_corners_look_like_marks_is_told_once(first: bool) -> None:
    """In an ornate frame every corner may look like one; a second card would lie across the first, half on cloth."""
    true = place((40, 30), TURN)
    seen, across = marked(true, true), marked(place((42, 31), TURN + 1.2), mirrored(true))
    shown = [seen, across] if first else [across, seen]
    assert on_their_paper(shown, covered(true), PLANE, 1.0) == [seen]
    lone = replace(across, indices=across.indices[:1], outline=true)
    assert on_their_paper([lone, seen], covered(true), PLANE, 1.0) == [seen]


def test_equal_jokers_close_together_stay_two() -> None:
    true = place((40, 30), TURN)
    for apart in (5.0, 8.0, 30.0):
        other = place((40 + apart, 30), TURN)
        cards = [marked(true, true), marked(other, other)]
        assert on_their_paper(cards, covered(true, other), PLANE, 1.0) == cards
    across = place((90, 60), TURN + 1.2)
    cards = [marked(true, true), marked(across, across)]
    assert on_their_paper(cards, covered(true, across), PLANE, 1.0) == cards
