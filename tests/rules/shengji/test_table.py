"""Around the cards: seats, shuffling, drawing, counting, offences, pace, and the two garbled texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Seat, Side
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.dealing import check_draw, counted_from, cutter, first_drawer, highest_drawn, shuffler
from paizhuo.rules.shengji.fold import start
from paizhuo.rules.shengji.levels import Role
from paizhuo.rules.shengji.penalties import Offence, Sanction, both_miscounted, propose, verify_pace
from paizhuo.rules.shengji.policies import Cutter
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.scoring import DECK_POINTS
from paizhuo.rules.shengji.seating import forfeits, seats_by_lot, verify_players


def book(identifier: str) -> ShengjiRulebook:
    return load(identifier, ShengjiRulebook)


def test_pairs_sit_across_each_other_wherever_the_lots_fall() -> None:
    """seven L339."""
    pairs = (("甲", "乙"), ("丙", "丁"))
    seats = seats_by_lot(pairs, (Seat.W, Seat.N))
    assert seats == {Seat.E: "乙", Seat.N: "丙", Seat.W: "甲", Seat.S: "丁"}
    with pytest.raises(ValueError, match="different sides"):
        seats_by_lot(pairs, (Seat.E, Seat.W))


FOUR = {Seat.E: "甲", Seat.N: "丙", Seat.W: "乙", Seat.S: "丁"}


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (FOUR, []),
        ({**FOUR, Seat.E: "戊"}, ["table.substituted"]),
        ({**FOUR, Seat.E: "乙", Seat.W: "甲"}, ["table.seat_changed", "table.seat_changed"]),
        ({seat: name for seat, name in FOUR.items() if seat}, ["table.player_missing"]),
    ],
)
def test_changes_at_the_table_are_found(now: dict[Seat, str], expected: list[str]) -> None:
    """pass10 L445."""
    assert [each.code for each in verify_players(FOUR, now, book("pass10"))] == expected


def test_a_substitute_is_welcome_where_no_text_forbids_him() -> None:
    assert verify_players(FOUR, {**FOUR, Seat.E: "戊"}, book("qq")) == ()


def test_a_side_that_comes_short_forfeits_where_the_text_says() -> None:
    three: dict[Seat, str] = {seat: name for seat, name in FOUR.items() if seat is not Seat.S}
    assert forfeits(three, book("pass10")) == (Side.NS,)  # L445
    assert forfeits(three, book("qq")) == ()


def test_a_turned_card_is_counted_round_from_the_one_who_turned_it() -> None:
    """comp L145."""
    assert counted_from(Seat.N, Card.SA) is Seat.N
    assert counted_from(Seat.N, Card.S2) is Seat.W
    assert counted_from(Seat.N, Card.SK) is Seat.N
    assert counted_from(Seat.N, Card.BJ) is None


def test_the_highest_drawn_card_draws_first_ties_by_suit_or_drawn_again() -> None:
    """ten L329, campus L475."""
    drawn = {Seat.E: Card.HK, Seat.N: Card.SK, Seat.W: Card.S3, Seat.S: Card.D9}
    assert highest_drawn(drawn, book("ten")) == (Seat.N,)
    assert highest_drawn(drawn, book("campus")) == (Seat.E, Seat.N)
    assert highest_drawn({**drawn, Seat.W: Card.LJ, Seat.S: Card.BJ}, book("ten")) == (Seat.S,)


def test_who_shuffles_and_cuts_after_the_first_hand() -> None:
    comp, ten = book("comp"), book("ten")
    assert shuffler(Seat.E, Side.NS, comp) == (Seat.W,)  # L143
    assert shuffler(Seat.E, Side.NS, ten) == (Seat.N, Seat.S)
    assert cutter(Seat.E, comp) is Seat.S
    assert cutter(Seat.E, replace(comp, deal=replace(comp.deal, cutter=Cutter.DEALERS_RIGHT))) is Seat.N


def test_the_dealer_draws_first_or_the_draw_goes_round() -> None:
    comp, ten = book("comp"), book("ten")
    assert first_drawer(Seat.E, Seat.W, Seat.N, comp) is Seat.E  # L147
    assert first_drawer(Seat.N, Seat.E, Seat.E, ten) is Seat.N  # the deal changed: on to the next seat
    assert first_drawer(Seat.W, Seat.E, Seat.E, ten) is Seat.W  # the deal was held: its two players take turns
    assert first_drawer(Seat.W, Seat.E, Seat.N, ten) is Seat.W


EVERY = dict.fromkeys(Seat, 25)


def test_hands_and_bottom_are_counted_after_the_draw() -> None:
    comp = book("comp")
    assert check_draw(EVERY, 8, comp).problems == ()
    wrong_bottom = check_draw(EVERY, 7, comp)
    assert [each.code for each in wrong_bottom.problems] == ["count.bottom_wrong"]
    assert wrong_bottom.redeal  # L151
    assert not check_draw(EVERY, 7, book("qq")).redeal
    wrong_hand = check_draw({**EVERY, Seat.N: 26}, 7, comp)
    assert [each.code for each in wrong_hand.problems] == ["count.wrong", "count.bottom_wrong"]
    assert not wrong_hand.redeal


def test_two_decks_hold_200_points() -> None:
    assert 2 * sum(card.points for card in Card) == DECK_POINTS


HAND_LOST = {
    Role.DEALERS: Sanction(deal_changes=True, hand_over=True),
    Role.ATTACKERS: Sanction(dealers_change=1, hand_over=True),
}
HAND_AND_LEVEL = {**HAND_LOST, Role.DEALERS: Sanction(attackers_change=1, deal_changes=True, hand_over=True)}
LEVEL_DOWN = {
    Role.DEALERS: Sanction(dealers_change=-1, after_hand=True),
    Role.ATTACKERS: Sanction(attackers_change=-1, after_hand=True),
}
NOTHING: dict[Role, Sanction | None] = dict.fromkeys(Role)


@pytest.mark.parametrize(
    ("identifier", "offence", "expected"),
    [
        ("seven", Offence.REVOKE, HAND_LOST),  # L381, L383
        ("union9k", Offence.REVOKE, HAND_AND_LEVEL),  # L541
        ("pass10", Offence.REVOKE, LEVEL_DOWN),  # L447
        ("qq", Offence.REVOKE, NOTHING),
        ("pass10", Offence.TAKEBACK, LEVEL_DOWN),  # L447
        ("seven", Offence.TAKEBACK, NOTHING),
        ("intro80", Offence.COUNT, HAND_LOST),  # L23
        ("pass10", Offence.COUNT, HAND_AND_LEVEL),  # L449
        ("union9k", Offence.COUNT, HAND_AND_LEVEL),  # L539
        ("qq", Offence.COUNT, NOTHING),
    ],
)
def test_the_same_offence_costs_what_its_article_says(
    identifier: str, offence: Offence, expected: dict[Role, Sanction | None]
) -> None:
    assert {role: propose(offence, role, book(identifier)) for role in Role} == expected


def test_the_third_offence_loses_the_match_where_the_text_says() -> None:
    """pass10 L447."""
    for offence in (Offence.REVOKE, Offence.TAKEBACK):
        lost = [propose(offence, Role.ATTACKERS, book("pass10"), times) for times in (1, 2, 3, 4)]
        assert [each.match_lost_by if each else None for each in lost] == [None, None, Role.ATTACKERS, Role.ATTACKERS]
    dealers = propose(Offence.REVOKE, Role.DEALERS, book("pass10"), 3)
    assert dealers is not None
    assert (dealers.match_lost_by, dealers.change(Role.DEALERS), dealers.change(Role.ATTACKERS)) == (
        Role.DEALERS,
        -1,
        0,
    )


def test_a_short_hand_is_repaired_before_burying_where_the_text_says() -> None:
    """union9k L537."""
    assert propose(Offence.COUNT, Role.DEALERS, book("union9k"), buried=False) == Sanction(repair=True)


def test_two_wrong_counts_cancel_and_the_next_hand_is_open_to_all() -> None:
    """pass10 L449."""
    assert both_miscounted(book("pass10")) == Sanction(hand_over=True, fresh_start=True)
    assert both_miscounted(book("intro80")) is None


@pytest.mark.parametrize(
    ("identifier", "seconds", "is_dealer", "slow"),
    [
        ("const2", 60, False, False),
        ("const2", 61, False, True),  # L559
        ("const2", 61, True, False),
        ("qq", 3600, False, False),
    ],
)
def test_a_play_may_take_no_longer_than_the_text_says(
    identifier: str, seconds: float, is_dealer: bool, slow: bool
) -> None:
    assert bool(verify_pace(seconds, book(identifier), is_dealer=is_dealer)) is slow


def test_where_the_limit_binds_all_the_dealer_is_no_exception() -> None:
    strict = replace(book("pass10"), time=replace(book("pass10").time, play_seconds=30))
    assert verify_pace(31, strict, is_dealer=True)


def test_where_the_first_offence_loses_the_match_it_does() -> None:
    rules = book("pass10")
    strict = replace(rules, penalties=replace(rules.penalties, match_lost_after=1))
    once = propose(Offence.REVOKE, Role.ATTACKERS, strict)
    assert once is not None
    assert once.match_lost_by is Role.ATTACKERS
    never = replace(rules, penalties=replace(rules.penalties, match_lost_after=0))
    free = propose(Offence.REVOKE, Role.ATTACKERS, never, 99)
    assert free is not None
    assert free.match_lost_by is None


def test_a_match_begins_with_its_first_hand() -> None:
    match = start(book("comp"))
    assert (match.next_hand, match.levels[0].below, match.sanctions) == (1, 0, (0, 0))


@pytest.mark.parametrize(("higher", "lower"), ["SH", "HC", "CD"])
def test_equal_drawn_cards_rank_spades_hearts_clubs_diamonds(higher: str, lower: str) -> None:
    """ten L329: 以黑红梅方为序."""
    drawn = {Seat.E: Card(f"{lower}K"), Seat.N: Card(f"{higher}K"), Seat.W: Card.S3, Seat.S: Card.D9}
    assert highest_drawn(drawn, book("ten")) == (Seat.N,)
