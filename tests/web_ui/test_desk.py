"""The referee's desk over a real log: what a command would do is what it does, and nothing is written by asking."""

from __future__ import annotations

import pytest

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import (
    Actor,
    DealStarted,
    Declared,
    Event,
    Logged,
    MatchStarted,
    Played,
    PlayExtended,
    Reading,
    Source,
)
from paizhuo.rules.observations import Evidence
from paizhuo.rules.service import Command, CommandRefusedError, CorrectCards, CorrectSeat, EnterPlay, Redo, Strike, Undo
from paizhuo.rules.timeline import timeline
from paizhuo.rules.view import snapshot
from paizhuo.web_ui.desk import LogDesk, Recorded, desk_of
from paizhuo.web_ui.scripted import ScriptedTable

CAMERA = Actor(Source.CAMERA)
DOUBT = Reading(0.62, ((Card.S9, 0.36),), 4)


class Book:
    """A table that is nothing but its log."""

    def __init__(self, events: list[Event]) -> None:
        self.log: tuple[Logged, ...] = ()
        self.write(events, CAMERA)

    def write(self, events: list[Event] | tuple[Event, ...], actor: Actor) -> None:
        start = len(self.log) + 1
        added = tuple(Logged(start + at, 0, actor, event, Evidence()) for at, event in enumerate(events))
        self.log = (*self.log, *added)

    def entries(self, after_seq: int = 0) -> tuple[Logged, ...]:
        return self.log[after_seq:]


@pytest.fixture
def book() -> Book:
    return Book(
        [
            MatchStarted("comp", ("a", "b", "c", "d")),
            DealStarted(1),
            Declared(Seat.E, (Card.H2,)),
            Played(Seat.E, (Card.SA,)),
            Played(Seat.N, (Card.S5,)),
            Played(Seat.W, (Card.C9,), (DOUBT,)),
        ]
    )


COMMANDS: list[Command] = [
    CorrectCards(6, (Card.S9,)),
    CorrectSeat(6, Seat.S),
    Strike(5),
    EnterPlay(Seat.S, (Card.SK,)),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.kind)
def test_a_preview_is_what_the_command_then_does_and_writes_nothing(book: Book, command: Command) -> None:
    desk = LogDesk(book)
    before = book.log
    foreseen = desk.preview(command)
    assert book.log is before
    book.write(carry_out(timeline(book.log), command), Actor(Source.REFEREE))
    assert snapshot(timeline(book.log)) == foreseen
    assert desk.preview(Undo()).trick == snapshot(timeline(before)).trick


def test_undo_and_redo_are_foreseen_step_by_step(book: Book) -> None:
    desk = LogDesk(book)
    with pytest.raises(CommandRefusedError, match=r"command\.nothing_to_undo"):
        desk.preview(Undo())
    for command in (COMMANDS[0], Undo()):
        book.write(carry_out(timeline(book.log), command), Actor(Source.REFEREE))
    assert desk.preview(Redo()).trick.plays[2].cards == ("S9",)


def test_readings_tell_face_chance_and_rivals_and_cards_laid_later_count_in(book: Book) -> None:
    book.write([PlayExtended(Seat.W, (Card.CT,))], CAMERA)
    first, second = LogDesk(book).readings(6)
    assert (first.card, first.confidence, first.alternatives) == ("C9", 0.62, (("S9", 0.36),))
    assert (second.seq, second.place, second.card) == (7, 0, "CT")
    assert LogDesk(book).readings(1) == ()


def test_a_log_that_is_another_one_is_folded_afresh(book: Book) -> None:
    desk = LogDesk(book)
    desk.preview(COMMANDS[0])
    book.log = Book([MatchStarted("comp", ("x", "b", "c", "d")), DealStarted(1)]).log
    assert desk.preview(EnterPlay(Seat.E, (Card.SA,))).seats["E"].name == "x"


def test_every_kind_of_table_gets_its_desk(book: Book, table: ScriptedTable) -> None:
    assert isinstance(book, Recorded)
    assert desk_of(table) is table
