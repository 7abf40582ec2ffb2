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

    there = list(lying(deal_of(draft)))
    found = find(there, seat, [old for old, _ in pairs])
    meant = [None if _is_covered(each, new, there) else each for each, (_, new) in zip(found, pairs, strict=True)]
    correct(draft, meant, [new for _, new in pairs], face_of)


def _is_covered(lies: Lying | None, new: CardReading, there: Sequence[Lying]) -> bool:
    """Say whether a card is now taken for one that its seat laid onto it later, though nothing spoke for that face."""
    if lies is None or new.card in (lies.laid.card, *dict(lies.laid.reading.alternatives)):
        return False
    after = (each.laid for each in there if each.seat is lies.seat and each.laid.spot.seq > lies.laid.spot.seq)
    return any(laid.card is new.card for laid in after)
