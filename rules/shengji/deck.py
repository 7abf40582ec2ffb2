"""The deck as evidence: what two decks can and cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from paizhuo.rules.cards import Card

COPIES = 2
"""How often every face lies in two decks."""

DECK_POINTS = 200
"""The points in two decks (总分)."""


def impossible_copies(seen: Iterable[Card]) -> tuple[Card, ...]:
    """Give the faces seen more often than two decks hold them: an error of reading or of the deck, never an offence.

    >>> impossible_copies([Card.SA, Card.SA, Card.SK, Card.SA])
    (<Card.SA: 'SA'>,)
    """
    counts = Counter(card for card in seen if card is not Card.UNKNOWN)
    return tuple(card for card, count in counts.items() if count > COPIES)
