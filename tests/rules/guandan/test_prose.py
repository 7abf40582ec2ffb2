"""The cases whose expectation is a sentence; every test is named after its case."""

from dataclasses import replace

from paizhuo.rules.cards import Rank, Seat, Side
from paizhuo.rules.guandan.counts import Remedy, count_remedy, verify_counts
from paizhuo.rules.guandan.levels import Score, after_hand, award, opening
from paizhuo.rules.guandan.match import Ending, Verdict, extra_hand, extra_hand_winner, judge
from paizhuo.rules.guandan.penalties import Offence, late_levels, sanction
from paizhuo.rules.guandan.policies import MatchFormat, Sanction
from paizhuo.rules.guandan.procedure import first_roles
from paizhuo.rules.guandan.reports import verify_report
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.rulebooks import load

SEED = load("guandan-seed", GuandanRulebook)
NATIONAL = load("guandan-2017", GuandanRulebook)
COUNTS = dict(zip(Seat, (27, 28, 26, 27), strict=True))


def timed(book: GuandanRulebook, minutes: int) -> GuandanRulebook:
    return replace(book, match=replace(book.match, format=MatchFormat.TIME, minutes=minutes))


def test_gd_lv_10_the_side_with_more_levels_wins_when_time_or_hands_are_over() -> None:
    hands = replace(SEED, match=replace(SEED.match, format=MatchFormat.HANDS, hands=20))
    for book in (timed(SEED, 120), hands):
        verdict = judge(Score(Rank.NINE, Rank.SEVEN), hands=20, minutes=120, rules=book)
        assert verdict == Verdict(Ending.HIGHER_LEVEL, Side.EW)


def test_gd_lv_11_a_tie_is_drawn_for_or_played_off_in_an_extra_hand_outside_the_score() -> None:
    tied = Score(Rank.NINE, Rank.NINE)
    assert judge(tied, hands=20, minutes=120, rules=timed(SEED, 120)).remedies == ("lot", "extra_hand")
    assert extra_hand(SEED).level is Rank.TWO
    assert first_roles(SEED).shuffler is Seat.E
    assert [extra_hand_winner(seat) for seat in Seat] == [Side.EW, Side.NS, Side.EW, Side.NS]


def test_gd_lv_12_in_2017_a_tie_after_120_minutes_is_decided_by_a_hand_at_two() -> None:
    verdict = judge(Score(Rank.NINE, Rank.NINE), hands=20, minutes=120, rules=timed(NATIONAL, 120))
    assert verdict == Verdict(Ending.LEVEL_TIE, None, ("extra_hand",))
    assert extra_hand(NATIONAL).level is Rank.TWO


def test_gd_report_04_a_report_of_six_with_seven_counted_is_wrong_or_a_card_was_missed() -> None:
    counted = 27 - 20
    (found,) = verify_report(Seat.N, 6, counted, SEED)
    assert (found.code, found.params) == ("report.wrong_number", {"seat": "N", "said": 6, "counted": 7})


def test_gd_count_03_the_referee_counts_every_hand_and_the_whole_pack() -> None:
    assert [one.params["seat"] for one in verify_counts(COUNTS)] == ["N", "W"]
    assert count_remedy(COUNTS, SEED) is Remedy.REFEREE_COUNTS_ALL


def test_gd_count_04_in_2017_the_short_hand_draws_from_the_long_one_before_the_first_play() -> None:
    assert count_remedy(COUNTS, NATIONAL) is Remedy.SHORT_DRAWS_FROM_LONG


def test_gd_pen_03_seven_minutes_late_let_the_others_begin_at_four() -> None:
    assert late_levels(7, NATIONAL) == 2
    assert award(opening(NATIONAL), Side.NS, late_levels(7, NATIONAL)).ns is Rank.FOUR


def test_sentences_of_machine_cases_hold_too() -> None:
    """The prose keys of gd-play-06, gd-trib-08, gd-pen-01, gd-pen-02 and gd-pen-04."""
    assert after_hand(opening(), (Seat.E, Seat.W)).ew is Rank.FIVE
    assert sanction(Offence.HIDDEN_CARD, 3, NATIONAL) is Sanction.MATCH_LOST
    assert sanction(Offence.SIGNALS, 2, NATIONAL).levels == 3
    assert sanction(Offence.SIGNALS, 3, NATIONAL) is Sanction.MATCH_LOST
    assert sanction(Offence.SLOW_PLAY, 3, NATIONAL).levels == 1
