"""The figures of many hands: shares with bounds, held against what is aimed at, and compared with an earlier run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from paizhuo.device.noise.outcome import HandOutcome
from paizhuo.vision.evaluate.bounds import exact_lower, resampled_lower


class Column(StrEnum):
    """How the table looks: S as training saw cards, X with decks, table tops and light that it never saw."""

    S = "S"
    X = "X"


@dataclass(frozen=True, slots=True)
class Aims:
    """What the figures of a column must reach, as shares; ``silent`` and ``questions`` are by play and at most."""

    plays: float
    silent: float
    questions: float
    clean: float
    right: float
    stated: float
    found: float


AIMS: Mapping[Column, Aims] = {
    Column.S: Aims(0.999, 0.0001, 0.005, 0.95, 0.99, 0.999, 0.995),
    Column.X: Aims(0.99, 0.001, 0.02, 0.80, 0.95, 0.99, 0.98),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A share: ``hits`` of ``trials``, and how bad it may be. ``target`` must be reached, from above if ``at_most``.

    >>> Figure("plays exact", 999, 1000, 0.998, 0.999).reached
    True
    """

    name: str
    hits: int
    trials: int
    bound: float
    target: float
    at_most: bool = False

    @property
    def share(self) -> float:
        """Give the share; where nothing was tried, the target's own side."""
        return self.hits / self.trials if self.trials else (0.0 if self.at_most else 1.0)

    @property
    def reached(self) -> bool:
        """Say whether the share is as good as aimed at."""
        return self.share <= self.target if self.at_most else self.share >= self.target


def figures(outcomes: Sequence[HandOutcome], aims: Aims = AIMS[Column.S]) -> tuple[Figure, ...]:
    """Add hands up to the figures that count. Bounds are one-sided, 95 %.

    Silent errors are plays recorded wrongly that no open question names; a hand is clean when nobody had to say
    anything and the record is right; accusations are offences that nobody committed.
    """

    def share(name: str, hits: Sequence[int], trials: Sequence[int], target: float, *, at_most: bool = False) -> Figure:
        return Figure(name, sum(hits), sum(trials), bound(hits, trials, at_most=at_most), target, at_most)

    plays, ones = [each.plays for each in outcomes], [1] * len(outcomes)
    found = [each.revokes_found for each in outcomes]
    stated = [each.revokes_found + each.revokes_false for each in outcomes]
    asked = [each.revokes_found + each.revokes_asked for each in outcomes]
    return (
        share("plays recorded exactly", [each.exact for each in outcomes], plays, aims.plays),
        share("silent errors of plays", [each.silent for each in outcomes], plays, aims.silent, at_most=True),
        share("questions by play", [each.questions for each in outcomes], plays, aims.questions, at_most=True),
        share("hands clean", [int(each.clean) for each in outcomes], ones, aims.clean),
        share("hands right in the end", [int(not each.wrong) for each in outcomes], ones, aims.right),
        share("hands with a false accusation", [int(bool(e.accused)) for e in outcomes], ones, 0.0, at_most=True),
        share("revokes stated that were", found, stated, aims.stated),
        share("revokes found", found, [each.revokes for each in outcomes], aims.found),
        share("revokes found or asked about", asked, [each.revokes for each in outcomes], aims.found),
    )


def bound(hits: Sequence[int], trials: Sequence[int], *, at_most: bool = False) -> float:
    """Give how bad a share may be, one-sided at 95 %: the more careful of two bounds, each hand an entry.

    One takes trials as independent (Clopper-Pearson), the other draws whole hands anew (bootstrap), for errors cluster
    in hands. Questions may be more than plays; the first bound then says nothing.

    >>> [round(bound([0] * 299, [1] * 299, at_most=True), 4), round(bound([5, 5], [5, 5]), 4)]
    [0.01, 0.7411]
    """
    if at_most:
        hits = [of - hit for hit, of in zip(hits, trials, strict=True)]
    all_hits, all_trials = sum(hits), sum(trials)
    low = resampled_lower(np.array(hits, np.int64), np.array(trials, np.int64)) if all_trials else 0.0
    if 0 <= all_hits <= all_trials:
        low = min(low, exact_lower(all_hits, all_trials))
    return 1.0 - low if at_most else low


def failing(outcomes: Sequence[HandOutcome]) -> tuple[int, ...]:
    """Give the seeds of hands whose record is wrong in the end, or in which somebody was accused falsely."""
    return tuple(each.seed for each in outcomes if each.wrong or each.accused)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs over the same hands: the seeds that only the earlier run had right, and only the later one.

    ``chance`` is how often as uneven a split comes about although both are equally good (McNemar, exact, two-sided).
    """

    hands: int
    worse: tuple[int, ...]
    better: tuple[int, ...]

    @property
    def chance(self) -> float:
        """Give the chance of a split as uneven as this one, or more.

        >>> round(Comparison(40, (1,), (2, 3, 4, 5, 6, 7)).chance, 3), Comparison(40, (), ()).chance
        (0.125, 1.0)
        """
        differing, fewer = len(self.worse) + len(self.better), min(len(self.worse), len(self.better))
        tail = sum(math.comb(differing, count) for count in range(fewer + 1)) * 0.5**differing
        return min(1.0, 2 * tail)


def compared(earlier: Sequence[HandOutcome], later: Sequence[HandOutcome]) -> Comparison:
    """Compare two runs on the hands that both played. A hand is right when its record is and nobody was accused."""
    before, after = ({each.seed: not (each.wrong or each.accused) for each in run} for run in (earlier, later))
    common = sorted(before.keys() & after.keys())
    return Comparison(
        len(common),
        tuple(seed for seed in common if before[seed] and not after[seed]),
        tuple(seed for seed in common if after[seed] and not before[seed]),
    )
