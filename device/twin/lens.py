"""What a real camera adds to a clean picture: uneven light, softness, sensor noise, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.frames import Image

_BANK = 64


@dataclass(frozen=True, slots=True)
class LensSettings:
    """``noise`` is the standard deviation in grey levels, ``falloff`` the loss of light in the far corner (0–1).

    ``warmth`` is the share of blue light that a lamp lacks; below 0, of red light.
    """

    noise: float = 3.0
    blur: float = 0.6
    falloff: float = 0.22
    jpeg_quality: int = 90
    warmth: float = 0.0


class Lens:
    """Applies one camera's faults to pictures of ``width`` × ``height``; equal seeds give equal pictures."""

    def __init__(self, width: int, height: int, settings: LensSettings, rng: np.random.Generator) -> None:
        self._settings = settings
        self._rng = rng
        self._light = _light(width, height, settings, rng)
        grain = rng.normal(0.0, settings.noise, (height + _BANK, width + _BANK)).astype(np.float32)
        plane = np.clip(np.round(grain), -127, 127).astype(np.int16)
        # Luminance noise dominates in a real sensor's JPEG, so one grain plane serves the three channels.
        self._grain = np.asarray(cv2.merge([plane, plane, plane]), np.int16)
        self._last: tuple[Image, Image] | None = None

    def through(self, picture: Image) -> Image:
        """Give ``picture`` as the camera delivers it; ``picture`` is left alone."""
        seen = self._on_the_sensor(picture)
        if self._settings.noise > 0:
            seen = self._noisy(seen)
        done, buffer = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, self._settings.jpeg_quality])
        if not done:
            raise RuntimeError("the JPEG encoder refused a picture")
        return np.asarray(cv2.imdecode(buffer, cv2.IMREAD_COLOR), np.uint8)

    def _on_the_sensor(self, picture: Image) -> Image:
        """Give the softened, unevenly lit picture; a table on which nothing moved needs that only once."""
        if self._last is not None and cv2.norm(picture, self._last[0], cv2.NORM_INF) == 0:
            return self._last[1]
        seen = picture
        if self._settings.blur > 0:
            seen = np.asarray(cv2.GaussianBlur(seen, (3, 3), self._settings.blur), np.uint8)
        seen = np.asarray(cv2.multiply(seen, self._light, scale=1 / 255), np.uint8)
        self._last = (picture.copy(), seen)
        return seen

    def _noisy(self, seen: Image) -> Image:
        height, width = seen.shape[:2]
        x, y = (int(value) for value in self._rng.integers(0, _BANK, 2))
        grain = self._grain[y : y + height, x : x + width]
        return np.asarray(cv2.add(seen, grain, dtype=cv2.CV_8U), np.uint8)


def _light(width: int, height: int, settings: LensSettings, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Give the share of light that reaches each pixel, 255 = all: brightest under the lamp."""
    lamp_x, lamp_y = (float(value) for value in rng.uniform(0.3, 0.7, 2))
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    distance = np.sqrt((xs / width - lamp_x) ** 2 + (ys / height - lamp_y) ** 2)
    share = 1.0 - settings.falloff * distance / float(distance.max())
    blue, red = 1.0 - max(settings.warmth, 0.0), 1.0 + min(settings.warmth, 0.0)
    planes = [np.clip(share * 255 * gain, 0, 255).astype(np.uint8) for gain in (blue, (blue + red) / 2, red)]
    return np.asarray(cv2.merge(planes), np.uint8)
