"""Write counts.txt: kinds of plays of pinned hands, counted by reading subsets of cards. Takes some minutes."""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from paizhuo.rules.cards import Card, Rank, two_decks
from paizhuo.rules.guandan.combos import Shape, readings
from paizhuo.rules.guandan.pips import wild_card


def subsets(hand: Sequence[Card], wild: Card) -> Iterator[tuple[Card, ...]]:
    """Give every subset of up to six cards, and every larger one of one rank and wild cards."""
    wilds = [card for card in hand if card is wild]
    for size in range(1, 7):
        yield from {tuple(sorted(cards)) for cards in combinations(hand, size)}
    for rank in Rank:
        alike = [card for card in hand if card.rank is rank and card is not wild] + wilds
        for size in range(7, len(alike) + 1):
            yield from {tuple(sorted(cards)) for cards in combinations(alike, size)}


def main() -> None:
    """Print the table."""
    rng = random.Random(2022)
    out = sys.stdout.write
    out("# level | hand | kinds of plays: distinct (size, key, wild cards used) of each shape\n")
    for wilds in (2, 2, 2, 1, 1, 0):
        level = rng.choice(tuple(Rank))
        wild = wild_card(level)
        deck = [card for card in two_decks() if card is not wild]
        ranks = rng.sample(tuple(Rank), 6 if wilds == 2 else 13)
        rich = [card for card in deck if card.rank in ranks or card.is_joker]
        hand = sorted(rng.sample(rich, 27 - wilds)) + [wild] * wilds
        found = {
            (one.shape, one.size, one.key, cards.count(wild))
            for cards in subsets(hand, wild)
            for one in readings(cards, level)
        }
        counts = Counter(shape for shape, *_ in found)
        numbers = " ".join(f"{shape}={counts[shape]}" for shape in Shape)
        out(f"{level} | {' '.join(map(str, hand))} | {numbers}\n")


if __name__ == "__main__":
    main()
