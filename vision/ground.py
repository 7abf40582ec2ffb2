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


@dataclass(frozen=True, slots=True)
class GroundSettings:
    """``different`` is the colour distance (0-255) of a thing from the cloth; a shadow keeps its colour's proportions.

    ``rate`` is how fast the learned picture follows slow changes.
    """

    different: float = 26.0
    shadow_darkest: float = 0.55
    shadow_tint: float = 0.09
    rate: float = 0.08


class Ground:
    """The learned picture of the bare table."""

    def __init__(self, settings: GroundSettings | None = None) -> None:
        self.settings = settings or GroundSettings()
        self._cloth: NDArray[np.float32] | None = None
        self._known: Mask | None = None

    @property
    def known(self) -> Mask | None:
        """Where the bare table has been seen."""
        return self._known

    def learn(self, view: Image, bare: Mask) -> None:
        """Take the pixels of ``bare`` as the table's own."""
        now = view.astype(np.float32)
        if self._cloth is None or self._known is None:
            self._cloth, self._known = now, bare.copy()
            return
        gain = self._gain(now)
        old = bare & self._known
        rate = self.settings.rate
        self._cloth[old] = (1 - rate) * self._cloth[old] + rate * now[old] / gain
        fresh = bare & ~self._known
        self._cloth[fresh] = now[fresh] / gain
        self._known |= bare

    def things(self, view: Image) -> Mask:
        """Give the pixels where something lies on or is held over the table; unknown places count as bare."""
        if self._cloth is None or self._known is None:
            return np.zeros(view.shape[:2], bool)
        now = view.astype(np.float32)
        expected = self._cloth * self._gain(now)
        distance = np.abs(now - expected).max(axis=2)
        ratio = (now + 6.0) / (expected + 6.0)
        darkest, brightest = ratio.min(axis=2), ratio.max(axis=2)
        shadow = (
            (brightest <= 1.03)
            & (darkest >= self.settings.shadow_darkest)
            & (brightest - darkest <= self.settings.shadow_tint)
        )
        thing = (distance > self.settings.different) & self._known & ~shadow
        opened = cv2.morphologyEx(thing.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return np.asarray(opened > 0, np.bool_)

    def _gain(self, now: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give how much brighter each colour is than when it was learned, told by most of the known places."""
        if self._cloth is None or self._known is None or not self._known.any():
            return np.ones(3, np.float32)
        ratio = (now[self._known] + 6.0) / (self._cloth[self._known] + 6.0)
        return np.asarray(np.clip(np.median(ratio, axis=0), 0.2, 5.0), np.float32)
