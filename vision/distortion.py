"""A lens that bends straight lines: the radial distortion of wide-angle cameras, taken out of pixels before they are
mapped to the table.

``k1`` and ``k2`` are those of the usual polynomial (x' = x·(1 + k1·r² + k2·r⁴)), with r = 1 at the picture's corners,
so that they do not depend on the picture's size.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]

_ROUNDS = 12
"""Fixed-point rounds that undo a distortion; the lenses that qualify settle to a hundredth of a pixel within them."""


@dataclass(frozen=True, slots=True)
class Distortion:
    """The radial distortion of pictures ``wide`` × ``high``.

    >>> barrel = Distortion(-0.1, 0.0, 200, 200)
    >>> [round(value, 2) for value in barrel.bent([(200.0, 100.0)])[0].tolist()]
    [195.0, 100.0]
    """

    k1: float
    k2: float
    wide: int
    high: int

    @property
    def is_none(self) -> bool:
        """Say whether nothing is bent."""
        return self.k1 == 0 and self.k2 == 0

    def bent(self, points: ArrayLike) -> Points:
        """Give where the lens shows points ``(n, 2)`` of a straight picture (pixels)."""
        centred = self._centred(points)
        r2 = (centred**2).sum(axis=1, keepdims=True)
        return self._pixels(centred * (1 + self.k1 * r2 + self.k2 * r2**2))

    def straightened(self, points: ArrayLike) -> Points:
        """Give where points ``(n, 2)`` of the picture would lie without the lens's bending (pixels)."""
        seen = self._centred(points)
        straight = seen.copy()
        for _ in range(_ROUNDS):
            r2 = (straight**2).sum(axis=1, keepdims=True)
            straight = seen / (1 + self.k1 * r2 + self.k2 * r2**2)
        return self._pixels(straight)

    def _radius(self) -> float:
        return math.hypot(self.wide, self.high) / 2

    def _centred(self, points: ArrayLike) -> Points:
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        return np.asarray((flat - (self.wide / 2, self.high / 2)) / self._radius(), np.float64)

    def _pixels(self, centred: Points) -> Points:
        return np.asarray(centred * self._radius() + (self.wide / 2, self.high / 2), np.float64)


def estimate(error_of: Callable[[Distortion], float], wide: int, high: int) -> Distortion:
    """Find the distortion with the least error, by steps that shrink.

    One picture of four markers says little: ``k2`` is used only where it makes the error smaller by a third, and a
    lens that does not make it smaller by a quarter counts as straight.
    """

    def error(k1: float, k2: float) -> float:
        return error_of(Distortion(k1, k2, wide, high)) if _is_lens(k1, k2) else math.inf

    straight = error(0.0, 0.0)
    one = _least(lambda place: error(place[0], 0.0), (0.0, 0.0), ((1, 0), (-1, 0)))
    best, least = one, error(*one)
    both = _least(lambda place: error(*place), one, ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)))
    if error(*both) < 0.67 * least:
        best, least = both, error(*both)
    return Distortion(*(best if least < 0.75 * straight else (0.0, 0.0)), wide, high)


def _least(
    error: Callable[[tuple[float, float]], float], start: tuple[float, float], ways: tuple[tuple[int, int], ...]
) -> tuple[float, float]:
    best, least, step = start, error(start), 0.08
    while step > 0.0005:
        tried = [(best[0] + a * step, best[1] + b * step) for a, b in ways]
        nearest = min(tried, key=error)
        if error(nearest) < least:
            best, least = nearest, error(nearest)
        else:
            step /= 2
    return best


def _is_lens(k1: float, k2: float) -> bool:
    """Say whether a picture stays in one piece: further out must stay further out, up to beyond the corners."""
    radii = np.linspace(0, 1.05, 22)
    return bool(np.all(1 + 3 * k1 * radii**2 + 5 * k2 * radii**4 > 0.3)) and abs(k1) < 0.5 and abs(k2) < 0.5
