"""Points to levels, the ladder, the bottom, and the end of a match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ending import ahead, is_time_up
from paizhuo.rules.shengji.kitty import Taken, multiplier, take_bottom, verify_bury
from paizhuo.rules.shengji.levels import Level, Move, Role, climb, fall, jack_dug, next_dealer, start_level
from paizhuo.rules.shengji.policies import Demotion, Held, Lost, Multiplier, MustPlay, TakenWith
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.scoring import DealResult, after_penalty, deal_result
from paizhuo.rules.shengji.trump import Trump

ALL = ("intro80", "comp", "fj2", "ten", "seven", "gloss", "pass10", "campus", "union9k", "const2", "qq", "zjh")


def book(identifier: str) -> ShengjiRulebook:
    return load(identifier, ShengjiRulebook)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


@pytest.mark.parametrize(
    ("identifier", "table"),
    [
        ("intro80", {0: 3, 5: 2, 35: 2, 40: 1, 75: 1, 80: 0, 115: 0, 120: -1, 155: -1, 160: -2, 200: -3}),  # L17
        ("ten", {0: 8, 5: 7, 10: 7, 15: 6, 65: 1, 75: 1, 80: 0, 85: 0, 90: -1, 100: -2, 200: -12}),  # L329
        ("pass10", {0: 4, 5: 3, 25: 3, 30: 2, 50: 2, 55: 1, 75: 1, 80: 0, 95: 0, 100: -1, 120: -2}),  # L451
        ("union9k", {0: 3, 35: 2, 40: 1, 80: 0, 120: -1, 160: -2, 195: -2, 200: -3}),  # L529
        ("const2", {0: 3, 35: 2, 75: 1, 95: 0, 100: -1, 115: -1, 120: -2}),  # L561
        ("zjh", {-5: 4, 0: 3, 80: 0}),
    ],
)
def test_points_bring_the_levels_of_the_text(identifier: str, table: dict[int, int]) -> None:
    """Levels up for the dealers are above nought, for the attackers below."""
    for points, levels in table.items():
        result = deal_result(points, book(identifier))
        signed = result.level_change if result.winners is Role.DEALERS else -result.level_change
        assert signed == levels, points
        assert result.deal_changes is (points >= 80)


@pytest.mark.parametrize("identifier", ALL)
def test_more_points_never_help_the_dealers(identifier: str) -> None:
    results = [deal_result(points, book(identifier)) for points in range(0, 400, 5)]
    gains = [each.level_change if each.winners is Role.DEALERS else -each.level_change for each in results]
    assert gains == sorted(gains, reverse=True)


def test_points_between_the_last_band_and_the_turn_bring_the_dealers_nothing() -> None:
    odd = replace(book("qq"), scoring=replace(book("qq").scoring, dealers=((0, 1),)))
    assert deal_result(5, odd) == DealResult(Role.DEALERS, 0)


def test_penalties_move_the_attackers_points_and_stop_at_nought_where_the_text_says() -> None:
    assert after_penalty(5, 10, Role.ATTACKERS, book("ten")) == -5
    assert after_penalty(5, 10, Role.ATTACKERS, book("qq")) == 0
    assert after_penalty(5, 10, Role.DEALERS, book("qq")) == 15


def test_dealers_beaten_on_a_must_play_level_fall_as_the_text_says() -> None:
    ten = book("ten")
    assert deal_result(100, ten, Rank.JACK) == DealResult(Role.ATTACKERS, 2, demotion=2)
    assert deal_result(100, ten, Rank.TEN).demotion == 0
    assert deal_result(80, ten, Rank.JACK).demotion == 0
    once = replace(ten, levels=replace(ten.levels, demotion=Demotion.ONE_LEVEL))
    assert deal_result(100, once, Rank.JACK).demotion == 1


@pytest.mark.parametrize(
    ("identifier", "level", "steps", "role", "expected"),
    [
        ("comp", Rank.THREE, 2, Role.DEALERS, Move(Level(Rank.FIVE))),
        ("comp", Rank.THREE, 0, Role.DEALERS, Move(Level(Rank.THREE))),
        ("comp", Rank.ACE, 1, Role.DEALERS, Move(Level(Rank.ACE), match_won=True)),
        ("pass10", Rank.NINE, 4, Role.DEALERS, Move(Level(Rank.TEN))),  # L445
        ("pass10", Rank.TEN, 1, Role.DEALERS, Move(Level(Rank.TEN), match_won=True)),
        ("pass10", Rank.TEN, 2, Role.ATTACKERS, Move(Level(Rank.TEN))),  # must be played as dealer
        ("seven", Rank.TWO, 1, Role.DEALERS, Move(Level(Rank.FIVE))),  # L343
        ("seven", Rank.TEN, 3, Role.DEALERS, Move(Level(Rank.KING))),
        ("seven", Rank.KING, 3, Role.DEALERS, Move(Level(Rank.ACE))),  # L345
        ("union9k", Rank.QUEEN, 3, Role.DEALERS, Move(Level(Rank.KING), match_won=True)),  # L511
    ],
)
def test_climbing_stops_at_levels_that_must_be_played_and_past_the_last_wins(
    identifier: str, level: Rank, steps: int, role: Role, expected: Move
) -> None:
    assert climb(Level(level), steps, book(identifier), role) == expected


def test_a_must_play_level_may_let_both_sides_climb_away() -> None:
    ten = book("ten")
    stop = replace(ten, levels=replace(ten.levels, must_play_rule=MustPlay.STOP))
    assert climb(Level(Rank.JACK), 1, stop, Role.ATTACKERS).level.rank is Rank.QUEEN
    assert climb(Level(Rank.TEN), 3, stop, Role.ATTACKERS).level.rank is Rank.JACK


def test_falling_stops_at_the_first_level_or_goes_under_water() -> None:
    assert fall(Level(Rank.FOUR), 1, book("pass10")) == Move(Level(Rank.THREE))
    assert fall(Level(Rank.FOUR), 0, book("pass10")) == Move(Level(Rank.FOUR))
    assert fall(Level(Rank.TWO), 3, book("pass10")) == Move(Level(Rank.TWO))
    assert fall(Level(Rank.TWO), 3, book("ten")) == Move(Level(Rank.TWO, below=3))
    bottomless = replace(book("ten"), levels=replace(book("ten").levels, underwater_limit=0))
    assert fall(Level(Rank.TWO), 99, bottomless) == Move(Level(Rank.TWO, below=99))
    assert fall(Level(Rank.TWO, below=29), 1, book("ten")) == Move(Level(Rank.TWO, below=30), match_lost=True)


def test_climbing_out_of_the_water_first_reaches_the_first_level() -> None:
    ten = book("ten")
    assert climb(Level(Rank.TWO, below=3), 2, ten, Role.ATTACKERS).level == Level(Rank.TWO, below=1)
    assert climb(Level(Rank.TWO, below=1), 3, ten, Role.DEALERS).level == Level(Rank.FOUR)
    assert start_level(ten) == Level(Rank.TWO)


def test_a_jack_that_takes_the_bottom_sends_the_dealers_back_where_the_text_says() -> None:
    seven = book("seven")
    assert jack_dug(Level(Rank.JACK), cards("HJ"), seven) == Level(Rank.TWO)  # L345
    assert jack_dug(Level(Rank.JACK), cards("HQ"), seven) is None
    assert jack_dug(Level(Rank.QUEEN), cards("HJ"), seven) is None
    assert jack_dug(Level(Rank.JACK), cards("HJ"), book("qq")) is None


def test_the_partner_deals_next_or_the_right_hand_neighbour() -> None:
    comp = book("comp")
    assert next_dealer(Seat.E, Role.DEALERS, comp) is Seat.W  # L135
    assert next_dealer(Seat.E, Role.ATTACKERS, comp) is Seat.N
    other = replace(comp, deal=replace(comp.deal, held=Held.SAME, lost=Lost.LEFT))
    assert next_dealer(Seat.E, Role.DEALERS, other) is Seat.E
    assert next_dealer(Seat.E, Role.ATTACKERS, other) is Seat.S
    assert (Role.DEALERS.other, Role.ATTACKERS.other) == (Role.ATTACKERS, Role.DEALERS)


LEADS = ("H9", "H9 H9", "H9 H9 HT HT", "H9 H9 HT HT HJ HJ", "HA HK HQ", "H9 H9 HA")


@pytest.mark.parametrize(
    ("policy", "factors"),
    [
        (Multiplier.DOUBLING, (2, 4, 8, 16, 2, 4)),
        (Multiplier.DOUBLING_FLAT, (2, 4, 8, 8, 2, 4)),
        (Multiplier.UNIT_CARDS, (1, 2, 4, 6, 1, 2)),
        (Multiplier.UNIT_CARDS_THROWS_DOUBLED, (1, 2, 4, 6, 2, 4)),
        (Multiplier.PLAYED_CARDS, (1, 2, 4, 6, 3, 3)),
        (Multiplier.TRACTOR_POWER, (2, 4, 16, 64, 2, 4)),
    ],
)
def test_the_bottom_is_multiplied_by_the_shape_of_the_last_lead(policy: Multiplier, factors: tuple[int, ...]) -> None:
    qq = book("qq")
    rulebook = replace(qq, kitty=replace(qq.kitty, multiplier=policy))
    trump = Trump(Rank.TWO, None)
    assert tuple(multiplier(cards(lead), trump, rulebook) for lead in LEADS) == factors


def test_a_factor_may_be_capped() -> None:
    eight = cards("H3 H3 H4 H4 H5 H5 H6 H6")
    assert multiplier(eight, Trump(Rank.TWO, None), book("zjh")) == 64


BOTTOM = cards("S5 HK D3 D4 C6 C7 C8 C9")


def test_the_bottom_counts_only_when_the_attackers_take_it_with_cards_that_may() -> None:
    qq, trump, lead = book("qq"), Trump(Rank.TWO, None), cards("H9")
    assert take_bottom(BOTTOM, lead, cards("HA"), Role.ATTACKERS, trump, qq) == Taken(15, 2, 30)
    assert take_bottom(BOTTOM, lead, cards("HA"), Role.DEALERS, trump, qq) == Taken(15, 2, 0)
    strict = replace(qq, kitty=replace(qq.kitty, taken_with=TakenWith.TRUMPS))
    assert take_bottom(BOTTOM, lead, cards("HA"), Role.ATTACKERS, trump, strict).added == 0
    assert take_bottom(BOTTOM, lead, cards("H2"), Role.ATTACKERS, trump, strict).added == 30


def test_eight_cards_are_buried_from_the_hand_and_points_up_to_a_limit() -> None:
    qq = book("qq")
    assert verify_bury(BOTTOM, None, qq) == ()
    assert [each.code for each in verify_bury(BOTTOM[:7], BOTTOM, qq)] == ["count.wrong"]
    assert [each.code for each in verify_bury(BOTTOM, BOTTOM[:7], qq)] == ["play.not_in_hand"]
    limited = replace(qq, kitty=replace(qq.kitty, bury_limit=10))
    (problem,) = verify_bury(BOTTOM, None, limited)
    assert (problem.code, problem.params) == ("bury.too_many_points", {"limit": 10, "points": 15})


def test_time_is_up_after_the_minutes_of_the_text() -> None:
    assert not is_time_up(119.9, book("ten"))
    assert is_time_up(120, book("ten"))
    assert not is_time_up(10_000, book("qq"))


def test_the_higher_level_is_ahead_and_a_tie_is_settled_as_the_text_says() -> None:
    ten, pass10 = book("ten"), book("pass10")
    assert ahead({Side.EW: Level(Rank.NINE), Side.NS: Level(Rank.JACK)}, Side.EW, ten) is Side.NS
    assert ahead({Side.EW: Level(Rank.TWO), Side.NS: Level(Rank.TWO, below=1)}, Side.NS, ten) is Side.EW
    tie = {Side.EW: Level(Rank.SEVEN), Side.NS: Level(Rank.SEVEN)}
    assert ahead(tie, Side.NS, pass10) is Side.NS  # L451
    assert ahead(tie, Side.NS, ten) is None
