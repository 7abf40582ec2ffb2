"""Plays that nobody saw: who seems to lead out of turn has won the trick before with one, or the lead itself was one.

A single card is the commonest play, and all of it is missed with one card. A camera sees no pass either, so that only
what comes after shows it: the lead, the number of cards that a seat says it has left, and that it is out.
"""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.rules.amending import UNREAD
from paizhuo.rules.cards import Card
from paizhuo.rules.events import Inserted, Played
from paizhuo.rules.guandan.bombs import rung
from paizhuo.rules.guandan.combos import readings
from paizhuo.rules.guandan.deal import Collect, Deal, Lay
from paizhuo.rules.guandan.policies import Passing
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import Hand, at_turn
from paizhuo.rules.suspicion import Edit, Slip


def unseen_before(deal: Deal, hand: Hand, lay: Lay, rules: GuandanRulebook) -> tuple[Edit, ...]:
    """Give the plays that nobody saw and with which a lead out of turn was in turn; ``hand`` is the hand before it."""
    now = at_turn(hand, lay.seat, rules)
    if rules.desk.passing is Passing.DEVICE or now.trick.acts:
        return ()
    return (*_over(deal, now, lay), *_lead(now, lay, rules))


def _over(deal: Deal, now: Hand, lay: Lay) -> Iterator[Edit]:
    """Give the play over the trick before: of the seat that leads now, or of its partner, who went out with it."""
    top = now.tricks[-1].top if now.tricks else None
    if top is None:
        return
    number, own, partner = len(top.cards), lay.seat, lay.seat.partner
    fits = {own: number + len(lay.cards) <= now.left[own], partner: now.left[partner] == number}
    for seat in (own, partner):
        if fits[seat] and seat is not top.seat:
            yield Edit(Slip.UNSEEN, seat, _gathered_by(deal, lay), trick=len(now.tricks), number=number)


def _gathered_by(deal: Deal, lay: Lay) -> int:
    """Give the entry before which a play of the trick before ``lay`` belongs: its gathering, else ``lay``."""
    before = deal.steps[-1] if deal.steps else None
    return before.seq if isinstance(before, Collect) else lay.seq


def _lead(now: Hand, lay: Lay, rules: GuandanRulebook) -> Iterator[Edit]:
    """Give the lead that ``lay`` answers: of as many cards, of at least one under a bomb."""
    leader, number = now.turn, len(lay.cards)
    if Card.UNKNOWN not in lay.faces and any(rung(each) for each in readings(lay.faces, now.level, rules)):
        number = 1
    if leader is not None and number <= now.left[leader]:
        yield Edit(Slip.UNSEEN, leader, lay.seq, trick=len(now.tricks) + 1, number=number)


def told(edit: Edit, reason: str) -> Inserted:
    """Put a play that nobody saw where it was, its cards unread: they are named next."""
    played = Played(edit.seat, (Card.UNKNOWN,) * edit.number, (UNREAD,) * edit.number)
    return Inserted(edit.seq, played, reason)
