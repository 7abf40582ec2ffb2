"""The pips of Guandan (牌点) and their order at a level: big joker, little joker, level card, A, K … 2.

Inside sequences the level card keeps its printed place and the ace may also stand below the two; there only
``Pip.height`` counts and the level plays no part.
"""

from __future__ import annotations

from enum import StrEnum

from paizhuo.rules.cards import FACES, Card, Rank, Suit


class Pip(StrEnum):
    """What a card counts as: a rank, or one of the jokers. The value is the rank's or the joker's token."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    LITTLE_JOKER = "LJ"
    BIG_JOKER = "BJ"

    @property
    def height(self) -> int:
        """Give the place in the natural order: 2 for the two, 14 for the ace, then the jokers 15 and 16.

        >>> Pip.TEN.height, Pip.BIG_JOKER.height
        (10, 16)
        """
        return _HEIGHTS[self]

    @property
    def is_joker(self) -> bool:
        """Say whether this is a joker (王)."""
        return self is Pip.LITTLE_JOKER or self is Pip.BIG_JOKER


_HEIGHTS: dict[Pip, int] = {pip: place for place, pip in enumerate(Pip, start=2)}
BY_HEIGHT: dict[int, Pip] = {1: Pip.ACE} | {height: pip for pip, height in _HEIGHTS.items()}
"""Heights 1 to 16 and their pips; 1 is the ace below the two."""

_PIPS: dict[Card, Pip] = {card: Pip(card.rank or card) for card in FACES}
_ABOVE_ACE = Pip.ACE.height + 1


def _strengths(level: Rank) -> dict[Pip, int]:
    usual = {pip: pip.height + pip.is_joker for pip in Pip}
    return usual | {Pip(level): _ABOVE_ACE}


_STRENGTHS: dict[Rank, dict[Pip, int]] = {level: _strengths(level) for level in Rank}


def pip_of(card: Card) -> Pip:
    """Give a card's printed pip; the unknown card has none and raises ``KeyError``.

    >>> pip_of(Card.HT), pip_of(Card.LJ)
    (<Pip.TEN: 'T'>, <Pip.LITTLE_JOKER: 'LJ'>)
    """
    return _PIPS[card]


def strength(pip: Pip, level: Rank) -> int:
    """Give a pip's place at a level outside sequences: 2 … 14 as printed, level 15, jokers 16 and 17.

    >>> strength(Pip.SEVEN, Rank.SEVEN) > strength(Pip.ACE, Rank.SEVEN)
    True
    """
    return _STRENGTHS[level][pip]


def card_strength(card: Card, level: Rank) -> int:
    """Give a card's place at a level, as ``strength`` does for its pip."""
    return _STRENGTHS[level][_PIPS[card]]


def wild_card(level: Rank) -> Card:
    """Give the wild card of a level (逢人配): the level card of hearts.

    >>> wild_card(Rank.TWO)
    <Card.H2: 'H2'>
    """
    return _WILD[level]


_WILD: dict[Rank, Card] = {level: Card(Suit.HEARTS + level) for level in Rank}
