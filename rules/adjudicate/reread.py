"""A card that lay there all along and is read differently now: the record follows the better reading."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.lying import find
from paizhuo.rules.adjudicate.readings import THIRD_COPY, reading_of, record
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CardCorrected
from paizhuo.rules.observations import CardReading
from paizhuo.rules.shengji.laid import SURE_FROM

REREAD = "reading.reread"


def reread(draft: Draft, seat: Seat | None, before: Sequence[CardReading], after: Sequence[CardReading]) -> None:
    """Correct the recorded faces of cards that are read differently now.

    A face that two decks cannot hold a third time is not written down; the card becomes unread instead.
    """
    changed = False
    for found, new in zip(find(draft.deal, seat, before), after, strict=False):
        if found is None or not new.face_up:
            continue
        reading = reading_of(new)
        laid = found.laid
        if new.card is laid.card and (not laid.doubtful or reading.confidence < SURE_FROM):
            continue
        changed = True
        card, reason = new.card, REREAD
        if new.card is not laid.card:
            recorded = record(draft.deal, seat, [new])
            card = recorded.cards[0]
            reason = THIRD_COPY if recorded.repairs else REREAD
            for change in recorded.earlier:
                draft.accept(change)
        if card is not Card.UNKNOWN or laid.card is not Card.UNKNOWN:
            draft.accept(CardCorrected(laid.spot, card, reason, reading))
    if not changed:
        draft.ignore("reread.nothing_new")
