"""Two ways of doing a thing, timed turn by turn in one run, so that their ratio holds on any machine."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Race:
    """Median times in milliseconds of ours and of the floor or peer, and the median of the ratios turn by turn."""

    name: str
    ours_ms: float
    other_ms: float
    ratio: float


def race(
    name: str,
    ours: Callable[[], object],
    other: Callable[[], object],
    *,
    turns: int = 20,
    clock: Callable[[], float] = time.process_time,
) -> Race:
    """Run both ``turns`` times, in turn and in changing order, after one run each to warm up.

    ``clock`` gives seconds. By default it counts this process's own work, which other processes do not lengthen.
    """
    ours()
    other()
    pairs = []
    for turn in range(turns):
        if turn % 2:
            later = _seconds(other, clock)
            pairs.append((_seconds(ours, clock), later))
        else:
            pairs.append((_seconds(ours, clock), _seconds(other, clock)))
    ratio = statistics.median(mine / max(theirs, 1e-9) for mine, theirs in pairs)
    return Race(
        name,
        1000 * statistics.median(mine for mine, _ in pairs),
        1000 * statistics.median(theirs for _, theirs in pairs),
        ratio,
    )


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    started = clock()
    work()
    return clock() - started
