"""The figures of many hands: shares with Wilson bounds, held against what is aimed at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.device.noise.hands import HandOutcome

_Z = 1.6449
"""One-sided 95 %."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A share: ``hits`` of ``trials``. ``target`` is what it must reach, from above if ``at_most``.

    >>> Figure("plays exact", 999, 1000, 0.999).reached
    True
    """

    name: str
    hits: int
    trials: int
    target: float
    at_most: bool = False

    @property
    def share(self) -> float:
        """Give the share; where nothing was tried, the target's own side."""
        return self.hits / self.trials if self.trials else (0.0 if self.at_most else 1.0)

    @property
    def bound(self) -> float:
        """Give the Wilson bound on the side that matters: how bad it may be."""
        low, high = wilson(self.hits, self.trials)
        return high if self.at_most else low

    @property
    def reached(self) -> bool:
        """Say whether the share is as good as aimed at."""
        return self.share <= self.target if self.at_most else self.share >= self.target


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Give the lower and the upper bound of a share, each one-sided at 95 % (Wilson's score interval).

    >>> [round(bound, 4) for bound in wilson(0, 1000)], [round(bound, 4) for bound in wilson(95, 100)]
    ([0.0, 0.0027], [0.9008, 0.9755])
    """
    if not trials:
        return 0.0, 1.0
    share, square = hits / trials, _Z * _Z
    middle = share + square / (2 * trials)
    spread = _Z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def figures(outcomes: Sequence[HandOutcome]) -> tuple[Figure, ...]:
    """Add hands up to the figures that count.

    Silent errors are plays recorded wrongly that no open question names; a hand is clean when nobody had to say
    anything and the record is right; accusations are offences that nobody committed.
    """
    plays = sum(each.plays for each in outcomes)
    found, false = sum(each.revokes_found for each in outcomes), sum(each.revokes_false for each in outcomes)
    return (
        Figure("plays recorded exactly", sum(each.exact for each in outcomes), plays, 0.999),
        Figure("silent errors of plays", sum(each.silent for each in outcomes), plays, 0.0001, at_most=True),
        Figure("questions by play", sum(each.questions for each in outcomes), plays, 0.005, at_most=True),
        Figure("hands clean", sum(each.clean for each in outcomes), len(outcomes), 0.95),
        Figure("hands right in the end", sum(not each.wrong for each in outcomes), len(outcomes), 0.99),
        Figure(
            "hands with a false accusation", sum(bool(e.accused) for e in outcomes), len(outcomes), 0.0, at_most=True
        ),
        Figure("revokes stated that were", found, found + false, 0.999),
        Figure("revokes found", found, sum(each.revokes for each in outcomes), 0.995),
    )


def failing(outcomes: Sequence[HandOutcome]) -> tuple[int, ...]:
    """Give the seeds of hands whose record is wrong in the end, or in which somebody was accused falsely."""
    return tuple(each.seed for each in outcomes if each.wrong or each.accused)
