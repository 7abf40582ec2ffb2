"""A hand that seemed over too early: a card that was none was counted, so that a seat seemed to be out.

Nobody shuffles and deals 108 cards in half a minute. Cards that come sooner belong to the hand that goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.guandan.given_back import HAND_SIZE
from paizhuo.rules.adjudicate.guandan.lying import hand_of, match_of
from paizhuo.rules.amending import struck
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Corrected
from paizhuo.rules.guandan.deal import Deal
from paizhuo.rules.guandan.replay import replayed
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import verify_play
from paizhuo.rules.laid import Laid

DEALING = 30.0
"""Seconds in which nobody shuffles the cards and deals the next hand."""

GOES_ON = "hand.goes_on"
"""A hand that was closed, although play went on sooner than the next hand can have been dealt."""


def goes_on(draft: Draft, seat: Seat, cards: Sequence[Card]) -> bool:
    """Say whether cards that come after the end of a hand still belong to it; if so, open it again.

    They do if they come too soon for the next one and the hand seemed over only with a card that may well be none. If
    it is just one, it is struck; which of several it was is asked. An end that a person gave stands.
    """
    deal = hand_of(draft)
    if deal is None or not _is_too_soon(deal, draft.evidence.at):
        return False
    rules = match_of(draft).rulebook
    weak = (laid for lay in deal.lays if lay.seat in deal.order for laid in lay.hardly_there)
    found = [laid for laid in weak if _explains(deal, laid, seat, cards, rules)]
    if not found:
        return False
    if deal.ended:
        draft.accept(Corrected(deal.closed_by, None, GOES_ON))
    if len(found) == 1:
        draft.accept(struck(found[0], HAND_SIZE))
    return True


def _is_too_soon(deal: Deal, at: float) -> bool:
    if not deal.is_over or deal.named_order or not deal.lays or (deal.ended and not deal.closed_by):
        return False
    return 0 < deal.lays[-1].at <= at < deal.lays[-1].at + DEALING


def _explains(deal: Deal, laid: Laid, seat: Seat, cards: Sequence[Card], rules: GuandanRulebook) -> bool:
    """Say whether the hand goes on without a card, and the seat holds the cards that come now."""
    lay = next(each for each in deal.lays if laid in each.cards)
    kept = replace(lay, cards=tuple(each for each in lay.cards if each is not laid))
    steps = tuple(kept if step is lay else step for step in deal.steps if step is not lay or kept.cards)
    without = replayed(replace(deal, steps=steps), rules)
    assert without.play is not None
    wrong = {each.code for each in verify_play(without.play, seat, cards, rules)}
    return not without.is_over and not wrong & {"turn.seat_is_out", "count.more_than_left"}
