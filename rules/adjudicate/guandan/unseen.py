"""A tribute that sight missed: the card given back for it looks like a lead, until the payer leads.

Where the other of two payers was seen to pay, it can be nothing but a return.
"""

from __future__ import annotations

from dataclasses import replace

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.guandan.lying import deal_of, match_of
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Corrected, Inserted
from paizhuo.rules.guandan import exchange
from paizhuo.rules.guandan.deal import Deal, Lay
from paizhuo.rules.guandan.offers import exchange_of
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.tribute import is_low
from paizhuo.rules.guandan_events import CardGivenBack, TributePaid

GIVEN_BACK = "tribute.unseen"
"""A tribute that nobody saw, and the card that came back for it: the payer led when that card had gone."""


def tell_unseen_tribute(draft: Draft, seat: Seat) -> Deal:
    """Now that ``seat`` lays cards, put a tribute that was missed where it happened, if that explains everything else.

    A card that its seat lays instead of the awaited tribute, small enough to be given back, is a lead only if the payer
    resists; then it lies there until others have answered it. If it went away alone and the payer leads, it was given
    back to him. Returns the hand as it stands then; the draft itself knows revisions only once they are logged.
    """
    deal, rules = deal_of(draft), match_of(draft).rulebook
    back = _given_back(deal, seat, rules)
    if back is None:
        return deal
    readings = tuple(laid.reading for laid in back.cards)
    draft.accept(Inserted(back.seq, TributePaid(seat, (Card.UNKNOWN,)), GIVEN_BACK))
    draft.accept(Corrected(back.seq, CardGivenBack(back.seat, back.faces, readings, back.repairs), GIVEN_BACK))
    return replace(deal, steps=())


def tell_other_tribute(draft: Draft, card: Card) -> bool:
    """Say whether a card that a receiver lays is given back though a tribute was not seen; if so, put that in.

    Of two payers one has paid. Nobody can resist any more, and who receives does not lead: a card that is small enough
    comes back for tributes that have both been paid.
    """
    deal, rules = deal_of(draft), match_of(draft).rulebook
    waiting = exchange.awaited(exchange_of(deal), rules)
    if not deal.paid or card is Card.UNKNOWN or not is_low(card, deal.level, rules):
        return False
    for payer in waiting:
        draft.accept(TributePaid(payer, (Card.UNKNOWN,)))
    return True


def _given_back(deal: Deal, seat: Seat, rules: GuandanRulebook) -> Lay | None:
    """Give the only play so far if it was really the return for a tribute of ``seat`` that nobody saw."""
    if deal.owed.payers != (seat,) or len(deal.steps) != 1 or not isinstance(deal.steps[0], Lay):
        return None
    lay = deal.steps[0]
    if lay.seat not in deal.owed.receivers or lay.lies or lay.is_given or len(lay.cards) != 1:
        return None
    awaited = exchange.phase(exchange_of(deal), rules) is exchange.Phase.TRIBUTE
    # Of a face that nobody read nobody can say that it is low.
    known = Card.UNKNOWN not in lay.faces
    return lay if awaited and known and is_low(lay.faces[0], deal.level, rules) else None
