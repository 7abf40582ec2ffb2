"""Where a fact stands that is told late: before the one that followed it, or the first act of its hand."""

from __future__ import annotations

from paizhuo.rules.effective import effective
from paizhuo.rules.events import DealStarted, Event, Fact, Inserted, Logged, Played, Revision
from paizhuo.rules.guandan_events import Passed
from paizhuo.rules.service import CommandRefusedError


def placed(log: tuple[Logged, ...], fact: Fact, before_seq: int | None) -> Event:
    """Put a fact at the end of the log, or before a recorded event if it was missed there.

    Raises:
        CommandRefusedError: when no fact that counts was recorded under ``before_seq``.
    """
    if before_seq is None:
        return fact
    if not any(entry.seq == before_seq and not isinstance(entry.event, Revision) for entry in effective(log)):
        raise CommandRefusedError("command.no_such_event", seq=before_seq)
    return Inserted(before_seq, fact, "missed")


def at_start(log: tuple[Logged, ...], fact: Fact) -> Event:
    """Put a fact before the first act of the newest hand; at the end if nobody has acted."""
    first: int | None = None
    for entry in effective(log):
        if isinstance(entry.event, DealStarted):
            first = None
        elif isinstance(entry.event, Played | Passed) and first is None:
            first = entry.seq
    return fact if first is None else Inserted(first, fact, "named_late")
