"""Which cards the bid showed that made trump, once the whole hand of its seat lies open.

Cards that were shown went back into the hand, so that they were played or buried later: a face that the seat never held
was never shown. Whether a bid with it would have stood has no part in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.laid import SURE_FROM, Laid, sure_faces
from paizhuo.rules.shengji.closing import is_played_out
from paizhuo.rules.shengji.closure import chances, unnamed
from paizhuo.rules.shengji.doubts import unsure_trump
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.state import Deal


def shown_for_trump(deal: Deal) -> Iterator[tuple[Laid, Card, float]]:
    """Yield the doubtful cards of the bid that makes trump, with the faces that are as good as certain, and how much.

    Each face that the seat held is as likely as the reading of the card says.
    """
    if not is_played_out(deal) or len(deal.kitty.shown) < BOTTOM:
        return
    for laid in unsure_trump(deal):
        seat = next(bid.seat for bid in deal.bids if laid in bid.cards)
        held = _held(deal, seat)
        sure, known = sure_faces(held), chances(laid)
        possible = {face for each in held for face in (each.card, *dict(each.reading.alternatives))}
        if Card.UNKNOWN in possible:
            possible |= set(known)
        chance = {face: known.get(face, unnamed(known)) for face in possible}
        for face, share in ((face, each / sum(chance.values())) for face, each in chance.items()):
            if face in sure and share >= SURE_FROM:
                yield laid, face, share


def _held(deal: Deal, seat: Seat) -> tuple[Laid, ...]:
    """Give the cards that a seat played, and those that it may have buried."""
    own = tuple(laid for trick in deal.tricks for play in trick.plays if play.seat is seat for laid in play.cards)
    return (*own, *deal.kitty.shown) if seat in (deal.dealer, *deal.buriers) else own
