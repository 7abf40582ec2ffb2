"""Corrections of what lies on the table: a card that was never there or was missed, a play laid in several goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CardCorrected, CardsLaid, Corrected
from paizhuo.rules.laid import ABSENT, Laid
from paizhuo.rules.readings import Reading

UNREAD = Reading(0.0, present=1.0)
"""The reading of a card that surely lies there and that nobody has read."""


class LaidPlay(Protocol):
    """A play of any game: its event, its seat, and the cards that lie there."""

    @property
    def seq(self) -> int:
        """The event that laid it."""
        ...

    @property
    def seat(self) -> Seat:
        """Who laid it."""
        ...

    @property
    def cards(self) -> tuple[Laid, ...]:
        """The cards, each with its place in the log."""
        ...


def struck(laid: Laid, reason: str) -> CardCorrected:
    """Strike a card that was never there; the places of the others stay as they are.

    >>> from paizhuo.rules.events import Spot
    >>> struck(Laid(Card.BJ, Spot(9, 0)), "never_there").reading.present
    0.0
    """
    return CardCorrected(laid.spot, Card.UNKNOWN, reason, replace(ABSENT, track=laid.reading.track))


def with_missed(
    seq: int, fact: CardsLaid, cards: tuple[Card, ...], reason: str, reading: Reading = UNREAD
) -> Corrected:
    """Add cards that were missed to those that entry ``seq`` laid, each read so."""
    readings = fact.readings + (Reading(),) * (len(fact.cards) - len(fact.readings))
    whole = replace(fact, cards=(*fact.cards, *cards), readings=(*readings, *(reading for _ in cards)))
    return Corrected(seq, whole, reason)


def without_pieces(plays: Sequence[LaidPlay], reason: str) -> tuple[Corrected, ...]:
    """Strike the events that laid further cards of plays whose own events are corrected to hold all their cards."""
    own = {play.seq for play in plays}
    pieces = dict.fromkeys(laid.spot.seq for play in plays for laid in play.cards if laid.spot.seq not in own)
    return tuple(Corrected(seq, None, reason) for seq in pieces)
