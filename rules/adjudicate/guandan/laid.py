"""Cards that were laid face up: the turned card, a tribute, a return, shown jokers, a play, cards left over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.desk import Desk
from paizhuo.rules.adjudicate.finding import is_there_already
from paizhuo.rules.adjudicate.guandan.faces import elsewhere_than, record
from paizhuo.rules.adjudicate.guandan.given_back import (
    LoneLead,
    give_back,
    lead_laid_again,
    repair_count,
    without,
)
from paizhuo.rules.adjudicate.guandan.gone import resolve_lifted
from paizhuo.rules.adjudicate.guandan.lying import deal_of, lying, match_of
from paizhuo.rules.adjudicate.guandan.too_early import goes_on
from paizhuo.rules.adjudicate.guandan.unseen import tell_other_tribute, tell_unseen_tribute
from paizhuo.rules.adjudicate.readings import Recorded, reading_of
from paizhuo.rules.amending import struck
from paizhuo.rules.cards import COPIES, Card, Seat
from paizhuo.rules.events import CardsExposed, Corrected, DealEnded, DealStarted, Played, PlayExtended
from paizhuo.rules.guandan import exchange
from paizhuo.rules.guandan.combos import readings
from paizhuo.rules.guandan.deal import Deal, Lay, Offer, Purpose, Stage
from paizhuo.rules.guandan.last_cards import MOST
from paizhuo.rules.guandan.offers import exchange_of
from paizhuo.rules.guandan.pips import card_strength
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan_events import CardGivenBack, CardTurned, TributePaid, TributeResisted
from paizhuo.rules.laid import HARDLY_THERE, faces
from paizhuo.rules.observations import CardReading

PAID_AGAIN = "tribute.paid_again"
"""A tribute that the payer took back and replaced before anybody gave a card for it."""

ONE_CARD = "tribute.one_card"
"""A tribute and what is given back for it is one card: another that was hardly there beside it was none."""

TOGETHER = "tribute.resisted_together"
"""A big joker that looked like a tribute, until the other payer laid the second."""


def seat_laid(draft: Draft, seat: Seat, cards: Sequence[CardReading], desk: Desk) -> None:
    """Judge cards that came to lie in a seat's zone."""
    open_cards = [card for card in cards if card.face_up]
    if not open_cards:
        draft.ignore("shown.face_down", seat=seat.name)
        return
    deal, rules = match_of(draft).deal, match_of(draft).rulebook
    lead, again = None, False
    if deal is not None:
        if is_there_already(lying(deal), seat, open_cards, draft.state.relocked):
            draft.ignore("shown.seen_before", seat=seat.name)
            return
        lead = _lead_laid_again(deal, seat, open_cards, rules)
        if lead is not None:
            give_back(draft, lead)
        told = without(deal, lead, rules)
        is_left_over = _is_left_over(told, seat, open_cards, rules)
        shows_all = is_left_over and len(open_cards) == _left_to_show(told, seat)
        again = not shows_all and goes_on(draft, seat, [card.card for card in open_cards])
        if is_left_over and not again:
            _left_over(draft, seat, open_cards)
            return
    if not again:
        begin_deal(draft)
    _laid(draft, seat, open_cards, desk, lead, again=again)


def _lead_laid_again(deal: Deal, seat: Seat, cards: Sequence[CardReading], rules: GuandanRulebook) -> LoneLead | None:
    """Give the lead of a seat that must have gone back; cards of the next hand say nothing of the one before."""
    lead = lead_laid_again(deal, seat, cards, rules)
    is_next = deal.stage is Stage.FINISHED and not _is_left_over(without(deal, lead, rules), seat, cards, rules)
    return None if is_next else lead


