"""Listeners are told by a thread of their own, in order, and the mishap of one is not the others'."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from paizhuo.device.clock import SystemClock
from paizhuo.device.news import News
from paizhuo.device.players.hand import HandPlan, play_match
from paizhuo.device.players.witness import Witness
from paizhuo.device.rehearsal import catch_up
from paizhuo.device.store.log import EventLog
from paizhuo.device.table import TableActor
from paizhuo.device.telling import Teller
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import Person, StartMatch
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.snapshot import Role, TableSnapshot

REFEREE = Person(Role.REFEREE, "test")


class Notebook:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.states: list[TableSnapshot] = []
        self.told: list[News] = []
        self.closed = 0
        self._came = threading.Condition()

    def tell(self, state: TableSnapshot, told: tuple[News, ...]) -> None:
        with self._came:
            self.states.append(state)
            self.told.extend(told)
            self._came.notify_all()

    def close(self) -> None:
        self.closed += 1

    def wait_for(self, seq: int) -> None:
        with self._came:
            assert self._came.wait_for(lambda: bool(self.states) and self.states[-1].seq >= seq, timeout=60.0)


class Stumbler(Notebook):
    """Fails at everything."""

    def tell(self, state: TableSnapshot, told: tuple[News, ...]) -> None:
        raise OSError("the cable is cut")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableActor]:
    actor = TableActor(EventLog(tmp_path / "match.db"), SystemClock())
    actor.start()
    yield actor
    actor.stop()


def test_a_whole_hand_is_told_to_every_listener_each_thing_once(table: TableActor) -> None:
    """A listener may look late, when the table is some plays ahead; nothing is lost by that."""
    first, second = Notebook(), Notebook()
    teller = Teller(table, [first, second])
    teller.start()
    table.submit(StartMatch("comp", ("a", "b", "c", "d")), REFEREE)
    hand = next(play_match(load("comp", ShengjiRulebook), 7, HandPlan(faults=0)))
    for observation in Witness().sees(hand.acts):
        table.observe(observation)
    catch_up(table)
    last = table.snapshot(Role.VIEWER)
    teller_told = []
    for each in (first, second):
        each.wait_for(last.seq)
        kinds = [told.kind for told in each.told]
        assert kinds[0] == "match_started"
        assert kinds.count("hand_started") == 1
        assert kinds.count("trick_finished") == len(last.tricks) > 10
        assert kinds.count("played") == 4 * len(last.tricks)
        assert kinds.count("hand_finished") == 1
        teller_told.append(each.told)
    assert teller_told[0] == teller_told[1]
    teller.stop()
    assert (first.closed, second.closed) == (1, 1)


def test_what_viewers_may_not_see_is_not_told(table: TableActor) -> None:
    notebook = Notebook()
    teller = Teller(table, [notebook])
    teller.start()
    last = table.submit(StartMatch("comp", ("a", "b", "c", "d")), REFEREE)
    notebook.wait_for(last)
    teller.stop()
    assert notebook.states[-1] == replace(notebook.states[-1], questions=(), undo=None, redo=None)
    assert table.snapshot(Role.REFEREE).undo is not None


def test_a_listener_that_fails_is_logged_and_the_others_hear_on(
    table: TableActor, caplog: pytest.LogCaptureFixture
) -> None:
    stumbler, notebook = Stumbler(), Notebook()
    teller = Teller(table, [stumbler, notebook])
    teller.start()
    last = table.submit(StartMatch("comp", ("a", "b", "c", "d")), REFEREE)
    notebook.wait_for(last)
    teller.stop()
    assert "Stumbler could not be told" in caplog.text
    assert stumbler.closed == 1


def test_no_thread_is_left(table: TableActor) -> None:
    before = threading.active_count()
    teller = Teller(table, [])
    teller.start()
    teller.stop()
    assert threading.active_count() == before
