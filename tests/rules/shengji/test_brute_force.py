"""On reduced decks a slow reading of the rules, written down on its own, agrees with the engine everywhere.

The reference knows only lists of ranks from low to high; it searches all subsets and all ways to group them. Its totals
are pinned in ``tests/rules/counts``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.combos import decompose, matchings, shape
from paizhuo.rules.shengji.follow import choose_follow, legal_follows, verify_follow
from paizhuo.rules.shengji.policies import FollowTractors, OverRuff
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.throw import judge_throw
from paizhuo.rules.shengji.trick import winner
from paizhuo.rules.shengji.trump import Trump

COUNTS = Path(__file__).parents[1] / "counts" / "shengji.txt"
QQ = load("qq", ShengjiRulebook)
TRUMP = Trump(Rank.FIVE, Suit.HEARTS)

SPADES = tuple(Card(f"S{rank}") for rank in "346789")
"""Six ranks of a side suit, neighbours across the level five: 3 4 6 7 8 9."""

TOP_TRUMPS = (Card.HK, Card.HA, Card.S5, Card.D5, Card.H5, Card.LJ)
"""Trump from the king up: king, ace, two side levels of equal height, main level, little joker."""

HEIGHTS = {
    **{card: place for place, card in enumerate(SPADES)},
    **dict(zip(TOP_TRUMPS, (0, 1, 2, 2, 3, 4), strict=True)),
}

Parts = tuple[int, ...]


def under(policy: FollowTractors) -> ShengjiRulebook:
    return replace(QQ, follow=replace(QQ.follow, tractors=policy))


def hands(faces: tuple[Card, ...], size: int) -> Iterator[tuple[Card, ...]]:
    """Every hand of two copies of each face."""
    for copies in product((0, 1, 2), repeat=len(faces)):
        if sum(copies) == size:
            yield tuple(card for card, count in zip(faces, copies, strict=True) for _ in range(count))


@cache
def groupings(cards: tuple[Card, ...]) -> frozenset[tuple[tuple[int, int], ...]]:
    """Every way to group cards into units, each (pairs, height of its top card), by trying all runs of pairs."""
    if not cards:
        return frozenset({()})
    first, rest = cards[0], cards[1:]
    found = {tuple(sorted(((0, HEIGHTS[first]), *others))) for others in groupings(rest)}
    runs = [[first]]
    while runs:
        run = runs.pop()
        needed = Counter(dict.fromkeys(run, 2))
        if needed - Counter(cards):
            continue
        left = tuple((Counter(cards) - needed).elements())
        tops = sorted(HEIGHTS[card] for card in run)
        if tops == list(range(tops[0], tops[0] + len(tops))):
            found |= {tuple(sorted(((len(run), tops[-1]), *others))) for others in groupings(left)}
        runs += [[*run, card] for card in set(left) if HEIGHTS[card] not in tops]
    return frozenset(found)


def lengths(grouping: tuple[tuple[int, int], ...]) -> Parts:
    return tuple(sorted((pairs for pairs, _ in grouping), reverse=True))


def best_shape(cards: tuple[Card, ...]) -> Parts:
    return max(lengths(grouping) for grouping in groupings(tuple(sorted(cards))))


def packs(parts: Parts, led: Parts, policy: FollowTractors) -> bool:
    """Say whether tractors and pairs can all be counted against the units of a lead."""
    if not parts:
        return True
    for place, room in enumerate(led):
        whole = policy is FollowTractors.LONGEST or parts[0] in {1, room}
        if parts[0] <= room and whole:
            rest = (*led[:place], room - parts[0], *led[place + 1 :])
            if packs(parts[1:], rest, policy):
                return True
    return False


@cache
def fulfilment(play: tuple[Card, ...], led: Parts, policy: FollowTractors) -> tuple[int, Parts]:
    """The most that a play gives to a lead: pairs first, then the longest tractors."""
    best: tuple[int, Parts] = (0, ())
    for grouping in groupings(play):
        parts = tuple(pairs for pairs in lengths(grouping) if pairs)
        for size in range(len(parts) + 1):
            for chosen in combinations(parts, size):
                if policy is FollowTractors.PAIRS:
                    value: tuple[int, Parts] = (min(sum(chosen), sum(led)), ())
                elif packs(chosen, led, policy):
                    value = (sum(chosen), chosen)
                else:
                    continue
                best = max(best, value)
    return best


def legal_plays(led: Parts, size: int, hand: tuple[Card, ...], policy: FollowTractors) -> set[tuple[Card, ...]]:
    """Every follow of a hand that gives as much to the lead as any other would."""
    plays = {tuple(sorted(play)) for play in combinations(hand, size)}
    inside = {play: sum(card in HEIGHTS for card in play) for play in plays}
    most = max(inside.values())
    plays = {play for play in plays if inside[play] == most}
    if most < size:
        return plays
    owed = max(fulfilment(play, led, policy) for play in plays)
    return {play for play in plays if fulfilment(play, led, policy) == owed}


LEADS = [
    ("SA SA", (1,)),
    ("SA SA SK", (1, 0)),
    ("SA SA SQ SQ", (1, 1)),
    ("SK SK SQ SQ", (2,)),
    ("SA SA SQ SQ SJ SJ", (2, 1)),
    ("SK SK SQ SQ SJ SJ", (3,)),
]
POLICIES = (FollowTractors.LONGEST, FollowTractors.SAME_LENGTH, FollowTractors.PAIRS)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def pinned(name: str) -> int:
    lines = (line.split("#")[0].split() for line in COUNTS.read_text("utf-8").splitlines())
    return {line[0]: int(line[1]) for line in lines if line}[name]


@pytest.mark.parametrize(("lead", "led"), LEADS, ids=[lead.replace(" ", "") for lead, _ in LEADS])
@pytest.mark.parametrize("policy", POLICIES)
def test_every_follow_of_every_hand_is_judged_like_the_reference(lead: str, led: Parts, policy: FollowTractors) -> None:
    rulebook, total = under(policy), 0
    on_table = cards(lead)
    for hand in hands(SPADES, 8 if len(on_table) == 6 else 7):
        expected = legal_plays(led, len(on_table), hand, policy)
        assert set(legal_follows(on_table, hand, TRUMP, rulebook)) == expected, hand
        for play in {tuple(sorted(each)) for each in combinations(hand, len(on_table))}:
            assert (not verify_follow(on_table, hand, play, TRUMP, rulebook)) == (play in expected), (hand, play)
        total += len(expected)
    assert total == pinned(f"follow.{policy}.{lead.replace(' ', '')}")


def test_a_short_hand_must_give_all_it_has_and_may_add_anything() -> None:
    total = 0
    for hand in hands((*SPADES[:3], Card.D7, Card.D8), 5):
        on_table = cards("SA SA SQ SQ")
        expected = legal_plays((1, 1), 4, hand, FollowTractors.LONGEST)
        assert set(legal_follows(on_table, hand, TRUMP, QQ)) == expected, hand
        total += len(expected)
    assert total == pinned("follow.short")


@pytest.mark.parametrize(("name", "faces"), [("spades", SPADES), ("trumps", TOP_TRUMPS)])
def test_every_set_of_cards_falls_into_the_units_of_the_reference(name: str, faces: tuple[Card, ...]) -> None:
    shapes: Counter[Parts] = Counter()
    for size in range(1, 9):
        for hand in hands(faces, size):
            units = decompose(hand, TRUMP, QQ)
            assert shape(units) == best_shape(hand), hand
            assert sorted(card for unit in units for card in unit.cards) == sorted(hand)
            shapes[shape(units)] += 1
    assert sum(shapes.values()) == pinned(f"units.{name}.sets")
    assert sum(count for found, count in shapes.items() if len(found) == 1) == pinned(f"units.{name}.single-unit")


@pytest.mark.parametrize("wanted", [(1, 0), (1, 1), (2,), (2, 0), (2, 1), (3,), (1, 0, 0)])
def test_every_way_to_fill_a_shape_is_found(wanted: Parts) -> None:
    total = 0
    size = sum(2 * pairs or 1 for pairs in wanted)
    for hand in hands(TOP_TRUMPS, size):
        expected = {grouping for grouping in groupings(tuple(sorted(hand))) if lengths(grouping) == wanted}
        found = {
            tuple(sorted((unit.pairs, unit.strength - HIGH_TRUMP) for unit in units))
            for units in matchings(hand, wanted, TRUMP)
        }
        assert found == expected, hand
        total += len(found)
    assert total == pinned(f"matchings.{''.join(map(str, wanted))}")


HIGH_TRUMP = TRUMP.strength(Card.HK)


def reference_wins(new: tuple[Card, ...], old: tuple[Card, ...], led: Parts, over: OverRuff) -> bool:
    """Say whether a trump play beats another, by trying every grouping of both against each other."""

    def beats(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> bool:
        if over is OverRuff.HIGHEST:
            return max(top for _, top in one) > max(top for _, top in other)
        if over is OverRuff.LARGEST_UNIT:
            return max(one) > max(other)
        return all(left > right for (_, left), (_, right) in zip(sorted(one), sorted(other), strict=True))

    ways = [each for each in groupings(tuple(sorted(new))) if lengths(each) == led]
    standing = [each for each in groupings(tuple(sorted(old))) if lengths(each) == led]
    return any(beats(one, other) for one in ways for other in standing[:1])


@pytest.mark.parametrize("over", list(OverRuff))
@pytest.mark.parametrize(("lead", "led"), [("SA SK", (0, 0)), ("SA SA SK", (1, 0)), ("SK SK SQ SQ", (2,))])
def test_every_second_ruff_beats_the_first_like_the_reference(lead: str, led: Parts, over: OverRuff) -> None:
    rulebook, won = replace(QQ, ruff=replace(QQ.ruff, over=over)), 0
    size = sum(2 * pairs or 1 for pairs in led)
    ruffs = [hand for hand in hands(TOP_TRUMPS, size) if led in {lengths(each) for each in groupings(hand)}]
    for first, second in product(ruffs, repeat=2):
        if sum(led) and len({each for each in groupings(tuple(sorted(first))) if lengths(each) == led}) > 1:
            continue  # the first ruff can be grouped in several ways: which one stands is not in question here
        plays = [(Seat.E, cards(lead)), (Seat.N, first), (Seat.W, second), (Seat.S, cards("D3 D4 D6 D7")[:size])]
        expected = reference_wins(second, first, led, over)
        assert winner(plays, TRUMP, rulebook) is (Seat.W if expected else Seat.N), (first, second)
        won += expected
    assert won == pinned(f"overruff.{over}.{lead.replace(' ', '')}")


def test_every_throw_falls_to_the_hands_that_the_reference_says() -> None:
    failed = 0
    for lead in hands(SPADES, 3):
        units = decompose(lead, TRUMP, QQ)
        if len(units) < 2:
            continue
        rest = tuple((Counter(dict.fromkeys(SPADES, 2)) - Counter(lead)).elements())
        for rival in set(combinations(rest, 3)):
            beaten = any(
                other_pairs == unit.pairs and top > HEIGHTS[unit.cards[-1]]
                for unit in units
                for grouping in groupings(tuple(sorted(rival)))
                for other_pairs, top in grouping
            )
            outcome = judge_throw(lead, {Seat.N: rival}, TRUMP, QQ)
            assert outcome.ok is not beaten, (lead, rival)
            failed += beaten
    assert failed == pinned("throw.failed")


def test_a_follow_chosen_by_cost_is_legal_and_every_legal_follow_can_be_chosen() -> None:
    on_table = cards("SK SK SQ SQ")
    for hand in list(hands(SPADES, 7))[::5]:
        for wanted in legal_follows(on_table, hand, TRUMP, QQ):
            cost = {card: 1.0 - wanted.count(card) for card in hand}
            assert sorted(choose_follow(on_table, hand, TRUMP, QQ, cost.__getitem__)) == sorted(wanted)
