"""The cards that lie on the table as far as the log knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan.deal import Deal, GuandanMatch, Lay, Offer
from paizhuo.rules.laid import Laid


def match_of(draft: Draft) -> GuandanMatch:
    """Give the match in the draft's state. Only for states in which one of Guandan has begun."""
    game = draft.state.game
    assert isinstance(game, GuandanMatch)
    return game


def hand_of(draft: Draft) -> Deal | None:
    """Give the hand in the draft's state, None before the first."""
    return match_of(draft).deal


def deal_of(draft: Draft) -> Deal:
    """Give the hand in the draft's state. Only for states in which there is one."""
    deal = hand_of(draft)
    assert deal is not None
    return deal


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table and what it lies there as: part of a play, or laid open outside one."""

    laid: Laid
    where: Lay | Offer

    @property
    def seat(self) -> Seat:
        """Give whose it is."""
        return self.where.seat


def lying(deal: Deal) -> Iterator[Lying]:
    """Yield every card that lies on the table as far as the log knows, the newest first."""
    for lay in reversed(deal.since_collected):
        for laid in lay.cards:
            if laid not in lay.lifted:
                yield Lying(laid, lay)
    for offer in reversed(deal.offers):
        for laid in offer.lying:
            yield Lying(laid, offer)
