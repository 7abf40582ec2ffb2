"""Cards that were laid face up: a bid, an exposure, a play, more of a play, a new trick, the kitty."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.adjudicate.counts import collect
from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.finding import is_there_already
from paizhuo.rules.adjudicate.lifted import resolve_lifted
from paizhuo.rules.adjudicate.lying import lying
from paizhuo.rules.adjudicate.readings import Recorded, record
from paizhuo.rules.cards import Rank, Seat, Suit
from paizhuo.rules.events import (
    CardsExposed,
    CardsReturned,
    Corrected,
    DealEnded,
    DealStarted,
    Declared,
    KittyBuried,
    KittyShown,
    KittyTurned,
    Played,
    PlayExtended,
)
from paizhuo.rules.observations import CardReading
from paizhuo.rules.shengji.bidding import read_show, verify_declare
from paizhuo.rules.shengji.doubts import trump_in_doubt
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.laid import SURE_FROM, faces
from paizhuo.rules.shengji.policies import Nobody, Show
from paizhuo.rules.shengji.state import HAND_CARDS, Bid, Deal, Exposure, Phase
from paizhuo.rules.shengji.tallies import tallies

IN_PARTS = "bid.in_parts"

WAS_A_LEAD = "bid.was_a_lead"

LARGEST_SHOW = 2
"""Cards in the largest bid."""

SHORTEST_BURYING = 1.0
"""Seconds in which nobody takes the kitty and buries another: backs that come back sooner are the same pile."""


def shown_by_seat(draft: Draft, seat: Seat, cards: Sequence[CardReading]) -> None:
    """Judge cards that came to lie in a seat's zone."""
    open_cards = [card for card in cards if card.face_up]
    if not open_cards:
        draft.ignore("shown.face_down", seat=seat.name)
        return
    deal = draft.match.deal
    if deal is not None and is_there_already(lying(deal), seat, open_cards, draft.state.relocked):
        draft.ignore("shown.seen_before", seat=seat.name)
        return
    if deal is not None and deal.phase is Phase.FINISHED and not deal.ended and len(open_cards) > LARGEST_SHOW:
        kitty_shown(draft, open_cards)
        return
    begin_deal(draft)
    recorded = record(draft.deal, seat, open_cards)
    for change in recorded.earlier:
        draft.accept(change)
    if draft.deal.phase is Phase.PLAYING and not _nothing_played(draft):
        _shown_in_play(draft, seat, recorded)
    else:
        _shown_before_play(draft, seat, recorded)


def _nothing_played(draft: Draft) -> bool:
    return not draft.deal.tricks and not draft.deal.trick.plays


def begin_deal(draft: Draft) -> None:
    """Open the next hand if none is going on; a finished one is closed first."""
    deal = draft.match.deal
    if deal is None:
        draft.accept(DealStarted(draft.match.next_hand))
    elif deal.phase is Phase.FINISHED:
        if not deal.ended:
            draft.accept(DealEnded())
        draft.accept(DealStarted(draft.match.next_hand))


def _shown_before_play(draft: Draft, seat: Seat, recorded: Recorded) -> None:
    if _completes_a_bid(draft, seat, recorded):
        return
    deal = draft.deal
    level = deal.bidding.level_for(seat)
    show = read_show(recorded.cards, level) or _read_without_weak(recorded, level)
    would_stand = show is not None and not verify_declare(deal.bidding, seat, recorded.cards, draft.match.rulebook)
    is_dealer = seat is deal.dealer
    if would_stand and not (is_dealer and deal.kitty.buried):
        draft.accept(Declared(seat, recorded.cards, recorded.readings, recorded.repairs))
    elif ((show is None or deal.kitty.buried) and _play_had_begun(draft, seat, recorded)) or (
        is_dealer and (show is None or deal.kitty.taken or deal.phase is not Phase.DRAWING)
    ):
        draft.accept(Played(seat, recorded.cards, recorded.readings, recorded.repairs))
    elif show is not None:
        draft.accept(Declared(seat, recorded.cards, recorded.readings, recorded.repairs))
    elif deal.kitty.buried and deal.dealer is not None:
        draft.accept(Played(seat, recorded.cards, recorded.readings, recorded.repairs))
    else:
        draft.accept(CardsExposed(seat, recorded.cards, recorded.readings))


def _read_without_weak(recorded: Recorded, level: Rank) -> tuple[Show, Suit | None] | None:
    """Read cards as a show if they are one without those that may not be there."""
    cards = zip(recorded.cards, recorded.readings, strict=True)
    kept = [card for card, reading in cards if reading.present is None or reading.present >= SURE_FROM]
    return read_show(kept, level) if 0 < len(kept) < len(recorded.cards) else None


def _completes_a_bid(draft: Draft, seat: Seat, recorded: Recorded) -> bool:
    """See whether a seat's bid that does not stand was told in parts: with the card that is told now, it does."""
    deal = draft.deal
    own = next((bid for bid in reversed(deal.bids) if bid.seat is seat and bid.lying), None)
    if own is None or own.stands:
        return False
    cards = (*faces(own.lying), *recorded.cards)
    if verify_declare(deal.bidding, seat, cards, draft.match.rulebook):
        return False
    readings = (*(laid.reading for laid in own.lying), *recorded.readings)
    draft.accept(Corrected(own.seq, Declared(seat, cards, readings, recorded.repairs), IN_PARTS))
    return True


