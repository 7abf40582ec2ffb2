"""A physical card that was laid face up, and how far its reading can be trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from paizhuo.rules.cards import FACES, Card
from paizhuo.rules.readings import Reading, Spot

SURE_FROM = 0.98
"""A reading at least this confident is taken as certain."""

PLAUSIBLE_FROM = 0.005
"""Another face at least this likely could be the true one while the reading is not certain."""

MOST_SURE = 0.97
"""How sure at most a face is that another reading contradicts, or that was only the next best."""

HARDLY_THERE = 0.9
"""A card less surely there than this may well be none, where the play needs no such card."""

SURE = Reading()

ABSENT = Reading(0.0, present=0.0)
"""The reading of a card that was never there: correcting a card to it strikes the card."""


def is_hardly_there(reading: Reading) -> bool:
    """Say whether a card that reads so is hardly there by sight alone.

    >>> is_hardly_there(Reading(0.99, present=0.4)), is_hardly_there(Reading(0.4))
    (True, False)
    """
    return reading.present is not None and reading.present < HARDLY_THERE


@dataclass(frozen=True, slots=True)
class Laid:
    """One physical card: its face as recorded, where the log says so, and how it was read."""

    card: Card
    spot: Spot
    reading: Reading = SURE

    @property
    def doubtful(self) -> bool:
        """Say whether the card may well be another one."""
        return self.reading.confidence < SURE_FROM

    @property
    def may_be_absent(self) -> bool:
        """Say whether there may be no such card: sight took something else for one, or saw one card twice."""
        return self.reading.present is not None and self.reading.present < SURE_FROM

    @property
    def hardly_there(self) -> bool:
        """Say whether there is hardly such a card by sight alone."""
        return is_hardly_there(self.reading)

    @property
    def counted(self) -> bool:
        """Say whether a person or a record gave the card: sight can then have neither missed nor invented one."""
        return self.reading.present is None

    @property
    def sure(self) -> bool:
        """Say whether the card was read, lies there beyond doubt and can be no other."""
        return self.card is not Card.UNKNOWN and not self.doubtful and not self.may_be_absent

    @property
    def alternatives(self) -> tuple[Card, ...]:
        """Give the other faces that it may be, most likely first; every face if the reader named none."""
        if not self.doubtful:
            return ()
        named = tuple(card for card, share in self.reading.alternatives if share >= PLAUSIBLE_FROM)
        return named or tuple(card for card in FACES if card is not self.card)

    def read_as(self, card: Card) -> Laid:
        """Give the same physical card with another face."""
        return replace(self, card=card)


def faces(cards: Iterable[Laid]) -> tuple[Card, ...]:
    """Give the faces of laid cards."""
    return tuple(laid.card for laid in cards)


def sure_faces(cards: Iterable[Laid]) -> tuple[Card, ...]:
    """Give the faces of those laid cards that are beyond doubt: what a verdict may rest on."""
    return tuple(laid.card for laid in cards if laid.sure)


def laid_cards(seq: int, cards: Sequence[Card], readings: Sequence[Reading]) -> tuple[Laid, ...]:
    """Give the physical cards that an event laid on the table; a card without a reading is certain.

    A card that turned out never to have been there is left out; the others keep their places.

    >>> laid_cards(7, (Card.SA,), ())[0].spot
    Spot(seq=7, place=0)
    """
    return tuple(
        Laid(card, Spot(seq, place), readings[place] if place < len(readings) else SURE)
        for place, card in enumerate(cards)
        if place >= len(readings) or readings[place].present != 0
    )
