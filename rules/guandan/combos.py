"""The shapes of Guandan (牌型) and every legal reading of a set of cards.

A wild card (逢人配) stands for any card of a suit, never for a joker, so that one set may have several readings.
All of them are given, strongest first; which one was played is decided in ``wild.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.cards import Card, Rank
from paizhuo.rules.guandan.pips import BY_HEIGHT, Pip, pip_of, strength, wild_card
from paizhuo.rules.guandan.policies import JokerKickers, SuitedStraights, WildPairs
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook


class Shape(StrEnum):
    """A kind of play. The value is its name in case files and records."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    TUBE = "tube"
    PLATE = "plate"
    FULL_HOUSE = "fullHouse"
    STRAIGHT = "straight"
    BOMB = "bomb"
    STRAIGHT_FLUSH = "straightFlush"
    JOKER_BOMB = "jokerBomb"

    @property
    def is_sequence(self) -> bool:
        """Say whether the shape counts by natural height (三连对 二连三 顺子 同花顺)."""
        return self in SEQUENCES


SEQUENCES: frozenset[Shape] = frozenset({Shape.TUBE, Shape.PLATE, Shape.STRAIGHT, Shape.STRAIGHT_FLUSH})
ALIKE: dict[int, Shape] = {1: Shape.SINGLE, 2: Shape.PAIR, 3: Shape.TRIPLE}
"""Shapes of equal pips by size; from four cards on it is a bomb."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a set of cards.

    ``pips`` is what the cards count as: low to high in a sequence (an ace may come first), the triple before the
    pair in a full house. ``key`` decides comparisons: the top of a sequence, the triple of a full house.
    ``stands`` tells what each wild card in the set stands for.
    """

    shape: Shape
    key: Pip
    pips: tuple[Pip, ...]
    stands: tuple[Pip, ...] = ()

    @property
    def size(self) -> int:
        """Count the cards."""
        return len(self.pips)

    @property
    def name(self) -> str:
        """Give the short name, ``bombN`` with the number of cards.

        >>> readings((Card.S9, Card.C9, Card.D9, Card.H9), Rank.TWO)[0].name
        'bomb4:9'
        """
        if self.shape is Shape.JOKER_BOMB:
            return str(self.shape)
        return f"{self.shape}{self.size if self.shape is Shape.BOMB else ''}:{self.key}"

    def __str__(self) -> str:
        return self.name


def readings(cards: Sequence[Card], level: Rank, rules: GuandanRulebook = HOUSE) -> tuple[Reading, ...]:
    """Give every legal reading of a set, strongest first; none when the cards are no shape.

    The order of the cards does not matter here. An unknown card among them raises ``KeyError``.

    >>> [str(one) for one in readings((Card.S8, Card.D8, Card.S9, Card.D9, Card.H2), Rank.TWO)]
    ['fullHouse:9', 'fullHouse:8']
    """
    wild = wild_card(level)
    natural = [card for card in cards if card is not wild]
    wilds = len(cards) - len(natural)
    counts = Counter(pip_of(card) for card in natural)
    found = [*_alike(counts, wilds, level, rules)]
    if len(cards) == 4 and counts == _ALL_JOKERS:
        found.append(Reading(Shape.JOKER_BOMB, Pip.BIG_JOKER, _JOKER_PIPS))
    if len(cards) == 5:
        found.extend(_full_houses(counts, wilds, level, rules))
        found.extend(_straights(natural, counts, wilds, rules))
    if len(cards) == 6:
        found.extend(_runs(Shape.TUBE, counts, each=2))
        found.extend(_runs(Shape.PLATE, counts, each=3))
    return tuple(sorted(found, key=lambda one: _rank(one, level), reverse=True))


_JOKER_PIPS = (Pip.LITTLE_JOKER, Pip.LITTLE_JOKER, Pip.BIG_JOKER, Pip.BIG_JOKER)
_ALL_JOKERS = Counter(_JOKER_PIPS)
_SHAPE_RANK: dict[Shape, int] = {shape: place for place, shape in enumerate(Shape)}


def _rank(reading: Reading, level: Rank) -> tuple[int, int]:
    return _SHAPE_RANK[reading.shape], reading_strength(reading, level)


def reading_strength(reading: Reading, level: Rank) -> int:
    """Give the strength of a reading's key inside its own shape and size."""
    return reading.key.height if reading.shape.is_sequence else strength(reading.key, level)


