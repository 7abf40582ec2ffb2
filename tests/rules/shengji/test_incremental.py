"""What a play costs does not depend on how many tricks and hands went before: work is counted, not time."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache
from statistics import mean
from types import FrameType

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, two_decks
from paizhuo.rules.events import CAMERA, DealEnded, DealStarted, Fact, Logged, MatchStarted, Played, TrickCollected
from paizhuo.rules.events import TrumpNamed as Trump
from paizhuo.rules.rulebooks import load
from paizhuo.rules.session import MatchState, apply
from paizhuo.rules.shengji.follow import choose_follow
from paizhuo.rules.shengji.lead import legal_leads
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trick import winner
from paizhuo.rules.shengji.trump import trump_for

QQ = load("qq", ShengjiRulebook)


def hand(number: int, rng: random.Random, *, singles: bool) -> Iterator[tuple[int, Fact]]:
    """Play a hand, of 25 tricks of single cards or of leads of every kind; each fact comes with its trick."""
    deck = list(two_decks())
    rng.shuffle(deck)
    hands = {seat: deck[25 * seat : 25 * (seat + 1)] for seat in Seat}
    trump = trump_for(QQ, Rank.TWO, None)
    yield 0, DealStarted(number)
    yield 0, Trump(None, Seat.E)
    leader, trick = Seat.E, 0
    while hands[leader]:
        trick += 1
        plays: list[tuple[Seat, tuple[Card, ...]]] = []
        for seat in (leader, leader.next, leader.partner, leader.previous):
            if plays:
                cards = choose_follow(plays[0][1], hands[seat], trump, QQ, lambda _: rng.random())
            elif singles:
                cards = (rng.choice(hands[seat]),)
            else:
                leads = list(legal_leads(hands[seat], trump, QQ))
                cards = max(rng.sample(leads, min(3, len(leads))), key=len)
            for card in cards:
                hands[seat].remove(card)
            plays.append((seat, cards))
            yield trick, Played(seat, cards)
        yield trick, TrickCollected()
        leader = winner(plays, trump, QQ)
    yield 26, DealEnded()


class Counting:
    """Counts the calls of functions while facts are applied."""

    def __init__(self) -> None:
        self.state = apply(MatchState(), Logged(1, 0, CAMERA, MatchStarted("qq", ("a", "b", "c", "d"))))
        self._calls = 0

    def cost(self, fact: Fact) -> int:
        entry, self._calls = Logged(self.state.seq + 1, 0, CAMERA, fact), 0
        sys.setprofile(self._called)
        try:
            self.state = apply(self.state, entry)
        finally:
            sys.setprofile(None)
        return self._calls

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        self._calls += event == "call"


@cache
def costs(hands: range, *, singles: bool) -> dict[int, dict[int, float]]:
    """Give for each hand and trick what a play costs on average."""
    rng, table = random.Random(5), Counting()
    found: dict[int, dict[int, list[int]]] = {}
    for number in hands:
        for trick, fact in hand(number, rng, singles=singles):
            cost = table.cost(fact)
            if isinstance(fact, Played):
                found.setdefault(number, {}).setdefault(trick, []).append(cost)
    return {number: {trick: mean(each) for trick, each in tricks.items()} for number, tricks in found.items()}


def test_a_late_play_costs_what_one_in_the_middle_costs() -> None:
    measured = list(costs(range(1, 13), singles=True).values())
    middle = mean(tricks[trick] for tricks in measured for trick in range(8, 13))
    late = mean(tricks[trick] for tricks in measured for trick in range(20, 25))
    assert late < 1.25 * middle


@pytest.mark.parametrize("singles", [True, False])
def test_a_play_in_late_hands_costs_what_one_in_early_hands_costs(singles: bool) -> None:
    """Pairs and tractors enter claims of their own, so that leads of every kind are tried as well."""
    measured = costs(range(1, 13), singles=singles)
    early, late = (mean(mean(measured[number].values()) for number in some) for some in (range(1, 7), range(7, 13)))
    assert 0.85 * early < late < 1.15 * early


def test_work_that_grows_would_be_noticed() -> None:
    table = Counting()

    def growing(times: int) -> int:
        table._calls = 0
        sys.setprofile(table._called)
        try:
            sum(len(str(number)) for number in range(times))
        finally:
            sys.setprofile(None)
        return table._calls

    assert growing(200) > 1.25 * growing(100)