def _laid(
    draft: Draft, seat: Seat, cards: Sequence[CardReading], desk: Desk, lead: LoneLead | None, *, again: bool
) -> None:
    """Judge cards of the hand that goes on: a ``lead`` of their seat went back, or it seemed over and is open again."""
    deal, rules = tell_unseen_tribute(draft, seat), match_of(draft).rulebook
    if deal.steps:
        resolve_lifted(draft, seat, [card.card for card in cards], desk)
        deal = deal_of(draft)
    recorded = record(without(deal, lead, rules), seat, cards, rules)
    for change in recorded.earlier:
        draft.accept(change)
    if again:
        draft.accept(Played(seat, recorded.cards, recorded.readings, recorded.repairs))
    elif deal_of(draft).steps:
        _played(draft, seat, recorded)
        if lead is None:
            repair_count(draft, seat)
    else:
        _before_play(draft, seat, recorded)


def begin_deal(draft: Draft) -> None:
    """Open the next hand if none is going on; one that the cards have decided is closed first."""
    deal = match_of(draft).deal
    if deal is not None and deal.is_over and not deal.ended:
        draft.accept(DealEnded())
    if deal is None or deal.stage is Stage.FINISHED:
        draft.accept(DealStarted(match_of(draft).next_hand))


def _is_left_over(deal: Deal, seat: Seat, cards: Sequence[CardReading], rules: GuandanRulebook) -> bool:
    """Say whether a seat shows what it had left when the hand was over: before the table was cleared, or all of it."""
    if not deal.is_over:
        return False
    left = _left_to_show(deal, seat)
    if len(cards) > left:
        return False
    elsewhere = elsewhere_than(deal, seat, rules)
    if any(elsewhere[card.card] >= COPIES for card in cards):
        return False
    return not deal.ended or (len(cards) == left and left > 1)


def _left_to_show(deal: Deal, seat: Seat) -> int:
    shown = sum(len(offer.cards) for offer in deal.laid_for(Purpose.LEFT_OVER) if offer.seat is seat)
    return deal.cards_left(seat) - shown


def _left_over(draft: Draft, seat: Seat, cards: Sequence[CardReading]) -> None:
    shown = tuple(card.card for card in cards)
    draft.accept(CardsExposed(seat, shown, tuple(map(reading_of, cards))))


def _before_play(draft: Draft, seat: Seat, recorded: Recorded) -> None:
    deal = deal_of(draft)
    if _shows_jokers(draft, deal, seat, recorded):
        return
    single = _as_one_card(recorded)
    if single is not None and _in_exchange(draft, deal, seat, single):
        for laid in deal_of(draft).offers[-1].cards[1:]:
            draft.accept(struck(laid, ONE_CARD))
        return
    draft.accept(Played(seat, recorded.cards, recorded.readings, recorded.repairs))


def _as_one_card(recorded: Recorded) -> Recorded | None:
    """Give cards that may be a single one, the surest first: beside it, all are hardly there."""
    if len(recorded.cards) == 1:
        return recorded
    there = [1.0 if reading.present is None else reading.present for reading in recorded.readings]
    first = there.index(max(there))
    rest = [place for place in range(len(there)) if place != first]
    if recorded.repairs or any(there[place] >= HARDLY_THERE for place in rest):
        return None
    cards, readings = recorded.cards, recorded.readings
    order = (first, *rest)
    return replace(recorded, cards=tuple(cards[k] for k in order), readings=tuple(readings[k] for k in order))


def _shows_jokers(draft: Draft, deal: Deal, seat: Seat, recorded: Recorded) -> bool:
    """Record a payer's big jokers as a claim of 抗贡: both of one payer, or the second one of two payers."""
    if seat not in deal.owed.payers or set(recorded.cards) != {Card.BJ}:
        return False
    claim = TributeResisted(seat, recorded.cards, recorded.readings, recorded.repairs)
    shown = [card for offer in deal.jokers for card in faces(offer.cards)]
    paid = next((offer for offer in deal.paid if offer.card.card is Card.BJ and offer.seat is not seat), None)
    if paid is not None and deal.owed.is_double:
        other = TributeResisted(paid.seat, faces(paid.cards), tuple(laid.reading for laid in paid.cards))
        draft.accept(Corrected(paid.seq, other, TOGETHER))
    elif len(recorded.cards) < COPIES and not shown:
        return False
    draft.accept(claim)
    return True


