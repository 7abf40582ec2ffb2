"""One card whose corners do not fit the deck's measure is one card; two cards of one face stay two."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.assemble import assemble
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedSight
from paizhuo.vision.calibrate import pixels_as_units
from paizhuo.vision.detections import ReadIndex, SeenCard
from paizhuo.vision.halves import rejoined
from paizhuo.vision.poses import STANDARD

MEANING = (*FACES, Card.UNKNOWN)
DIAGONAL = math.degrees(STANDARD.direction)


def put_together(groups: Sequence[Sequence[ScriptedCard]]) -> tuple[SeenCard, ...]:
    """Put together what is seen of cards; only cards of one group hide one another."""
    read: list[ReadIndex] = []
    for cards in groups:
        sight = ScriptedSight(pixels_as_units(0, 0))
        sight.lay(cards)
        read += sight.read_indices(np.zeros((1, 1, 3), np.uint8)).read
    return assemble(read, MEANING, geometry=STANDARD, units_per_mm=1.0)


def halves(shift: float, away: float, other: Card = Card.HK) -> list[list[ScriptedCard]]:
    """Give both corners of a king, the second ``shift`` mm from where it should be."""
    x, y = shift * math.cos(math.radians(away)), shift * math.sin(math.radians(away))
    return [[ScriptedCard(Card.HK, 0, 0, shows=(0,))], [ScriptedCard(other, x, y, shows=(1,))]]


@pytest.mark.parametrize("away", [DIAGONAL, DIAGONAL + 180])
def test_a_court_card_with_indices_further_in_or_out_than_the_decks_others_is_one_card(away: float) -> None:
    cards = put_together(halves(9.0, away))
    assert len(cards) == 2
    (whole,) = rejoined(cards)
    assert whole.card is Card.HK
    assert len(whole.indices) == 2
    assert whole.confidence > max(card.confidence for card in cards)
    assert whole.outline is not None
    middle = whole.outline.mean(axis=0)
    assert np.linalg.norm(middle - np.array(halves(9.0, away)[1][0].outline()).mean(axis=0) / 2) < 0.1
    # Both halves say alike how it lies, so that the outline keeps its size.
    assert abs(float(np.linalg.norm(whole.outline[1] - whole.outline[0])) - 63.0) < 0.5


def test_a_card_beside_it_changes_nothing() -> None:
    """A ten under the king's corner was taken to lie over it."""
    ten = [ScriptedCard(Card.HT, 4, 26, shows=(0,))]
    assert sorted(card.card.value for card in rejoined(put_together([*halves(9.0, DIAGONAL), ten]))) == ["HK", "HT"]


def test_two_faces_at_one_pose_in_the_open_are_one_card_that_contradicts_itself() -> None:
    """A queen's second corner was read as a nine, and the nine was told beside the queen."""
    (whole,) = rejoined(put_together(halves(9.0, DIAGONAL, Card.H9)))
    assert whole.contradiction
    assert whole.confidence < 0.6
    assert {whole.card, whole.alternatives[0][0]} == {Card.HK, Card.H9}


def test_two_faces_of_which_a_third_card_may_hide_the_other_corner_are_two_cards() -> None:
    over = [ScriptedCard(Card.DA, 40, 20)]
    cards = put_together([*halves(9.0, DIAGONAL, Card.H9), over])
    assert len(cards) == 3
    assert rejoined(cards) == cards


def test_a_joker_lies_nobody_knows_how_and_contradicts_nothing() -> None:
    cards = put_together(halves(9.0, DIAGONAL, Card.BJ))
    assert len(cards) == 2
    assert rejoined(cards) == cards


@pytest.mark.parametrize("shift", [16.0, 30.0])
def test_corners_too_far_from_where_they_should_be_are_no_halves(shift: float) -> None:
    assert len(rejoined(put_together(halves(shift, DIAGONAL)))) == 2


@pytest.mark.parametrize(("x", "y"), [(9.5, 4.0), (9.0, 6.0), (8.0, -9.0), (0.0, 14.0)])
def test_a_card_of_which_another_one_covers_the_second_corner_is_no_half(x: float, y: float) -> None:
    """Of two equal cards, the upper one's nearer index was not found."""
    under, over = ScriptedCard(Card.HK, 0, 0, shows=(0,)), ScriptedCard(Card.HK, x, y, shows=(1,))
    cards = put_together([[under], [over]])
    assert len(cards) == 2
    assert rejoined(cards) == cards


@pytest.mark.parametrize(("x", "y"), [(9.0, 0.0), (9.0, 9.0), (12.0, -6.0), (20.0, 3.0)])
def test_two_equal_cards_over_each_other_stay_two(x: float, y: float) -> None:
    under, over = ScriptedCard(Card.HK, 0, 0), ScriptedCard(Card.HK, x, y)
    assert len(rejoined(put_together([[under, over]]))) == 2
