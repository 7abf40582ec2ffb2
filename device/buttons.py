"""Buttons beside the table that act as a referee, and a light that shows whether the table asks for one.

gpiozero and lgpio come with the system of a Raspberry Pi; they are imported when a pin is set. A button that sticks or
bounces does one thing once, and what makes no sense at that moment is ignored.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from typing import Any, Protocol

from paizhuo.device.news import News
from paizhuo.rules.errors import TableError
from paizhuo.rules.service import CollectTrick, Command, Hold, Person, Redo, Resume, Undo
from paizhuo.rules.snapshot import Role, TableSnapshot

log = logging.getLogger(__name__)

HAND = Person(Role.REFEREE, "button")
BOUNCE = 0.05
"""Seconds in which a contact that is pressed or let go chatters."""

BLINK = 0.5
ACTIONS = ("undo", "redo", "collect", "hold")


class Asked(Protocol):
    """A table that carries out commands later."""

    def ask(self, command: Command, person: Person) -> Future[int]:
        """Have a command carried out."""
        ...


class PinError(TableError):
    """Raised when a pin cannot be used; the message is one line."""


class Buttons:
    """Buttons and a light on GPIO pins. As a ``Listener`` it follows the trust light. ``pins`` names pins by action.

    ``bounce`` and ``blink`` are seconds; no ``bounce`` is for contacts that do not chatter.
    """

    def __init__(
        self,
        table: Asked,
        pins: Mapping[str, int],
        light: int | None = None,
        *,
        bounce: float | None = BOUNCE,
        blink: float = BLINK,
    ) -> None:
        """Take the pins. Raises ``PinError`` when the library or a pin is not there, or is taken by another program."""
        try:
            import gpiozero
        except ImportError as error:
            raise PinError(
                "buttons: gpiozero is not installed: sudo apt-get install python3-gpiozero python3-lgpio"
            ) from error
        self._table = table
        self._blink = blink
        self._pins = ExitStack()
        self._light: Any = None
        self._shown = ""
        self._held = False
        with ExitStack() as taken:
            for action, pin in pins.items():
                button = self._taken(f"buttons.{action}", pin, lambda pin: gpiozero.Button(pin, bounce_time=bounce))
                taken.callback(button.close)
                button.when_pressed = self._pressed(action)
            if light is not None:
                self._light = self._taken("buttons.light", light, gpiozero.LED)
                taken.callback(self._light.close)
            self._pins = taken.pop_all()

    def tell(self, state: TableSnapshot, told: tuple[News, ...]) -> None:
        """Show the trust light: blinking for a question, on for an alarm, off for everything else."""
        self._held = state.hold is not None
        if self._light is None or state.trust.light == self._shown:
            return
        self._shown = state.trust.light
        if self._shown == "ask":
            self._light.blink(on_time=self._blink, off_time=self._blink)
        elif self._shown == "alarm":
            self._light.on()
        else:
            self._light.off()

    def close(self) -> None:
        """Let go of the pins; the light goes out."""
        self._pins.close()

    def _pressed(self, action: str) -> Callable[[], None]:
        def act() -> None:
            try:
                answer = self._table.ask(self._command(action), HAND)
            except TableError as error:
                log.info("the button %s does nothing: %s", action, error)
            else:
                # The answer comes from the table's thread; this one belongs to the pins and must not wait.
                answer.add_done_callback(lambda done: _note(action, done.exception()))

        return act

    def _command(self, action: str) -> Command:
        match action:
            case "undo":
                return Undo()
            case "redo":
                return Redo()
            case "collect":
                return CollectTrick()
            case _:
                return Resume() if self._held else Hold()

    @staticmethod
    def _taken(setting: str, pin: int, take: Callable[[int], Any]) -> Any:
        try:
            return take(pin)
        except Exception as error:
            raise PinError(f"{setting}: pin {pin} cannot be used: {error}") from error


def _note(action: str, error: BaseException | None) -> None:
    if error is not None:
        log.info("the button %s does nothing: %s", action, error)
