"""Every kind of fault can be planted; the cards show it and the truth lists it."""

from __future__ import annotations

import random

import pytest

from paizhuo.device.players.acts import Lays, TakesUp
from paizhuo.device.players.faults import REVOKES, Fault
from paizhuo.device.players.hand import HandPlan, PlayedHand, Standing, play_hand
from paizhuo.device.players.temper import BOLD
from paizhuo.rules.cards import Seat
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

COMP = load("comp", ShengjiRulebook)


def hands_with(fault: Fault, seeds: int, bunching: float = 0.05) -> list[PlayedHand]:
    # Bold players lead the pairs and tractors that the rarer revokes need.
    plan = HandPlan(tempers=dict.fromkeys(Seat, BOLD), faults=1, kinds=(fault,), bunching=bunching)
    played = [play_hand(COMP, Standing.first(COMP), plan, random.Random(seed)) for seed in range(seeds)]
    return [each for each in played if each.truth.offences]


@pytest.mark.parametrize("fault", list(REVOKES))
def test_a_revoke_of_each_kind_is_committed_and_listed(fault: Fault) -> None:
    # Few hands offer the chance to keep back a tractor behind loose pairs; a poor shuffle makes more of them.
    found = hands_with(fault, 30, bunching=0.6 if fault is Fault.REVOKE_TRACTOR else 0.05)
    assert found
    for played in found:
        assert [offence.code for offence in played.truth.offences] == [REVOKES[fault]]


def test_a_play_out_of_turn_changes_the_order_of_the_trick_only() -> None:
    played = hands_with(Fault.OUT_OF_TURN, 5)[0]
    (offence,) = played.truth.offences
    assert offence.code == "turn.out_of_turn"
    trick = played.truth.tricks[offence.trick - 1]
    assert [play.seat for play in trick.plays][1] is offence.seat is trick.leader.partner
    assert {play.seat for play in trick.plays} == set(Seat)


def test_a_wrong_throw_gives_cards_back_and_leaves_the_forced_unit() -> None:
    played = hands_with(Fault.WRONG_THROW, 10)[0]
    (offence,) = played.truth.offences
    assert offence.code == "throw.failed"
    forced = played.truth.tricks[offence.trick - 1].plays[0].cards
    at, taken = next((i, act) for i, act in enumerate(played.acts) if isinstance(act, TakesUp) and i > 110)
    attempt = played.acts[at - 1]
    assert isinstance(attempt, Lays)
    assert attempt.seat is taken.seat is offence.seat
    assert sorted(attempt.cards) == sorted((*forced, *taken.cards))


def test_a_card_taken_back_is_replaced_by_another_play() -> None:
    played = hands_with(Fault.TAKEBACK, 5)[0]
    (offence,) = played.truth.offences
    at, taken = next((i, act) for i, act in enumerate(played.acts) if isinstance(act, TakesUp) and i > 110)
    assert played.acts[at - 1] == Lays(offence.seat, taken.cards)
    again = played.acts[at + 1]
    assert isinstance(again, Lays)
    assert again.seat is offence.seat
    assert len(again.cards) == len(taken.cards)


def test_a_card_too_many_is_taken_back() -> None:
    played = hands_with(Fault.TOO_MANY, 5)[0]
    assert [offence.code for offence in played.truth.offences] == ["count.wrong"]


def test_faults_are_the_exception_without_a_plan() -> None:
    played = play_hand(COMP, Standing.first(COMP), HandPlan(faults=0), random.Random(2))
    assert played.truth.offences == ()
