"""Before the cards are held: shuffling, cutting, the first draw and its rotation, and the count of what was drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat, Side
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.policies import BottomCount, Cutter, LaterDraw, Shuffler, Tie
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.violations import Violation

HAND = 25
"""Cards in a hand after the draw."""

SUIT_HEIGHT = {"S": 4, "H": 3, "C": 2, "D": 1}
"""Suits of equal drawn cards, spades highest (黑红梅方)."""


def counted_from(turner: Seat, card: Card) -> Seat | None:
    """Count a turned card round from the one who turned it, himself first; None for a joker, which is turned again.

    >>> counted_from(Seat.E, Card.S3)
    <Seat.W: 2>
    """
    if card.rank is None:
        return None
    pips = 1 if card.rank == "A" else card.rank.height
    return Seat((turner + pips - 1) % 4)


def highest_drawn(drawn: Mapping[Seat, Card], rulebook: ShengjiRulebook) -> tuple[Seat, ...]:
    """Give the seats that drew the highest card: one, or those that draw again.

    >>> from paizhuo.rules.rulebooks import load
    >>> drawn = {Seat.E: Card.SK, Seat.N: Card.HK, Seat.W: Card.S3, Seat.S: Card.D9}
    >>> highest_drawn(drawn, load("ten", ShengjiRulebook)), highest_drawn(drawn, load("campus", ShengjiRulebook))
    ((<Seat.E: 0>,), (<Seat.E: 0>, <Seat.N: 1>))
    """
    by_suit = rulebook.deal.drawn_tie is Tie.SUIT_ORDER

    def height(card: Card) -> tuple[int, int]:
        if card.rank is None or card.suit is None:
            return (16 if card is Card.BJ else 15, 0)
        return (card.rank.height, SUIT_HEIGHT[card.suit] if by_suit else 0)

    best = max(height(card) for card in drawn.values())
    return tuple(seat for seat, card in drawn.items() if height(card) == best)


def shuffler(dealer: Seat, last_winners: Side, rulebook: ShengjiRulebook) -> tuple[Seat, ...]:
    """Give who may shuffle for a hand after the first."""
    if rulebook.deal.shuffler is Shuffler.DEALERS_PARTNER:
        return (dealer.partner,)
    return tuple(seat for seat in Seat if seat.side is last_winners)


def cutter(dealer: Seat, rulebook: ShengjiRulebook) -> Seat:
    """Give who cuts for a hand after the first."""
    return dealer.previous if rulebook.deal.cutter is Cutter.DEALERS_LEFT else dealer.next


def first_drawer(dealer: Seat, last_dealer: Seat, last_drawer: Seat | None, rulebook: ShengjiRulebook) -> Seat | None:
    """Give who draws first in a hand after the first, None where that depends on a first draw that nobody knows.

    Where the first draw rotates, it goes to the next seat in turn; on consecutive deals of one side its two players
    take turns.
    """
    if rulebook.deal.later_draw is LaterDraw.DEALER:
        return dealer
    if last_drawer is None:
        return None
    if dealer.side is last_dealer.side:
        return last_drawer.partner if last_drawer.side is dealer.side else dealer
    return last_drawer.next


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """What the count after the draw brings: wrong counts, and whether the rulebook has the hand dealt anew."""

    problems: tuple[Violation, ...]
    redeal: bool = False


def check_draw(hands: Mapping[Seat, int], bottom: int, rulebook: ShengjiRulebook) -> DrawCheck:
    """Compare the number of cards in every hand and in the bottom with 25 and 8.

    A bottom of the wrong size while every hand is right means that the deck is wrong: new cards, a new deal.
    """
    wrong = tuple(
        Violation("count.wrong", {"expected": HAND, "actual": count, "seat": seat.name})
        for seat, count in hands.items()
        if count != HAND
    )
    redeal = bottom != BOTTOM and not wrong and rulebook.deal.bottom_count is BottomCount.REDEAL
    if bottom != BOTTOM:
        wrong += (Violation("count.bottom_wrong", {"expected": BOTTOM, "actual": bottom}),)
    return DrawCheck(wrong, redeal)
