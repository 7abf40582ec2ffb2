"""Throws: what beats them, what is forced, what they cost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.policies import Forced, ThrowPenalty
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.throw import ThrowOutcome, after_failure, judge_throw
from paizhuo.rules.shengji.trump import Trump

QQ = load("qq", ShengjiRulebook)
HEARTS = Trump(Rank.TEN, Suit.HEARTS)


FLAT = replace(QQ, throw=replace(QQ.throw, penalty=ThrowPenalty.FLAT))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def outcome(lead: str, rivals: dict[Seat, str], rulebook: ShengjiRulebook = QQ) -> ThrowOutcome:
    return judge_throw(cards(lead), {seat: cards(hand) for seat, hand in rivals.items()}, HEARTS, rulebook)


def forcing(policy: Forced) -> ShengjiRulebook:
    return replace(QQ, throw=replace(QQ.throw, forced=policy))


@pytest.mark.parametrize(
    ("lead", "rival", "ok"),
    [
        ("S3", "SA", True),  # a single unit is no throw
        ("S3 S3 S4 S4", "SA SA SK SK", True),
        ("SK SQ", "SJ S9", True),
        ("SK SQ", "SK S9", False),  # the king beats the queen
        ("SK SK SQ", "SK SQ", False),
        ("SA SA SK", "SK SQ SQ", True),  # equal cards do not beat
        ("S9 S9 SA", "S8 S8", True),  # nor does the next lower pair
        ("S8 S8 S9 S9 SA", "S6 S6 S7 S7", True),
        ("SJ SJ SQ SQ SA", "SK SK S3", True),  # a tractor falls to a tractor alone
        ("SJ SJ SQ SQ SA", "SQ SQ SK SK", False),
        ("S8 S8 S9 S9 SJ SJ SA", "SQ SQ SK SK", True),  # and only to one as long
        ("S8 S8 S9 S9 SA", "SJ SJ SQ SQ SK SK", False),
        ("ST ST BJ", "CT CT", True),  # a pair of side levels does not beat an equal one
        ("ST ST BJ", "LJ LJ", False),
        ("SK SQ", "HA H9", True),  # trumps do not matter
        ("SK SQ", "?? D9", True),  # nor do cards that nobody has read
    ],
)
def test_a_throw_stands_unless_another_hand_beats_one_of_its_units(lead: str, rival: str, ok: bool) -> None:
    found = outcome(lead, {Seat.N: rival}, FLAT)
    assert found.ok is ok
    assert found.penalty == (0 if ok else 10)


@pytest.mark.parametrize(("first", "second"), [("S", "H"), ("H", "D"), ("D", "C")])
def test_of_equal_units_spades_are_asked_for_first_then_hearts_diamonds_clubs(first: str, second: str) -> None:
    lead, rivals = cards(f"{second}T {second}T {first}T {first}T"), {Seat.N: cards("LJ LJ")}
    found = judge_throw(lead, rivals, Trump(Rank.TEN, None, links=frozenset()), forcing(Forced.FIRST_BEATEN))
    assert found.forced == cards(f"{first}T {first}T")


@pytest.mark.parametrize(
    ("policy", "forced", "returned"),
    [
        (Forced.LARGEST_KIND, "S4 S4", "S9 S8 S8"),
        (Forced.SMALLEST_BEATEN, "S4 S4", "S9 S8 S8"),
        (Forced.SMALLEST, "S4 S4", "S9 S8 S8"),
        (Forced.FIRST_BEATEN, "S9", "S8 S8 S4 S4"),
    ],
)
def test_what_is_forced_of_98844_against_two_queens(policy: Forced, forced: str, returned: str) -> None:
    """throw-04: sources differ, the rulebook decides."""
    found = outcome("S9 S8 S8 S4 S4", {Seat.N: "SQ SQ S3 S6 S7"}, forcing(policy))
    assert (found.forced, sorted(found.returned)) == (cards(forced), sorted(cards(returned)))


def test_the_smallest_unit_may_be_one_that_nobody_beats() -> None:
    """const2 L557: the small part is led. KQQ against a lone ace: only the king is beaten, the queens are led."""
    found = outcome("SK SQ SQ", {Seat.W: "SA S3"}, forcing(Forced.SMALLEST))
    assert found.forced == cards("SQ SQ")
    assert found.stopped_by is Seat.W
    assert outcome("SK SQ SQ", {Seat.W: "SA S3"}, forcing(Forced.SMALLEST_BEATEN)).forced == cards("SK")


def test_the_first_seat_in_turn_stops_a_throw_partner_included() -> None:
    found = outcome("SK SQ", {Seat.N: "S3 S4", Seat.W: "SA S5", Seat.S: "SA S6"}, forcing(Forced.FIRST_BEATEN))
    assert found.stopped_by is Seat.W


@pytest.mark.parametrize(
    ("policy", "points"),
    [
        (ThrowPenalty.NONE, 0),
        (ThrowPenalty.FLAT, 10),
        (ThrowPenalty.PER_BEATEN_CARD, 50),
        (ThrowPenalty.PER_BEATEN_CARD_OF_FORCED_KIND, 40),
        (ThrowPenalty.PER_RETURNED_CARD, 30),
    ],
)
def test_a_failed_throw_costs_what_the_rulebook_says(policy: ThrowPenalty, points: int) -> None:
    """throw-05: the three readings of “N cards that cannot go out”."""
    rulebook = replace(QQ, throw=replace(QQ.throw, penalty=policy))
    assert outcome("S9 S8 S8 S4 S4", {Seat.N: "SQ SQ S3 S6 S7"}, rulebook).penalty == points


def test_a_failed_throw_read_off_the_table() -> None:
    assert after_failure(cards("S9 S8 S8"), cards("S8 S8")) == ThrowOutcome(False, cards("S8 S8"), cards("S9"))
    assert after_failure(cards("SA SK"), cards("SA SK")).ok
