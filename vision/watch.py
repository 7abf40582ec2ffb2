"""Watch the table: which zones move and which have settled, whether there is light, and whether the picture lives.

Only settled zones are read. A change of light is no motion: pixels are compared after dividing by their surroundings'
brightness, so that a lamp, a cloud or a soft shadow changes little, and an edge that moves changes much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.frames import Image
from paizhuo.vision.plane import Mask, patch

Relief = NDArray[np.float32]
"""A view divided by its surroundings' brightness, ``(height, width)``."""


class Light(StrEnum):
    """What can be said about the whole picture."""

    GOOD = "good"
    DARK = "dark"
    FROZEN = "frozen"


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """When a zone is still, and when the picture is useless.

    ``still_frames`` frames in a row and ``still_seconds`` without motion make a zone settled. ``motion`` is the change
    of relief that counts, on at least ``motion_pixels`` pixels of the view. ``dark`` is the mean brightness (0-255)
    below which nothing is read. A picture that repeats exactly for ``frozen_seconds`` is frozen; 0 switches that off,
    as recorded clips repeat frames by nature.
    """

    still_frames: int = 2
    still_seconds: float = 0.2
    motion: float = 0.09
    motion_pixels: int = 10
    dark: float = 14.0
    frozen_seconds: float = 1.2
    frozen_frames: int = 5


@dataclass(frozen=True, slots=True)
class Watched:
    """The state of every zone after a frame: which are moving, which have settled, and the light."""

    light: Light
    moving: frozenset[str]
    settled: frozenset[str]


class Watch:
    """Compares each view of the table with the one before."""

    def __init__(self, zones: Mapping[str, Mask], settings: WatchSettings | None = None) -> None:
        self._zones = {name: patch(mask) for name, mask in zones.items()}
        self.settings = settings or WatchSettings()
        self._view: Image | None = None
        self._relief: Relief | None = None
        self._still_frames = dict.fromkeys(self._zones, 0)
        self._still_since = dict.fromkeys(self._zones, 0.0)
        self._same_frames = 0
        self._same_since = 0.0
        self._stir: Relief = np.zeros((1, 1), np.float32)

    @property
    def stir(self) -> Relief:
        """How much each pixel has changed lately: about the number of frames in which it did, of the last twenty."""
        return self._stir

    @property
    def relief(self) -> Relief | None:
        """The last view's relief."""
        return self._relief

    def see(self, view: Image, at: float) -> Watched:
        """Take the next view, captured at ``at`` seconds."""
        light = self._light(view, at)
        relief_now = relief(view)
        before, self._relief = self._relief, relief_now
        if light is not Light.GOOD:
            for name in self._zones:
                self._still_frames[name] = 0
            return Watched(light, frozenset(), frozenset())
        changed = None if before is None else np.abs(relief_now - before) > self.settings.motion
        if changed is None:
            self._stir = np.zeros(relief_now.shape, np.float32)
        else:
            self._stir = (0.95 * self._stir + changed).astype(np.float32)
        for name, zone in self._zones.items():
            if changed is None or zone.count(changed) >= self.settings.motion_pixels:
                self._still_frames[name] = 0
                self._still_since[name] = at
            else:
                self._still_frames[name] += 1
        settled = frozenset(name for name in self._zones if self._is_still(name, at))
        return Watched(light, frozenset(self._zones) - settled, settled)

    def _is_still(self, name: str, at: float) -> bool:
        enough = at - self._still_since[name] >= self.settings.still_seconds - 1e-6
        return self._still_frames[name] >= self.settings.still_frames and enough

    def _light(self, view: Image, at: float) -> Light:
        same = self._view is not None and view.shape == self._view.shape and np.array_equal(view, self._view)
        self._view = view
        if same:
            self._same_frames += 1
        else:
            self._same_frames, self._same_since = 0, at
        limit = self.settings.frozen_seconds
        # A sensor always has noise: a picture that repeats exactly is not a picture of now.
        if limit > 0 and self._same_frames >= self.settings.frozen_frames and at - self._same_since >= limit:
            return Light.FROZEN
        if float(view.mean()) < self.settings.dark:
            return Light.DARK
        return Light.GOOD


def relief(view: Image) -> Relief:
    """Divide a view's brightness by that of its surroundings; 1 is flat."""
    grey = np.asarray(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY), np.float32)
    grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)
    around = np.asarray(cv2.GaussianBlur(grey, (0, 0), 9.0), np.float32)
    # The constant keeps the noise of dark corners small.
    return np.asarray((grey + 12.0) / (around + 12.0), np.float32)
