"""What a lead of pairs and tractors obliges a hand to play, found by search over the ways to break the lead up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from paizhuo.rules.cards import Card
from paizhuo.rules.shengji.combos import Shape, longest_run, pairs_by_strength
from paizhuo.rules.shengji.policies import Breaking, FollowPairs, FollowTractors
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Group, Trump

Obligation = tuple[int, ...]
"""Lengths of the tractors and pairs that must be played, longest first: ``(2, 1)`` is a two-pair tractor and a pair."""


def obligation(led: Shape, held: Sequence[Card], group: Group, trump: Trump, rulebook: ShengjiRulebook) -> Obligation:
    """Give what a hand's cards of the led group oblige it to play.

    As many pairs as the lead has, if held; among the ways to break the lead's tractors up that the hand can fill,
    the one with the longest tractors.
    """
    follow = rulebook.follow
    led_pairs = sum(led)
    if not led_pairs or follow.pairs is FollowPairs.FREE:
        return ()
    pools = places(pairs_by_strength(held, trump))
    tied = trump.tied[group]
    if follow.breaking is Breaking.PROTECTED and led[0] < 2:
        keep_loose(pools, tied, rulebook.tractors.minimum_pairs)
    owed = min(led_pairs, sum(pools.values()))
    if led[0] < 2 or owed < 2 or follow.tractors is FollowTractors.PAIRS:
        return (1,) * owed
    led_tractors = tuple(pairs for pairs in led if pairs)
    # The last of the ways, loose pairs, always fits.
    return next(parts for parts in ways(led_tractors, owed, follow.tractors) if can_place(parts, pools, tied))


def places(pools: Mapping[int, Sequence[Card]]) -> dict[int, int]:
    """Count the pairs at each strength."""
    return {place: len(pool) for place, pool in pools.items()}


def keep_loose(pools: dict[int, int], tied: Sequence[bool], minimum: int) -> None:
    """Take the pairs that stand in a tractor out of the pairs at each strength: they need not be broken."""
    while pools:
        start, length = longest_run(sorted(pools), tied)
        if length < minimum:
            return
        for place in range(start, start + length):
            pools[place] -= 1
            if not pools[place]:
                del pools[place]


def can_place(parts: Obligation, pools: Mapping[int, int], tied: Sequence[bool]) -> bool:
    """Say whether tractors and pairs of these lengths can all be taken out of the pairs at each strength.

    >>> can_place((2, 1), {3: 1, 4: 1, 9: 1}, (True,) * 12), can_place((3,), {3: 1, 4: 1, 9: 1}, (True,) * 12)
    (True, False)
    """
    if not parts or parts[0] == 1:
        return sum(pools.values()) >= len(parts)
    length = parts[0]
    for start in pools:
        run = range(start, start + length)
        if all(pools.get(place, 0) > 0 and (place == start or tied[place - 1]) for place in run):
            rest = {place: count - (place in run) for place, count in pools.items()}
            if can_place(parts[1:], rest, tied):
                return True
    return False


@lru_cache(maxsize=4096)
def ways(led: tuple[int, ...], pairs: int, policy: FollowTractors) -> tuple[Obligation, ...]:
    """Give the ways to break a lead's tractors and pairs into ``pairs`` pairs, longest tractors first.

    >>> ways((3,), 3, FollowTractors.LONGEST), ways((3,), 3, FollowTractors.SAME_LENGTH)
    (((3,), (2, 1), (1, 1, 1)), ((3,), (1, 1, 1)))
    """
    found = {tuple(sorted(parts, reverse=True)) for parts in _break_all(led, policy) if sum(parts) == pairs}
    return tuple(sorted(found, reverse=True))


def _break_all(led: tuple[int, ...], policy: FollowTractors) -> Iterator[tuple[int, ...]]:
    if not led:
        yield ()
        return
    for first in _break_one(led[0], led[0], policy):
        for others in _break_all(led[1:], policy):
            yield (*first, *others)


def _break_one(pairs: int, longest: int, policy: FollowTractors) -> Iterator[tuple[int, ...]]:
    """Yield the parts into which one unit of so many pairs may be broken, pairs left out included."""
    if policy is FollowTractors.SAME_LENGTH:
        yield (pairs,)
        for loose in range(pairs + (pairs > 1)):
            yield (1,) * loose
        return
    yield ()
    for part in range(min(pairs, longest), 0, -1):
        for others in _break_one(pairs - part, part, policy):
            yield (part, *others)
