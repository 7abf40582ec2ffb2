"""Before a hand: who may shuffle and cut, who draws first, and whom a card that he turned makes dealer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.shengji.dealing import counted_from, cutter, first_drawer, highest_drawn, shuffler
from paizhuo.rules.shengji.levels import Role
from paizhuo.rules.shengji.policies import FirstDealer, FirstDraw
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

Drawn = tuple[Seat, Card]
"""A card that a seat turned before the first hand."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Who shuffles, cuts and draws first in a hand. Empty or None: anybody, or nobody knows."""

    shufflers: tuple[Seat, ...] = ()
    cutter: Seat | None = None
    first_drawer: Seat | None = None


def highest(drawn: Iterable[Drawn], rulebook: ShengjiRulebook) -> Seat | None:
    """Give the seat that turned the highest card, None while not all have turned one; those who tie turn again.

    >>> from paizhuo.rules.rulebooks import load
    >>> campus = load("campus", ShengjiRulebook)
    >>> four = [(Seat.E, Card.SK), (Seat.N, Card.HK), (Seat.W, Card.S3), (Seat.S, Card.D9)]
    >>> highest(four, campus), highest([*four, (Seat.N, Card.D4), (Seat.E, Card.D3)], campus)
    (None, <Seat.N: 1>)
    """
    among, turned = set(Seat), dict[Seat, Card]()
    for seat, card in drawn:
        if seat in among and card is not Card.UNKNOWN:
            turned[seat] = card
        if len(turned) == len(among):
            best = highest_drawn(turned, rulebook)
            if len(best) == 1:
                return best[0]
            among, turned = set(best), {}
    return None


def drawn_dealer(drawn: Iterable[Drawn], rulebook: ShengjiRulebook) -> Seat | None:
    """Give the seat that deals the first hand by the card it turned, None where the rulebook finds it otherwise."""
    return highest(drawn, rulebook) if rulebook.deal.first_dealer is FirstDealer.DRAWN_CARD else None


def of_first_hand(drawn: tuple[Drawn, ...], rulebook: ShengjiRulebook) -> Opening:
    """Give who draws first in the first hand; anybody shuffles, and anybody of the other side cuts."""
    if rulebook.deal.first_dealer is FirstDealer.DRAWN_CARD or rulebook.deal.first_draw is FirstDraw.HIGHEST_CARD:
        return Opening(first_drawer=highest(drawn, rulebook))
    counted = (counted_from(seat, card) for seat, card in drawn)
    return Opening(first_drawer=next((seat for seat in counted if seat is not None), None))


def of_next_hand(
    dealer: Seat, last_dealer: Seat, last_winners: Role, last_drawer: Seat | None, rulebook: ShengjiRulebook
) -> Opening:
    """Give who shuffles, cuts and draws first in a hand after the first."""
    winners = last_dealer.side if last_winners is Role.DEALERS else last_dealer.side.other
    draws = first_drawer(dealer, last_dealer, last_drawer, rulebook)
    return Opening(shuffler(dealer, winners, rulebook), cutter(dealer, rulebook), draws)
