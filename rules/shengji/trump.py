"""Trump: which cards are trump, how cards rank inside their group, and which neighbours link into tractors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from paizhuo.rules.cards import Card, Rank, Suit
from paizhuo.rules.errors import UnknownCardError
from paizhuo.rules.shengji.policies import Link
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

Rung = tuple[tuple[Card, ...], Link | None]
"""Cards of equal strength, and the link that ties them to the rung below (None = natural neighbours)."""


class Group(StrEnum):
    """A suit as it counts in play: trump takes its cards out of the printed suits (花色组)."""

    TRUMP = "T"
    SPADES = "S"
    HEARTS = "H"
    CLUBS = "C"
    DIAMONDS = "D"


@dataclass(frozen=True, slots=True)
class Trump:
    """The order of cards in force (主): level, trump suit or None for no-trump (无主), constant trumps and links.

    >>> trump = Trump(Rank.SEVEN, Suit.HEARTS)
    >>> trump.group(Card.S7), trump.group(Card.S8)
    (<Group.TRUMP: 'T'>, <Group.SPADES: 'S'>)
    >>> trump.strength(Card.H7) > trump.strength(Card.S7) > trump.strength(Card.HA)
    True
    """

    level: Rank
    suit: Suit | None
    constants: frozenset[Rank] = frozenset()
    links: frozenset[Link] = frozenset(Link)
    groups: Mapping[Card, Group] = field(init=False, repr=False, compare=False)
    strengths: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    tied: Mapping[Group, tuple[bool, ...]] = field(init=False, repr=False, compare=False)
    """For each group: does a pair at strength ``i`` join a pair at ``i + 1``? The last entry is always False."""

    def __post_init__(self) -> None:
        groups: dict[Card, Group] = {}
        strengths: dict[Card, int] = {}
        tied: dict[Group, tuple[bool, ...]] = {}
        for group, rungs in self._rungs():
            for strength, (cards, _) in enumerate(rungs):
                for card in cards:
                    groups[card] = group
                    strengths[card] = strength
            ties = (link is None or link in self.links for _, link in rungs[1:])
            tied[group] = (*ties, False)
        object.__setattr__(self, "groups", groups)
        object.__setattr__(self, "strengths", strengths)
        object.__setattr__(self, "tied", tied)

    def group(self, card: Card) -> Group:
        """Give the group in which a card is played.

        Raises:
            UnknownCardError: for a card nobody has read.
        """
        if card is Card.UNKNOWN:
            raise UnknownCardError("an unread card has no group")
        return self.groups[card]

    def strength(self, card: Card) -> int:
        """Give a card's place in its group, from 0; equal cards (side levels of three suits) share a place.

        Raises:
            UnknownCardError: for a card nobody has read.
        """
        if card is Card.UNKNOWN:
            raise UnknownCardError("an unread card has no strength")
        return self.strengths[card]

    def _rungs(self) -> list[tuple[Group, list[Rung]]]:
        ladders = [(Group(suit.value), self._suit_rungs(suit)) for suit in Suit if suit is not self.suit]
        trumps = self._suit_rungs(self.suit) if self.suit else []
        higher: list[Rung] = []
        for rank in (*(rank for rank in Rank if rank in self.constants and rank != self.level), self.level):
            link = Link.CONSTANTS if higher else Link.SUIT_TOP
            side = tuple(Card(suit + rank) for suit in Suit if suit is not self.suit)
            higher.append((side, link))
            if self.suit:
                higher.append(((Card(self.suit + rank),), Link.LEVELS if rank == self.level else Link.CONSTANTS))
        jokers: list[Rung] = [((Card.LJ,), Link.LEVEL_JOKER), ((Card.BJ,), Link.JOKERS)]
        ladders.append((Group.TRUMP, trumps + higher + jokers))
        return ladders

    def _suit_rungs(self, suit: Suit) -> list[Rung]:
        rungs: list[Rung] = []
        gap = False
        for rank in Rank:
            if rank == self.level or rank in self.constants:
                gap = True
            else:
                rungs.append(((Card(suit + rank),), Link.OVER_GAP if gap else None))
                gap = False
        return rungs


@lru_cache(maxsize=512)
def _trump(level: Rank, suit: Suit | None, constants: tuple[Rank, ...], links: tuple[Link, ...]) -> Trump:
    return Trump(level, suit, frozenset(constants), frozenset(links))


def trump_for(rulebook: ShengjiRulebook, level: Rank, suit: Suit | None) -> Trump:
    """Give the order of cards under a rulebook; the same object for the same question.

    >>> from paizhuo.rules.rulebooks import load
    >>> trump_for(load("const2", ShengjiRulebook), Rank.FIVE, Suit.HEARTS).group(Card.C2)
    <Group.TRUMP: 'T'>
    """
    return _trump(level, suit, rulebook.trump.constants, rulebook.tractors.links)
