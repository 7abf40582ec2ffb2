"""The table around the play: dealing, counting, reports, clocks, discards, penalties, the record sheet."""

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.guandan.clocks import Wait, verify_time
from paizhuo.rules.guandan.counts import Remedy, count_remedy, verify_counts
from paizhuo.rules.guandan.levels import Score
from paizhuo.rules.guandan.penalties import Offence, impose, late_levels, offence_of, sanction
from paizhuo.rules.guandan.policies import CountFaults, Dealing, Reports, Sanction
from paizhuo.rules.guandan.procedure import (
    CutManner,
    PassManner,
    Roles,
    ShuffleEnd,
    first_drawer,
    first_roles,
    holder_of_turned,
    later_roles,
    verify_cut,
    verify_draw,
    verify_one_motion,
    verify_pass_manner,
    verify_record,
    verify_showing,
    verify_shuffle_end,
    verify_stack,
    verify_touch,
)
from paizhuo.rules.guandan.reports import must_answer, must_report, verify_question, verify_report, verify_silence
from paizhuo.rules.guandan.ruleset import HOUSE, Deal, GuandanRulebook, Report
from paizhuo.rules.rulebooks import load
from paizhuo.rules.violations import Violation

E, N, W, S = Seat
SEED = load("guandan-seed", GuandanRulebook)
NATIONAL = load("guandan-2017", GuandanRulebook)
DEALT = replace(HOUSE, deal=Deal(dealing=Dealing.REFEREE_DEALS))


def codes(found: tuple[Violation, ...]) -> list[str]:
    return [one.code for one in found]


def reporting(when: Reports) -> GuandanRulebook:
    return replace(HOUSE, report=Report(when))


def test_roles_of_the_first_and_of_later_deals() -> None:
    """Seed L22, L23, L27."""
    assert first_roles(SEED) == Roles(E, S, None)
    assert later_roles((N, E, S, W), SEED) == Roles(E, N, W)
    assert later_roles((N, S), SEED) == Roles(E, N, W)
    assert first_roles(DEALT) == later_roles((N, S), DEALT) == Roles(None, None, None)


@pytest.mark.parametrize(
    ("turned", "drawer"),
    [
        ("CA", S),
        ("D2", E),
        ("S3", N),
        ("C4", W),
        ("C5", S),
        ("DT", E),
        ("DK", S),
        ("H2", None),
        ("BJ", None),
        ("H3", N),
    ],
)
def test_the_turned_card_counts_round_from_the_cutter(turned: str, drawer: Seat | None) -> None:
    assert first_drawer(Card(turned), SEED) is drawer


def test_the_turned_card_lies_in_the_pile_and_its_holder_follows_from_its_place() -> None:
    assert [holder_of_turned(S, place).name for place in range(5)] == ["S", "E", "N", "W", "S"]


@pytest.mark.parametrize(
    ("from_top", "legal"), [(0, False), (5, False), (6, True), (54, True), (102, True), (103, False)]
)
def test_a_cut_leaves_more_than_five_cards_on_either_side(from_top: int, legal: bool) -> None:
    """Seed L24."""
    assert (verify_cut(from_top, SEED) == ()) is legal
    assert codes(verify_cut(54, SEED, manner=CutManner.COUNTED_OFF)) == ["cut.counted_off"]


def test_the_shuffler_puts_the_pack_down() -> None:
    assert verify_shuffle_end(E, ShuffleEnd.PUT_DOWN) == ()
    assert codes(verify_shuffle_end(E, ShuffleEnd.PUSHED_CARDS_IN)) == ["deal.extra_action"]


def test_cards_are_drawn_in_turn_one_at_a_time_face_down() -> None:
    """Seed L25."""
    assert verify_draw(N, N, 1) == ()
    assert codes(verify_draw(N, E, 2, face_up=1)) == ["deal.drew_out_of_turn", "deal.drew_several", "deal.card_shown"]


def test_every_hand_holds_27_cards() -> None:
    right, shifted, short = dict.fromkeys(Seat, 27), {E: 27, N: 28, W: 26, S: 27}, {E: 27, N: 27, W: 26, S: 27}
    assert verify_counts(right) == ()
    assert [one.params["seat"] for one in verify_counts(shifted)] == ["N", "W"]
    assert count_remedy(right, NATIONAL) is Remedy.NONE
    assert count_remedy(short, NATIONAL) is Remedy.REFEREE
    assert count_remedy(shifted, NATIONAL, plays=1) is Remedy.REFEREE
    assert count_remedy(shifted, replace(HOUSE, deal=Deal(count_faults=CountFaults.REDEAL))) is Remedy.REDEAL


@pytest.mark.parametrize(
    ("when", "left", "before", "due"),
    [
        (Reports.ONCE_UNASKED, 11, 0, False),
        (Reports.ONCE_UNASKED, 10, 0, True),
        (Reports.ONCE_UNASKED, 3, 1, False),
        (Reports.ONCE_UNASKED, 0, 0, False),
        (Reports.AFTER_EVERY_PLAY, 3, 2, True),
        (Reports.WHEN_ASKED, 3, 0, False),
        (Reports.OFF, 3, 0, False),
    ],
)
def test_when_a_report_is_due(when: Reports, left: int, before: int, due: bool) -> None:
    """Seed L50."""
    book = reporting(when)
    assert must_report(left, book, before=before) is due
    assert codes(verify_silence(N, left, book, before=before)) == (["report.missing"] if due else [])


