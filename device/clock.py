"""Time, from one place: wall time for people, monotonic time for durations. Nothing else may ask the system clock."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Where moments come from."""

    def now_ms(self) -> int:
        """Give milliseconds since the Unix epoch. It can jump: never subtract two of them."""
        ...

    def monotonic(self) -> float:
        """Give seconds since an unknown moment; it never goes back."""
        ...


class SystemClock:
    """The machine's own clocks."""

    def now_ms(self) -> int:
        """Give milliseconds since the Unix epoch."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Give seconds since an unknown moment."""
        return time.monotonic()


class FakeClock:
    """A clock that stands still until it is told to move.

    >>> clock = FakeClock(1_000)
    >>> clock.advance(2.5)
    >>> clock.now_ms(), clock.monotonic()
    (3500, 2.5)
    """

    def __init__(self, now_ms: int = 1_700_000_000_000) -> None:
        self._now_ms = now_ms
        self._monotonic = 0.0

    def now_ms(self) -> int:
        """Give the milliseconds set so far."""
        return self._now_ms

    def monotonic(self) -> float:
        """Give the seconds advanced so far."""
        return self._monotonic

    def advance(self, seconds: float) -> None:
        """Let time pass on both clocks."""
        self._now_ms += round(seconds * 1000)
        self._monotonic += seconds
