"""The table from above, small: the picture on which motion, hands and bare cloth are told apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.calibrate import Points, TableMap
from paizhuo.vision.frames import Image
from paizhuo.vision.zones import Zone

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class TablePlane:
    """Turns frames into small top views: ``mm_per_pixel`` table millimetres a pixel, origin at the top left corner."""

    table_map: TableMap
    mm_per_pixel: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a view in pixels."""
        return (
            max(1, round(self.table_map.width / self.mm_per_pixel)),
            max(1, round(self.table_map.height / self.mm_per_pixel)),
        )

    @cached_property
    def _from_mm(self) -> NDArray[np.float64]:
        scale = 1 / self.mm_per_pixel
        return np.array(
            [
                [scale, 0.0, self.table_map.width / 2 * scale - 0.5],
                [0.0, scale, self.table_map.height / 2 * scale - 0.5],
                [0.0, 0.0, 1.0],
            ]
        )

    @cached_property
    def _bent(self) -> NDArray[np.float32] | None:
        """Where each pixel of a view lies in the frame, ``(height, width, 2)``; None for a lens that bends nothing."""
        if self.table_map.lens is None:
            return None
        wide, high = self.size
        ys, xs = np.mgrid[0:high, 0:wide]
        points = self.table_map.to_px(self.to_mm(np.stack([xs, ys], axis=-1).reshape(-1, 2).astype(np.float64)))
        return points.reshape(high, wide, 2).astype(np.float32)

    def view(self, image: Image) -> Image:
        """Give the table from above."""
        # Averaging first and warping then keeps the sensor's noise out of the small view.
        shrink = self.mm_per_pixel * self.table_map.px_per_mm()
        before = np.eye(3)
        if shrink > 1.5:
            high, wide = image.shape[:2]
            size = (max(1, round(wide / shrink)), max(1, round(high / shrink)))
            before = np.diag([wide / size[0], high / size[1], 1.0])
            before[:2, 2] = [before[0, 0] / 2 - 0.5, before[1, 1] / 2 - 0.5]
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        if self._bent is not None:
            shift, factor = before[:2, 2].astype(np.float32), before[[0, 1], [0, 1]].astype(np.float32)
            places = np.asarray((self._bent - shift) / factor, np.float32)
            xs, ys = places[..., 0], places[..., 1]
            seen = cv2.remap(image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            return np.asarray(seen, np.uint8)
        matrix = self._from_mm @ self.table_map.matrix @ before
        warped = cv2.warpPerspective(image, matrix, self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(warped, np.uint8)

    def from_mm(self, points: Points) -> Points:
        """Map millimetres ``(n, 2)`` to pixels of the view."""
        return np.asarray(np.asarray(points, np.float64) @ self._from_mm[:2, :2].T + self._from_mm[:2, 2], np.float64)

    def to_mm(self, points: Points) -> Points:
        """Map pixels of the view ``(n, 2)`` to millimetres."""
        return np.asarray((np.asarray(points, np.float64) - self._from_mm[:2, 2]) * self.mm_per_pixel, np.float64)

    def area(self, outline: Points) -> Mask:
        """Give the pixels of the view inside an outline (mm)."""
        wide, high = self.size
        canvas = np.zeros((high, wide), np.uint8)
        cv2.fillConvexPoly(canvas, np.round(self.from_mm(outline)).astype(np.int32), 1)
        return np.asarray(canvas > 0, np.bool_)

    def zone(self, zone: Zone) -> Mask:
        """Give the pixels of the view inside a zone."""
        return self.area(np.asarray(zone.outline, np.float64))


def plane_for(table_map: TableMap, *, pixels_wide: int = 480) -> TablePlane:
    """Make a plane whose views are about ``pixels_wide`` wide, and never finer than the picture itself."""
    finest = 1 / table_map.px_per_mm()
    return TablePlane(table_map, max(table_map.width / pixels_wide, finest))
