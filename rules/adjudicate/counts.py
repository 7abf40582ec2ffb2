"""The count that was led, as a hard fact: three seats that answer with the same number of cards cannot all be wrong.

If the lead was read with another number, sight saw a card too many or missed one. Nobody is accused of a wrong count
for that; the record is corrected, and a card that was missed is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.amending import UNREAD, struck, without_pieces
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Amended, Corrected, Played, TrickCollected
from paizhuo.rules.laid import Laid
from paizhuo.rules.shengji.slips import outvoted
from paizhuo.rules.shengji.state import Deal, Play, TakenBack

LED_COUNT = "count.led"
LOST = "sight.lost"


def repair_led_count(draft: Draft) -> None:
    """Correct the lead of a full trick if all three answers agree on another number of cards."""
    trick = draft.deal.trick
    size = outvoted(trick)
    if size is None:
        return
    lead = trick.plays[0]
    if any(back.seat is lead.seat for back in _lost(draft.deal)):
        # What only seemed to go back is no card that was missed; it is put back when the trick is taken up.
        return
    if size > trick.size:
        draft.accept(_with_unread(lead, size - trick.size))
        return
    surplus = _surplus(lead.cards, trick.size - size)
    changes = tuple(struck(laid, LED_COUNT) for laid in surplus)
    if changes:
        draft.accept(changes[0] if len(changes) == 1 else Amended(changes))


def collect(draft: Draft) -> None:
    """Record that the trick was taken up, after what sight lost of it is put back."""
    repair_lost_plays(draft)
    repair_lost_throw(draft)
    draft.accept(TrickCollected())


def repair_lost_plays(draft: Draft) -> None:
    """Put back cards that seemed to be taken back, where their seat played nothing else and the trick lacks just them.

    Every seat plays in every trick, and as many cards as were led: sight lost them, the player did not.
    """
    for back in _lost(draft.deal):
        draft.accept(Corrected(back.seq, None, LOST))


def _lost(deal: Deal) -> Iterator[TakenBack]:
    trick = deal.trick
    for back in deal.taken_back:
        own = trick.play_of(back.seat)
        kept = () if own is None else own.cards
        sizes = Counter(len(play.cards) for play in trick.plays if play.seat is not back.seat)
        size = sizes.most_common(1)[0][0] if sizes else 0
        replaced = any(laid.spot.seq > back.seq for laid in kept)
        if back.trick == trick.number and not replaced and len(kept) + len(back.cards) == size:
            yield back


def repair_lost_throw(draft: Draft) -> None:
    """Let a throw stand that seemed to have failed, if all others answered the whole of it."""
    trick = draft.deal.trick
    lead = trick.plays[0]
    whole = len(lead.cards) + len(lead.returned)
    if lead.failed and len(trick.plays) == len(Seat) and all(len(play.cards) == whole for play in trick.plays[1:]):
        draft.accept(Corrected(lead.failed, None, LOST))


def _with_unread(lead: Play, missed: int) -> Corrected | Amended:
    """Add cards that were missed to a lead, unread; a lead laid in several goes becomes one."""
    cards = (*(laid.card for laid in lead.cards), *(Card.UNKNOWN,) * missed)
    readings = (*(laid.reading for laid in lead.cards), *(UNREAD,) * missed)
    whole = Corrected(lead.seq, Played(lead.seat, cards, readings), LED_COUNT)
    later = without_pieces((lead,), LED_COUNT)
    return Amended((whole, *later)) if later else whole


def _surplus(cards: tuple[Laid, ...], number: int) -> tuple[Laid, ...]:
    """Choose the cards that were not there: those that may well be absent, or else the second of a face read twice.

    Empty if there are not enough of them, or more cards that may be absent than are too many: then nobody can tell.
    """
    weak = [laid for laid in cards if laid.may_be_absent]
    if weak:
        return tuple(weak) if len(weak) == number else ()
    counts = Counter(laid.card for laid in cards)
    doubles: list[Laid] = []
    # The one told first stays: that is when the play was made.
    for laid in sorted(cards, key=lambda each: (-each.spot.seq, each.reading.confidence)):
        if len(doubles) < number and counts[laid.card] > 1:
            counts[laid.card] -= 1
            doubles.append(laid)
    return tuple(doubles) if len(doubles) == number else ()
