"""Every play a hand can make, as moves: kind, key and wild cards used. ``lay.py`` turns a move into cards.

Two plays that differ only in suits are one move: suits never decide a comparison.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from paizhuo.rules.cards import Card, Rank
from paizhuo.rules.guandan.bombs import FLUSH_RUNG, JOKER_RUNG, bomb_rung, rung
from paizhuo.rules.guandan.combos import ALIKE, Reading, Shape, reading_strength, spare_pair
from paizhuo.rules.guandan.holding import JOKER_HEIGHTS, Holding, hold
from paizhuo.rules.guandan.pips import BY_HEIGHT, Pip, strength
from paizhuo.rules.guandan.policies import JokerKickers, SuitedStraights, TwoPairsAndWild, WildPairs
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook

SUIT_HEIGHTS = range(Pip.TWO.height, Pip.ACE.height + 1)
LARGEST_BOMB = 10
STRENGTHS: dict[Rank, tuple[int, ...]] = {
    level: (0, *(strength(BY_HEIGHT[height], level) for height in range(1, JOKER_HEIGHTS[1] + 1))) for level in Rank
}
"""Strengths outside sequences by level and height."""


@dataclass(frozen=True, slots=True)
class Move:
    """A play up to suits. ``wilds`` counts the wild cards in it; ``pair`` is the pair of a full house."""

    shape: Shape
    size: int
    key: Pip
    wilds: int
    pair: Pip | None = None


@cache
def _move(shape: Shape, size: int, height: int, wilds: int, pair: int = 0) -> Move:
    return Move(shape, size, BY_HEIGHT[height], wilds, BY_HEIGHT[pair] if pair else None)


def legal_plays(
    cards: Collection[Card], to_beat: Reading | None, level: Rank, rules: GuandanRulebook = HOUSE
) -> tuple[Move, ...]:
    """Give every move of a hand that beats a play; with None, every move it can lead. A pass is not among them.

    >>> legal_plays([Card.S3, Card.S9, Card.C9], None, Rank.TWO)[-1].shape
    <Shape.PAIR: 'pair'>
    """
    return moves(hold(cards, level), to_beat, rules)


def moves(holding: Holding, to_beat: Reading | None, rules: GuandanRulebook = HOUSE) -> tuple[Move, ...]:
    """Give the moves of a hand already counted out, as ``legal_plays`` does."""
    if to_beat is None:
        return tuple(_leads(holding, rules))
    return tuple(_follows(holding, to_beat, rules))


def kinds(
    cards: Collection[Card], level: Rank, rules: GuandanRulebook = HOUSE
) -> frozenset[tuple[Shape, int, Pip, int]]:
    """Classify a whole hand: all its plays as (shape, size, key, wild cards used).

    >>> len(kinds([Card.S9, Card.C9, Card.H2], Rank.TWO))
    5
    """
    found = legal_plays(cards, None, level, rules)
    return frozenset((move.shape, move.size, move.key, move.wilds) for move in found)


def _leads(holding: Holding, rules: GuandanRulebook) -> Iterator[Move]:
    for size in (1, 2, 3):
        yield from _alike(holding, size, 0, rules)
    yield from _runs(holding, Shape.TUBE, 0)
    yield from _runs(holding, Shape.PLATE, 0)
    yield from _full_houses(holding, 0, rules)
    yield from _straights(holding, 0, rules)
    yield from _bombs(holding, 0, 0, rules)


def _follows(holding: Holding, to_beat: Reading, rules: GuandanRulebook) -> Iterator[Move]:
    over, least = reading_strength(to_beat, holding.level), rung(to_beat)
    match to_beat.shape:
        case Shape.SINGLE | Shape.PAIR | Shape.TRIPLE:
            yield from _alike(holding, to_beat.size, over, rules)
        case Shape.TUBE | Shape.PLATE:
            yield from _runs(holding, to_beat.shape, over)
        case Shape.FULL_HOUSE:
            yield from _full_houses(holding, over, rules)
        case Shape.STRAIGHT:
            yield from _straights(holding, over, rules)
        case _:
            pass
    yield from _bombs(holding, least, over, rules)


def _alike(holding: Holding, size: int, over: int, rules: GuandanRulebook) -> Iterator[Move]:
    """Find singles, pairs, triples and bombs of one size above a strength."""
    shape, level, most = ALIKE.get(size, Shape.BOMB), holding.level, holding.wilds
    counts, strengths = holding.counts, STRENGTHS[level]
    alone = {level.height} if size <= most else set()
    if alone and size == 2 and rules.shapes.wild_pair is WildPairs.ANY_RANK:
        alone = set(SUIT_HEIGHTS)
    for height in SUIT_HEIGHTS:
        if strengths[height] <= over:
            continue
        if counts[height] + most >= size:
            for wilds in range(max(0, size - counts[height]), min(most, size - 1) + 1):
                yield _move(shape, size, height, wilds)
        if height in alone:
            yield _move(shape, size, height, size)
    if size <= 2:
        for height in JOKER_HEIGHTS:
            if holding.counts[height] >= size and strengths[height] > over:
                yield _move(shape, size, height, 0)


def _runs(holding: Holding, shape: Shape, over: int) -> Iterator[Move]:
    """Find three pairs or two triples in a row whose top is above a height."""
    each = 2 if shape is Shape.TUBE else 3
    length = 6 // each
    counts = holding.counts
    for top in range(max(over + 1, length), Pip.ACE.height + 1):
        missing = sum(each - counts[height] for height in _heights(top, length) if counts[height] < each)
        for wilds in range(missing, holding.wilds + 1):
            yield _move(shape, 6, top, wilds)


def _heights(top: int, length: int) -> range:
    return range(top - length + 1, top + 1)


def _full_houses(holding: Holding, over: int, rules: GuandanRulebook) -> Iterator[Move]:
    """Find triples with a pair, each pair once, whose triple is above a strength."""
    counts, most, strengths = holding.counts, holding.wilds, STRENGTHS[holding.level]
    larger_only = rules.shapes.two_pairs_and_wild is TwoPairsAndWild.LARGER
    kickers = [height for height in SUIT_HEIGHTS if counts[height]]
    if rules.shapes.joker_kicker is JokerKickers.ALLOWED:
        kickers += [height for height in JOKER_HEIGHTS if counts[height] == 2]
    for triple in SUIT_HEIGHTS:
        short = max(0, 3 - counts[triple])
        if short > most or strengths[triple] <= over:
            continue
        for pair in kickers:
            if pair == triple:
                continue
            for wilds in range(short + max(0, 2 - counts[pair]), most + 1):
                # Two pairs and a wild card may count as the larger house alone.
                smaller = wilds == short == 1 and pair in SUIT_HEIGHTS and strengths[pair] > strengths[triple]
                if not (smaller and larger_only):
                    yield _move(Shape.FULL_HOUSE, 5, triple, wilds, pair)
        # Two wild cards may be the whole pair.
        spare = spare_pair(BY_HEIGHT[triple], holding.level).height
        if most == 2 and not short and spare not in kickers:
            yield _move(Shape.FULL_HOUSE, 5, triple, 2, spare)


def _straights(holding: Holding, over: int, rules: GuandanRulebook) -> Iterator[Move]:
    """Find plain straights whose top is above a height."""
    for top in range(max(over + 1, 5), Pip.ACE.height + 1):
        window = 0b11111 << (top - 4)
        missing = 5 - (holding.present & window).bit_count()
        if missing > holding.wilds:
            continue
        # With one suit alone in the window every choice of cards is a straight flush.
        least = missing
        if sum(bool(mask & window) for mask in holding.suited) == 1:
            if rules.shapes.suited_straight is SuitedStraights.FLUSH_ONLY:
                continue
            least = max(missing, 1)
        for wilds in range(least, holding.wilds + 1):
            yield _move(Shape.STRAIGHT, 5, top, wilds)


def _bombs(holding: Holding, least: int, over: int, rules: GuandanRulebook) -> Iterator[Move]:
    """Find bombs above a rung of the ladder, or on it and above a strength."""
    biggest = max(holding.counts) + holding.wilds
    for size in range(4, min(biggest, LARGEST_BOMB) + 1):
        if bomb_rung(size) >= least:
            yield from _alike(holding, size, over if bomb_rung(size) == least else 0, rules)
    if least <= FLUSH_RUNG:
        yield from _flushes(holding, over if least == FLUSH_RUNG else 0)
    if least < JOKER_RUNG and all(holding.counts[height] == 2 for height in JOKER_HEIGHTS):
        yield _move(Shape.JOKER_BOMB, 4, JOKER_HEIGHTS[1], 0)


def _flushes(holding: Holding, over: int) -> Iterator[Move]:
    spades, hearts, diamonds, clubs = holding.suited
    for top in range(max(over + 1, 5), Pip.ACE.height + 1):
        window = 0b11111 << (top - 4)
        missing = 5 - max(
            (spades & window).bit_count(),
            (hearts & window).bit_count(),
            (diamonds & window).bit_count(),
            (clubs & window).bit_count(),
        )
        for wilds in range(missing, holding.wilds + 1):
            yield _move(Shape.STRAIGHT_FLUSH, 5, top, wilds)