def _play_had_begun(draft: Draft, seat: Seat, recorded: Recorded) -> bool:
    """See whether the neighbour's cards, taken for a bid or an exposure, were a lead that this seat now follows.

    The lead is then recorded as what it was, and a bid that could not stand is struck; both stay in the log.
    """
    deal, leader = draft.deal, seat.previous
    if deal.dealer is not None and leader is not deal.dealer and not trump_in_doubt(deal):
        return False
    shown: list[Bid | Exposure] = [*deal.bids, *deal.exposures]
    newest = max(shown, default=None, key=lambda each: each.seq)
    if newest is None or newest.seat is not leader or not newest.lying:
        return False
    led = newest.lying
    was_no_bid = isinstance(newest, Bid) and not newest.stands
    if len(led) != len(recorded.cards) and not was_no_bid:
        return False
    if was_no_bid:
        # Nobody is accused of a bid that was a lead.
        draft.accept(Corrected(newest.seq, None, WAS_A_LEAD))
    else:
        draft.accept(CardsReturned(leader, tuple(laid.spot for laid in led)))
    draft.accept(Played(leader, faces(led), tuple(laid.reading for laid in led)))
    return True


def _shown_in_play(draft: Draft, seat: Seat, recorded: Recorded) -> None:
    if resolve_lifted(draft, seat, recorded.cards):
        return
    trick = draft.deal.trick
    own = trick.play_of(seat)
    if own is not None and trick.complete and len(own.cards) >= trick.size:
        collect(draft)
        own = None
    if own is None:
        draft.accept(Played(seat, recorded.cards, recorded.readings, recorded.repairs))
    else:
        draft.accept(PlayExtended(seat, recorded.cards, recorded.readings, recorded.repairs))


def shown_in_kitty(draft: Draft, cards: Sequence[CardReading]) -> None:
    """Judge cards that came to lie in the middle: the pile to draw from, the buried kitty, the kitty turned up."""
    open_cards = [card for card in cards if card.face_up]
    if open_cards:
        _turned_up(draft, open_cards)
    else:
        _backs(draft, len(cards))


def _turned_up(draft: Draft, cards: Sequence[CardReading]) -> None:
    deal = draft.match.deal
    if deal is None:
        draft.ignore("kitty.no_hand")
    elif _is_over(deal):
        kitty_shown(draft, cards)
    elif deal.phase is not Phase.PLAYING and deal.bidding.standing is None and _bottom_names_trump(draft):
        recorded = record(deal, None, cards)
        draft.accept(KittyTurned(recorded.cards, recorded.readings))
    else:
        draft.ignore("kitty.face_up_during_play")


def _is_over(deal: Deal) -> bool:
    """Say whether nobody can play any more: one seat has shown its whole hand, the others as far as sight saw them.

    It is over as well if every seat has laid 25 cards with those that its plays lack.
    """
    if not deal.trick.plays:
        return deal.phase is Phase.FINISHED or max(deal.played) >= HAND_CARDS or bool(tallies(deal))
    return deal.trick.complete and max(deal.played) + deal.trick.size >= HAND_CARDS


def _bottom_names_trump(draft: Draft) -> bool:
    rules = draft.match.rulebook.deal
    policy = rules.nobody_first if draft.deal.bidding.first_hand else rules.nobody_later
    return policy not in (Nobody.NO_TRUMP, Nobody.REDEAL)


def kitty_shown(draft: Draft, cards: Sequence[CardReading]) -> None:
    """Record the kitty turned up after the last trick; with its eighth card the hand is closed."""
    deal = draft.deal
    if deal.ended:
        draft.ignore("kitty.hand_is_closed")
        return
    if deal.trick.plays:
        collect(draft)
    room = BOTTOM - len(deal.kitty.shown)
    recorded = record(draft.deal, None, cards[:room])
    for change in recorded.earlier:
        draft.accept(change)
    if recorded.cards:
        draft.accept(KittyShown(recorded.cards, recorded.readings, recorded.repairs))
    if len(draft.deal.kitty.shown) >= BOTTOM and draft.deal.phase is Phase.FINISHED:
        draft.accept(DealEnded())


def _backs(draft: Draft, count: int) -> None:
    deal = draft.match.deal
    if deal is None or (deal.phase is Phase.FINISHED and deal.ended):
        begin_deal(draft)
    elif draft.evidence.at - deal.kitty.taken_at < SHORTEST_BURYING and deal.kitty.taken:
        draft.ignore("kitty.same_pile")
    elif (
        deal.phase is Phase.KITTY
        and not deal.kitty.buried
        and (burier := deal.burier(draft.match.rulebook)) is not None
    ):
        draft.accept(KittyBuried(burier, count))
    else:
        draft.ignore("kitty.backs")
