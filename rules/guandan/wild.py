"""Which of its readings a play has: the left-right order on the table decides, or the rulebook, or the player's word.

Cards lie in order of their pips, and a wild card lies where the card would lie that it plays; among cards of the same
pip it lies at their right end. So ``S3 S4 S5 S6 H7`` at level 7 is 3–7 and ``H7 S3 S4 S5 S6`` is 2–6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from itertools import groupby

from paizhuo.rules.cards import Card, Rank
from paizhuo.rules.guandan.bombs import beating
from paizhuo.rules.guandan.combos import Reading, Shape, readings
from paizhuo.rules.guandan.pips import Pip, pip_of, wild_card
from paizhuo.rules.guandan.policies import Laying, TwoPairsAndWild
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook


class Order(IntEnum):
    """How well the cards lie for a reading: the higher, the better."""

    NONE = 0
    """The pips do not lie in order."""
    LOOSE = 1
    """They lie in order, but a wild card stands inside its pips or the whole lies the unusual way round."""
    PROPER = 2
    """They lie as the rules ask."""


class Decided(StrEnum):
    """What settled the reading of a play."""

    NO_SHAPE = "no_shape"
    ONLY = "only"
    LAID = "laid"
    SAID = "said"
    RULE = "rule"
    NEEDED = "needed"
    OPEN = "open"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The reading of a play: ``reading`` is None when the cards are no shape, unread, or the question is open.

    ``candidates`` are the readings that remain; with an open question these are the options to ask for.
    """

    reading: Reading | None
    decided: Decided
    candidates: tuple[Reading, ...]

    @property
    def possible(self) -> tuple[Reading, ...]:
        """Give what the play may count as: its reading, or all that are open."""
        return (self.reading,) if self.reading else self.candidates


def read(
    cards: Sequence[Card],
    level: Rank,
    rules: GuandanRulebook = HOUSE,
    *,
    said: Reading | None = None,
    over: Reading | None = None,
) -> Ruling:
    """Read a play as it lies, left to right as its owner sees it.

    ``said`` is what the player called it, if so. ``over`` is the play to beat: among readings that lie equally well,
    the only one that beats it is meant. A set with a card that nobody has read (``??``) has no reading yet.

    >>> ruling = read((Card.H7, Card.S6, Card.C5, Card.H4, Card.S3), Rank.SEVEN)
    >>> str(ruling.reading), str(ruling.decided)
    ('straight:7', 'laid')
    >>> read((Card.S3, Card.H7, Card.S6, Card.S5, Card.S4), Rank.SEVEN).decided
    <Decided.OPEN: 'open'>
    """
    if Card.UNKNOWN in cards:
        return Ruling(None, Decided.UNREAD, ())
    found = readings(cards, level, rules)
    if len(found) < 2:
        return Ruling(found[0], Decided.ONLY, found) if found else Ruling(None, Decided.NO_SHAPE, ())
    houses = _two_pairs_and_wild(found)
    if houses and rules.shapes.two_pairs_and_wild is TwoPairsAndWild.LARGER:
        return Ruling(houses[0], Decided.RULE, found)
    if said in found:
        return Ruling(said, Decided.SAID, found)
    if houses and rules.shapes.two_pairs_and_wild is TwoPairsAndWild.SMALLER_UNLESS_SAID:
        return Ruling(houses[-1], Decided.RULE, found)
    order = {reading: lies(cards, reading, level, rules) for reading in found}
    best = max(order.values())
    left = tuple(reading for reading in found if order[reading] is best)
    if len(left) == 1:
        return Ruling(left[0], Decided.LAID, found)
    needed = beating(left, over, level) if over else ()
    return Ruling(needed[0], Decided.NEEDED, found) if len(needed) == 1 else Ruling(None, Decided.OPEN, left)


def _two_pairs_and_wild(found: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Give the two full houses of two pairs and one wild card, the larger first; else nothing."""
    houses = tuple(reading for reading in found if reading.shape is Shape.FULL_HOUSE and len(reading.stands) == 1)
    return houses if len(houses) == 2 else ()


def lies(cards: Sequence[Card], reading: Reading, level: Rank, rules: GuandanRulebook = HOUSE) -> Order:
    """Judge how well the left-right order of the cards fits one reading of them.

    >>> eights = readings((Card.S8, Card.D8, Card.H2, Card.S9, Card.D9), Rank.TWO)[1]
    >>> str(eights), lies((Card.S8, Card.D8, Card.H2, Card.S9, Card.D9), eights, Rank.TWO)
    ('fullHouse:8', <Order.PROPER: 2>)
    """
    wild = wild_card(level)
    return max(_order(cards, pips, reading, wild, rules) for pips in _played(cards, reading, wild))


def _played(cards: Sequence[Card], reading: Reading, wild: Card) -> Iterator[tuple[Pip, ...]]:
    """Give the pips from left to right, once for each way the wild cards share what they stand for."""
    for stands in {reading.stands, reading.stands[::-1]}:
        meant = iter(stands)
        yield tuple(next(meant) if card is wild else pip_of(card) for card in cards)


def _order(cards: Sequence[Card], pips: tuple[Pip, ...], reading: Reading, wild: Card, rules: GuandanRulebook) -> Order:
    blocks = [(pip, [card for _, card in block]) for pip, block in groupby(zip(pips, cards, strict=True), _first)]
    upward = tuple(dict.fromkeys(reading.pips))
    laid = tuple(pip for pip, _ in blocks)
    if laid not in (upward, upward[::-1]):
        return Order.NONE
    # In a full house the triple may lie on either side; the other shapes can be asked to lie high to low.
    turned = reading.shape.is_sequence and laid == upward and rules.shapes.laying is Laying.HIGH_TO_LOW
    inside = any(wild in block[: len(block) - block.count(wild)] for _, block in blocks)
    return Order.LOOSE if turned or inside else Order.PROPER


def _first(pair: tuple[Pip, Card]) -> Pip:
    return pair[0]
