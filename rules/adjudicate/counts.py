"""The count that was led, as a hard fact: three seats that answer with the same number of cards cannot all be wrong.

If the lead was read with another number, sight saw a card too many or missed one. Nobody is accused of a wrong count
for that; the record is corrected, and a card that was missed is asked about.
"""

from __future__ import annotations

from collections import Counter

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.amending import UNREAD, struck
from paizhuo.rules.cards import Card
from paizhuo.rules.events import Amended, Corrected, Played
from paizhuo.rules.laid import Laid
from paizhuo.rules.shengji.doubts import outvoted
from paizhuo.rules.shengji.state import Play

LED_COUNT = "count.led"


def repair_led_count(draft: Draft) -> None:
    """Correct the lead of a full trick if all three answers agree on another number of cards."""
    trick = draft.deal.trick
    size = outvoted(trick)
    if size is None:
        return
    lead = trick.plays[0]
    if size > trick.size:
        draft.accept(_with_unread(lead, size - trick.size))
        return
    surplus = _surplus(lead.cards, trick.size - size)
    changes = tuple(struck(laid, LED_COUNT) for laid in surplus)
    if changes:
        draft.accept(changes[0] if len(changes) == 1 else Amended(changes))


def _with_unread(lead: Play, missed: int) -> Corrected | Amended:
    """Add cards that were missed to a lead, unread; a lead laid in several goes becomes one."""
    cards = (*(laid.card for laid in lead.cards), *(Card.UNKNOWN,) * missed)
    readings = (*(laid.reading for laid in lead.cards), *(UNREAD,) * missed)
    whole = Corrected(lead.seq, Played(lead.seat, cards, readings), LED_COUNT)
    pieces = dict.fromkeys(laid.spot.seq for laid in lead.cards if laid.spot.seq != lead.seq)
    later = tuple(Corrected(seq, None, LED_COUNT) for seq in pieces)
    return Amended((whole, *later)) if later else whole


def _surplus(cards: tuple[Laid, ...], number: int) -> tuple[Laid, ...]:
    """Choose the cards that were not there: those that may well be absent, or else the second of a face read twice.

    None if there are not enough of them, or more cards that may be absent than are too many: then nobody can tell.
    """
    weak = [laid for laid in cards if laid.may_be_absent]
    if weak:
        return tuple(weak) if len(weak) == number else ()
    counts = Counter(laid.card for laid in cards)
    doubles: list[Laid] = []
    for laid in sorted(cards, key=lambda each: each.reading.confidence):
        if len(doubles) < number and counts[laid.card] > 1:
            counts[laid.card] -= 1
            doubles.append(laid)
    return tuple(doubles) if len(doubles) == number else ()
