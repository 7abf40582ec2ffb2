"""Throws in hindsight: what nobody could verify when it was played, later cards can prove or disprove.

A throw that stood should have failed if a seat later shows cards, held all along, that beat one of its units. That is
told, never undone: whether it brings a penalty is for the rulebook and the referee. A throw is certainly good if even
all cards still unseen, in one hand, could not beat it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat, two_decks
from paizhuo.rules.shengji.combos import Unit
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.throw import judge_throw
from paizhuo.rules.shengji.trick import Plays, sole_group
from paizhuo.rules.shengji.trump import Trump


@dataclass(frozen=True, slots=True)
class Refuted:
    """A throw that should have failed: its trick, the unit beaten, the seat that held better, and where that showed."""

    trick: int
    unit: Unit
    seat: Seat
    shown: int


def refuted_throws(tricks: Sequence[Plays], trump: Trump, rulebook: ShengjiRulebook) -> tuple[Refuted, ...]:
    """Find the throws among tricks, the first numbered 1, that later cards disprove, each by the earliest such card.

    >>> from paizhuo.rules.cards import Rank
    >>> from paizhuo.rules.rulebooks import load
    >>> throw = [(Seat.E, (Card.SK, Card.SQ)), (Seat.N, (Card.S3, Card.S4))]
    >>> later = [(Seat.E, (Card.D3,)), (Seat.N, (Card.SA,))]
    >>> (found,) = refuted_throws([throw, later], Trump(Rank.TWO, None), load("qq", ShengjiRulebook))
    >>> found.seat, found.shown
    (<Seat.N: 1>, 2)
    """
    found = (
        _refutation(tricks, number, trump, rulebook)
        for number, plays in enumerate(tricks, start=1)
        if len(plays[0][1]) > 1 and sole_group(plays[0][1], trump) is not None
    )
    return tuple(each for each in found if each is not None)


def _refutation(tricks: Sequence[Plays], number: int, trump: Trump, rulebook: ShengjiRulebook) -> Refuted | None:
    leader, lead = tricks[number - 1][0]
    held: dict[Seat, tuple[Card, ...]] = {leader.next: (), leader.partner: (), leader.previous: ()}
    for shown, plays in enumerate(tricks[number - 1 :], start=number):
        for seat, cards in plays:
            if seat is not leader:
                held[seat] += cards
                outcome = judge_throw(lead, {seat: held[seat]}, trump, rulebook)
                if not outcome.ok:
                    return Refuted(number, outcome.beaten[0], seat, shown)
    return None


def is_certain(lead: Sequence[Card], accounted: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook) -> bool:
    """Say whether a throw stands whatever the others hold.

    ``accounted`` are cards that no other hand can hold any more: those played, and those known to be in the leader's
    hand. The lead itself need not be among them.

    >>> from paizhuo.rules.cards import Rank
    >>> from paizhuo.rules.rulebooks import load
    >>> is_certain([Card.SA, Card.SK], [], Trump(Rank.TWO, None), load("qq", ShengjiRulebook))
    False
    >>> is_certain([Card.SA, Card.SK], [Card.SA], Trump(Rank.TWO, None), load("qq", ShengjiRulebook))
    True
    """
    unseen = Counter(two_decks()) - Counter(accounted) - Counter(lead)
    return judge_throw(lead, {Seat.N: tuple(unseen.elements())}, trump, rulebook).ok
