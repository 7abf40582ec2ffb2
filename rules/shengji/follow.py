"""Following (跟牌): the suit, then pairs, then tractors, as far as the hand has them and the rulebook asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from paizhuo.rules.cards import Card
from paizhuo.rules.shengji.combos import Shape, decompose, pairs_by_strength, shape
from paizhuo.rules.shengji.obligations import Obligation, can_place, obligation, places
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Group, Trump
from paizhuo.rules.violations import Violation


def verify_follow(
    lead: Sequence[Card], hand: Sequence[Card], play: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook
) -> tuple[Violation, ...]:
    """Find every breach in a follow. ``hand`` is what the player held, the play included, or the known part of it.

    With two decks a breach for part of a hand is a breach for the whole hand, unless tractors are protected. The
    lead's first card sets the group to follow.

    >>> from paizhuo.rules.cards import Rank, Suit
    >>> from paizhuo.rules.rulebooks import load
    >>> qq, trump = load("qq", ShengjiRulebook), Trump(Rank.TWO, Suit.HEARTS)
    >>> hand = (Card.S7, Card.S7, Card.S9, Card.D3)
    >>> [v.code for v in verify_follow([Card.SA, Card.SA], hand, [Card.S7, Card.S9], trump, qq)]
    ['follow.must_play_pair']
    """
    if len(play) != len(lead):
        return (Violation("count.wrong", {"expected": len(lead), "actual": len(play)}),)
    problems = [Violation("play.not_in_hand", {"cards": missing})] if (missing := _missing(hand, play)) else []
    groups = trump.groups
    group = trump.group(lead[0])
    held = [card for card in hand if groups.get(card) is group]
    played = [card for card in play if groups.get(card) is group]
    if len(played) < min(len(held), len(lead)):
        problems.append(
            Violation(
                "follow.must_follow_suit",
                {"group": group, "required": min(len(held), len(lead)), "played": len(played)},
            )
        )
    elif len(lead) > 1 and len(held) > len(lead):
        wanted = obligation(shape(decompose(lead, trump, rulebook)), held, group, trump, rulebook)
        if problem := _unmet(wanted, played, group, trump):
            problems.append(problem)
    return tuple(problems)


def can_follow(
    lead: Sequence[Card], hand: Sequence[Card], play: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook
) -> bool:
    """Say whether a follow is free of breaches."""
    return not verify_follow(lead, hand, play, trump, rulebook)


def _missing(hand: Sequence[Card], play: Sequence[Card]) -> tuple[str, ...]:
    if len(play) == 1:
        return () if play[0] in hand else (str(play[0]),)
    counts = Counter(hand)
    counts.subtract(Counter(play))
    return tuple(str(card) for card, left in counts.items() if left < 0)


def _unmet(wanted: Obligation, played: Sequence[Card], group: Group, trump: Trump) -> Violation | None:
    if not wanted:
        return None
    held = places(pairs_by_strength(played, trump))
    if can_place(wanted, held, trump.tied[group]):
        return None
    pairs = sum(wanted)
    if sum(held.values()) < pairs:
        return Violation("follow.must_play_pair", {"group": group, "required": pairs, "played": sum(held.values())})
    return Violation("follow.must_play_tractor", {"group": group, "pairs": wanted[0]})


def legal_follows(
    lead: Sequence[Card], hand: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook
) -> Iterator[tuple[Card, ...]]:
    """Yield every legal follow once, lazily; each is in the order of the hand's faces."""
    seen: set[tuple[Card, ...]] = set()
    for must, free, size in _follow_parts(lead, hand, trump, rulebook):
        for fill in combinations(free, size):
            play = tuple(sorted((*must, *fill)))
            if play not in seen:
                seen.add(play)
                yield play


def choose_follow(
    lead: Sequence[Card],
    hand: Sequence[Card],
    trump: Trump,
    rulebook: ShengjiRulebook,
    cost: Callable[[Card], float],
) -> tuple[Card, ...]:
    """Give a legal follow with a low total cost: the cheapest way to meet the obligation, then the cheapest cards.

    A random cost per card gives a random follow; every legal follow can come out.
    """
    price = {card: cost(card) for card in dict.fromkeys(hand)}

    def total(cards: Sequence[Card]) -> float:
        return sum(price[card] for card in cards)

    must, free, size = min(_follow_parts(lead, hand, trump, rulebook), key=lambda part: total(part[0]))
    return (*must, *sorted(free, key=price.__getitem__)[:size])


def _follow_parts(
    lead: Sequence[Card], hand: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook
) -> Iterator[tuple[tuple[Card, ...], list[Card], int]]:
    """Yield (cards that must go, cards to choose from, how many) for each way to meet the lead's obligation."""
    group = trump.group(lead[0])
    held = [card for card in hand if trump.groups[card] is group]
    size = len(lead)
    if len(held) <= size:
        rest = [card for card in hand if trump.groups[card] is not group]
        yield tuple(held), rest, size - len(held)
        return
    wanted: Shape = ()
    if size > 1:
        wanted = obligation(shape(decompose(lead, trump, rulebook)), held, group, trump, rulebook)
    for must in _witnesses(wanted, pairs_by_strength(held, trump), trump.tied[group]):
        free = list(held)
        for card in must:
            free.remove(card)
        yield must, free, size - len(must)


def _witnesses(wanted: Obligation, pools: dict[int, list[Card]], tied: Sequence[bool]) -> Iterator[tuple[Card, ...]]:
    """Yield the cards of every way to take the wanted tractors and pairs out of the pairs of a hand."""
    if not wanted:
        yield ()
        return
    for start in sorted(pools):
        if any(place not in pools or (place > start and not tied[place - 1]) for place in _run(start, wanted[0])):
            continue
        for faces in _faces(pools, start, wanted[0]):
            rest = {place: [card for card in pool if card not in faces] for place, pool in pools.items()}
            rest = {place: pool for place, pool in rest.items() if pool}
            for others in _witnesses(wanted[1:], rest, tied):
                yield (*(card for face in faces for card in (face, face)), *others)


def _run(start: int, length: int) -> range:
    return range(start, start + length)


def _faces(pools: dict[int, list[Card]], start: int, length: int) -> Iterator[tuple[Card, ...]]:
    if length == 0:
        yield ()
        return
    for card in pools[start]:
        for others in _faces(pools, start + 1, length - 1):
            yield (card, *others)
