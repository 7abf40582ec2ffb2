"""What a perfect eye reports of a hand of Guandan is refereed to exactly the truth, whatever fault was planted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.device.players.acts import ClearsTable, Lays
from paizhuo.device.players.comparison import differences
from paizhuo.device.players.drill import Drill
from paizhuo.device.players.guandan.faults import Fault
from paizhuo.device.players.guandan.hand import GuandanPlan
from paizhuo.device.players.match import heard, play_match, playable, record_of
from paizhuo.device.players.witness import Witness
from paizhuo.rules.cards import Card, Seat

RULES = playable("guandan-seed")


def wrong_places(seed: int, plan: GuandanPlan, hands: int, *, swap: bool = False) -> list[list[str]]:
    """Referee a match from observations; give for each hand where the record differs from the truth.

    ``swap`` exchanges aces and twos in what the eye reports: a negative control.
    """
    drill, witness = Drill().start("guandan-seed"), Witness()
    found = []
    for played in play_match(RULES, seed, plan, hands):
        for act in played.acts:
            command = heard(act)
            if command is not None:
                drill.command(command)
            if swap and isinstance(act, Lays):
                act = replace(act, cards=tuple(_swapped(card) for card in act.cards))
            for observation in witness.sees([act]):
                drill.observe(observation)
        found.append([each.where for each in differences(played.truth.as_json(), record_of(drill.now))])
        for observation in witness.sees([ClearsTable(Seat.S)]):
            drill.observe(observation)
    return found


def _swapped(card: Card) -> Card:
    return {Card.SA: Card.S2, Card.S2: Card.SA}.get(card, card)


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_is_recorded_as_it_was_and_nobody_else_is_accused(fault: Fault) -> None:
    assert wrong_places(7, GuandanPlan(faults=1, kinds=(fault,)), 2) == [[], []]


def test_honest_matches_are_recorded_without_a_breach() -> None:
    assert wrong_places(1, GuandanPlan(faults=0), 3) == [[], [], []]


def test_an_eye_that_mistakes_aces_for_twos_does_not_come_to_the_truth() -> None:
    """The negative control."""
    assert all(wrong_places(1, GuandanPlan(faults=0), 1, swap=True))
