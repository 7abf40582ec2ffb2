"""What a play costs does not depend on how many tricks and hands went before: work is counted, not time."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from statistics import mean
from types import FrameType

from paizhuo.rules.cards import Card, Rank, Seat, two_decks
from paizhuo.rules.events import CAMERA, DealEnded, DealStarted, Fact, Logged, MatchStarted, Played, TrickCollected
from paizhuo.rules.events import TrumpNamed as Trump
from paizhuo.rules.rulebooks import load
from paizhuo.rules.session import MatchState, apply
from paizhuo.rules.shengji.follow import choose_follow
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trick import winner
from paizhuo.rules.shengji.trump import trump_for

QQ = load("qq", ShengjiRulebook)


def hand_of_singles(number: int, rng: random.Random) -> Iterator[tuple[int, Fact]]:
    """Play a hand of 25 tricks of single cards; each fact comes with its trick."""
    deck = list(two_decks())
    rng.shuffle(deck)
    hands = {seat: deck[25 * seat : 25 * (seat + 1)] for seat in Seat}
    trump = trump_for(QQ, Rank.TWO, None)
    yield 0, DealStarted(number)
    yield 0, Trump(None, Seat.E)
    leader = Seat.E
    for trick in range(1, 26):
        plays: list[tuple[Seat, tuple[Card, ...]]] = []
        for seat in (leader, leader.next, leader.partner, leader.previous):
            free = (rng.choice(hands[seat]),)
            card = choose_follow(plays[0][1], hands[seat], trump, QQ, lambda _: rng.random()) if plays else free
            hands[seat].remove(card[0])
            plays.append((seat, card))
            yield trick, Played(seat, card)
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


def costs(hands: Iterable[int]) -> dict[int, dict[int, float]]:
    """Give for each hand and trick what a play costs on average."""
    rng, table = random.Random(5), Counting()
    found: dict[int, dict[int, list[int]]] = {}
    for hand in hands:
        for trick, fact in hand_of_singles(hand, rng):
            cost = table.cost(fact)
            if isinstance(fact, Played):
                found.setdefault(hand, {}).setdefault(trick, []).append(cost)
    return {hand: {trick: mean(each) for trick, each in tricks.items()} for hand, tricks in found.items()}


def test_a_late_play_costs_what_one_in_the_middle_costs() -> None:
    measured = list(costs(range(1, 13)).values())
    middle = mean(tricks[trick] for tricks in measured for trick in range(8, 13))
    late = mean(tricks[trick] for tricks in measured for trick in range(20, 25))
    assert late < 1.25 * middle


def test_a_play_in_the_twelfth_hand_costs_what_one_in_the_first_costs() -> None:
    measured = costs(range(1, 13))
    first, last = (mean(measured[hand].values()) for hand in (1, 12))
    assert 0.8 * first < last < 1.25 * first


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
