"""A card under a later play of its seat: sight may take it for what was laid onto it."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat

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
