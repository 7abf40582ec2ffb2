"""While play is held, what the camera sees counts for nothing; when it goes on, new cards count again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from paizhuo.device.clock import SystemClock
from paizhuo.device.store.log import EventLog
from paizhuo.device.table import TableActor
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import Blocked, CardReading, CardsShown
from paizhuo.rules.service import Hold, Person, RenameSeats, Resume, StartMatch
from paizhuo.rules.snapshot import Role, TableSnapshot

SUN = Person(Role.REFEREE, "Sun")
NAMES = ("a", "b", "c", "d")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableActor]:
    actor = TableActor(EventLog(tmp_path / "match.db"), SystemClock())
    actor.start()
    actor.submit(StartMatch("comp", NAMES), SUN)
    yield actor
    actor.stop()


def shows(table: TableActor, card: Card, track: int) -> TableSnapshot:
    table.observe(CardsShown("seat-E", Seat.E, (CardReading(card, track=track),)))
    table.submit(RenameSeats(NAMES), SUN)  # commands queue up behind observations
    return table.snapshot(Role.REFEREE)


def test_cards_shown_while_play_is_held_are_no_bid_and_no_play(table: TableActor) -> None:
    table.submit(Hold(), SUN)
    held = shows(table, Card.S2, 1)
    assert (held.declarations, held.phase) == ((), "waiting")
    table.submit(Resume(), SUN)
    assert [bid.cards for bid in shows(table, Card.H2, 2).declarations] == [("H2",)]


def test_a_lost_camera_is_told_even_then(table: TableActor) -> None:
    table.submit(Hold(), SUN)
    table.observe(Blocked("", "lost"))
    table.submit(RenameSeats(NAMES), SUN)
    assert table.snapshot(Role.REFEREE).trust.code == "sight.lost"
