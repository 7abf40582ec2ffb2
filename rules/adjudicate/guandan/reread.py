"""A card that lay there all along and is read differently now: the record follows the better reading."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.finding import find
from paizhuo.rules.adjudicate.guandan.faces import record
from paizhuo.rules.adjudicate.guandan.lying import Lying, deal_of, lying, match_of
from paizhuo.rules.adjudicate.readings import Recorded
from paizhuo.rules.adjudicate.reread import correct
from paizhuo.rules.cards import Seat
from paizhuo.rules.observations import CardReading


def reread(draft: Draft, seat: Seat | None, pairs: Sequence[tuple[CardReading, CardReading]]) -> None:
    """Correct the recorded faces of cards that are read differently now."""

    def face_of(lies: Lying, new: CardReading) -> Recorded:
        return record(deal_of(draft), lies.seat, [new], match_of(draft).rulebook)

    found = find(lying(deal_of(draft)), seat, [old for old, _ in pairs])
    correct(draft, found, [new for _, new in pairs], face_of)
