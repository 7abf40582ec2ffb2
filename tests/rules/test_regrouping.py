"""Plays split and joined, and play held: one command, one undo, and the same table as if it had been recorded so."""

from __future__ import annotations

import pytest

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import (
    CAMERA,
    Actor,
    DealStarted,
    Declared,
    Event,
    Logged,
    MatchStarted,
    Played,
    PlayExtended,
    Source,
    TrickCollected,
)
from paizhuo.rules.record.jsonl import dump, load
from paizhuo.rules.service import (
    Command,
    CommandRefusedError,
    CorrectCards,
    Hold,
    JoinPlays,
    Redo,
    Resume,
    SplitPlay,
    Undo,
)
from paizhuo.rules.session import fold
from paizhuo.rules.snapshot import PlayView, Role, for_viewer
from paizhuo.rules.timeline import Timeline, timeline
from paizhuo.rules.view import snapshot

SUN = Actor(Source.REFEREE, "Sun")
START: tuple[Event, ...] = (MatchStarted("comp", ("a", "b", "c", "d")), DealStarted(1), Declared(Seat.E, (Card.H2,)))


def written(*events: Event) -> Timeline:
    return timeline(tuple(Logged(at, at * 1000, CAMERA, event) for at, event in enumerate((*START, *events), start=1)))


def done(line: Timeline, command: Command) -> Timeline:
    start = len(line.log) + 1
    events = carry_out(line, command)
    after = line.extended([Logged(start + at, 99_000, SUN, event) for at, event in enumerate(events)])
    assert after.state == fold(after.log), "what is kept up to date equals what the whole log comes to"
    return after


def plays(line: Timeline) -> list[tuple[str, tuple[str, ...]]]:
    shown = snapshot(line)
    found: list[PlayView] = [play for trick in shown.tricks for play in trick.plays]
    return [(play.seat, play.cards) for play in (*found, *shown.trick.plays)]


def test_a_play_that_was_two_is_split_and_taken_back_as_one() -> None:
    line = written(Played(Seat.E, (Card.SA,)), Played(Seat.N, (Card.S5, Card.S9)), Played(Seat.S, (Card.S3,)))
    after = done(line, SplitPlay(5, 1, Seat.W))
    assert plays(after) == [("E", ("SA",)), ("N", ("S5",)), ("W", ("S9",)), ("S", ("S3",))]
    back = done(after, Undo())
    assert plays(back) == plays(line)
    assert plays(done(back, Redo())) == plays(after)


def test_both_halves_of_a_split_play_can_be_corrected_afterwards() -> None:
    """The first half has the number of the amendment, the second keeps the old one."""
    line = written(Played(Seat.E, (Card.SA,)), Played(Seat.N, (Card.S5, Card.S9)))
    after = done(line, SplitPlay(5, 1, Seat.W))
    first, second = snapshot(after).trick.plays[1:]
    assert (first.seq, second.seq) == (6, 5)
    after = done(done(after, CorrectCards(first.seq, (Card.S6,))), CorrectCards(second.seq, (Card.ST,)))
    assert plays(after)[1:] == [("N", ("S6",)), ("W", ("ST",))]


def test_two_plays_that_were_one_are_joined_with_all_that_was_laid_beside_them() -> None:
    line = written(
        Played(Seat.E, (Card.SA, Card.SA)),
        Played(Seat.N, (Card.S5,)),
        Played(Seat.W, (Card.S9,)),
        PlayExtended(Seat.W, (Card.S8,)),
    )
    after = done(line, JoinPlays(6, 5))
    assert plays(after) == [("E", ("SA", "SA")), ("N", ("S5", "S9", "S8"))]
    assert plays(done(after, Undo())) == plays(line)


def test_a_split_in_a_trick_long_collected_changes_that_trick_alone() -> None:
    line = written(
        Played(Seat.E, (Card.SA,)),
        Played(Seat.N, (Card.S5, Card.S9)),
        Played(Seat.S, (Card.S3,)),
        TrickCollected(),
        Played(Seat.E, (Card.CA,)),
    )
    after = done(line, SplitPlay(5, 1, Seat.W))
    assert len(snapshot(after).tricks[0].plays) == 4
    assert snapshot(after).trick.plays[0].cards == ("CA",)


def test_what_cannot_be_split_or_joined_is_refused_and_nothing_written() -> None:
    line = written(Played(Seat.E, (Card.SA, Card.SA)))
    for command, code in (
        (SplitPlay(4, 0, Seat.N), "command.cannot_split"),
        (SplitPlay(4, 2, Seat.N), "command.cannot_split"),
        (JoinPlays(4, 4), "command.cannot_join"),
        (SplitPlay(2, 1, Seat.N), "command.no_such_event"),
        (Resume(), "command.not_held"),
    ):
        with pytest.raises(CommandRefusedError) as refused:
            carry_out(line, command)
        assert refused.value.code == code


def test_an_amendment_with_a_missed_play_survives_the_record() -> None:
    line = done(written(Played(Seat.N, (Card.S5, Card.S9))), SplitPlay(4, 1, Seat.W))
    assert load(dump(line.log)).entries == line.log


def test_play_is_held_by_somebody_since_some_time_and_goes_on() -> None:
    line = done(written(Played(Seat.E, (Card.SA,))), Hold())
    shown = snapshot(line)
    assert shown.hold is not None
    assert (shown.hold.by, shown.hold.since) == ("Sun", 99_000)
    assert (shown.trust.light, shown.trust.code) == ("info", "trust.hold")
    assert for_viewer(shown, Role.VIEWER).hold == shown.hold
    with pytest.raises(CommandRefusedError, match=r"command\.already_held"):
        carry_out(line, Hold())
    assert snapshot(done(line, Resume())).hold is None
    assert snapshot(done(line, Undo())).hold is None
