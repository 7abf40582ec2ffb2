"""Simulated Guandan players play whole legal hands, in their own manner, the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from statistics import mean

import pytest

from paizhuo.device.players.acts import Draws, Lays, Reports, TakesFrom, TakesUp, TurnsDown, TurnsUp
from paizhuo.device.players.guandan.hand import (
    DEFAULT_TEMPERS,
    GuandanPlan,
    GuandanStanding,
    PlayedGuandan,
    play_hand,
    play_match,
)
from paizhuo.device.players.guandan.temper import BOLD, ERRATIC, LOYAL, PATIENT, SWEEPING, GuandanTemper
from paizhuo.rules.cards import Card, Rank, Seat, two_decks
from paizhuo.rules.guandan.combos import Shape
from paizhuo.rules.guandan.levels import Score
from paizhuo.rules.guandan.pips import card_strength
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import begin, can_play, collect, play
from paizhuo.rules.guandan.tribute import duty, verify_return, verify_tribute
from paizhuo.rules.rulebooks import load

SEED = load("guandan-seed", GuandanRulebook)
HONEST = GuandanPlan(faults=0)


def hand(seed: int, plan: GuandanPlan = HONEST, order: tuple[Seat, ...] = ()) -> PlayedGuandan:
    standing = GuandanStanding(Score(Rank.FIVE, Rank.TWO, order[0].side if order else None), order)
    return play_hand(SEED, standing, plan, random.Random(seed))


@cache
def honest(seed: int, order: tuple[Seat, ...] = ()) -> PlayedGuandan:
    """Give an honest hand; several tests look at the same ones."""
    return hand(seed, HONEST, order)


@pytest.mark.parametrize("seed", range(8))
def test_plays_and_turned_tables_alone_tell_an_honest_hand(seed: int) -> None:
    """Judged from outside, without the passes: every play legal, every trick, leader and place found again."""
    truth = honest(seed).truth
    seen = begin(truth.level, truth.leader)
    for trick in truth.tricks:
        assert seen.turn is trick.leader
        for each in trick.plays:
            assert can_play(seen, each.seat, each.cards, SEED)
            seen = play(seen, each.seat, each.cards, SEED)
        assert seen.trick.top is not None
        assert seen.trick.top.seat is trick.winner
        seen = collect(seen)
    assert seen.is_over
    assert seen.places == truth.order
    laid = Counter(card for trick in truth.tricks for each in trick.plays for card in each.cards)
    assert laid <= Counter(two_decks())
    assert truth.offences == ()


def test_equal_seeds_play_equal_hands_and_different_seeds_do_not() -> None:
    assert hand(3, GuandanPlan(faults=2)) == hand(3, GuandanPlan(faults=2))
    assert hand(3).truth != hand(4).truth


def test_everything_happens_on_the_table_in_order() -> None:
    acts = honest(6).acts
    assert isinstance(acts[0], TurnsUp)
    assert acts[0].seat is Seat.S
    first = acts[1]
    assert isinstance(first, Draws)
    assert [act.seat for act in acts[1:109] if isinstance(act, Draws)] == [
        Seat((first.seat + place) % 4) for place in range(108)
    ]
    assert isinstance(acts[109], Lays)
    assert isinstance(acts[-1], TurnsDown)


@pytest.mark.parametrize(
    "order", [(Seat.E, Seat.N, Seat.W, Seat.S), (Seat.E, Seat.W), (Seat.N, Seat.E, Seat.S, Seat.W)]
)
def test_tribute_and_return_follow_the_last_hand(order: tuple[Seat, ...]) -> None:
    seen = 0
    for seed in range(6):
        truth = honest(seed, order).truth
        if truth.resisted:
            assert truth.leader is order[0]
            continue
        seen += 1
        assert {gift.payer for gift in truth.gifts} == set(duty(order).payers)
        for gift in truth.gifts:
            laid = [
                card for trick in truth.tricks for each in trick.plays if each.seat is gift.payer for card in each.cards
            ]
            if gift.returned in laid:
                laid.remove(gift.returned)
            assert verify_tribute(laid, gift.card, truth.level) == ()
            theirs = [
                card
                for trick in truth.tricks
                for each in trick.plays
                if each.seat is gift.receiver
                for card in each.cards
            ]
            assert verify_return([*theirs, gift.card], gift.returned, truth.level, SEED) == ()
        assert truth.leader in duty(order).payers
    assert seen


def test_two_returns_are_turned_over_together() -> None:
    acts = next(played for seed in range(6) if not (played := honest(seed, (Seat.E, Seat.W))).truth.resisted).acts
    kinds = [type(act).__name__ for act in acts[108:]]
    assert kinds[:9] == ["Lays", "Lays", *["TakesFrom"] * 2, "LaysDown", "LaysDown", "TurnsOver", *["TakesFrom"] * 2]
    crossing = [act for act in acts if isinstance(act, TakesFrom)]
    assert {(act.seat, act.owner) for act in crossing[2:]} == {(act.owner, act.seat) for act in crossing[:2]}
    assert {act.owner for act in crossing[:2]} == {Seat.N, Seat.S}


def test_two_big_jokers_among_the_payers_are_shown_and_nobody_pays() -> None:
    found = [played for seed in range(60) if (played := honest(seed, (Seat.E, Seat.W))).truth.resisted]
    assert found
    for played in found:
        shown = [act for act in played.acts[108:] if isinstance(act, Lays) and set(act.cards) == {Card.BJ}]
        assert sum(len(act.cards) for act in shown[:2]) >= 2
        assert played.truth.gifts == ()
        assert played.truth.leader is Seat.E
        assert isinstance(played.acts[108], Lays)
        assert any(isinstance(act, TakesUp) for act in played.acts[108:113])


def test_every_seat_reports_once_with_ten_cards_or_fewer() -> None:
    played = honest(5)
    reported = [act for act in played.acts if isinstance(act, Reports)]
    assert reported
    assert len({act.seat for act in reported}) == len(reported)
    assert all(1 <= act.left <= 10 for act in reported)


def test_a_match_goes_on_at_the_levels_won_until_a_side_has_passed_the_ace() -> None:
    before: PlayedGuandan | None = None
    for number, played in enumerate(play_match(SEED, 11, HONEST), start=1):
        assert played.truth.hand == number
        if before is not None:
            assert before.truth.passed is None
            assert played.truth.level == before.truth.levels[before.truth.winner]
        before = played
    assert before is not None
    assert before.truth.passed is not None
    assert before.truth.level is Rank.ACE


def test_a_poor_shuffle_makes_longer_plays() -> None:
    def plays(bunching: float) -> float:
        plan = GuandanPlan(faults=0, bunching=bunching)
        return mean(sum(len(trick.plays) for trick in hand(seed, plan).truth.tricks) for seed in range(12))

    assert plays(0.8) < plays(0.0)


@dataclass(frozen=True, slots=True)
class Manner:
    """What can be measured about a player: cards a lead, height of its single leads, bombs a hand, plays over the
    partner out of all chances."""

    lead_size: float
    lead_height: float
    bombs: float
    over_partner: float


@cache
def manner(temper: GuandanTemper, hands: int = 20) -> Manner:
    """Play hands in which East has ``temper`` and measure East."""
    plan = GuandanPlan(tempers={**DEFAULT_TEMPERS, Seat.E: temper}, faults=0)
    sizes, heights, bombs, over, chances = [], [], 0, 0, 0
    for seed in range(hands):
        truth = hand(seed, plan).truth
        state = begin(truth.level, truth.leader)
        for trick in truth.tricks:
            for each in trick.plays:
                before = state
                state = play(state, each.seat, each.cards, SEED)
                ruling = state.trick.acts[-1].ruling
                assert ruling is not None
                assert ruling.reading is not None
                if each.seat is not Seat.E:
                    continue
                if before.awaits_lead or each is trick.plays[0]:
                    sizes.append(len(each.cards))
                    heights += [card_strength(card, truth.level) for card in each.cards if len(each.cards) == 1]
                bombs += ruling.reading.shape in (Shape.BOMB, Shape.STRAIGHT_FLUSH, Shape.JOKER_BOMB)
            held = [each.seat for each in trick.plays]
            for place, seat in enumerate(held[:-1]):
                if seat is Seat.W:
                    chances += 1
                    over += held[place + 1] is Seat.E
            state = collect(state)
    return Manner(mean(sizes), mean(heights), bombs / hands, over / max(1, chances))


def test_five_tempers_differ_in_what_can_be_measured() -> None:
    patient, bold, sweeping, loyal, erratic = map(manner, (PATIENT, BOLD, SWEEPING, LOYAL, ERRATIC))
    assert sweeping.lead_size > patient.lead_size + 0.5 > loyal.lead_size + 0.5
    assert bold.lead_height > patient.lead_height + 1.0
    assert bold.bombs > patient.bombs + 0.3
    assert 2 * loyal.over_partner < bold.over_partner
    assert erratic.lead_size < sweeping.lead_size


def test_after_a_double_tribute_whoever_paid_the_larger_one_leads() -> None:
    """East once led for nobody: it is seat 0, which an ``or`` took for no seat at all."""
    leaders = Counter[Seat]()
    for seed in range(12):
        truth = hand(seed, order=(Seat.N, Seat.S, Seat.E, Seat.W)).truth
        if not truth.resisted:
            larger = {gift.payer for gift in truth.gifts if gift.receiver is Seat.N}
            assert larger == {truth.leader}
            leaders[truth.leader] += 1
    assert set(leaders) == {Seat.E, Seat.W}
