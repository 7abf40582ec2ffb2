"""The answer to a suspicion: the one slip of sight that it names, as a correction of the log."""

from __future__ import annotations

from dataclasses import replace

from paizhuo.rules.amending import UNREAD, struck, with_missed
from paizhuo.rules.cards import Card
from paizhuo.rules.effective import effective
from paizhuo.rules.events import CardCorrected, CardsLaid, Corrected
from paizhuo.rules.readings import Reading
from paizhuo.rules.suspicion import Edit, Slip
from paizhuo.rules.timeline import Timeline


def correction_of(timeline: Timeline, edit: Edit) -> Corrected | CardCorrected | None:
    """Give the correction that an edit asks for, None if it changes no card.

    A card that was missed comes in unread, and so does one of which only is known what it is not: it is named next.
    """
    laid = edit.laid
    if edit.slip is Slip.ABSENT and laid is not None:
        return struck(laid, "never_there")
    if edit.slip is Slip.FACE and laid is not None:
        if edit.card is Card.UNKNOWN:
            return CardCorrected(laid.spot, Card.UNKNOWN, "misread", replace(UNREAD, track=laid.reading.track))
        return CardCorrected(laid.spot, edit.card, "misread")
    if edit.slip is Slip.MISSED:
        reading = UNREAD if edit.card is Card.UNKNOWN else Reading()
        fact = next(entry.event for entry in effective(timeline.log) if entry.seq == edit.seq)
        assert isinstance(fact, CardsLaid)
        more = (edit.card,) * edit.number
        return with_missed(edit.seq, fact, more, "missed", reading)
    return None
