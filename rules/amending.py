"""Corrections of what lies on the table: a card that was never there, a card that was missed."""

from __future__ import annotations

from dataclasses import replace

from paizhuo.rules.cards import Card
from paizhuo.rules.events import CardCorrected, CardsLaid, Corrected, Event
from paizhuo.rules.laid import ABSENT, Laid
from paizhuo.rules.readings import Reading

UNREAD = Reading(0.0, present=1.0)
"""The reading of a card that surely lies there and that nobody has read."""


def struck(laid: Laid, reason: str) -> CardCorrected:
    """Strike a card that was never there; the places of the others stay as they are.

    >>> from paizhuo.rules.events import Spot
    >>> struck(Laid(Card.BJ, Spot(9, 0)), "never_there").reading.present
    0.0
    """
    return CardCorrected(laid.spot, Card.UNKNOWN, reason, replace(ABSENT, track=laid.reading.track))


def with_missed(seq: int, fact: Event, card: Card, reason: str, reading: Reading = UNREAD) -> Corrected | None:
    """Add a card that was missed to the cards that entry ``seq`` laid, None if it laid none."""
    if not isinstance(fact, CardsLaid):
        return None
    readings = fact.readings + (Reading(),) * (len(fact.cards) - len(fact.readings))
    return Corrected(seq, replace(fact, cards=(*fact.cards, card), readings=(*readings, reading)), reason)
