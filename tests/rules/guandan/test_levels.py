"""Finishing order, levels, passing A, the end of a match."""

from dataclasses import replace
from itertools import permutations

import pytest

from paizhuo.rules.cards import Rank, Seat, Side
from paizhuo.rules.guandan.finish import gain, is_double, is_over, losers, partner_place, places, winner
from paizhuo.rules.guandan.levels import Score, after_hand, award, opening, risen
from paizhuo.rules.guandan.match import (
    Ending,
    Leave,
    Result,
    Verdict,
    counts_after_signal,
    extra_hand,
    judge,
    match_points,
    small_points,
)
from paizhuo.rules.guandan.policies import AceAttempts, EndSignal, MatchFormat, TieBreak
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook, Levels, Match
from paizhuo.rules.rulebooks import load

E, N, W, S = Seat
A, NINE = Rank.ACE, Rank.NINE
SEED = load("guandan-seed", GuandanRulebook)
NATIONAL = load("guandan-2017", GuandanRulebook)


def with_match(match: Match) -> GuandanRulebook:
    return replace(HOUSE, match=match)


@pytest.mark.parametrize(
    ("order", "steps"),
    [
        ((E, W), 3),  # 双下
        ((E, W, N, S), 3),
        ((E, N, W), 2),
        ((E, N, W, S), 2),
        ((E, S, W, N), 2),
        ((E, N, S), 1),
        ((N, E, S, W), 2),
    ],
)
def test_levels_gained_follow_the_partners_place(order: tuple[Seat, ...], steps: int) -> None:
    """Seed L52."""
    assert gain(order) == steps
    assert winner(order) is order[0].side


def test_every_finishing_order_has_the_partner_second_third_or_last() -> None:
    found = {partner_place(order) for order in permutations(Seat)}
    assert found == {2, 3, 4}
    assert all(is_over(order) and len(places(order)) in (2, 4) for order in permutations(Seat))


def test_a_hand_goes_on_after_one_or_two_opponents_are_out() -> None:
    assert not is_over(())
    assert not is_over((E,))
    assert not is_over((E, N))
    assert places((E, N)) == (E, N)
    assert is_double((N, S))
    assert losers((N, S)) == (W, E)
    assert losers((E, N, W)) == ()


def test_nobody_jumps_over_a() -> None:
    """Seed L52: A 级必打."""
    assert risen(Rank.QUEEN, 3) is A
    assert risen(A, 1) is A
    assert award(Score(A, NINE), Side.EW, 3).ew is A


def test_the_winners_level_is_played_next() -> None:
    score = after_hand(opening(), (N, S))
    assert (score.ew, score.ns, score.playing, score.level) == (Rank.TWO, Rank.FIVE, Side.NS, Rank.FIVE)
    assert opening().level is Rank.TWO


@pytest.mark.parametrize("order", [(E, W), (E, N, W), (W, S, E, N)])
def test_a_is_passed_first_with_the_partner_not_last(order: tuple[Seat, ...]) -> None:
    assert after_hand(Score(A, NINE, Side.EW), order).passed is Side.EW


@pytest.mark.parametrize("order", [(E, N, S), (N, S), (N, E, S)])
def test_a_is_not_passed_otherwise_and_the_attempt_counts(order: tuple[Seat, ...]) -> None:
    after = after_hand(Score(A, NINE, Side.EW, ew_failed=1), order)
    assert (after.passed, after.ew, after.ew_failed) == (None, A, 2)


def test_a_side_at_a_does_not_pass_it_in_the_others_hand() -> None:
    after = after_hand(Score(A, A, Side.NS), (E, W))
    assert (after.passed, after.playing, after.ew_failed, after.ns_failed) == (None, Side.EW, 0, 1)


def test_the_side_that_plays_below_a_fails_at_nothing() -> None:
    after = after_hand(Score(A, NINE, Side.NS), (E, W))
    assert (after.passed, after.ew_failed, after.ns_failed, after.ns) == (None, 0, 0, NINE)


