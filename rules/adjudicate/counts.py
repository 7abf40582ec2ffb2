"""The count that was led, as a hard fact: three seats that answer with the same number of cards cannot all be wrong.

If the lead was read with another number, sight saw a card twice or missed one. Nobody is accused of a wrong count for
that; the record is corrected, and a card that was missed is asked about.
"""

from __future__ import annotations

from collections import Counter

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.cards import Card
from paizhuo.rules.events import Amended, Corrected, Played, Reading
from paizhuo.rules.shengji.laid import Laid
from paizhuo.rules.shengji.state import Play, Trick

LED_COUNT = "count.led"


def repair_led_count(draft: Draft) -> None:
    """Correct the lead of a full trick if all three answers agree on another number of cards."""
    trick = draft.deal.trick
    size = _answered(trick)
    if size is None or size == trick.size:
        return
    lead = trick.plays[0]
    kept = _without_doubles(lead.cards, len(lead.cards) - size) if size < len(lead.cards) else lead.cards
    if kept is None:
        return
    missed = size - len(kept)
    cards = (*(laid.card for laid in kept), *(Card.UNKNOWN,) * missed)
    readings = (*(laid.reading for laid in kept), *(Reading(0.0),) * missed)
    whole = Corrected(lead.seq, Played(lead.seat, cards, readings), LED_COUNT)
    struck = tuple(Corrected(seq, None, LED_COUNT) for seq in _later_pieces(lead))
    draft.accept(Amended((whole, *struck)) if struck else whole)


def _answered(trick: Trick) -> int | None:
    """Give the number of cards that all three answers have, None if they differ or a throw was cut down."""
    sizes = {len(play.cards) for play in trick.plays[1:]}
    if len(trick.plays) != 4 or len(sizes) != 1 or trick.plays[0].returned:
        return None
    return sizes.pop()


def _without_doubles(cards: tuple[Laid, ...], surplus: int) -> tuple[Laid, ...] | None:
    """Leave out the weaker reading of faces that were read twice, None if there are too few of those."""
    counts = Counter(laid.card for laid in cards)
    kept = list(cards)
    for laid in sorted(cards, key=lambda each: each.reading.confidence):
        if surplus and counts[laid.card] > 1:
            counts[laid.card] -= 1
            kept.remove(laid)
            surplus -= 1
    return None if surplus else tuple(kept)


def _later_pieces(play: Play) -> tuple[int, ...]:
    return tuple(dict.fromkeys(laid.spot.seq for laid in play.cards if laid.spot.seq != play.seq))
