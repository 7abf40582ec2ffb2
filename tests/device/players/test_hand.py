"""Simulated players play whole legal hands, in their own manner, the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from statistics import mean

import pytest

from paizhuo.device.players.acts import Buries, Declares, Draws, Lays, TakesUp, TurnsKitty
from paizhuo.device.players.hand import DEFAULT_TEMPERS, HandPlan, PlayedHand, Standing, play_hand, play_match
from paizhuo.device.players.temper import BOLD, CAREFUL, ERRATIC, GIVING, Temper
from paizhuo.rules.cards import Card, Seat, two_decks
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.follow import verify_follow
from paizhuo.rules.shengji.lead import verify_lead
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trick import winner
from paizhuo.rules.shengji.trump import Group, trump_for

COMP = load("comp", ShengjiRulebook)
HONEST = HandPlan(faults=0)


def hand(seed: int, plan: HandPlan = HONEST, rulebook: ShengjiRulebook = COMP) -> PlayedHand:
    return play_hand(rulebook, Standing.first(rulebook), plan, random.Random(seed))


def plays_with_hands(played: PlayedHand) -> list[tuple[Seat, tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]]:
    """Give (seat, lead, what the seat held, play) for every play, the hands rebuilt from the plays themselves."""
    held: dict[Seat, Counter[Card]] = {seat: Counter() for seat in Seat}
    for trick in played.truth.tricks:
        for play in trick.plays:
            held[play.seat].update(play.cards)
    listed = []
    for trick in played.truth.tricks:
        lead = next(play.cards for play in trick.plays if play.seat is trick.leader)
        for play in trick.plays:
            listed.append((play.seat, lead, tuple(held[play.seat].elements()), play.cards))
            held[play.seat] -= Counter(play.cards)
    return listed


@pytest.mark.parametrize("seed", range(12))
def test_every_card_of_two_decks_is_played_once_or_buried(seed: int) -> None:
    truth = hand(seed).truth
    played = [card for trick in truth.tricks for play in trick.plays for card in play.cards]
    assert Counter(played + list(truth.buried)) == Counter(two_decks())
    assert len(truth.buried) == 8
    for seat in Seat:
        assert sum(len(p.cards) for t in truth.tricks for p in t.plays if p.seat is seat) == 25


@pytest.mark.parametrize("seed", range(12))
def test_honest_players_never_break_a_rule(seed: int) -> None:
    played = hand(seed)
    trump = trump_for(COMP, COMP.levels.start, played.truth.trump)
    for _, lead, held, play in plays_with_hands(played):
        problems = verify_lead(play, held, trump, COMP) if play is lead else ()
        assert (*problems, *verify_follow(lead, held, play, trump, COMP)) == ()
    assert played.truth.offences == ()


def test_the_trick_goes_to_the_highest_play_and_its_winner_leads_next() -> None:
    truth = hand(5).truth
    trump = trump_for(COMP, COMP.levels.start, truth.trump)
    leader = truth.dealer
    for trick in truth.tricks:
        assert trick.leader is leader
        leader = winner([(play.seat, play.cards) for play in trick.plays], trump, COMP)
        assert trick.winner is leader


def test_two_hundred_points_go_to_tricks_and_kitty() -> None:
    truth = hand(8).truth
    assert sum(trick.points for trick in truth.tricks) + sum(card.points for card in truth.buried) == 200


def test_equal_seeds_play_equal_hands_and_different_seeds_do_not() -> None:
    assert hand(3, HandPlan(faults=2)) == hand(3, HandPlan(faults=2))
    assert hand(3).truth != hand(4).truth


def test_everything_happens_on_the_table_in_order() -> None:
    acts = hand(6).acts
    assert sum(isinstance(act, Draws) for act in acts) == 100
    first = {kind: next(i for i, act in enumerate(acts) if isinstance(act, kind)) for kind in (Declares, Buries, Lays)}
    assert first[Declares] < first[Buries] < first[Lays]
    assert isinstance(acts[-1], TurnsKitty)


def test_declarations_are_overridden_in_some_hands_and_the_old_cards_are_taken_up() -> None:
    overridden = [played for seed in range(40) if len((played := hand(seed)).truth.declarations) > 1]
    assert len(overridden) >= 5
    for played in overridden:
        before_kitty = played.acts[: next(i for i, act in enumerate(played.acts) if isinstance(act, Buries))]
        shown = [act.cards for act in before_kitty if isinstance(act, Declares)]
        assert [act.cards for act in before_kitty if isinstance(act, TakesUp)] == shown
        assert played.truth.dealer is played.truth.declarations[-1].seat


def test_a_match_goes_on_with_the_next_dealer_and_the_levels_won() -> None:
    before: PlayedHand | None = None
    for number, played in enumerate(play_match(COMP, 11, HONEST, hands=5), start=1):
        assert played.truth.hand == number
        if before is not None:
            assert played.truth.dealer is before.truth.next_dealer
            assert played.truth.level == before.truth.levels[played.truth.dealer.side]
        before = played
    assert before is not None
    assert before.truth.hand == 5


def test_multi_card_plays_are_common() -> None:
    sizes = [len(trick.plays[0].cards) for seed in range(10) for trick in hand(seed).truth.tricks]
    assert sum(size > 1 for size in sizes) / len(sizes) > 0.15
    assert max(sizes) >= 4


@dataclass(frozen=True, slots=True)
class Manner:
    """What can be measured about a player: cards a lead, height of side leads, shares of ruffs and of gifts.

    A gift is points that go to the partner's trick, out of all points laid into tricks of others.
    """

    lead_size: float
    lead_height: float
    ruffs: float
    gifts: float


def manner(temper: Temper, hands: int = 30) -> Manner:
    """Play hands in which East has ``temper`` and measure East."""
    plan = HandPlan(tempers={**DEFAULT_TEMPERS, Seat.E: temper}, faults=0)
    sizes, heights, ruffed, given = [], [], [], []
    for seed in range(hands):
        played = hand(seed, plan)
        trump = trump_for(COMP, COMP.levels.start, played.truth.trump)
        held = {(seat, lead, play): cards for seat, lead, cards, play in plays_with_hands(played)}
        for trick in played.truth.tricks:
            lead = trick.plays[0].cards
            mine = next(play.cards for play in trick.plays if play.seat is Seat.E)
            if trick.leader is Seat.E:
                sizes.append(len(mine))
                if trump.group(mine[0]) is not Group.TRUMP:
                    heights.append(max(trump.strength(card) for card in mine))
                continue
            cards = held[Seat.E, lead, mine]
            void = all(trump.group(card) is not trump.group(lead[0]) for card in cards)
            trumps = sum(trump.group(card) is Group.TRUMP for card in cards)
            if void and len(lead) == 1 and trumps and trump.group(lead[0]) is not Group.TRUMP:
                ruffed.append(trump.group(mine[0]) is Group.TRUMP)
            if (worth := sum(card.points for card in mine)) and trick.winner is not Seat.E:
                given += [trick.winner is Seat.W] * (worth // 5)
    return Manner(mean(sizes), mean(heights), mean(ruffed), mean(given))


def test_four_tempers_differ_in_what_can_be_measured() -> None:
    careful, bold, giving, erratic = (manner(temper) for temper in (CAREFUL, BOLD, GIVING, ERRATIC))
    assert bold.lead_size > erratic.lead_size > careful.lead_size
    assert bold.lead_height > careful.lead_height + 0.5
    assert bold.ruffs > giving.ruffs + 0.15
    assert giving.gifts > max(careful.gifts, erratic.gifts) + 0.05