def _missing(need: Counter[Pip], counts: Counter[Pip]) -> tuple[Pip, ...]:
    return tuple(sorted((need - counts).elements(), key=lambda pip: pip.height))


def _alike(counts: Counter[Pip], wilds: int, level: Rank, rules: GuandanRulebook) -> Iterator[Reading]:
    """Read the set as cards of one pip: single, pair, triple or bomb."""
    size = counts.total() + wilds
    if len(counts) > 1 or not size:
        return
    pips = list(counts) or [Pip(level)]
    if size == 2 and wilds == 2 and rules.shapes.wild_pair is WildPairs.ANY_RANK:
        pips = [pip for pip in Pip if not pip.is_joker]
    for pip in pips:
        if pip.is_joker and (wilds or size > 2):
            continue
        yield Reading(ALIKE.get(size, Shape.BOMB), pip, (pip,) * size, (pip,) * wilds)


def _full_houses(counts: Counter[Pip], wilds: int, level: Rank, rules: GuandanRulebook) -> Iterator[Reading]:
    """Read five cards as a triple with a pair (三带对)."""
    # Beside one natural rank two wild cards are the whole pair.
    pips = (*counts, *(spare_pair(pip, level) for pip in counts)) if len(counts) == 1 else tuple(counts)
    if len(pips) != 2:
        return
    for triple, pair in (pips, pips[::-1]):
        if triple.is_joker or (pair.is_joker and rules.shapes.joker_kicker is JokerKickers.FORBIDDEN):
            continue
        stands = _missing(Counter({triple: 3, pair: 2}), counts)
        if len(stands) == wilds and not any(pip.is_joker for pip in stands):
            yield Reading(Shape.FULL_HOUSE, triple, (triple,) * 3 + (pair,) * 2, stands)


def spare_pair(triple: Pip, level: Rank) -> Pip:
    """Give what two wild cards count as beside a natural triple: the level, or any other rank beside that of the level.

    >>> spare_pair(Pip.NINE, Rank.TWO), spare_pair(Pip.TWO, Rank.TWO)
    (<Pip.TWO: '2'>, <Pip.ACE: 'A'>)
    """
    if triple is not Pip(level):
        return Pip(level)
    return Pip.KING if level is Rank.ACE else Pip.ACE


def window(top: int, length: int) -> tuple[Pip, ...]:
    """Give the pips of a sequence by its top height, low to high; an ace stands at 1 or at 14.

    >>> [str(pip) for pip in window(5, 5)]
    ['A', '2', '3', '4', '5']
    """
    return tuple(BY_HEIGHT[height] for height in range(top - length + 1, top + 1))


_WINDOWS: dict[int, tuple[tuple[tuple[Pip, ...], frozenset[Pip]], ...]] = {
    length: tuple(
        (pips, frozenset(pips)) for top in range(Pip.ACE.height, length - 1, -1) for pips in [window(top, length)]
    )
    for length in (2, 3, 5)
}
"""The pips of every sequence by its length, highest first, in order and as a set."""


def _windows(counts: Counter[Pip], length: int, each: int) -> Iterator[tuple[tuple[Pip, ...], tuple[Pip, ...]]]:
    """Give the sequences that take every natural card of a set of ``length * each``, and what wild cards stand for."""
    if max(counts.values(), default=0) > each:
        return
    for pips, held in _WINDOWS[length]:
        if counts.keys() <= held:
            yield pips, _missing(Counter(pips * each), counts)


def _straights(natural: Sequence[Card], counts: Counter[Pip], wilds: int, rules: GuandanRulebook) -> Iterator[Reading]:
    """Read five cards as a straight (顺子) or, in one suit, as a straight flush (同花顺)."""
    suited = len({card.suit for card in natural}) == 1
    for pips, stands in _windows(counts, length=5, each=1):
        if suited:
            yield Reading(Shape.STRAIGHT_FLUSH, pips[-1], pips, stands)
        if not suited or (wilds and rules.shapes.suited_straight is SuitedStraights.PLAYERS_CHOICE):
            yield Reading(Shape.STRAIGHT, pips[-1], pips, stands)


def _runs(shape: Shape, counts: Counter[Pip], each: int) -> Iterator[Reading]:
    """Read six cards as three pairs (三连对) or two triples (二连三) in a row."""
    for pips, stands in _windows(counts, length=6 // each, each=each):
        yield Reading(shape, pips[-1], tuple(pip for pip in pips for _ in range(each)), stands)
