"""What the referee's desk needs beyond the snapshot: what a command would do, and how cards were read.

A table that shows its log offers both through ``LogDesk``; other tables bring their own ``RefereeDesk``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from paizhuo.rules.commands import carry_out
from paizhuo.rules.effective import effective
from paizhuo.rules.events import (
    Actor,
    CardsLaid,
    DealEnded,
    DealVoided,
    Event,
    Fact,
    Logged,
    Played,
    PlayExtended,
    Source,
    TrickCollected,
)
from paizhuo.rules.observations import Evidence
from paizhuo.rules.service import Command, TableService
from paizhuo.rules.snapshot import TableSnapshot
from paizhuo.rules.timeline import Timeline, timeline
from paizhuo.rules.view import snapshot


@dataclass(frozen=True, slots=True)
class CardRead:
    """How one card of a play was read: its face, how sure (0–1), and what else it might be, most likely first.

    ``seq`` and ``place`` (from 0) say which event of the log laid it: a play laid in two goes has cards of two events.
    """

    seq: int
    place: int
    card: str
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()


@runtime_checkable
class RefereeDesk(Protocol):
    """Answers the questions of a referee before anything is changed."""

    def preview(self, command: Command) -> TableSnapshot:
        """Give the table as it would be after ``command``. Raises ``CommandRefusedError``. Nothing is written."""
        ...

    def readings(self, seq: int) -> tuple[CardRead, ...]:
        """Give how the cards of event ``seq`` were read, none for an event without cards."""
        ...


@runtime_checkable
class Recorded(Protocol):
    """A table that shows its log."""

    def entries(self, after_seq: int = 0) -> tuple[Logged, ...]:
        """Give the entries after a number."""
        ...


class LogDesk:
    """A ``RefereeDesk`` over any log: it folds the log with the command's events added, and throws that away."""

    def __init__(self, table: Recorded) -> None:
        self._table = table
        self._line = Timeline()

    def preview(self, command: Command) -> TableSnapshot:
        """Give the table as it would be after ``command``."""
        line = self._now()
        return snapshot(line.extended(_logged(line, carry_out(line, command))))

    def readings(self, seq: int) -> tuple[CardRead, ...]:
        """Give how the cards of event ``seq`` were read, those that were laid beside them later included."""
        found: list[CardRead] = []
        laid: Fact | None = None
        for entry in effective(self._table.entries()):
            event = entry.event
            if entry.seq == seq and isinstance(event, CardsLaid):
                laid = event
                found.extend(_read(entry.seq, event))
            elif isinstance(laid, Played) and isinstance(event, PlayExtended) and event.seat is laid.seat:
                found.extend(_read(entry.seq, event))
            elif laid is not None and isinstance(event, TrickCollected | DealEnded | DealVoided):
                break
        return tuple(found)

    def _now(self) -> Timeline:
        """Give the log folded; only what is new since the last time is folded."""
        entries = self._table.entries()
        known = len(self._line.log)
        same = known <= len(entries) and (known == 0 or entries[known - 1] is self._line.log[known - 1])
        self._line = self._line.extended(entries[known:]) if same and known else timeline(entries)
        return self._line


def _read(seq: int, laid: CardsLaid) -> Iterator[CardRead]:
    for place, card in enumerate(laid.cards):
        if place < len(laid.readings):
            reading = laid.readings[place]
            others = tuple((str(other), chance) for other, chance in reading.alternatives)
            yield CardRead(seq, place, str(card), reading.confidence, others)
        else:
            yield CardRead(seq, place, str(card))


def _logged(line: Timeline, events: tuple[Event, ...]) -> list[Logged]:
    person = Actor(Source.REFEREE)
    return [Logged(line.state.seq + at, 0, person, event, Evidence()) for at, event in enumerate(events, start=1)]


def desk_of(service: TableService) -> RefereeDesk | None:
    """Give the desk of a table: its own, one over its log, or none."""
    if isinstance(service, RefereeDesk):
        return service
    return LogDesk(service) if isinstance(service, Recorded) else None
