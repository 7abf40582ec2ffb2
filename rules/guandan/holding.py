"""A hand counted out once, so that everything it can play is found without trying cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from paizhuo.rules.cards import FACES, Card, Rank, Suit
from paizhuo.rules.guandan.pips import Pip, pip_of, wild_card

JOKER_HEIGHTS = (Pip.LITTLE_JOKER.height, Pip.BIG_JOKER.height)


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand by height, wild cards apart.

    ``stacks[h]`` are the cards of height h (2–14 suits, 15 and 16 jokers), ``counts[h]`` their number, where 1 is the
    ace again. ``present`` and ``suited`` are bit masks of heights 1–14; ``suited`` has one for each ``Suit`` in order.
    """

    level: Rank
    wilds: int
    stacks: tuple[tuple[Card, ...], ...]
    counts: tuple[int, ...]
    present: int
    suited: tuple[int, int, int, int]


def _place(card: Card) -> tuple[int, int, int]:
    """Give a card's height, the place of its suit and its bits; a joker adds no bit to any suit."""
    height = pip_of(card).height
    if card.suit is None:
        return height, 0, 0
    return height, tuple(Suit).index(card.suit), (1 << height) | (2 if card.rank is Rank.ACE else 0)


_PLACES: dict[Card, tuple[int, int, int]] = {card: _place(card) for card in FACES}


def hold(cards: Iterable[Card], level: Rank) -> Holding:
    """Count out a hand; an unknown card in it raises ``KeyError``.

    >>> holding = hold([Card.S9, Card.C9, Card.H2], Rank.TWO)
    >>> holding.wilds, holding.counts[9]
    (1, 2)
    """
    wild, wilds = wild_card(level), 0
    stacks: list[list[Card]] = [[] for _ in range(JOKER_HEIGHTS[1] + 1)]
    suited = [0, 0, 0, 0]
    for card in cards:
        if card is wild:
            wilds += 1
            continue
        height, place, bits = _PLACES[card]
        stacks[height].append(card)
        suited[place] |= bits
    spades, hearts, diamonds, clubs = suited
    present = spades | hearts | diamonds | clubs
    counts = [len(stack) for stack in stacks]
    counts[1] = counts[Pip.ACE.height]
    masks = (spades, hearts, diamonds, clubs)
    return Holding(level, wilds, tuple(map(tuple, stacks)), tuple(counts), present, masks)
