"""The deck check (点牌): is every face there as often as the deck should hold it?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.detections import SeenCard

_PLAUSIBLE = math.log(2000)
"""How much less probable the second reading of a card may be, to be preferred because its face is missing."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card read as ``read`` that is taken for ``taken``, since that face is missing and the other one too many."""

    read: Card
    taken: Card


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """What a deck holds: how many cards were seen of how many, which faces are missing and which are too many.

    ``faces`` are the faces of the cards that were given, in their order, after the doubts were settled.
    """

    seen: int
    expected: int
    missing: tuple[Card, ...]
    doubled: tuple[Card, ...]
    doubts: tuple[Doubt, ...]
    faces: tuple[Card, ...]

    @property
    def complete(self) -> bool:
        """Say whether the deck is whole."""
        return not self.missing and not self.doubled


def check_deck(cards: Sequence[SeenCard], copies: int = 2) -> DeckCheck:
    """Count cards that were shown once each against a deck of ``copies`` times the 54 faces.

    A face that is there once too often gives its least sure card to a missing face which that card might be; the
    doubt is told. Where no reading fits, the face stays doubled and the other one missing.
    """
    faces = [card.card for card in cards]
    doubts: list[Doubt] = []
    while True:
        count = Counter(faces)
        moves = [
            (loss, place, other)
            for place, card in enumerate(cards)
            if count[faces[place]] > copies
            for other, loss in _alternatives(card)
            if other is not faces[place] and count[other] < copies
        ]
        if not moves:
            break
        _, place, other = min(moves, key=lambda move: (move[0], move[1]))
        doubts.append(Doubt(cards[place].card, other))
        faces[place] = other
    count = Counter(faces)
    return DeckCheck(
        len(faces),
        copies * len(FACES),
        tuple(face for face in FACES for _ in range(copies - count[face])),
        tuple(face for face in FACES for _ in range(count[face] - copies)),
        tuple(doubts),
        tuple(faces),
    )


def _alternatives(card: SeenCard) -> list[tuple[Card, float]]:
    """Give the other faces a card may be, each with how much less probable it is (in logarithms)."""
    best = math.log(max(card.confidence, 1e-9))
    return [
        (face, best - math.log(chance))
        for face, chance in card.alternatives
        if chance > 0 and best - math.log(chance) < _PLAUSIBLE
    ]
