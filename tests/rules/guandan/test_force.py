"""Readings and moves against brute force: every substitution of every wild card, every subset of a hand."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

from paizhuo.rules.cards import Card, Rank, Suit, two_decks
from paizhuo.rules.guandan.combos import Reading, Shape, readings
from paizhuo.rules.guandan.moves import kinds
from paizhuo.rules.guandan.pips import wild_card
from paizhuo.rules.guandan.policies import SuitedStraights, WildPairs
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook, Shapes
from paizhuo.rules.guandan.wild import Decided, read
from paizhuo.rules.rulebook import Title
from paizhuo.rules.rulebooks import load

LIBERAL = GuandanRulebook(
    "liberal",
    "guandan",
    Title("宽", "liberal"),
    shapes=Shapes(wild_pair=WildPairs.ANY_RANK, suited_straight=SuitedStraights.PLAYERS_CHOICE),
)
"""Every call that the cards allow: exactly what substitution finds."""
NATIONAL = load("guandan-2017", GuandanRulebook)
SUITED = [Card(suit + rank) for suit in Suit for rank in Rank]
Named = tuple[str, str]


@cache
def natural(cards: tuple[Card, ...]) -> frozenset[Named]:
    """Name what a set without wild cards is, written without a look at the rules."""
    counts = Counter(card.rank or card for card in cards)
    many = sorted(counts.values())
    size = len(cards)
    if len(counts) == 1:
        key = str(next(iter(counts)))
        joker = cards[0].is_joker
        if size <= (2 if joker else 3):
            return frozenset({(("single", "pair", "triple")[size - 1], key)})
        return frozenset() if joker else frozenset({(f"bomb{size}", key)})
    if size == 4 and sorted(cards) == ["BJ", "BJ", "LJ", "LJ"]:
        return frozenset({("jokerBomb", "BJ")})
    if size == 5 and many == [2, 3]:
        key = next(str(one) for one, count in counts.items() if count == 3)
        return frozenset() if key in ("LJ", "BJ") else frozenset({("fullHouse", key)})
    for length, each, name in ((5, 1, "straight"), (3, 2, "tube"), (2, 3, "plate")):
        if size == length * each and len(counts) == length and many == [each] * length:
            for top in runs(counts, length):
                flush = name == "straight" and len({card.suit for card in cards}) == 1
                return frozenset({("straightFlush" if flush else name, top)})
    return frozenset()


def runs(ranks: Iterable[str], length: int) -> Iterable[str]:
    """Give the tops under which these ranks stand in a row."""
    line = "A23456789TJQKA"
    wanted = set(map(str, ranks))
    for start in range(len(line) - length + 1):
        if set(line[start : start + length]) == wanted:
            yield line[start + length - 1]


def by_force(cards: Sequence[Card], level: Rank) -> set[Named]:
    """Put every card of a suit in the place of every wild card."""
    wild = wild_card(level)
    rest = [card for card in cards if card is not wild]
    found: set[Named] = set()
    for stand_ins in combinations_with_replacement(SUITED, len(cards) - len(rest)):
        found |= natural(tuple(sorted([*rest, *stand_ins])))
    if len(cards) == 1 and not rest:
        found = {("single", str(level))}
    return found


def named(cards: Sequence[Card], level: Rank, rules: GuandanRulebook) -> set[Named]:
    return {
        (f"bomb{one.size}" if one.shape is Shape.BOMB else str(one.shape), str(one.key))
        for one in readings(cards, level, rules)
    }


def likely_sets(seed: int, count: int, *, most_wilds: int) -> list[tuple[Rank, tuple[Card, ...]]]:
    """Draw sets of cards of few ranks, so that many of them are shapes."""
    rng = random.Random(seed)
    sets = []
    for _ in range(count):
        level = rng.choice(tuple(Rank))
        start = rng.randrange(13)
        ranks = [tuple(Rank)[(start + step) % 13] for step in range(rng.choice((1, 2, 2, 3, 5)))]
        suits = rng.choice((list(Suit), [rng.choice(list(Suit))], list(Suit)))
        pool = [card for card in two_decks() if card.rank in ranks and card.suit in suits] + [Card.LJ, Card.LJ, Card.BJ]
        pool = [card for card in pool if card is not wild_card(level)]
        wilds = [wild_card(level)] * rng.randint(0, most_wilds)
        size = rng.choice((1, 2, 3, 4, 5, 5, 5, 6, 6, 7))
        sets.append((level, (*wilds[:size], *rng.sample(pool, min(len(pool), max(0, size - len(wilds)))))))
    return sets


@pytest.mark.parametrize(("seed", "count", "most_wilds"), [(1, 2500, 1), (2, 250, 2)])
def test_readings_are_exactly_what_substitution_finds(seed: int, count: int, most_wilds: int) -> None:
    shapes: Counter[str] = Counter()
    for level, cards in likely_sets(seed, count, most_wilds=most_wilds):
        expected = by_force(cards, level)
        assert named(cards, level, LIBERAL) == expected, (level, cards)
        shapes.update(name for name, _ in expected)
    assert len(shapes) >= 9, shapes


@pytest.mark.parametrize(("seed", "count", "most_wilds"), [(3, 800, 1), (4, 120, 2)])
def test_house_readings_leave_out_two_calls_alone(seed: int, count: int, most_wilds: int) -> None:
    """A straight flush is no plain straight, and two wild cards alone are a pair of the level."""
    for level, cards in likely_sets(seed, count, most_wilds=most_wilds):
        wild = wild_card(level)
        suits = {card.suit for card in cards if card is not wild}
        expected = by_force(cards, level)
        if len(suits) == 1:
            expected = {(name, key) for name, key in expected if name != "straight"}
        if set(cards) == {wild} and len(cards) == 2:
            expected = {("pair", str(level))}
        assert named(cards, level, HOUSE) == expected, (level, cards)


def test_every_subset_of_a_small_deck_reads_as_substitution_says() -> None:
    deck = [Card(token) for token in "S2 S3 H3 S4 H4 S5 C5 SA SA LJ LJ H6".split()]
    level = Rank.SIX
    shapes = 0
    for size in range(1, 7):
        for cards in combinations(deck, size):
            expected = by_force(cards, level)
            shapes += bool(expected)
            assert named(cards, level, LIBERAL) == expected, cards
    assert shapes > 100


def kinds_by_force(hand: Sequence[Card], level: Rank, rules: GuandanRulebook) -> set[tuple[Shape, int, str, int]]:
    """Read every subset of a hand."""
    wild = wild_card(level)
    subsets = {tuple(sorted(cards)) for size in range(1, 11) for cards in combinations(hand, min(size, len(hand)))}
    return {
        (one.shape, one.size, str(one.key), cards.count(wild))
        for cards in subsets
        for one in callable_readings(cards, level, rules)
    }


def callable_readings(cards: tuple[Card, ...], level: Rank, rules: GuandanRulebook) -> tuple[Reading, ...]:
    """Give what a player may call the cards: everything they can be, or the one thing the rulebook makes of them."""
    ruling = read(cards, level, rules)
    return ruling.possible if ruling.decided is Decided.RULE else readings(cards, level, rules)


def small_hands(seed: int, count: int, size: int) -> list[tuple[Rank, list[Card]]]:
    rng = random.Random(seed)
    hands = []
    for number in range(count):
        level = rng.choice(tuple(Rank))
        start = rng.randrange(13)
        ranks = [tuple(Rank)[(start + step) % 13] for step in range(2 + number % 5)]
        suits = list(Suit)[: 1 + number % 4]
        pool = [card for card in two_decks() if card.rank in ranks and card.suit in suits]
        pool = [card for card in pool if card is not wild_card(level)] + [Card.LJ, Card.LJ, Card.BJ, Card.BJ]
        wilds = number % 3
        hands.append((level, rng.sample(pool, min(size - wilds, len(pool))) + [wild_card(level)] * wilds))
    return hands


@pytest.mark.parametrize("rules", [HOUSE, LIBERAL, NATIONAL], ids=["house", "liberal", "2017"])
def test_moves_are_exactly_the_kinds_of_all_subsets(rules: GuandanRulebook) -> None:
    for level, hand in small_hands(11, 30, 10):
        found = {(shape, size, str(key), wilds) for shape, size, key, wilds in kinds(hand, level, rules)}
        assert found == kinds_by_force(hand, level, rules), (level, hand)


TABLE = Path(__file__).parent / "data" / "counts.txt"


def pinned() -> list[tuple[Rank, list[Card], dict[str, int]]]:
    """Read the pinned hands: level, the hand, and how many kinds of each shape it can play."""
    rows = []
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            level, hand, numbers = (part.strip() for part in line.split("|"))
            pairs = (number.split("=") for number in numbers.split())
            cards = [Card(token) for token in hand.split()]
            rows.append((Rank(level), cards, {name: int(count) for name, count in pairs}))
    return rows


@pytest.mark.parametrize(("level", "hand", "numbers"), pinned())
def test_pinned_hands_have_the_counted_bombs_and_straights(
    level: Rank, hand: list[Card], numbers: dict[str, int]
) -> None:
    """Counted by reading every subset of up to six cards, and every subset of one rank and wild cards."""
    found = Counter(shape for shape, *_ in kinds(hand, level))
    assert len(hand) == 27
    assert {str(shape): found[shape] for shape in Shape} == numbers


def test_one_pinned_hand_is_counted_again_by_force() -> None:
    level, hand, numbers = pinned()[0]
    wild = wild_card(level)
    seen: dict[str, set[tuple[str, int]]] = {"straight": set(), "straightFlush": set()}
    for cards in {tuple(sorted(cards)) for cards in combinations([card for card in hand if not card.is_joker], 5)}:
        ranks = {card.rank for card in cards if card is not wild}
        if len(ranks) + cards.count(wild) == 5:
            for one in readings(cards, level):
                seen[str(one.shape)].add((str(one.key), cards.count(wild)))
    assert {name: len(found) for name, found in seen.items()} == {name: numbers[name] for name in seen}
