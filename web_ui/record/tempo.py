"""How long each seat took for its plays, from a log: for the referee only, and only for plays that a camera timed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from paizhuo.rules.cards import Seat
from paizhuo.rules.events import DealStarted, Held, Logged, Played, Resumed, Source, TrickCollected


@dataclass(frozen=True, slots=True)
class Tempo:
    """The plays of one seat in seconds: how many were timed, the middle one, nine in ten, the longest, and all."""

    seat: str
    plays: int
    median: float
    nine_in_ten: float
    longest: float
    total: float


def tempo(log: Sequence[Logged]) -> tuple[Tempo, ...]:
    """Give the tempo of E, N, W and S. Time while play was held does not count.

    >>> [each.plays for each in tempo([])]
    [0, 0, 0, 0]
    """
    took: dict[Seat, list[float]] = {seat: [] for seat in Seat}
    since: int | None = None
    held_at, held = 0, 0
    for entry in log:
        event = entry.event
        if isinstance(event, DealStarted):
            since = None
        elif isinstance(event, Held):
            held_at = entry.at
        elif isinstance(event, Resumed):
            held += entry.at - held_at
        elif isinstance(event, Played | TrickCollected):
            if since is not None and isinstance(event, Played) and entry.actor.source is Source.CAMERA:
                took[event.seat].append(max(0, entry.at - since - held) / 1000)
            since, held = entry.at, 0
    return tuple(_tempo(seat.name, sorted(each)) for seat, each in took.items())


def _tempo(seat: str, took: Sequence[float]) -> Tempo:
    if not took:
        return Tempo(seat, 0, 0.0, 0.0, 0.0, 0.0)
    most = took[min(len(took) - 1, int(0.9 * len(took)))]
    return Tempo(seat, len(took), round(median(took), 1), round(most, 1), round(took[-1], 1), round(sum(took), 1))
