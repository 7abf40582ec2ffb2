"""A table over a log in memory with the real rules behind it: no camera, no disk, no thread of its own.

For tests and trials of pages that need true judgements: corrections refold, offences are found, records can be written.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence

from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import CAMERA, SYSTEM, Actor, Event, Logged, Source
from paizhuo.rules.observations import Evidence
from paizhuo.rules.questions import asked
from paizhuo.rules.service import Command, Person, StaleSequenceError, TableStoppedError, Update
from paizhuo.rules.session import unasked
from paizhuo.rules.snapshot import Role, TableSnapshot, for_viewer
from paizhuo.rules.timeline import Timeline, timeline
from paizhuo.rules.view import snapshot

MAY_COMMAND = frozenset({Role.REFEREE, Role.ADMIN})


class RuledTable:
    """A ``TableService`` that shows its log. ``write`` adds what a camera would have seen.

    ``clock`` gives milliseconds since the Unix epoch for new entries.

    >>> from paizhuo.rules.service import StartMatch
    >>> table = RuledTable()
    >>> table.submit(StartMatch("comp", ("a", "b", "c", "d")), Person(Role.ADMIN))
    1
    >>> table.snapshot(Role.VIEWER).rulebook
    'comp'
    """

    def __init__(self, log: Sequence[Logged] = (), *, clock: Callable[[], int] = lambda: 0) -> None:
        self._clock = clock
        self._news = threading.Condition()
        self._stopped = False
        self._line = timeline(log) if log else Timeline()
        self._shown = snapshot(self._line)

    def write(self, events: Iterable[Event], actor: Actor = CAMERA, *, at: int | None = None) -> int:
        """Add events with the questions that they raise; gives the number of the last of them."""
        with self._news:
            return self._write(tuple(events), actor, self._clock() if at is None else at)

    def entries(self, after_seq: int = 0) -> tuple[Logged, ...]:
        """Give the entries of the log after a number."""
        return self._line.log[after_seq:]

    def snapshot(self, role: Role) -> TableSnapshot:
        """Give the newest state, cut down to what ``role`` may see."""
        with self._news:
            return for_viewer(self._shown, role)

    def events(self, after_seq: int, role: Role, *, heartbeat: float = 5.0) -> Iterator[Update | None]:
        """Follow the table, see ``TableService.events``."""
        seen = after_seq
        while True:
            with self._news:
                self._news.wait_for(lambda: self._stopped or self._shown.seq != seen, heartbeat)  # noqa: B023
                if self._stopped:
                    return
                shown = self._shown
            yield None if shown.seq == seen else Update(shown.seq, for_viewer(shown, role))
            seen = shown.seq

    def submit(
        self, command: Command, person: Person, *, expected_seq: int | None = None, timeout: float = 10.0
    ) -> int:
        """Carry out a command, see ``TableService.submit``."""
        if person.role not in MAY_COMMAND:
            raise PermissionError(person.role)
        with self._news:
            if self._stopped:
                raise TableStoppedError("the table has stopped")
            if expected_seq is not None and expected_seq != self._line.state.seq:
                raise StaleSequenceError(expected_seq, self._line.state.seq)
            return self._write(carry_out(self._line, command), Actor(Source.REFEREE, person.name), self._clock())

    def stop(self) -> None:
        """End every stream; further commands are refused."""
        with self._news:
            self._stopped = True
            self._news.notify_all()

    def _write(self, events: tuple[Event, ...], actor: Actor, at: int) -> int:
        self._line = self._line.extended(self._numbered(events, actor, at))
        seq = self._line.state.seq
        put = tuple(asked(each) for each in unasked(self._line.state))
        self._line = self._line.extended(self._numbered(put, SYSTEM, at))
        self._shown = snapshot(self._line)
        self._news.notify_all()
        return seq

    def _numbered(self, events: tuple[Event, ...], actor: Actor, at: int) -> list[Logged]:
        start = len(self._line.log) + 1
        return [Logged(start + place, at, actor, event, Evidence()) for place, event in enumerate(events)]
