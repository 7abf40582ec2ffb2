"""How the indices of one deck look, laid over what was found: a find that is one of them looks like its print.

A reader that knows every deck a little must leave open whether a blurred crop is a spade or a club of this deck. The
deck's own crops, blurred until they are as blurred as the find, are told apart by correlation: it does not depend on
exposure, and a blur that both share costs it little. What is no print of the deck resembles none of them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.prints import Crops, Floats

SIDE = 32
"""Side of a print's picture in pixels."""

_A_FACE = 3
"""How many crops of a face are kept, the sharpest."""

_BLURS = (0.3, 0.6, 1.0, 1.5, 2.2)
"""By how many pixels of its own a print is blurred, from top to bottom, before it is compared."""

_SIZES = (0.94, 1.0, 1.06)
_EDGE = 3
"""How much a find may be wider or taller than its print, and how far (pixels of a print) it may lie aside."""

_NARROW = 0.4
"""How wide an index is, as a part of its height."""

_LEAST_LEFT = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class FacePrints:
    """Prints of one deck: ``pictures`` ``(k, 32, 32, 3)`` BGR, and each one's place in ``FACES`` ``(k,)``."""

    faces: NDArray[np.int64]
    pictures: Crops

    def likeness(self, crop: NDArray[np.uint8], faces: Sequence[int]) -> Floats:
        """Say how like the prints of each of ``faces`` a crop ``(s, s, 3)`` is.

        Gives ``−log(1 − r²)`` of the best correlation r ``(n,)``: 0 for what is unlike, about 2.5 for its own print;
        NaN for faces that have no print.
        """
        shown = _windows(crop)
        found = np.full(len(faces), np.nan, np.float32)
        for place, face in enumerate(faces):
            prints = self.pictures[self.faces == face]
            best = max(
                (_best(_blurred(each, blur), shown) for each in prints for blur in _BLURS),
                default=math.nan,
            )
            found[place] = -math.log(max(1 - best * abs(best), _LEAST_LEFT)) if best == best else math.nan
        return found


NO_PRINTS = FacePrints(np.empty(0, np.int64), np.empty((0, SIDE, SIDE, 3), np.uint8))
"""Nothing is known of a deck."""


def learn_prints(faces: Sequence[int], crops: Sequence[NDArray[np.uint8]]) -> FacePrints:
    """Keep the sharpest crops ``(s, s, 3)`` of each face."""
    every: defaultdict[int, list[tuple[float, NDArray[np.uint8]]]] = defaultdict(list)
    for face, crop in zip(faces, crops, strict=True):
        every[face].append((_sharpness(crop), _small(crop)))
    kept = [
        (face, picture)
        for face in sorted(every)
        for _, picture in sorted(every[face], key=lambda each: -each[0])[:_A_FACE]
    ]
    pictures = np.stack([picture for _, picture in kept]) if kept else np.empty((0, SIDE, SIDE, 3), np.uint8)
    return FacePrints(np.array([face for face, _ in kept], np.int64), pictures)


def _small(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(crop, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def _sharpness(crop: NDArray[np.uint8]) -> float:
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(np.abs(cv2.Laplacian(grey, cv2.CV_32F)).mean() / (grey.std() + 5))


def _windows(crop: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """Cut the middle of a crop out at several widths and heights."""
    small, middle = _small(crop).astype(np.float32), (SIDE - 1) / 2
    windows = []
    for wide in _SIZES:
        for tall in _SIZES:
            place = np.array([[wide, 0, middle * (1 - wide)], [0, tall, middle * (1 - tall)]])
            shown = cv2.warpAffine(small, place, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            windows.append(np.asarray(shown[_EDGE:-_EDGE, _EDGE:-_EDGE], np.float32))
    return windows


def _blurred(picture: NDArray[np.uint8], blur: float) -> NDArray[np.float32]:
    """Blur a print as a lens does: an index is narrow, so that its picture is blurred more from side to side."""
    shown = picture.astype(np.float32)
    return np.asarray(cv2.GaussianBlur(shown, (0, 0), sigmaX=blur / _NARROW, sigmaY=blur), np.float32)


def _best(print_: NDArray[np.float32], windows: Sequence[NDArray[np.float32]]) -> float:
    return max(float(cv2.matchTemplate(print_, window, cv2.TM_CCOEFF_NORMED).max()) for window in windows)
