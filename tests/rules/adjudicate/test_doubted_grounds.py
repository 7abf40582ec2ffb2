"""What a verdict rests on may be in doubt itself: a throw, a bid before, a card read surely and then otherwise."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat

E, N, W, S = Seat


def codes(drill: Drill) -> list[tuple[str, str | None, int]]:
    return [(violation.code, violation.seat, violation.trick) for violation in drill.now.violations]


def asked(drill: Drill) -> list[str]:
    return [question.code for question in drill.now.questions]


@pytest.mark.parametrize(("confidence", "stated"), [(0.999, [("throw.should_have_failed", "E", 1)]), (0.9, [])])
def test_a_throw_of_which_a_card_is_in_doubt_did_not_stand_wrongly(
    playing: Drill, confidence: float, stated: list[tuple[str, str, int]]
) -> None:
    playing.shows_readings(E, [playing.card("SK"), playing.card("S7", confidence, ("SK", 0.05))])
    for seat, cards in ((N, "S3 S4"), (W, "S5 S6"), (S, "S8 ST")):
        playing.shows(seat, cards)
    playing.clears()
    playing.trick(E, "D3", "SA", "D5", "D6")
    assert codes(playing) == stated


@pytest.mark.parametrize(("first", "stated"), [(1.0, False), (0.9, True)])
def test_a_sure_card_that_is_surely_read_otherwise_is_in_doubt(playing: Drill, first: float, stated: bool) -> None:
    """One of the two readings is wrong. The control: a doubtful card that becomes a sure one is that one."""
    playing.shows(E, "S9")
    playing.shows(N, "SJ", confidence=first)
    playing.rereads(N, "SJ", "CJ", confidence=0.985)
    playing.shows(W, "S3")
    playing.shows(S, "SA")
    playing.clears()
    playing.trick(S, "D3", "D4", "D5", "D6")
    playing.trick(N, "S4", "S6", "S7", "S8")
    revoke = ("follow.must_follow_suit", "N", 1)
    assert (revoke in codes(playing)) is stated
    assert ("revoke_or_misread" in asked(playing)) is not stated


def test_a_bid_over_one_in_doubt_is_not_wrong_as_long_as_that_may_stand(table: Drill) -> None:
    """The second card of South's pair is not read; North, who bid first, bids higher than a pair of clubs."""
    table.shows(N, "D2")
    table.shows_readings(S, [table.card("C2"), table.card("??", 0.96)])
    table.shows(N, "H2 H2")
    assert codes(table) == []
    assert asked(table) == ["misread.bid"]


def test_a_bid_over_its_own_is_wrong_where_nobody_bid_between(table: Drill) -> None:
    table.shows(N, "D2")
    table.shows(N, "H2 H2")
    assert [code for code, _, _ in codes(table)] == ["declare.overrides_itself"]


def test_three_cards_that_the_others_answered_were_a_lead_where_its_seat_may_be_the_dealer(table: Drill) -> None:
    """North's pair of twos, of which one was missed, made it the dealer."""
    table.backs(1)
    table.shows(W, "C2")
    table.shows(N, "S2")
    table.clears()
    table.backs_go(1)
    table.backs(1)
    table.shows(N, "S4 S4 S5")
    for seat, cards in ((W, "S6 S7 S8"), (S, "S9 ST SJ"), (E, "SQ SK D4")):
        table.shows(seat, cards)
    table.clears()
    assert ("declare.not_a_show", "N", 0) not in codes(table)
    assert table.now.tricks[0].plays[0].seat == "N"


def test_no_verdict_rests_on_a_face_that_was_surely_read_three_times(playing: Drill) -> None:
    """North's five of spades was read as one of clubs, as surely as the two that come later."""
    revoke = ("follow.must_follow_suit", "N", 1)
    playing.trick(E, "S9", "C5", "S3", "SA")
    playing.trick(S, "D3", "D4", "D5", "D6")
    playing.trick(N, "S4", "S6", "S7", "S8")
    assert revoke in codes(playing)
    playing.trick(S, "C3", "C5", "C7", "C4")
    assert revoke in codes(playing)
    playing.trick(N, "CA", "C6", "C5", "C8")
    assert revoke not in codes(playing)
    assert "revoke_or_misread" in asked(playing)
