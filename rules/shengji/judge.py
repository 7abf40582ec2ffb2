"""Judging the trick on the table: turn, count, lead and follow, and what each play claims or proves.

Facts are recorded whether or not they are allowed; the violations found here ride beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.shengji.lead import is_throw, verify_lead
from paizhuo.rules.shengji.ledger import Follow, Ledger, Order, enter, open_throw, recheck_throws, show
from paizhuo.rules.shengji.state import HAND_CARDS, Deal, Play, Trick
from paizhuo.rules.shengji.trick import points, winner
from paizhuo.rules.violations import Violation


def judged(deal: Deal, order: Order | None, *, closed: bool = False) -> Deal:
    """Judge the trick in progress afresh. ``closed``: no more cards can come to its last play.

    ``order`` is None while trump is unknown; then only turn and count can be judged.
    """
    trick = deal.trick
    plays = tuple(
        replace(play, violations=_violations(deal, trick, place, order, closed=closed))
        for place, play in enumerate(trick.plays)
    )
    won_by = standing_winner(trick, order)
    value = points([(play.seat, play.faces) for play in plays])
    live = deal.ledger
    if order is not None:
        for place in range(len(plays)):
            if closed or not is_open(trick, place):
                live = _entered(live, deal, trick, place, order)
    return replace(deal, trick=replace(trick, plays=plays, winner=won_by, points=value), live=live)


def standing_winner(trick: Trick, order: Order | None) -> Seat | None:
    """Give the seat whose play stands highest, None if trump or the lead is unknown."""
    if order is None or not trick.plays or Card.UNKNOWN in trick.plays[0].faces:
        return None
    return winner([(play.seat, play.faces) for play in trick.plays], order.trump, order.rulebook)


def is_open(trick: Trick, place: int) -> bool:
    """Say whether more cards may still come to a play: it is the newest, and no follow with its full count."""
    if place != len(trick.plays) - 1:
        return False
    return place == 0 or len(trick.plays[place].cards) < trick.size


def _violations(deal: Deal, trick: Trick, place: int, order: Order | None, *, closed: bool) -> tuple[Violation, ...]:
    play = trick.plays[place]
    if play.missing:
        return ()
    problems = _turn_violations(deal, trick, place)
    if deal.played[play.seat] + len(play.cards) > HAND_CARDS:
        total = deal.played[play.seat] + len(play.cards)
        problems.append(Violation("hand.too_many_cards", {"expected": HAND_CARDS, "actual": total}))
    if place == 0:
        problems += _lead_violations(play, order)
    elif len(play.cards) != trick.size and (closed or not is_open(trick, place)):
        problems.append(Violation("count.wrong", {"expected": trick.size, "actual": len(play.cards)}))
    return tuple(problems)


def _turn_violations(deal: Deal, trick: Trick, place: int) -> list[Violation]:
    play = trick.plays[place]
    expected = deal.expected_leader if place == 0 else _next_to_play(trick, place)
    if expected is None or expected is play.seat:
        return []
    return [Violation("turn.out_of_turn", {"expected": expected.name})]


def _next_to_play(trick: Trick, place: int) -> Seat:
    """Give the first seat in order after the leader that had not yet played before ``place``."""
    before = {play.seat for play in trick.plays[:place]}
    seat = trick.plays[0].seat
    while seat in before:
        seat = seat.next
    return seat


def _lead_violations(play: Play, order: Order | None) -> list[Violation]:
    if order is None or not _is_read(play.faces):
        return []
    problems = list(verify_lead(play.faces, None, order.trump, order.rulebook))
    if play.returned:
        returned = tuple(str(laid.card) for laid in play.returned)
        problems.append(Violation("throw.failed", {"returned": returned, "count": len(returned)}))
    return problems


def _is_read(cards: Sequence[Card]) -> bool:
    return Card.UNKNOWN not in cards


def _entered(ledger: Ledger, deal: Deal, trick: Trick, place: int, order: Order) -> Ledger:
    play = trick.plays[place]
    if play.missing:
        return ledger
    known = deal.known[play.seat]
    ledger = show(ledger, play.seat, play.cards, trick.number, play.seq, known, order)
    ledger = recheck_throws(ledger, play.seat, play.cards, trick.number, play.seq, order)
    if place == 0:
        if throws(play, order) and not play.returned:
            return open_throw(ledger, play.seat, trick.number, play.seq, play.faces, order)
        return ledger
    if len(play.cards) != trick.size:
        return ledger
    return enter(ledger, Follow(play.seat, trick.number, play.seq, trick.plays[0].faces, play.cards), known, order)


def throws(play: Play, order: Order | None) -> bool:
    """Say whether a lead is a throw (甩牌): several units of one group."""
    if order is None or len(play.cards) < 2 or not _is_read(play.faces):
        return False
    if len({order.trump.group(card) for card in play.faces}) > 1:
        return False
    return is_throw(play.faces, order.trump, order.rulebook)
