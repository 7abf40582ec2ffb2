"""A hand as it stood before an act of its trick in progress, and as it would stand had a play in it been another."""

from __future__ import annotations

from dataclasses import replace

from paizhuo.rules.guandan.state import Hand, applied
from paizhuo.rules.guandan.trick import Act, lead
from paizhuo.rules.guandan.wild import Ruling


def before(hand: Hand, act: Act) -> Hand:
    """Give the hand just before an act of the trick in progress.

    >>> from paizhuo.rules.cards import Card, Rank, Seat
    >>> from paizhuo.rules.guandan.state import begin, play
    >>> led = play(begin(Rank.TWO, Seat.E), Seat.E, (Card.S9,))
    >>> before(led, led.trick.acts[0]) == begin(Rank.TWO, Seat.E)
    True
    """
    left = list(hand.left)
    for each in hand.trick.acts:
        left[each.seat] += len(each.cards)
    out = frozenset(seat for seat in hand.trick.out if not left[seat])
    order = tuple(seat for seat in hand.order if seat in out)
    trick = lead(hand.trick.leader, out)
    bare = replace(hand, trick=trick, left=(left[0], left[1], left[2], left[3]), order=order)
    for each in hand.trick.acts[: hand.trick.acts.index(act)]:
        bare = applied(bare, each)
    return bare


def with_top(hand: Hand, ruling: Ruling) -> Hand:
    """Give the hand as if the play to beat counted otherwise."""
    assert hand.trick.top is not None
    return replace(hand, trick=replace(hand.trick, top=replace(hand.trick.top, ruling=ruling)))


def without_top(hand: Hand) -> Hand:
    """Give the hand as if the play to beat did not stand: the one that it lies over is to be beaten."""
    assert hand.trick.top is not None
    earlier = hand.trick.acts[: hand.trick.acts.index(hand.trick.top)]
    standing = next((act for act in reversed(earlier) if act.stands), None)
    return replace(hand, trick=replace(hand.trick, top=standing))
