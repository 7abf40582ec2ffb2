"""How often somebody may ask: a bucket of tokens for each visitor, refilled steadily."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Rate:
    """At most ``burst`` at once and ``per_minute`` in the long run."""

    burst: int
    per_minute: float


READS = Rate(300, 3000)
CHANGES = Rate(30, 120)
ENTRIES = Rate(3, 3)


class Limits:
    """Counts requests by kind and by who asks; the least recently seen are forgotten first.

    >>> limits = Limits(lambda: 0.0)
    >>> [limits.allow("entry", "somebody", Rate(2, 1)) for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def allow(self, kind: str, who: str, rate: Rate) -> bool:
        """Take one token of ``who`` for ``kind``; False when there is none."""
        now = self._clock()
        with self._lock:
            left, since = self._left.pop((kind, who), (float(rate.burst), now))
            left = min(float(rate.burst), left + max(0.0, now - since) * rate.per_minute / 60)
            allowed = left >= 1
            self._left[kind, who] = (left - 1 if allowed else left, now)
            while len(self._left) > REMEMBERED:
                self._left.popitem(last=False)
        return allowed
