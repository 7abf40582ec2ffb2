"""How surely a card is there at all: two corners, a covered corner, an open one, and one card seen as two."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from paizhuo.rules.cards import FACES, Card
from paizhuo.rules.laid import SURE_FROM
from paizhuo.vision.assemble import assemble
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedSight
from paizhuo.vision.calibrate import pixels_as_units
from paizhuo.vision.detections import ReadIndex, SeenCard
from paizhuo.vision.poses import STANDARD
from paizhuo.vision.support import is_borne_out, supported

MEANING = (*FACES, Card.UNKNOWN)


def seen(cards: Sequence[ScriptedCard]) -> tuple[SeenCard, ...]:
    """Look at cards on a table whose scale and deck are known; what a card hides is hidden."""
    return told_of(indices(cards))


def seen_through(cards: Sequence[ScriptedCard]) -> tuple[SeenCard, ...]:
    """Look at cards of which none hides anything of the others."""
    return told_of([index for card in cards for index in indices([card])])


def indices(cards: Sequence[ScriptedCard]) -> Sequence[ReadIndex]:
    sight = ScriptedSight(pixels_as_units(0, 0))
    sight.lay(cards)
    return sight.read_indices(np.zeros((1, 1, 3), np.uint8)).read


def told_of(read: Sequence[ReadIndex]) -> tuple[SeenCard, ...]:
    return supported(assemble(read, MEANING, geometry=STANDARD, units_per_mm=1.0))


def presence(cards: Sequence[ScriptedCard], face: Card) -> float:
    (found,) = (card.present for card in seen(cards) if card.card is face)
    return found


def fan(count: int, step: float = 20.0) -> list[ScriptedCard]:
    return [
        ScriptedCard(face, step * place, 3.0 * place, 2.0 * place, confidence=0.995)
        for place, face in enumerate(FACES[:count])
    ]


@pytest.mark.parametrize("angle", [0, 70, 200])
def test_a_card_that_shows_both_its_corners_is_there(angle: float) -> None:
    assert presence([ScriptedCard(Card.SA, 0, 0, angle)], Card.SA) > SURE_FROM


def test_every_card_of_a_fan_is_there_for_the_next_one_covers_its_other_corner() -> None:
    cards = fan(6)
    assert all(card.present > SURE_FROM for card in seen(cards))
    assert len(seen(cards)) == 6


@pytest.mark.parametrize("confidence", [0.55, 0.8, 0.98])
def test_one_corner_with_the_other_open_and_empty_is_not_surely_a_card(confidence: float) -> None:
    found = presence([ScriptedCard(Card.SA, 0, 0, confidence=confidence, shows=(0,))], Card.SA)
    assert found < SURE_FROM
    assert found < confidence


@pytest.mark.parametrize(("x", "y"), [(-9.0, 17.0), (-4.0, 4.0), (6.0, 10.0), (10.0, -8.0)])
@pytest.mark.parametrize("confidence", [0.59, 0.98])
def test_print_in_the_middle_of_a_card_that_shows_both_its_corners_is_no_card(
    x: float, y: float, confidence: float
) -> None:
    """The art of a queen was read as a joker: what it would be the corner of would lie over the queen and under it."""
    queen = ScriptedCard(Card.HQ, 0, 0, 0)
    # The print stands where the first index of the invented card would be.
    corner_x, corner_y = STANDARD.index_x - 31.5, STANDARD.index_y - 44.0
    art = ScriptedCard(Card.BJ, x - corner_x, y - corner_y, 0, confidence=confidence, shows=(0,))
    present = {card.card: card.present for card in seen_through([queen, art])}
    assert present[Card.HQ] > SURE_FROM > present[Card.BJ]


@pytest.mark.parametrize("away", [0.0, 90.0, 200.0, 310.0])
def test_two_corners_that_do_not_quite_fit_one_card_may_still_be_one(away: float) -> None:
    """A card whose corners were found badly was told as two equal cards."""
    dx, dy = 16 * math.cos(math.radians(away)), 16 * math.sin(math.radians(away))
    cards = [ScriptedCard(Card.H5, 0, 0, 0, shows=(0,)), ScriptedCard(Card.H5, dx, dy, 0, shows=(1,), confidence=0.97)]
    found = seen_through(cards)
    assert len(found) == 2
    assert min(card.present for card in found) <= 0.5


def test_twins_that_both_show_two_corners_are_two_cards() -> None:
    cards = [ScriptedCard(Card.H5, 0, 0, 0), ScriptedCard(Card.H5, 80, 0, 0)]
    assert [card.present > SURE_FROM for card in seen(cards)] == [True, True]


def test_a_contradiction_is_one_card_that_is_surely_there() -> None:
    """Six or nine: the face is in doubt, the card is not."""
    top = ScriptedCard(Card.S6, 0, 0, 0, confidence=0.9, shows=(0,))
    low = ScriptedCard(Card.S9, 0, 0, 0, confidence=0.97, shows=(1,))
    (found,) = seen_through([top, low])
    assert found.contradiction
    assert found.present > SURE_FROM > found.confidence


def test_a_card_of_a_fan_counts_however_faintly_it_was_found_if_it_is_read_surely() -> None:
    assert [is_borne_out(card) for card in seen(fan(4))] == [True] * 4


def test_neither_a_doubtful_reading_nor_an_open_corner_is_borne_out() -> None:
    doubtful, cover = ScriptedCard(Card.S6, 0, 0, 0, confidence=0.9), ScriptedCard(Card.HK, 20, 3, 2)
    assert not any(is_borne_out(card) for card in seen([doubtful, cover]) if card.card is Card.S6)
    (alone,) = seen([ScriptedCard(Card.S6, 0, 0, 0, confidence=0.995, shows=(0,))])
    assert not is_borne_out(alone)
