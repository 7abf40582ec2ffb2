"""A camera frame: the one thing that sight starts from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Pixels ``(height, width, 3)``, 8 bit, in BGR order as OpenCV has them."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table. ``captured_ns`` is monotonic time in nanoseconds, ``seq`` counts within ``source``."""

    source: str
    seq: int
    captured_ns: int
    image: Image

    def __post_init__(self) -> None:
        self.image.flags.writeable = False

    @property
    def seconds(self) -> float:
        """Give the capture time in seconds."""
        return self.captured_ns / 1e9
