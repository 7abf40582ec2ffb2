"""Units of play: singles, pairs and tractors, how cards fall into them, and how a play can fill another's shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import Card
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Group, Trump

Shape = tuple[int, ...]
"""The pairs of each unit of a play, largest first: ``(2, 1, 0)`` is a tractor, a pair and a single."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A single (``pairs`` 0), a pair (1) or a tractor (拖拉机, 2 or more). ``strength`` is that of its top card."""

    cards: tuple[Card, ...]
    pairs: int
    strength: int


def pairs_by_strength(cards: Sequence[Card], trump: Trump) -> dict[int, list[Card]]:
    """Give the faces held twice among cards of one group, by strength; a face held four times comes twice."""
    seen: set[Card] = set()
    pools: dict[int, list[Card]] = {}
    for card in cards:
        if card in seen:
            seen.discard(card)
            pools.setdefault(trump.strengths[card], []).append(card)
        else:
            seen.add(card)
    return pools


def longest_run(places: Sequence[int], tied: Sequence[bool]) -> tuple[int, int]:
    """Give the start and length of the longest linked run in rising places; of equal ones the highest.

    >>> longest_run([1, 2, 4], (True,) * 5)
    (1, 2)
    """
    best_start, best_length = 0, 0
    start, previous = 0, -2
    for place in places:
        if place != previous + 1 or not tied[previous]:
            start = place
        previous = place
        if place - start + 1 >= best_length:
            best_start, best_length = start, place - start + 1
    return best_start, best_length


def decompose(cards: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook) -> tuple[Unit, ...]:
    """Divide cards into the largest units, longest tractors first; cards of several groups never join.

    Units come largest kind first, and inside a kind the lowest first.

    >>> from paizhuo.rules.cards import Rank, Suit
    >>> from paizhuo.rules.rulebooks import load
    >>> qq = load("qq", ShengjiRulebook)
    >>> [unit.pairs for unit in decompose([Card.S5, Card.S5, Card.S7, Card.S7, Card.SA], Trump(Rank.SIX, None), qq)]
    [2, 0]
    """
    if len(cards) == 1:
        return (Unit(tuple(cards), 0, trump.strength(cards[0])),)
    by_group: dict[Group, list[Card]] = {}
    for card in cards:
        by_group.setdefault(trump.group(card), []).append(card)
    units: list[Unit] = []
    for group, members in by_group.items():
        _decompose_group(members, trump, trump.tied[group], rulebook.tractors.minimum_pairs, units)
    units.sort(key=lambda unit: (-unit.pairs, unit.strength))
    return tuple(units)


def _decompose_group(
    cards: Sequence[Card], trump: Trump, tied: Sequence[bool], minimum: int, units: list[Unit]
) -> None:
    pools = pairs_by_strength(cards, trump)
    loose = list(cards)
    for pool in pools.values():
        pool.sort()
        for card in pool:
            loose.remove(card)
            loose.remove(card)
    units.extend(Unit((card,), 0, trump.strengths[card]) for card in loose)
    while pools:
        start, length = longest_run(sorted(pools), tied)
        if length < minimum:
            break
        units.append(_take(pools, start, length))
    for strength, pool in pools.items():
        units.extend(Unit((card, card), 1, strength) for card in pool)


def _take(pools: dict[int, list[Card]], start: int, length: int) -> Unit:
    taken: list[Card] = []
    for place in range(start, start + length):
        card = pools[place].pop()
        if not pools[place]:
            del pools[place]
        taken += (card, card)
    return Unit(tuple(taken), length, start + length - 1)


def shape(units: Sequence[Unit]) -> Shape:
    """Give the shape of a play's units.

    >>> shape((Unit((Card.SA,), 0, 12), Unit((Card.SK, Card.SK), 1, 11)))
    (1, 0)
    """
    return tuple(sorted((unit.pairs for unit in units), reverse=True))


def matchings(cards: Sequence[Card], wanted: Shape, trump: Trump) -> Iterator[tuple[Unit, ...]]:
    """Yield every way in which cards of one group fill a shape, as units in the order of the shape.

    Pairs may be broken into singles and tractors into pairs, so that there can be several ways; ways that differ
    only in which of several equal cards stands where are one.
    """
    pools = pairs_by_strength(cards, trump)
    for pool in pools.values():
        pool.sort()
    tied = trump.tied[trump.group(cards[0])]
    big = tuple(pairs for pairs in wanted if pairs)
    for chosen in _fill(big, 0, -1, pools, tied):
        loose = list(cards)
        for unit in chosen:
            for card in unit.cards:
                loose.remove(card)
        loose.sort(key=trump.strengths.__getitem__)
        yield chosen + tuple(Unit((card,), 0, trump.strengths[card]) for card in loose)


def _fill(
    slots: tuple[int, ...], slot: int, lowest: int, pools: dict[int, list[Card]], tied: Sequence[bool]
) -> Iterator[tuple[Unit, ...]]:
    if slot == len(slots):
        yield ()
        return
    length = slots[slot]
    for start in sorted(pools):
        if start < lowest or not fits(pools, start, length, tied):
            continue
        unit = _take_copy(pools, start, length)
        rest = without(pools, start, length)
        same = slot + 1 < len(slots) and slots[slot + 1] == length
        for others in _fill(slots, slot + 1, start if same else -1, rest, tied):
            yield (unit, *others)


def fits(pools: dict[int, list[Card]], start: int, length: int, tied: Sequence[bool]) -> bool:
    """Say whether pairs at ``length`` linked places from ``start`` on are all there."""
    for place in range(start, start + length):
        if place not in pools:
            return False
        if place > start and not tied[place - 1]:
            return False
    return True


def without(pools: dict[int, list[Card]], start: int, length: int) -> dict[int, list[Card]]:
    """Give the pools less one pair at each of ``length`` places."""
    rest = dict(pools)
    for place in range(start, start + length):
        remaining = rest[place][:-1]
        if remaining:
            rest[place] = remaining
        else:
            del rest[place]
    return rest


def _take_copy(pools: dict[int, list[Card]], start: int, length: int) -> Unit:
    cards: list[Card] = []
    for place in range(start, start + length):
        card = pools[place][-1]
        cards += (card, card)
    return Unit(tuple(cards), length, start + length - 1)
