"""A card that lay there all along and is read differently now: the record follows the better reading."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.guandan.faces import record
from paizhuo.rules.adjudicate.guandan.lying import deal_of, find, match_of
from paizhuo.rules.adjudicate.readings import THIRD_COPY, reading_of
from paizhuo.rules.adjudicate.reread import REREAD
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CardCorrected
from paizhuo.rules.laid import SURE_FROM
from paizhuo.rules.observations import CardReading


def reread(draft: Draft, seat: Seat | None, pairs: Sequence[tuple[CardReading, CardReading]]) -> None:
    """Correct the recorded faces of cards that are read differently now.

    A face that two packs cannot hold a third time is not written down; the card becomes unread instead.
    """
    changed = False
    for found, (_, new) in zip(find(deal_of(draft), seat, [old for old, _ in pairs]), pairs, strict=True):
        if found is None:
            continue
        reading, laid = reading_of(new), found.laid
        if new.card is laid.card and (not laid.doubtful or reading.confidence < SURE_FROM):
            continue
        changed = True
        card, reason = new.card, REREAD
        if new.card is not laid.card:
            recorded = record(deal_of(draft), found.seat, [new], match_of(draft).rulebook)
            card = recorded.cards[0]
            reason = THIRD_COPY if recorded.repairs else REREAD
            for change in recorded.earlier:
                draft.accept(change)
        if card is not Card.UNKNOWN or laid.card is not Card.UNKNOWN:
            draft.accept(CardCorrected(laid.spot, card, reason, reading))
    if not changed:
        draft.ignore("reread.nothing_new")
