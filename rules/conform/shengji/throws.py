"""Topics about throws: do they stand, what is forced, what goes back, what do they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from paizhuo.rules.cards import Card, Seat, two_decks
from paizhuo.rules.conform.case import Adapter, Answers, Case
from paizhuo.rules.conform.shengji.agreement import Among
from paizhuo.rules.conform.shengji.position import Position, position, seat_of, whole
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.shengji.levels import Role
from paizhuo.rules.shengji.policies import ThrowPenalty
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.scoring import after_penalty
from paizhuo.rules.shengji.throw import ThrowOutcome, after_failure, judge_throw
from paizhuo.rules.shengji.trick import points, winner

READINGS = {
    "all_beaten_cards": ThrowPenalty.PER_BEATEN_CARD,
    "beaten_cards_of_forced_kind": ThrowPenalty.PER_BEATEN_CARD_OF_FORCED_KIND,
    "cards_returned_to_hand": ThrowPenalty.PER_RETURNED_CARD,
}
"""What “N cards that cannot go out” can mean."""


def attempt(case: Case, rulebook: Rulebook) -> Answers:
    """Judge a throw against the hands of the case, or against what the others played to it.

    Where neither is given, every unseen card may beat it.
    """
    table = position(case, rulebook)
    lead = table.plays[0]
    followers = {play.seat: play.cards for play in table.plays[1:]}
    hands = {**followers, **table.hands} or _rest_of_deck(table)
    outcome = _judge(table, hands)
    plays = [(play.seat, play.cards) for play in table.plays]
    answers: dict[str, object] = {
        "throw_ok": outcome.ok,
        "never_fails": _judge(table, _rest_of_deck(table)).ok,
        "forced": outcome.forced,
        "forced_any_of": Among(outcome.forced),
        "returned": outcome.returned,
        "stopped_by": outcome.stopped_by,
        "penalty": outcome.penalty,
        "penalty_by_reading": {
            name: _judge(replace(table, rulebook=_with_penalty(table, policy)), hands).penalty
            for name, policy in READINGS.items()
        },
        "to": "opponents",
        "winner": winner(plays, table.trump, table.rulebook),
        "points": points(plays),
    }
    if "dealer" in case.setup:
        role = Role.DEALERS if seat_of(case.setup["dealer"]).side is lead.seat.side else Role.ATTACKERS
        before = whole(case.setup.get("attackers_points_before", 0))
        answers["attackers_points"] = after_penalty(before, outcome.penalty, role, table.rulebook)
    return answers


def after(case: Case, rulebook: Rulebook) -> Answers:
    """Follow a failed throw: how many cards the others owe, and which cards went back for all to see."""
    table = position(case, rulebook)
    first, second = table.plays[0], table.plays[1]
    outcome = after_failure(first.cards, second.cards)
    return {
        "followers_must_play": len(outcome.forced),
        f"known_in_hand_of_{int(first.seat)}": outcome.returned,
    }


def _judge(table: Position, hands: Mapping[Seat, tuple[Card, ...]]) -> ThrowOutcome:
    thrower = table.plays[0].seat
    turn = (thrower.next, thrower.partner, thrower.previous)
    others = {seat: hands[seat] for seat in turn if seat in hands}
    return judge_throw(table.plays[0].cards, others, table.trump, table.rulebook)


def _rest_of_deck(table: Position) -> dict[Seat, tuple[Card, ...]]:
    play = table.plays[0]
    rest = Counter(two_decks()) - Counter(play.cards)
    return {play.seat.next: tuple(rest.elements())}


def _with_penalty(table: Position, policy: ThrowPenalty) -> ShengjiRulebook:
    return replace(table.rulebook, throw=replace(table.rulebook.throw, penalty=policy))


_ATTEMPTS = """
    throw_ok throw_fail_forced throw_fail_penalty throw_partner throw_score_sign throw_single_component
    throw_tractor_vs_pairs
""".split()

ADAPTERS: dict[str, Adapter] = {
    **dict.fromkeys(_ATTEMPTS, attempt),
    "throw_after_fail": after,
}
