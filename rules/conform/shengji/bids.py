"""Topics about making trump: declaring, overriding, reinforcing, stirring, nobody declaring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from paizhuo.rules.cards import Seat, Suit
from paizhuo.rules.conform.case import Adapter, Answers, Case
from paizhuo.rules.conform.shengji.position import cards_of, level_of, seat_of, shengji
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.shengji.bidding import (
    Bidding,
    Moment,
    Origin,
    bottom_moves,
    declare,
    nobody_declared,
    verify_declare,
)


def bidding(case: Case, rulebook: Rulebook) -> Answers:
    """Let the shows of a case happen one after the other and tell how the last one fared and what stands."""
    book = shengji(rulebook)
    state = _start(case)
    accepted = False
    for play in case.plays:
        if play.get("buried") is True:
            state = replace(state, moment=Moment.BURIED)
            continue
        if play.get("stir") is True:
            state = replace(state, moment=Moment.BURIED)
        seat, cards = seat_of(play["seat"]), cards_of(play.get("show"))
        origin = Origin.BOTTOM if play.get("from_bottom") is True else Origin.DRAWN
        accepted = not verify_declare(state, seat, cards, book, origin)
        if accepted:
            state = declare(state, seat, cards, book)
    moves = bottom_moves(state, book)
    standing = state.standing
    return {
        "accepted": accepted,
        "allowed": accepted,
        "after_bury": accepted and state.moment is Moment.BURIED,
        "trump": _suit(standing.suit) if standing else None,
        "strength": standing.show if standing else None,
        "dealer": state.dealer,
        "bottom_moves": moves,
        "takes_bottom": standing.seat if standing and moves else state.dealer,
    }


def _start(case: Case) -> Bidding:
    dealer: Seat | None = seat_of(case.setup["dealer"]) if "dealer" in case.setup else None
    turned = case.setup.get("trump_source") == "bottom flipped"
    return Bidding(level_of(case), case.setup.get("first_hand") is True, dealer, turned=turned)


def nobody(case: Case, rulebook: Rulebook) -> Answers:
    """Find the trump when nobody shows."""
    bottom = cards_of(case.setup.get("bottom_in_order"))
    found = nobody_declared(level_of(case), case.setup.get("first_hand") is True, bottom, shengji(rulebook))
    answers: Mapping[str, object] = {"redeal": found.redeal}
    return answers if found.redeal else {**answers, "trump": _suit(found.suit)}


def _suit(suit: Suit | None) -> str:
    return suit.value if suit else "none"


_TOPICS = """
    override override_source self_override reinforce first_hand_deal later_hand stir must_be_same_suit_pair
""".split()

ADAPTERS: dict[str, Adapter] = {**dict.fromkeys(_TOPICS, bidding), "nobody": nobody}
