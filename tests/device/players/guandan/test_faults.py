"""Every kind of fault can be planted in a hand of Guandan; the cards show it and the truth lists it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pytest

from paizhuo.device.players.acts import CountsHands, Draws, Lays, Reports, TakesUp
from paizhuo.device.players.guandan.faults import Fault
from paizhuo.device.players.guandan.hand import GuandanPlan, GuandanStanding, PlayedGuandan, play_hand
from paizhuo.rules.cards import Rank, Seat
from paizhuo.rules.guandan.levels import Score
from paizhuo.rules.guandan.proofs import prove_return, prove_tribute
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import begin, verify_play
from paizhuo.rules.guandan.tribute import Gift
from paizhuo.rules.rulebooks import load

SEED = load("guandan-seed", GuandanRulebook)
AFTER = (Seat.E, Seat.N, Seat.W, Seat.S)
CODES: Mapping[Fault, str] = {
    Fault.WRONG_TRIBUTE: "tribute.not_largest",
    Fault.WRONG_RETURN: "return.not_low",
    Fault.DOES_NOT_BEAT: "play.does_not_beat",
    Fault.NO_SHAPE: "shape.none",
    Fault.OUT_OF_TURN: "turn.out_of_turn",
    Fault.ADDED_LATER: "play.added_later",
    Fault.TAKEBACK: "play.taken_back",
    Fault.MISSING_REPORT: "report.missing",
    Fault.WRONG_REPORT: "report.wrong_number",
    Fault.WRONG_COUNT: "count.hand",
}


STANDING = GuandanStanding(Score(Rank.FIVE, Rank.TWO, Seat.E.side), AFTER)


@cache
def hand_with(fault: Fault, seed: int) -> PlayedGuandan:
    return play_hand(SEED, STANDING, GuandanPlan(faults=1, kinds=(fault,)), random.Random(seed))


def hands_with(fault: Fault, seeds: int = 6) -> list[PlayedGuandan]:
    played = [hand_with(fault, seed) for seed in range(seeds)]
    return [each for each in played if each.truth.offences and not each.truth.resisted]


@pytest.mark.parametrize("fault", list(Fault))
def test_each_kind_is_committed_and_is_the_only_offence(fault: Fault) -> None:
    found = hands_with(fault)
    assert found
    for played in found:
        assert {offence.code for offence in played.truth.offences} == {CODES[fault]}


def test_what_was_paid_or_given_back_wrongly_is_proved_by_cards_laid_later() -> None:
    """The truth counts only what can be proved; the rules' own proofs agree with it, both ways."""
    for fault in (Fault.WRONG_TRIBUTE, Fault.WRONG_RETURN):
        agreed = 0
        for seed in range(12):
            truth = hand_with(fault, seed).truth
            if truth.resisted:
                continue
            (gift,) = truth.gifts
            laid = [(each.seat, each.cards) for trick in truth.tricks for each in trick.plays]
            paid = Gift(gift.payer, gift.receiver, gift.card)
            if fault is Fault.WRONG_TRIBUTE:
                proof = prove_tribute(paid, gift.returned, laid, truth.level)
            else:
                proof = prove_return(paid, gift.returned, laid, truth.level, SEED)
            proved = {each.code for each in truth.offences}
            assert proved == (set() if proof is None else {proof.violation.code})
            agreed += proof is not None
        assert agreed


def test_a_play_that_does_not_beat_goes_back_and_is_no_play() -> None:
    for played in hands_with(Fault.DOES_NOT_BEAT):
        (offence,) = played.truth.offences
        at, taken = next((i, act) for i, act in enumerate(played.acts) if isinstance(act, TakesUp))
        assert played.acts[at - 1] == Lays(offence.seat, taken.cards)
        trick = played.truth.tricks[offence.trick - 1]
        assert Lays(offence.seat, trick.plays[0].cards) != played.acts[at - 1]


def test_a_lead_out_of_turn_goes_back_before_the_right_seat_leads() -> None:
    for played in hands_with(Fault.OUT_OF_TURN):
        (offence,) = played.truth.offences
        at, taken = next((i, act) for i, act in enumerate(played.acts) if isinstance(act, TakesUp))
        trick = played.truth.tricks[offence.trick - 1]
        assert offence.seat is taken.seat is not trick.leader
        lead = played.acts[at + 1]
        assert isinstance(lead, Lays)
        assert lead.seat is trick.leader
        if offence.trick == 1:
            state = begin(played.truth.level, trick.leader)
            assert verify_play(state, offence.seat, taken.cards, SEED)[0].code == "turn.out_of_turn"


def test_a_card_too_many_is_counted_and_drawn_back() -> None:
    for played in hands_with(Fault.WRONG_COUNT):
        before, after = (act.counts for act in played.acts if isinstance(act, CountsHands))
        assert sorted(before) == [26, 27, 27, 28]
        assert after == (27, 27, 27, 27)
        draws = [act.seat for act in played.acts if isinstance(act, Draws)]
        assert tuple(draws.count(seat) for seat in Seat) == before
        assert {offence.seat for offence in played.truth.offences} == {
            Seat(place) for place, count in enumerate(before) if count != 27
        }


def test_a_missing_report_is_the_only_one_missing() -> None:
    for played in hands_with(Fault.MISSING_REPORT):
        (offence,) = played.truth.offences
        first = [act for act in played.acts if isinstance(act, Reports) and act.seat is offence.seat]
        held = dict.fromkeys(Seat, 27)
        for trick in played.truth.tricks:
            for each in trick.plays:
                held[each.seat] -= len(each.cards)
        assert held[offence.seat] <= 10
        # Due once: a player who missed it may still say it after the next play.
        assert len(first) <= 1


def test_faults_are_the_exception_without_a_plan() -> None:
    for seed in range(6):
        assert play_hand(SEED, STANDING, GuandanPlan(faults=0), random.Random(seed)).truth.offences == ()
