"""Buttons act as a referee, the light follows the trust light: on gpiozero's own pins without a board."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from paizhuo.device.buttons import HAND, Buttons, PinError
from paizhuo.rules.service import (
    CollectTrick,
    Command,
    CommandRefusedError,
    Hold,
    Person,
    Redo,
    Resume,
    TableStoppedError,
    Undo,
)
from paizhuo.rules.snapshot import HoldView, SeatView, TableSnapshot, TrustView

STATE = TableSnapshot(4, "comp", "shengji", "playing", 1, {seat: SeatView(seat, 25) for seat in "ENWS"}, {})
PINS = {"undo": 17, "redo": 27, "collect": 22, "hold": 23}
LIGHT = 5


class Table:
    """Writes down what it is asked, and answers as it is told."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked: list[tuple[Command, Person]] = []
        self._error = error

    def ask(self, command: Command, person: Person) -> Future[int]:
        self.asked.append((command, person))
        if isinstance(self._error, TableStoppedError):
            raise self._error
        answer: Future[int] = Future()
        if self._error is None:
            answer.set_result(1)
        else:
            answer.set_exception(self._error)
        return answer


@pytest.fixture(autouse=True)
def board(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """Put gpiozero's own stand-in for a board under it."""
    factory = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    yield factory
    factory.close()


def press(board: MockFactory, pin: int) -> None:
    """Press and let go: the button pulls its pin to ground."""
    contact: MockPin = board.pin(pin)
    contact.drive_low()
    contact.drive_high()


@pytest.mark.parametrize(("action", "command"), [("undo", Undo()), ("redo", Redo()), ("collect", CollectTrick())])
def test_a_button_acts_once_as_a_referee(board: MockFactory, action: str, command: Command) -> None:
    table = Table()
    buttons = Buttons(table, PINS, bounce=None)
    press(board, PINS[action])
    assert table.asked == [(command, HAND)]
    press(board, PINS[action])
    assert len(table.asked) == 2
    buttons.close()


def test_one_button_holds_the_table_and_lets_it_go_on(board: MockFactory) -> None:
    table = Table()
    buttons = Buttons(table, PINS, bounce=None)
    press(board, PINS["hold"])
    buttons.tell(replace(STATE, hold=HoldView("ref", 0)), ())
    press(board, PINS["hold"])
    buttons.tell(STATE, ())
    press(board, PINS["hold"])
    assert [command for command, _ in table.asked] == [Hold(), Resume(), Hold()]
    buttons.close()


def test_a_button_that_sticks_acts_once(board: MockFactory) -> None:
    table = Table()
    buttons = Buttons(table, PINS, bounce=None)
    board.pin(17).drive_low()
    board.pin(17).drive_low()
    assert len(table.asked) == 1
    buttons.close()


@pytest.mark.parametrize("error", [CommandRefusedError("command.nothing_to_undo"), TableStoppedError()])
def test_what_makes_no_sense_now_is_ignored(board: MockFactory, error: Exception) -> None:
    table = Table(error)
    buttons = Buttons(table, PINS, bounce=None)
    press(board, PINS["undo"])
    press(board, PINS["undo"])
    assert len(table.asked) == 2
    buttons.close()


def lit(light: str) -> TableSnapshot:
    return replace(STATE, trust=TrustView(light, "trust.x"))


def test_the_light_is_on_for_an_alarm_and_off_when_all_is_well(board: MockFactory) -> None:
    buttons = Buttons(Table(), {}, LIGHT)
    for light, on in (("good", False), ("alarm", True), ("info", False), ("alarm", True), ("good", False)):
        buttons.tell(lit(light), ())
        assert bool(board.pin(LIGHT).state) is on, light
    buttons.close()


def test_the_light_blinks_while_a_question_is_open(board: MockFactory) -> None:
    buttons = Buttons(Table(), {}, LIGHT, blink=0.01)
    pin: MockPin = board.pin(LIGHT)
    buttons.tell(lit("ask"), ())
    waiting = threading.Event()
    while len(pin.states) < 5:
        waiting.wait(0.01)
    buttons.tell(lit("good"), ())
    count = len(pin.states)
    waiting.wait(0.05)
    assert len(pin.states) == count
    assert not pin.state
    buttons.close()


def test_closing_lets_go_of_every_pin(board: MockFactory) -> None:
    Buttons(Table(), PINS, LIGHT, bounce=None).close()
    Buttons(Table(), PINS, LIGHT, bounce=None).close()


def test_a_pin_that_is_taken_is_named_and_the_others_are_let_go(board: MockFactory) -> None:
    other = gpiozero.Button(22)
    with pytest.raises(PinError, match=r"^buttons\.collect: pin 22 cannot be used"):
        Buttons(Table(), PINS)
    other.close()
    Buttons(Table(), PINS).close()


def test_without_a_board_the_pin_and_the_reason_are_told() -> None:
    code = "from paizhuo.device.buttons import Buttons\nButtons(None, {'undo': 17})"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False, timeout=180
    )
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("paizhuo.device.buttons.PinError: buttons.undo: pin 17 cannot be used")


def test_a_missing_library_names_the_remedy() -> None:
    code = "import sys; sys.modules['gpiozero'] = None\nfrom paizhuo.device.buttons import Buttons\nButtons(None, {})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=180)
    assert "PinError: buttons: gpiozero is not installed: sudo apt-get install python3-gpiozero" in done.stderr
