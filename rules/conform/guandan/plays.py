"""Topics about plays: shapes, readings, comparison, turns, tricks and the end of a hand."""

from __future__ import annotations

import re
from collections.abc import Mapping

from paizhuo.rules.cards import Seat, third_copies
from paizhuo.rules.conform.case import Adapter, Answers, Case, Fields
from paizhuo.rules.conform.guandan.position import cards_of, guandan, items, level_of, seat_of, seats_of, whole
from paizhuo.rules.guandan.bombs import beats
from paizhuo.rules.guandan.combos import readings
from paizhuo.rules.guandan.counts import HAND
from paizhuo.rules.guandan.finish import gain, is_over, places
from paizhuo.rules.guandan.procedure import verify_one_motion
from paizhuo.rules.guandan.state import Hand, can_pass, can_play, pass_turn, play
from paizhuo.rules.guandan.trick import lead
from paizhuo.rules.guandan.wild import read
from paizhuo.rules.rulebook import Rulebook


def shape(case: Case, rulebook: Rulebook) -> Answers:
    """Give every reading of a set of cards."""
    found = readings(cards_of(case.plays[0]["cards"]), level_of(case), guandan(rulebook))
    return {"legal": bool(found), "readings": frozenset(one.name for one in found)}


def compare(case: Case, rulebook: Rulebook) -> Answers:
    """Say whether the second play has a reading that beats the first as it lies."""
    book, level = guandan(rulebook), level_of(case)
    table, offered = (cards_of(one["cards"]) for one in case.plays)
    lying = read(table, level, book).possible
    return {"beats": any(beats(one, other, level) for one in readings(offered, level, book) for other in lying)}


def wild_position(case: Case, rulebook: Rulebook) -> Answers:
    """Read a play by the places of its cards."""
    reading = read(cards_of(case.plays[0]["cards"]), level_of(case), guandan(rulebook)).reading
    return {"reading": reading.name if reading else None}


def one_motion(case: Case, rulebook: Rulebook) -> Answers:
    """Say whether a play may be added to."""
    laid = case.plays[0]
    return {"legal": not verify_one_motion(seat_of(laid), cards_of(laid["cards"]), cards_of(laid.get("then_add")))}


def last_play(case: Case, rulebook: Rulebook) -> Answers:
    """Judge a lead with the cards that are left."""
    laid = case.plays[0]
    hand = _hand(case, seat_of(laid), {seat_of(laid): len(items(case.setup["hand"]))}, ())
    return {"legal": can_play(hand, seat_of(laid), cards_of(laid["cards"]), guandan(rulebook))}


def trick(case: Case, rulebook: Rulebook) -> Answers:
    """Let the acts of a trick happen; ``last`` marks a play that empties its hand."""
    book, acts = guandan(rulebook), _acts(case)
    last = {seat_of(act): len(cards_of(act["cards"])) for act in acts if act.get("last") is True}
    out = tuple(seat for seat in seats_of(case, "finished") if seat not in last)
    hand, legal = _hand(case, seat_of(acts[0]), last, out), True
    for act in acts:
        seat, cards = seat_of(act), cards_of(act.get("cards"))
        legal &= can_play(hand, seat, cards, book) if cards else can_pass(hand, seat, book)
        hand = play(hand, seat, cards, book) if cards else pass_turn(hand, seat, book)
    return {"legal": legal, "next_leader": hand.turn if hand.awaits_lead else None, "impossible": hand.is_over}


def _acts(case: Case) -> tuple[Fields, ...]:
    """Give the acts of a trick, the play on the table (``S9 by 0``) before those of the case."""
    table = re.fullmatch(r"(\S+) by (\d)", str(case.setup.get("top", "")))
    return ({"seat": table[2], "cards": [table[1]]}, *case.plays) if table else case.plays


def _hand(case: Case, leader: Seat, left: Mapping[Seat, int], order: tuple[Seat, ...]) -> Hand:
    east, north, west, south = (0 if seat in order else left.get(seat, HAND) for seat in Seat)
    return Hand(level_of(case), lead(leader, frozenset(order)), (east, north, west, south), order)


def hand_end(case: Case, rulebook: Rulebook) -> Answers:
    """Say whether a hand is over after these players went out, and what it brings."""
    order = tuple(map(seat_of, sorted(case.plays, key=lambda act: whole(act["finish"]))))
    return {
        "hand_over": is_over(order),
        "order": places(order),
        "result": f"+{gain(order, guandan(rulebook))}" if is_over(order) else None,
    }


def counting(case: Case, rulebook: Rulebook) -> Answers:
    """Look for a third copy of a face."""
    seen = [card for act in case.plays for card in cards_of(act["cards"])]
    return {"recognition_error": bool(third_copies(seen))}


ADAPTERS: dict[str, Adapter] = {
    **dict.fromkeys(("shape", "wild"), shape),
    **dict.fromkeys(("pass", "jiefeng", "trick_end"), trick),
    **dict.fromkeys(("card_count", "wild_count"), counting),
    "compare": compare,
    "wild_position": wild_position,
    "one_hand_one_time": one_motion,
    "last_play": last_play,
    "hand_end": hand_end,
}