def test_asking_is_allowed_where_the_rulebook_says_so_and_then_must_be_answered() -> None:
    assert codes(verify_question(N, SEED)) == ["report.asking_forbidden"]
    assert verify_question(N, NATIONAL) == ()
    assert [must_answer(left, NATIONAL) for left in (10, 11)] == [True, False]
    assert not must_answer(3, SEED)


def test_a_report_is_checked_for_its_number_and_its_time() -> None:
    assert verify_report(N, 7, 7, SEED) == ()
    assert codes(verify_report(N, 6, 7, SEED, before=1)) == ["report.wrong_number", "report.repeated"]
    assert codes(verify_report(N, 7, 7, reporting(Reports.OFF))) == ["report.switched_off"]
    assert verify_report(N, 7, 7, reporting(Reports.AFTER_EVERY_PLAY), before=3) == ()


@pytest.mark.parametrize(
    ("wait", "limit"), [(Wait.TRIBUTE, 20), (Wait.RETURN, 40), (Wait.FIRST_LEAD, 40), (Wait.PLAY, 20)]
)
def test_the_last_second_is_still_in_time(wait: Wait, limit: int) -> None:
    """Seed L32, L48: 含."""
    assert verify_time(N, wait, limit, SEED) == ()
    assert verify_time(N, wait, limit + 0.2, SEED)[0].params["taken"] == limit + 1
    assert codes(verify_time(N, wait, limit + 1, NATIONAL)) == ["time.over"]


def test_a_play_is_laid_in_one_motion() -> None:
    """Seed L44."""
    assert verify_one_motion(E, (Card.S3, Card.C3), ()) == ()
    assert verify_one_motion(E, (Card.S3,), (Card.C3,))[0].params == {"seat": "E", "laid": ("S3",), "added": ("C3",)}


def test_discards_lie_face_down_in_ones_own_stack_and_are_left_alone() -> None:
    """Seed L43."""
    assert codes(verify_touch(E, E)) == ["discard.touched"]
    assert verify_touch(E, N, allowed_by_referee=1) == ()
    assert verify_stack(E, E) == ()
    assert codes(verify_stack(E, W, face_up=2)) == ["discard.mixed", "discard.face_up"]


def test_returns_lie_face_down_and_are_shown_together() -> None:
    """Seed L30."""
    assert verify_showing({N: 1000, S: 3000}, {N: 5000, S: 5600}) == ()
    assert verify_showing({}, {}) == ()
    assert codes(verify_showing({N: 1000, S: 3000}, {N: 2000, S: 3500})) == [
        "return.shown_early",
        "return.not_together",
    ]
    assert verify_showing({N: 1, S: 2}, {N: 10, S: 2000})[0].params == {"seat": "S"}


def test_a_player_passes_in_one_manner_all_match() -> None:
    """Seed L45."""
    assert verify_pass_manner(N, PassManner.WORD, None) == ()
    assert verify_pass_manner(N, PassManner.WORD, PassManner.WORD) == ()
    assert codes(verify_pass_manner(N, PassManner.KNOCK, PassManner.WORD)) == ["pass.manner_changed"]


def test_west_keeps_the_record_and_north_checks_it() -> None:
    """Seed L54."""
    assert verify_record(W, N, SEED) == ()
    assert codes(verify_record(N, W, SEED)) == ["record.wrong_keeper", "record.wrong_checker"]


@pytest.mark.parametrize(
    ("code", "plays", "offence"),
    [
        ("tribute.not_largest", 0, Offence.TRIBUTE_BEFORE_PLAY),
        ("return.not_low", 3, Offence.TRIBUTE_AFTER_PLAY),
        ("time.over", 3, Offence.SLOW_PLAY),
        ("turn.out_of_turn", 3, Offence.OUT_OF_TURN),
        ("count.hand", 0, None),
    ],
)
def test_each_violation_belongs_to_its_offence(code: str, plays: int, offence: Offence | None) -> None:
    assert offence_of(code, plays=plays) is offence


def test_penalties_of_2017_grow_with_repetition() -> None:
    costs = [sanction(Offence.HIDDEN_CARD, times, NATIONAL) for times in (1, 2, 3, 4)]
    assert costs == [Sanction.LEVELS_3, Sanction.LEVELS_3, Sanction.MATCH_LOST, Sanction.MATCH_LOST]
    assert [sanction(Offence.SIGNALS, times, NATIONAL) for times in (1, 2, 3)] == [
        Sanction.WARNING,
        Sanction.LEVELS_3,
        Sanction.MATCH_LOST,
    ]
    assert [sanction(Offence.SLOW_PLAY, times, NATIONAL).levels for times in (1, 2, 3, 9)] == [0, 0, 1, 1]
    assert sanction(Offence.TRIBUTE_AFTER_PLAY, 1, NATIONAL).levels == 2
    assert sanction(Offence.TRIBUTE_AFTER_PLAY, 1, SEED) is Sanction.REFEREE


@pytest.mark.parametrize(("minutes", "levels"), [(0, 0), (0.1, 1), (5, 1), (5.1, 2), (15, 3)])
def test_every_started_period_of_lateness_costs_a_level(minutes: float, levels: int) -> None:
    assert late_levels(minutes, NATIONAL) == levels


def test_a_sanction_raises_the_other_side_or_ends_the_match() -> None:
    start = Score(Rank.TWO, Rank.KING)
    assert impose(start, Side.EW, Sanction.LEVELS_2).score == Score(Rank.TWO, Rank.ACE)
    assert impose(start, Side.NS, Sanction.LEVELS_2).score == Score(Rank.FOUR, Rank.KING)
    assert impose(start, Side.EW, Sanction.MATCH_LOST).winner is Side.NS
    assert impose(start, Side.EW, Sanction.WARNING).score == start
