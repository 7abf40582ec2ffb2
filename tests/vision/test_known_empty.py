"""A zone that looks as it did when it was empty is not searched again; whatever differs is searched as ever."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import Blocked, CardsShown
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedTable
from paizhuo.vision.eye import TableEye
from paizhuo.vision.frames import Frame
from paizhuo.vision.known_empty import KnownEmpty
from paizhuo.vision.plane import patch
from paizhuo.vision.watch import WatchSettings
from paizhuo.vision.zones import rectangle

SOUTH = rectangle("seat-S", Seat.S, -150, 120, 150, 350)
SA = ScriptedCard(Card.SA, 0, 220, 10)
NOTHING = np.zeros((20, 30), np.bool_)
FLAT = np.ones((20, 30), np.float32)
WHOLE = patch(np.ones((20, 30), np.bool_))


class Table:
    """A drawn table with one zone; it counts how often the sight is asked."""

    def __init__(self, table: ScriptedTable | None = None) -> None:
        self.drawn = table or ScriptedTable()
        self.eye = TableEye(self.drawn.sight, self.drawn.table_map, [SOUTH])
        self.shown: list[Card] = []

    def looks(self, *cards: ScriptedCard, frames: int = 10) -> int:
        """Let a hand change the table, wait, and give how often the zone was searched after the hand had gone."""
        hand = np.array([(-80.0, 400.0), (80.0, 400.0), (80.0, 150.0), (-80.0, 150.0)])
        for _ in range(2):
            self._take(self.drawn.frame(cards, hand=hand))
        before = self.drawn.sight.looks
        for _ in range(frames):
            self._take(self.drawn.frame(cards))
        return self.drawn.sight.looks - before

    def _take(self, frame: Frame) -> None:
        told = self.eye.see(frame)
        assert not any(isinstance(each, Blocked) for each in told)
        self.shown += [reading.card for each in told if isinstance(each, CardsShown) for reading in each.cards]


def emptied(table: Table) -> Table:
    """Lay a card and take it away, so that the cloth is known and was searched at each scale."""
    table.looks()
    table.looks(SA)
    assert table.looks() == 2
    return table


def test_an_emptied_zone_is_searched_until_it_is_known_and_not_again() -> None:
    table = emptied(Table())
    for _ in range(3):
        assert table.looks(SA) == 2
        assert table.looks() == 0
    assert table.shown == [Card.SA] * 4


def test_a_white_card_on_a_white_cloth_is_still_searched_for() -> None:
    table = emptied(Table(ScriptedTable(cloth=(238, 240, 240))))
    assert table.looks(SA) == 2
    assert table.shown == [Card.SA] * 2


def test_a_face_down_card_is_looked_at_as_often_as_before() -> None:
    table = emptied(Table())
    back = ScriptedCard(Card.UNKNOWN, 0, 220, face_up=False)
    for _ in range(2):
        assert table.looks(back) == 4  # until its back is sure
        assert table.looks() == 0


def known(*, reads: int = 2) -> KnownEmpty:
    return KnownEmpty({"one": WHOLE}, {"one": WHOLE}, reads, WatchSettings())


def test_a_zone_in_which_an_index_was_found_is_not_empty() -> None:
    memory = known()
    memory.note("one", FLAT, NOTHING, 0)
    memory.note("one", FLAT, NOTHING, 1)
    memory.note("one", FLAT, NOTHING, 0)
    assert not memory.holds("one", FLAT, NOTHING)
    memory.note("one", FLAT, NOTHING, 0)
    assert memory.holds("one", FLAT, NOTHING)


def test_two_pictures_that_differ_do_not_make_one_empty_place() -> None:
    memory, other = known(), FLAT.copy()
    other[:5] += 0.2
    memory.note("one", FLAT, NOTHING, 0)
    memory.note("one", other, NOTHING, 0)
    assert not memory.holds("one", FLAT, NOTHING)
    assert not memory.holds("one", other, NOTHING)


@pytest.mark.parametrize(("pixels", "same"), [(9, True), (10, False)])
def test_what_the_watch_takes_for_a_change_is_one(pixels: int, same: bool) -> None:
    memory, now = known(reads=1), FLAT.copy()
    memory.note("one", FLAT, NOTHING, 0)
    now[0, :pixels] += 0.1
    assert memory.holds("one", now, NOTHING) is same


def test_a_thing_on_the_cloth_keeps_a_zone_from_counting_as_empty() -> None:
    memory, things = known(reads=1), NOTHING.copy()
    things[0, :10] = True
    memory.note("one", FLAT, things, 0)
    assert not memory.holds("one", FLAT, NOTHING)


def test_a_thing_as_bright_as_the_cloth_is_searched_for_all_the_same() -> None:
    memory, things = known(reads=1), NOTHING.copy()
    memory.note("one", FLAT, NOTHING, 0)
    things[0, :10] = True
    assert memory.holds("one", FLAT, NOTHING)
    assert not memory.holds("one", FLAT, things)
