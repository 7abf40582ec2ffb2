"""Planted faults: what players do wrong on purpose, so that a referee can be tested.

A fault is planned for a trick and carried out at the first chance from there on; some hands never offer one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from enum import StrEnum

from paizhuo.device.players.choice import may_throw
from paizhuo.device.players.planting import Planned, Planting
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.shengji.combos import decompose
from paizhuo.rules.shengji.follow import verify_follow
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.throw import judge_throw
from paizhuo.rules.shengji.trump import Group, Trump


class Fault(StrEnum):
    """The kinds of fault."""

    REVOKE_SUIT = "revoke_suit"
    """Does not follow suit although able (有牌不跟)."""
    REVOKE_PAIR = "revoke_pair"
    """Breaks up or keeps back a pair that must be played."""
    REVOKE_TRACTOR = "revoke_tractor"
    """Plays loose pairs and keeps back a tractor that must be played."""
    TOO_MANY = "too_many"
    """Lays a card too many and takes one back."""
    TOO_FEW = "too_few"
    """Lays a card too few and adds it."""
    OUT_OF_TURN = "out_of_turn"
    """Plays before the seat whose turn it is."""
    WRONG_THROW = "wrong_throw"
    """Throws cards that somebody can beat."""
    TAKEBACK = "takeback"
    """Lays a play, takes it back and plays something else (悔牌)."""


REVOKES: Mapping[Fault, str] = {
    Fault.REVOKE_SUIT: "follow.must_follow_suit",
    Fault.REVOKE_PAIR: "follow.must_play_pair",
    Fault.REVOKE_TRACTOR: "follow.must_play_tractor",
}
"""Each kind of revoke with the code of the rule that it breaks."""

_TRIES = 160


def plan(rng: random.Random, count: int, kinds: Sequence[Fault] = tuple(Fault)) -> tuple[Planned[Fault], ...]:
    """Plan ``count`` faults of different kinds, spread over the hand."""
    chosen = rng.sample(list(kinds), min(count, len(kinds)))
    return tuple(Planned(fault, rng.randint(1, 14)) for fault in chosen)


class Injector(Planting[Fault]):
    """Finds the wrong play for a fault that is due, in a hand that allows one."""

    def revoke(
        self, trick: int, lead: Sequence[Card], hand: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook
    ) -> tuple[Card, ...] | None:
        """Give a play that breaks one rule of following, when such a fault is due and the hand allows it."""
        for fault, code in REVOKES.items():
            if self.due(fault, trick):
                play = _breaking(code, lead, hand, trump, rulebook, self._rng)
                if play is not None:
                    self.done(fault)
                    return play
        return None

    def wrong_throw(
        self,
        trick: int,
        hand: Sequence[Card],
        others: Mapping[Seat, Sequence[Card]],
        trump: Trump,
        rulebook: ShengjiRulebook,
    ) -> tuple[Card, ...] | None:
        """Give a throw that somebody beats, when such a fault is due and the hand allows it."""
        if not self.due(Fault.WRONG_THROW, trick):
            return None
        groups = [group for group in Group if may_throw(group, rulebook)]
        self._rng.shuffle(groups)
        for group in groups:
            cards = [card for card in hand if trump.group(card) is group]
            for size in (3, 2, 4):
                if len(cards) < size:
                    continue
                attempt = tuple(self._rng.sample(cards, size))
                failed = (
                    len(decompose(attempt, trump, rulebook)) > 1
                    and not judge_throw(attempt, others, trump, rulebook).ok
                )
                if failed:
                    self.done(Fault.WRONG_THROW)
                    return attempt
        return None


def _breaking(
    code: str,
    lead: Sequence[Card],
    hand: Sequence[Card],
    trump: Trump,
    rulebook: ShengjiRulebook,
    rng: random.Random,
) -> tuple[Card, ...] | None:
    """Search for a play with exactly this breach: chance finds one quickly wherever there are several."""
    size = len(lead)
    needed = {REVOKES[Fault.REVOKE_PAIR]: 1, REVOKES[Fault.REVOKE_TRACTOR]: 2}.get(code, 0)
    if size > len(hand) or decompose(lead, trump, rulebook)[0].pairs < needed:
        return None
    group = trump.group(lead[0])
    of_group = [card for card in hand if trump.group(card) is group]
    others = [card for card in hand if trump.group(card) is not group]
    for _ in range(_TRIES if size > 1 else 3):
        play = _random_play(code, size, of_group, others, rng)
        if play is None:
            return None
        if [violation.code for violation in verify_follow(lead, hand, play, trump, rulebook)] == [code]:
            return play
    return None


def _random_play(
    code: str, size: int, of_group: Sequence[Card], others: Sequence[Card], rng: random.Random
) -> tuple[Card, ...] | None:
    """Give any play that might break the rule, None when no play can."""
    if code == REVOKES[Fault.REVOKE_SUIT]:
        short = min(len(of_group), size) - 1
        if short < 0 or len(others) < size - short:
            return None
        return (*rng.sample(of_group, short), *rng.sample(others, size - short))
    if len(of_group) <= size:
        return None
    if code == REVOKES[Fault.REVOKE_PAIR]:
        return tuple(rng.sample(of_group, size))
    pairs = [card for card in dict.fromkeys(of_group) if of_group.count(card) > 1]
    if len(pairs) <= size // 2:
        return None
    chosen = [card for card in rng.sample(pairs, size // 2) for _ in range(2)]
    loose = [card for card in of_group if card not in chosen]
    return (*chosen, *loose[: size - len(chosen)])