@pytest.mark.parametrize(("side", "order"), [(Side.EW, (N, S)), (Side.NS, (E, W))])
def test_three_failed_attempts_lead_back_to_two_where_the_rulebook_says_so(side: Side, order: tuple[Seat, ...]) -> None:
    before = Score(A, A, side, ew_failed=2, ns_failed=2)
    after = after_hand(before, order, NATIONAL)
    assert (after.of(side), after.failed(side), after.of(side.other), after.failed(side.other)) == (Rank.TWO, 0, A, 2)
    assert after_hand(before, order, SEED).of(side) is A
    assert NATIONAL.levels.ace_attempts is AceAttempts.THREE_THEN_TWO


def test_a_match_that_is_played_to_a_ends_with_a() -> None:
    assert judge(Score(A, NINE, passed=Side.EW), hands=9, minutes=300, rules=SEED) == Verdict(
        Ending.ACE_PASSED, Side.EW
    )
    assert judge(Score(A, NINE), hands=99, minutes=999, rules=SEED).ending is Ending.GOES_ON


@pytest.mark.parametrize(
    ("match", "hands", "minutes", "ending"),
    [
        (Match(MatchFormat.HANDS, hands=16), 15, 999, Ending.GOES_ON),
        (Match(MatchFormat.HANDS, hands=16), 16, 0, Ending.HIGHER_LEVEL),
        (Match(MatchFormat.TIME, minutes=70), 99, 69.9, Ending.GOES_ON),
        (Match(MatchFormat.TIME, minutes=70), 1, 70, Ending.HIGHER_LEVEL),
    ],
)
def test_time_or_hands_end_a_match_for_the_higher_level(
    match: Match, hands: int, minutes: float, ending: Ending
) -> None:
    """Seed L59."""
    for score, side in ((Score(NINE, Rank.SEVEN), Side.EW), (Score(Rank.SEVEN, NINE), Side.NS)):
        verdict = judge(score, hands=hands, minutes=minutes, rules=with_match(match))
        assert (verdict.ending, verdict.winner) == (ending, side if ending is Ending.HIGHER_LEVEL else None)


@pytest.mark.parametrize(
    ("tie_break", "ending", "remedies"),
    [
        (TieBreak.LOT_OR_EXTRA_HAND, Ending.LEVEL_TIE, ("lot", "extra_hand")),
        (TieBreak.EXTRA_HAND, Ending.LEVEL_TIE, ("extra_hand",)),
        (TieBreak.STAYS_DRAWN, Ending.DRAWN, ()),
    ],
)
def test_a_tie_is_broken_as_the_rulebook_says(tie_break: TieBreak, ending: Ending, remedies: tuple[str, ...]) -> None:
    book = with_match(Match(MatchFormat.HANDS, hands=4, tie_break=tie_break))
    assert judge(Score(NINE, NINE), hands=4, minutes=0, rules=book) == Verdict(ending, None, remedies)


def test_a_hand_in_play_at_the_end_signal_counts_as_the_rulebook_says() -> None:
    dropped = with_match(Match(end_signal=EndSignal.HAND_DROPPED))
    assert counts_after_signal(SEED)
    assert not counts_after_signal(dropped, leave=Leave.FINISH)
    assert [counts_after_signal(NATIONAL, leave=leave) for leave in Leave] == [False, True]


def test_small_points_count_levels_and_a_bonus_for_a_passed() -> None:
    won = Score(A, Rank.EIGHT, passed=Side.EW)
    assert small_points(won, Side.EW, NATIONAL).accumulated == 13
    assert small_points(won, Side.NS, NATIONAL).accumulated == 6
    assert small_points(won, Side.NS, NATIONAL).net == -6


def test_tournament_points_of_every_result() -> None:
    assert [match_points(result, NATIONAL) for result in Result] == [1, 0.5, 0, -1, 1]


def test_the_extra_hand_is_dealt_like_a_first_hand() -> None:
    assert extra_hand(NATIONAL) == Score(Rank.TWO, Rank.TWO)
    assert opening(replace(HOUSE, levels=Levels(start=Rank.FIVE))).level is Rank.FIVE
