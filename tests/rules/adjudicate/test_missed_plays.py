"""A play that nobody saw may have won the trick, led the next, or held a card that was known: it accuses nobody."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.observations import CardsShown, Evidence

E, N, W, S = Seat


def codes(drill: Drill) -> list[tuple[str, str | None, int]]:
    return [(violation.code, violation.seat, violation.trick) for violation in drill.now.violations]


def shows_all(drill: Drill, *plays: tuple[Seat, str]) -> None:
    for seat, cards in plays:
        drill.shows(seat, cards)
    drill.clears()


def order(drill: Drill, trick: int) -> list[tuple[str, str]]:
    return [(play.seat, " ".join(play.cards)) for play in drill.now.tricks[trick - 1].plays]


def test_the_seat_after_which_all_played_in_turn_led_where_another_had_to_and_was_not_seen(playing: Drill) -> None:
    """South won the first trick with a card that was missed, so that North seemed to have won it."""
    shows_all(playing, (E, "S3"), (N, "SA"), (W, "S4"))
    shows_all(playing, (S, "D3"), (E, "D4"), (W, "D5"))
    assert order(playing, 2) == [("S", "D3"), ("E", "D4"), ("N", "??"), ("W", "D5")]
    assert codes(playing) == []


def test_the_seat_that_had_to_lead_and_was_not_seen_led_where_the_others_followed_it_in_turn(playing: Drill) -> None:
    """The control: that reading is given up only for a better one."""
    shows_all(playing, (E, "S3"), (N, "SA"), (W, "S4"), (S, "S5"))
    shows_all(playing, (W, "D3"), (S, "D4"), (E, "D5"))
    assert order(playing, 2)[0] == ("N", "??")


@pytest.mark.parametrize(("missed", "revoked"), [(True, []), (False, [("follow.must_follow_suit", "W", 2)])])
def test_a_suit_that_somebody_else_may_have_led_proves_no_revoke(
    playing: Drill, missed: bool, revoked: list[tuple[str, str, int]]
) -> None:
    """South may have won and led clubs: then West followed. Where all of the first trick was seen, East led."""
    shows_all(playing, (E, "SA"), (N, "S3"), (W, "S4"), *([] if missed else [(S, "S6")]))
    shows_all(playing, (E, "SK"), (N, "S7"), (W, "C5"))
    shows_all(playing, (E, "S8"), (N, "S9"), (W, "SJ"), (S, "ST"))
    assert codes(playing) == revoked


@pytest.mark.parametrize(("seen", "revoked"), [("", []), ("C9", [("follow.must_follow_suit", "N", 3)])])
def test_a_card_that_was_known_may_be_the_one_that_nobody_saw_played(
    playing: Drill, seen: str, revoked: list[tuple[str, str, int]]
) -> None:
    """North laid a card too many and took it back; its next play was missed, and then it had none of that suit."""
    playing.shows(E, "S3")
    playing.shows(N, "S4 D7")
    playing.takes(N, "D7")
    shows_all(playing, (W, "SA"), (S, "S5"))
    shows_all(playing, (W, "C3"), (S, "C4"), (E, "CA"), *([(N, seen)] if seen else []))
    shows_all(playing, (E, "D3"), (N, "S9"), (W, "D4"), (S, "D5"))
    assert [each for each in codes(playing) if each[0].startswith("follow")] == revoked


@pytest.mark.parametrize(("second", "revoked"), [("C9 C8", True), ("C9", False)])
def test_a_card_that_was_known_may_be_the_one_that_a_short_play_hides(
    playing: Drill, second: str, revoked: bool
) -> None:
    playing.shows(E, "S3")
    playing.shows(N, "S4 C7")
    playing.takes(N, "C7")
    shows_all(playing, (W, "SA"), (S, "S5"))
    shows_all(playing, (W, "C3 C3"), (S, "C4 C4"), (E, "CA CK"), (N, second))
    shows_all(playing, (W, "C5"), (S, "CJ"), (E, "CQ"), (N, "S9"))
    assert (("follow.must_follow_suit", "N", 3) in codes(playing)) is revoked


def test_a_lead_told_late_comes_first_although_nobody_knows_who_won_the_trick_before(playing: Drill) -> None:
    shows_all(playing, (E, "??"), (N, "S4"), (W, "S6"), (S, "S5"))
    playing.observe(CardsShown("seat-S", S, (playing.card("D3"),), Evidence(at=50.0, unseen=("seat-W",))))
    shows_all(playing, (W, "D4"), (E, "D5"), (N, "D6"))
    assert [seat for seat, _ in order(playing, 2)] == ["W", "S", "E", "N"]
    assert codes(playing) == []
