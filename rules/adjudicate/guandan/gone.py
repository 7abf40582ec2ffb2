"""Cards that left the table: taken across it, turned down after the trick, or taken back into the hand.

When a play goes, nobody can tell yet why. It is recorded as lifted; what happens next decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.desk import Desk
from paizhuo.rules.adjudicate.finding import find
from paizhuo.rules.adjudicate.guandan.lying import Lying, deal_of, lying, match_of
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import CardsReturned, DealEnded, PlayLifted, PlayTakenBack, TrickCollected
from paizhuo.rules.guandan.deal import Lay, Offer, Purpose
from paizhuo.rules.guandan.offers import gifts
from paizhuo.rules.observations import CardReading

PASSED_IN = 2.5
"""Seconds in which three players can hardly pass: a play that goes sooner was taken back."""

TURNED_DOWN_IN = 6.0
"""Seconds between the first and the last card of a trick that is turned down."""


def removed(draft: Draft, seat: Seat | None, cards: Sequence[CardReading]) -> None:
    """Judge cards that left the table while others stay."""
    open_cards = [card for card in cards if card.face_up]
    if not open_cards:
        draft.ignore("removed.face_down")
        return
    found = [each for each in find(lying(deal_of(draft)), seat, open_cards) if each is not None]
    if not found:
        draft.ignore("removed.unknown_card")
        return
    _off(draft, found)
    lays = deal_of(draft).since_collected
    if lays and not any(lay.lies for lay in lays) and len(lays) > 1:
        collect(draft)


def _off(draft: Draft, found: Sequence[Lying]) -> None:
    for seat in Seat:
        lifted = tuple(each.laid.spot for each in found if isinstance(each.where, Lay) and each.seat is seat)
        if lifted:
            draft.accept(PlayLifted(seat, lifted))
    offers = list(dict.fromkeys(each.where.seq for each in found if isinstance(each.where, Offer)))
    for seq in offers:
        gone = [each for each in found if isinstance(each.where, Offer) and each.where.seq == seq]
        offer = gone[0].where
        assert isinstance(offer, Offer)
        draft.accept(CardsReturned(_holder(draft, offer), tuple(each.laid.spot for each in gone)))


def _holder(draft: Draft, offer: Offer) -> Seat:
    """Give the seat into whose hand a card goes that was laid outside a play."""
    for gift in gifts(deal_of(draft), match_of(draft).rulebook):
        if offer.purpose is Purpose.TRIBUTE and gift.payer is offer.seat:
            return gift.receiver
        if offer.purpose is Purpose.RETURN and gift.receiver is offer.seat:
            return gift.payer if offer.to is None else offer.to
    return offer.seat


def cleared(draft: Draft, desk: Desk) -> None:
    """Judge a table on which no seat's card lies any more."""
    there = [each for each in lying(deal_of(draft)) if isinstance(each.where, Offer)]
    _off(draft, there)
    lays = deal_of(draft).since_collected
    if not lays:
        if not there:
            draft.ignore("cleared.nothing_lay_there")
        return
    if not deal_of(draft).is_over and _may_have_gone_back(lays, draft.evidence.at, desk):
        # Its seat may have thought better of it: the next card tells.
        _off(draft, [Lying(laid, lays[0]) for laid in lays[0].cards if laid not in lays[0].lifted])
        return
    _early_take_back(draft, desk)
    collect(draft)


def _early_take_back(draft: Draft, desk: Desk) -> None:
    """Take back the newest play if it left the table long before the others did."""
    lays = deal_of(draft).since_collected
    newest = lays[-1]
    if newest.lies or not any(lay.lies for lay in lays):
        return
    alone = all(lay.lies for lay in lays[:-1])
    waited = draft.evidence.at - newest.lifted_at > TURNED_DOWN_IN
    if alone and not _turned_down(newest, desk) and (newest.violations or waited):
        draft.accept(PlayTakenBack(newest.seat, tuple(laid.spot for laid in newest.cards)))


def collect(draft: Draft) -> None:
    """Record that the trick is off the table; a hand that is over is closed with it."""
    draft.accept(TrickCollected())
    if deal_of(draft).is_over and not deal_of(draft).ended:
        draft.accept(DealEnded())


def resolve_lifted(draft: Draft, seat: Seat, desk: Desk) -> None:
    """Say what became of lifted cards now that ``seat`` lays others."""
    lays = deal_of(draft).since_collected
    lifted = [lay for lay in lays if lay.lifted]
    if not lifted:
        return
    newest = lays[-1]
    if not any(lay.lies for lay in lays) and not _may_have_gone_back(lays, newest.lifted_at, desk):
        collect(draft)
    elif lifted == [newest] and not _turned_down(newest, desk):
        draft.accept(PlayTakenBack(newest.seat, tuple(laid.spot for laid in newest.lifted)))
    elif len({lay.seat for lay in lifted}) > 1 or newest.lifted:
        collect(draft)


def _may_have_gone_back(lays: Sequence[Lay], gone_at: float, desk: Desk) -> bool:
    """Say whether a play that left the table alone went back: it was wrong, or nobody had the time to pass on it."""
    lay = lays[-1]
    if len(lays) > 1 or _turned_down(lay, desk):
        return False
    return bool(lay.violations) or (lay.at > 0 and gone_at - lay.at < PASSED_IN)


def _turned_down(lay: Lay, desk: Desk) -> bool:
    """Say whether the pile of the seat grew since: then its cards went there."""
    return desk.piled[lay.seat] > lay.at
