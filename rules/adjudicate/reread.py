"""A card that lay there all along and is read differently now: the record follows the better reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.finding import Found, find
from paizhuo.rules.adjudicate.lying import lying
from paizhuo.rules.adjudicate.readings import Recorded, reading_of, record
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CardCorrected, Reading
from paizhuo.rules.laid import MOST_SURE, PLAUSIBLE_FROM, SURE_FROM, Laid
from paizhuo.rules.observations import CardReading
from paizhuo.rules.readings import THIRD_COPY

REREAD = "reading.reread"


def reread(draft: Draft, seat: Seat | None, before: Sequence[CardReading], after: Sequence[CardReading]) -> None:
    """Correct the recorded faces of cards that are read differently now."""
    found = find(lying(draft.deal), seat, before)
    correct(draft, found, after, lambda _, new: record(draft.deal, seat, [new]))


def correct(
    draft: Draft,
    found: Sequence[Found | None],
    after: Sequence[CardReading],
    face_of: Callable[[Found, CardReading], Recorded],
) -> None:
    """Correct the recorded faces of cards of any game that are read as ``after`` now, None where no such card lies.

    A face that two decks cannot hold a third time is not written down; the card becomes unread instead. ``face_of``
    chooses the face to record.
    """
    changed = False
    for lies, new in zip(found, after, strict=False):
        if lies is None or not new.face_up:
            continue
        reading, laid = reading_of(new), lies.laid
        if new.card is laid.card and (not laid.doubtful or reading.confidence < SURE_FROM):
            continue
        changed = True
        if new.card is not laid.card and laid.card is not Card.UNKNOWN and not _is_better(reading, laid):
            reading = _contradicting(reading, laid.card)
        card, reason = new.card, REREAD
        if new.card is not laid.card:
            recorded = face_of(lies, new)
            card = recorded.cards[0]
            reason = THIRD_COPY if recorded.repairs else REREAD
            for change in recorded.earlier:
                draft.accept(change)
        if card is not Card.UNKNOWN or laid.card is not Card.UNKNOWN:
            draft.accept(CardCorrected(laid.spot, card, reason, reading))
    if not changed:
        draft.ignore("reread.nothing_new")


def _is_better(reading: Reading, laid: Laid) -> bool:
    """Say whether a reading settles a doubt: it is sure, and the one before was not."""
    return laid.doubtful and reading.confidence >= SURE_FROM


def _contradicting(reading: Reading, before: Card) -> Reading:
    """Give the reading of a card that was read as another face before, as surely: one of the two is wrong."""
    others = tuple(each for each in reading.alternatives if each[0] is not before)
    share = max(PLAUSIBLE_FROM, dict(reading.alternatives).get(before, 0.0), round(1 - reading.confidence, 4))
    confidence = min(reading.confidence, MOST_SURE)
    return replace(reading, confidence=confidence, alternatives=((before, min(share, confidence)), *others))
