"""What the bare table looks like, so that an empty place, a hand and a card can be told apart.

Learned from places where nothing lies. Brightness may drift: every comparison first balances the picture's colours
against the learned ones, and an evenly darker place is a shadow, not a thing.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.frames import Image
from paizhuo.vision.plane import Mask

Planes = list[NDArray[np.float32]]
"""The colours of a view, one ``(height, width)`` plane each."""


@dataclass(frozen=True, slots=True)
class GroundSettings:
    """``different`` is the colour distance (0-255) of a thing from the cloth; a shadow keeps its colour's proportions.

    ``rate`` is how fast the learned picture follows slow changes, at every ``every``-th call.
    """

    different: float = 26.0
    shadow_darkest: float = 0.55
    shadow_tint: float = 0.09
    rate: float = 0.2
    every: int = 5


class Ground:
    """The learned picture of the bare table."""

    def __init__(self, settings: GroundSettings | None = None) -> None:
        self.settings = settings or GroundSettings()
        self._cloth: Planes | None = None
        self._known: Mask | None = None
        self._full: Planes | None = None
        self._waited = 0

    @property
    def known(self) -> Mask | None:
        """Where the bare table has been seen."""
        return self._known

    def learn(self, view: Image, bare: Mask) -> None:
        """Take the pixels of ``bare`` as the table's own; known ones follow slowly and not at every call."""
        if self._cloth is None or self._known is None:
            self._cloth, self._known = _planes(view), bare.copy()
            self._full = None
            return
        fresh = bare & ~self._known
        self._waited += 1
        if self._waited < self.settings.every and not fresh.any():
            return
        self._waited = 0
        now = _planes(view)
        gain = self._gain(now)
        rate = np.where(fresh, 1.0, np.where(bare, self.settings.rate, 0.0)).astype(np.float32)
        for cloth, plane, factor in zip(self._cloth, now, gain, strict=True):
            cloth += rate * (plane / factor - cloth)
        self._known |= bare
        self._full = None

    def things(self, view: Image) -> Mask:
        """Give the pixels where something lies on or is held over the table.

        Places never seen bare are compared with the table's commonest colour. Before anything was learned, nothing is.
        """
        expected = self._everywhere()
        if expected is None:
            return np.zeros(view.shape[:2], bool)
        now = _planes(view)
        distance = np.zeros(view.shape[:2], np.float32)
        darkest, brightest = np.full_like(distance, np.inf), np.zeros_like(distance)
        for plane, cloth, gain in zip(now, expected, self._gain(now), strict=True):
            due = cloth * gain
            away = plane - due
            np.maximum(distance, np.abs(away, out=away), out=distance)
            # Each plane is this call's own, and is done with.
            plane += 6.0
            due += 6.0
            plane /= due
            np.minimum(darkest, plane, out=darkest)
            np.maximum(brightest, plane, out=brightest)
        shadow = (
            (brightest <= 1.03)
            & (darkest >= self.settings.shadow_darkest)
            & (brightest - darkest <= self.settings.shadow_tint)
        )
        thing = (distance > self.settings.different) & ~shadow
        opened = cv2.morphologyEx(thing.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return np.asarray(opened > 0, np.bool_)

    def _everywhere(self) -> Planes | None:
        """Give the cloth with the unknown places filled in."""
        if self._full is None and self._cloth is not None and self._known is not None and self._known.any():
            self._full = [np.where(self._known, cloth, _middle(cloth[self._known])) for cloth in self._cloth]
        return self._full

    def _gain(self, now: Planes) -> list[float]:
        """Give how much brighter each colour is than when it was learned, told by most of the known places."""
        assert self._cloth is not None
        assert self._known is not None
        # Every third pixel both ways tells the median as well as all of them.
        known = self._known[::3, ::3]
        if not known.any():
            return [1.0, 1.0, 1.0]
        ratios = [
            (plane[::3, ::3][known] + 6.0) / (cloth[::3, ::3][known] + 6.0)
            for plane, cloth in zip(now, self._cloth, strict=True)
        ]
        return [float(np.clip(_middle(ratio), 0.2, 5.0)) for ratio in ratios]


def _middle(values: NDArray[np.float32]) -> float:
    """Give the median of values that nobody needs in their order any more."""
    return float(np.median(values, overwrite_input=True))


def _planes(view: Image) -> Planes:
    return [plane.astype(np.float32) for plane in cv2.split(view)]
