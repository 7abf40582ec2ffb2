"""Cards that left the table: collected with the trick, taken back, or the failed part of a throw.

When cards go, nobody can tell yet why. They are recorded as lifted; what happens next decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from paizhuo.rules.adjudicate.counts import collect, repair_led_count
from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.finding import find
from paizhuo.rules.adjudicate.lying import Lying, Place, lying
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import (
    CardsReturned,
    DealEnded,
    KittyTaken,
    PlayLifted,
    PlayTakenBack,
    Spot,
    ThrowFailed,
)
from paizhuo.rules.observations import CardReading
from paizhuo.rules.shengji.combos import decompose
from paizhuo.rules.shengji.fold import order_of
from paizhuo.rules.shengji.judge import throws
from paizhuo.rules.shengji.ledger import Order
from paizhuo.rules.shengji.state import Phase, Play


def resolve_lifted(draft: Draft, seat: Seat, cards: Sequence[Card]) -> bool:
    """Say what became of lifted cards now that ``seat`` lays ``cards``; True if that explains the cards as well."""
    trick = draft.deal.trick
    lifted = [play for play in trick.plays if play.lifted]
    if not lifted:
        return False
    if (trick.complete or _is_sweep(lifted)) and not _replaces(lifted, seat):
        collect(draft)
        return False
    explained = False
    for play in lifted:
        if play.seat is seat and _is_forced_part(draft, play, cards):
            back = _besides(play, cards)
            draft.accept(ThrowFailed(seat, back))
            explained = True
        elif _leaves_forced_part(draft, play):
            draft.accept(ThrowFailed(play.seat, tuple(laid.spot for laid in play.lifted)))
        else:
            draft.accept(PlayTakenBack(play.seat, tuple(laid.spot for laid in play.lifted)))
    return explained


def _is_sweep(lifted: Sequence[Play]) -> bool:
    """Say whether the cards of several seats went: nobody takes back another's, so that the trick was taken up.

    It counts as that even if not all four plays of it were seen.
    """
    return len(lifted) > 1


def _replaces(lifted: Sequence[Play], seat: Seat) -> bool:
    """Say whether, in a complete trick, one seat alone took its own cards up and lays others instead."""
    return len(lifted) == 1 and lifted[0].seat is seat


def _is_forced_part(draft: Draft, play: Play, cards: Sequence[Card]) -> bool:
    """Say whether a leader who took a whole throw up lays one unit of it again."""
    order = order_of(draft.match)
    if order is None or play is not draft.deal.trick.plays[0] or play.lies or not throws(play, order):
        return False
    part = Counter(cards) - Counter(play.faces)
    return not part and len(cards) < len(play.cards) and _is_one_unit(order, cards)


def _leaves_forced_part(draft: Draft, play: Play) -> bool:
    """Say whether a leader took part of a throw up and left one unit lying."""
    order = order_of(draft.match)
    if order is None or play is not draft.deal.trick.plays[0] or not play.lies or not throws(play, order):
        return False
    return _is_one_unit(order, [laid.card for laid in play.cards if laid not in play.lifted])


def _is_one_unit(order: Order, cards: Sequence[Card]) -> bool:
    """Say whether cards of a throw, all of them read, are one of its units."""
    return len(decompose(cards, order.trump, order.rulebook)) == 1


def _besides(play: Play, cards: Sequence[Card]) -> tuple[Spot, ...]:
    """Give the spots of a play's cards other than ``cards``."""
    kept = list(cards)
    back: list[Spot] = []
    for laid in play.cards:
        if laid.card in kept:
            kept.remove(laid.card)
        else:
            back.append(laid.spot)
    return tuple(back)


def removed(draft: Draft, seat: Seat | None, cards: Sequence[CardReading]) -> None:
    """Judge cards that left the table while others stay."""
    open_cards = [card for card in cards if card.face_up]
    if not open_cards:
        draft.ignore("removed.face_down")
        return
    found = [each for each in find(lying(draft.deal), seat, open_cards) if each is not None]
    if not found:
        draft.ignore("removed.unknown_card")
        return
    if any(each.place is Place.PLAY for each in found):
        repair_led_count(draft)
    for owner in Seat:
        _take_off(draft, owner, [each for each in found if each.seat is owner])
    plays = draft.deal.trick.plays
    if plays and draft.deal.trick.complete and not any(play.lies for play in plays):
        collect(draft)
    if any(each.place is Place.KITTY for each in found):
        _kitty_gone(draft)


def _take_off(draft: Draft, seat: Seat, found: Sequence[Lying]) -> None:
    shown = tuple(each.laid.spot for each in found if each.place in (Place.BID, Place.EXPOSURE))
    played = tuple(each.laid.spot for each in found if each.place is Place.PLAY)
    if shown:
        draft.accept(CardsReturned(seat, shown))
    if played:
        draft.accept(PlayLifted(seat, played))


def _kitty_gone(draft: Draft) -> None:
    if draft.deal.phase is Phase.FINISHED and not draft.deal.ended:
        draft.accept(DealEnded())
    else:
        draft.ignore("removed.kitty")


def kitty_backs_removed(draft: Draft, backs_left: int | None) -> None:
    """Judge face-down cards that left the middle: the dealer took the kitty, or somebody drew."""
    deal = draft.match.deal
    burier = None if deal is None else deal.burier(draft.match.rulebook)
    if deal is not None and deal.phase is Phase.DRAWING and burier is not None and not backs_left:
        draft.accept(KittyTaken(burier))
    else:
        draft.ignore("kitty.backs")


def cleared(draft: Draft) -> None:
    """Judge a table on which no seat's card lies any more."""
    deal = draft.deal
    for owner in Seat:
        _return_all(draft, owner)
    plays = deal.trick.plays
    if not plays:
        if deal is draft.deal:
            draft.ignore("cleared.nothing_lay_there")
    elif len(plays) == 1:
        _lone_play_gone(draft, plays[0])
    else:
        repair_led_count(draft)
        collect(draft)


def _lone_play_gone(draft: Draft, play: Play) -> None:
    """Judge a lead that left the table before anybody followed: taken back, or a throw of which part comes again."""
    spots = tuple(laid.spot for laid in play.cards)
    if not throws(play, order_of(draft.match)):
        draft.accept(PlayTakenBack(play.seat, spots))
    elif play.lies:
        draft.accept(PlayLifted(play.seat, spots))
    else:
        draft.ignore("cleared.nothing_lay_there")


def _return_all(draft: Draft, owner: Seat) -> None:
    back = tuple(each.laid.spot for each in lying(draft.deal) if each.seat is owner and each.place is not Place.PLAY)
    if back:
        draft.accept(CardsReturned(owner, back))
