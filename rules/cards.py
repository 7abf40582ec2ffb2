"""Cards and seats: the tokens that every part of paizhuo speaks.

A card token is suit first, then rank: ``SA`` ace of spades, ``HT`` ten of hearts. ``LJ`` is the little (black)
joker 小王, ``BJ`` the big (red) joker 大王; ``SJ`` is the jack of spades. ``??`` is a card nobody has read yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum, IntEnum, StrEnum


class Suit(StrEnum):
    """A printed suit (花色). Jokers have none."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(StrEnum):
    """A printed rank (点数) in its natural order, ``2`` low and ``A`` high. ``T`` is the ten."""

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

    @property
    def height(self) -> int:
        """Give the place in the natural order, 2 for the two up to 14 for the ace.

        >>> Rank.JACK.height
        11
        """
        return _HEIGHTS[self]


_HEIGHTS: dict[str, int] = {rank: place for place, rank in enumerate(Rank, start=2)}


class Card(str, Enum):
    """One of the 54 faces, or ``UNKNOWN``. A member is its own token: ``Card("SA") == "SA"``.

    >>> Card("HT").suit, Card("HT").rank
    (<Suit.HEARTS: 'H'>, <Rank.TEN: 'T'>)
    >>> Card.BJ.suit is None
    True
    """

    _value_: str

    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"
    S6 = "S6"
    S7 = "S7"
    S8 = "S8"
    S9 = "S9"
    ST = "ST"
    SJ = "SJ"
    SQ = "SQ"
    SK = "SK"
    SA = "SA"
    H2 = "H2"
    H3 = "H3"
    H4 = "H4"
    H5 = "H5"
    H6 = "H6"
    H7 = "H7"
    H8 = "H8"
    H9 = "H9"
    HT = "HT"
    HJ = "HJ"
    HQ = "HQ"
    HK = "HK"
    HA = "HA"
    D2 = "D2"
    D3 = "D3"
    D4 = "D4"
    D5 = "D5"
    D6 = "D6"
    D7 = "D7"
    D8 = "D8"
    D9 = "D9"
    DT = "DT"
    DJ = "DJ"
    DQ = "DQ"
    DK = "DK"
    DA = "DA"
    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    CT = "CT"
    CJ = "CJ"
    CQ = "CQ"
    CK = "CK"
    CA = "CA"
    LJ = "LJ"
    BJ = "BJ"
    UNKNOWN = "??"

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return self._value_

    @property
    def is_joker(self) -> bool:
        """Say whether this is one of the two jokers (王)."""
        return self is Card.LJ or self is Card.BJ

    @property
    def suit(self) -> Suit | None:
        """Give the printed suit; None for jokers and for the unknown card."""
        return _SUITS.get(self)

    @property
    def rank(self) -> Rank | None:
        """Give the printed rank; None for jokers and for the unknown card."""
        return _RANKS.get(self)

    @property
    def points(self) -> int:
        """Give the card's points in Shengji (分): 5 for a five, 10 for a ten or a king, else 0."""
        return _POINTS.get(self, 0)


FACES: tuple[Card, ...] = tuple(card for card in Card if card is not Card.UNKNOWN)
"""The 54 faces of one deck, in a fixed order (S2…SA, H…, D…, C…, LJ, BJ)."""

_SUITS: dict[Card, Suit] = {card: Suit(card.value[0]) for card in FACES if not card.is_joker}
_RANKS: dict[Card, Rank] = {card: Rank(card.value[1]) for card in FACES if not card.is_joker}
_POINTS: dict[Card, int] = {card: {"5": 5, "T": 10, "K": 10}.get(rank.value, 0) for card, rank in _RANKS.items()}


COPIES = 2
"""How often every face lies in the two decks that both games are played with."""


def two_decks() -> tuple[Card, ...]:
    """Give the 108 cards of two decks, every face twice.

    >>> len(two_decks())
    108
    """
    return FACES * COPIES


def third_copies(seen: Iterable[Card]) -> tuple[Card, ...]:
    """Give the faces seen more often than two decks hold them: an error of reading or of the deck, never an offence.

    >>> third_copies([Card.SA, Card.SA, Card.SK, Card.SA])
    (<Card.SA: 'SA'>,)
    """
    counts = Counter(card for card in seen if card is not Card.UNKNOWN)
    return tuple(card for card, count in counts.items() if count > COPIES)


class Side(StrEnum):
    """The two partnerships, named by their seats."""

    EW = "EW"
    NS = "NS"

    @property
    def other(self) -> Side:
        """Give the opponents' side."""
        return Side.NS if self is Side.EW else Side.EW


class Seat(IntEnum):
    """A place at the table, numbered in play order: counter-clockwise E, N, W, S."""

    E = 0
    N = 1
    W = 2
    S = 3

    @property
    def next(self) -> Seat:
        """Give the seat that acts after this one (下家): the right-hand neighbour.

        >>> Seat.S.next
        <Seat.E: 0>
        """
        return Seat((self + 1) % 4)

    @property
    def previous(self) -> Seat:
        """Give the seat that acts before this one (上家): the left-hand neighbour."""
        return Seat((self + 3) % 4)

    @property
    def partner(self) -> Seat:
        """Give the seat opposite (对家)."""
        return Seat((self + 2) % 4)

    @property
    def side(self) -> Side:
        """Give the partnership of this seat."""
        return Side.EW if self % 2 == 0 else Side.NS
