"""Which play beats which: the same shape and size by key, and the ladder of bombs above everything else.

The ladder: bomb of four < of five < straight flush (同花顺) < bomb of six < … < of ten < four jokers (王炸).
"""

from __future__ import annotations

from collections.abc import Iterable

from paizhuo.rules.cards import Rank
from paizhuo.rules.guandan.combos import Reading, Shape, reading_strength

FLUSH_RUNG = 6
"""The straight flush's place on the ladder; see ``rung``."""
JOKER_RUNG = 12


def bomb_rung(size: int) -> int:
    """Give the place of a bomb of 4 to 10 cards on the ladder: 4, 5, then 7 to 11 past the straight flush."""
    return size + (size >= FLUSH_RUNG)


def rung(reading: Reading) -> int:
    """Give a reading's place on the ladder of bombs, 0 when it is no bomb.

    >>> from paizhuo.rules.guandan.pips import Pip
    >>> five, six = (Reading(Shape.BOMB, Pip.TWO, (Pip.TWO,) * size) for size in (5, 6))
    >>> flush = Reading(Shape.STRAIGHT_FLUSH, Pip.SIX, ())
    >>> rung(five) < rung(flush) < rung(six)
    True
    """
    if reading.shape is Shape.BOMB:
        return bomb_rung(reading.size)
    if reading.shape is Shape.STRAIGHT_FLUSH:
        return FLUSH_RUNG
    return JOKER_RUNG if reading.shape is Shape.JOKER_BOMB else 0


def beats(reading: Reading, other: Reading, level: Rank) -> bool:
    """Say whether a play beats the one on the table; equal keys never do (同点先出为大).

    >>> from paizhuo.rules.guandan.pips import Pip
    >>> ace, seven = (Reading(Shape.SINGLE, pip, (pip,)) for pip in (Pip.ACE, Pip.SEVEN))
    >>> beats(seven, ace, Rank.SEVEN), beats(seven, ace, Rank.TWO)
    (True, False)
    """
    own, theirs = rung(reading), rung(other)
    if own != theirs:
        return own > theirs
    if not own and (reading.shape is not other.shape or reading.size != other.size):
        return False
    return reading_strength(reading, level) > reading_strength(other, level)


def beating(candidates: Iterable[Reading], other: Reading, level: Rank) -> tuple[Reading, ...]:
    """Keep the readings that beat the play on the table, in their order."""
    return tuple(reading for reading in candidates if beats(reading, other, level))
