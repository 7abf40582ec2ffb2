"""A clock that moves when it is told to."""

from __future__ import annotations


class ScriptedClock:
    """Monotonic seconds under a test's own hand.

    >>> clock = ScriptedClock()
    >>> clock.now += 2.5
    >>> clock()
    1002.5
    """

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Give the time in seconds."""
        return self.now
