"""A card under a later play of its seat: sight may take it for what was laid onto it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import CardsReread

E, N, W, S = Seat


@pytest.fixture
def drill() -> Drill:
    """East's ten is beaten round the table, and East lays the big joker onto it."""
    table = Drill().start("guandan-seed")
    table.backs(1)
    for seat, card in ((E, "HT"), (N, "SA"), (W, "LJ"), (E, "BJ")):
        table.shows(seat, card)
    return table


def faces(drill: Drill) -> list[str]:
    return [" ".join(play.cards) for play in drill.now.trick.plays]


def test_a_sure_card_does_not_become_what_was_laid_onto_it(drill: Drill) -> None:
    drill.rereads(E, "HT", "BJ")
    assert faces(drill) == ["HT", "SA", "LJ", "BJ"]
    assert drill.kinds == ["reread.nothing_new"]
    assert drill.now.violations == ()


def test_a_face_that_lies_nowhere_else_is_a_better_reading(drill: Drill) -> None:
    drill.rereads(E, "HT", "DT")
    assert faces(drill)[0] == "DT"


def test_the_upper_card_may_turn_out_to_be_as_the_lower_one(drill: Drill) -> None:
    drill.rereads(E, "BJ", "HT")
    assert faces(drill)[-1] == "HT"


def test_a_card_that_was_not_sure_follows_the_new_reading() -> None:
    table = Drill().start("guandan-seed")
    table.backs(1)
    table.shows_readings(E, [table.card("D3", 0.8, ("D8", 0.2))])
    for seat, card in ((N, "SA"), (W, "LJ"), (E, "D8")):
        table.shows(seat, card)
    table.rereads(E, "D3", "D8")
    assert faces(table)[0] == "D8"


def test_a_card_that_was_not_sure_does_not_become_what_nothing_spoke_for() -> None:
    """A second jack of spades was likelier than the eight that lies over it now."""
    table = Drill().start("guandan-seed")
    table.backs(1)
    table.shows_readings(E, [table.card("CJ", 0.8, ("SJ", 0.2))])
    for seat, card in ((N, "SA"), (W, "LJ"), (E, "C8")):
        table.shows(seat, card)
    table.rereads(E, "CJ", "C8")
    assert faces(table)[0] == "CJ"


@pytest.mark.parametrize(("confidence", "is_asked"), [(0.96, True), (0.99, False)])
def test_of_two_faces_neither_of_which_was_sure_the_former_stays_possible(confidence: float, is_asked: bool) -> None:
    """With the jack East laid a full house; the eight alone, not surely read either, accuses nobody."""
    table = Drill().start("guandan-seed")
    table.backs(1)
    doubtful = table.card("CJ", 0.8, ("SJ", 0.2))
    table.shows_readings(E, [*(table.card(face) for face in ("HK", "DK", "SK", "HJ")), doubtful])
    again = replace(doubtful, card=Card.C8, confidence=confidence, alternatives=((Card.S8, 0.04),))
    table.observe(CardsReread("seat-E", E, (doubtful,), (again,), table._evidence()))
    assert faces(table)[0] == "HK DK SK HJ C8"
    assert [each.code for each in table.now.violations] == ([] if is_asked else ["shape.none"])
    assert [each.code for each in table.now.questions] == (["play_or_misread"] if is_asked else [])