def _in_exchange(draft: Draft, deal: Deal, seat: Seat, recorded: Recorded) -> bool:
    """Record a single card as a tribute or as a return, if that is what the seat still owes."""
    made = exchange_of(deal)
    now = exchange.phase(made, match_of(draft).rulebook)
    if now is exchange.Phase.LEAD:
        return False
    paid = next((offer for offer in reversed(deal.paid) if offer.seat is seat), None)
    if seat in deal.owed.payers and (paid is None or _pays_again(deal, paid, recorded.cards[0])):
        if paid is not None:
            back = CardsExposed(seat, faces(paid.cards), tuple(laid.reading for laid in paid.cards))
            draft.accept(Corrected(paid.seq, back, PAID_AGAIN))
        draft.accept(TributePaid(seat, recorded.cards, recorded.readings, recorded.repairs))
        return True
    if seat not in deal.owed.receivers or seat in made.returned:
        return False
    if now is exchange.Phase.TRIBUTE and not tell_other_tribute(draft, recorded.cards[0]):
        return False
    draft.accept(CardGivenBack(seat, recorded.cards, recorded.readings, recorded.repairs))
    return True


def _pays_again(deal: Deal, paid: Offer, card: Card) -> bool:
    """Say whether a payer replaces its tribute by a larger card, before anybody was seen to give a card for it."""
    if paid.lying or deal.returned or Card.UNKNOWN in (card, paid.card.card):
        return False
    return card_strength(card, deal.level) > card_strength(paid.card.card, deal.level)


def _played(draft: Draft, seat: Seat, recorded: Recorded) -> None:
    deal = deal_of(draft)
    own = next((lay for lay in reversed(deal.since_collected) if lay.seat is seat), None)
    if own is not None and _belongs_to(deal, own, recorded, match_of(draft).rulebook):
        draft.accept(PlayExtended(seat, recorded.cards, recorded.readings, recorded.repairs))
    else:
        draft.accept(Played(seat, recorded.cards, recorded.readings, recorded.repairs))


def _belongs_to(deal: Deal, own: Lay, recorded: Recorded, rules: GuandanRulebook) -> bool:
    """Say whether cards are more of a seat's play and not a new one.

    They are when nobody has acted since and together the cards are a shape, or the new ones alone are none. After
    other acts, only a play that was no shape can still be completed: the rest of it lay hidden at first.
    """
    whole, more = (*own.faces, *recorded.cards), recorded.cards
    is_newest = deal.lays[-1] is own
    if Card.UNKNOWN in whole:
        return is_newest
    together = bool(readings(whole, deal.level, rules))
    if is_newest:
        return together or not readings(more, deal.level, rules)
    return together and not readings(own.faces, deal.level, rules)


def middle(draft: Draft, cards: Sequence[CardReading]) -> None:
    """Judge cards that came to lie in the middle: the pack, which opens a hand, or the card turned up after the cut."""
    open_cards = [card for card in cards if card.face_up]
    deal = match_of(draft).deal
    if deal is None or deal.stage is Stage.FINISHED or (not open_cards and _moved_on(deal)):
        _next_hand(draft)
    elif not open_cards:
        draft.ignore("kitty.backs")
    if not open_cards:
        return
    if deal_of(draft).stage is Stage.DRAWING:
        shown = tuple(card.card for card in open_cards)
        draft.accept(CardTurned(shown, tuple(map(reading_of, open_cards))))
    else:
        draft.ignore("middle.face_up")


def _moved_on(deal: Deal) -> bool:
    """Say whether the pack in the middle shows that a hand is over, though not all its cards were seen.

    Somebody is out, or two partners hold so few cards that they may be.
    """
    lies = any(lay.lies for lay in deal.since_collected)
    both = any(deal.cards_left(seat) + deal.cards_left(seat.partner) <= MOST for seat in (Seat.E, Seat.N))
    return deal.stage is Stage.PLAYING and (bool(deal.order) or both) and not lies


def _next_hand(draft: Draft) -> None:
    deal = match_of(draft).deal
    if deal is not None and not deal.ended:
        draft.accept(DealEnded())
    draft.accept(DealStarted(match_of(draft).next_hand))
