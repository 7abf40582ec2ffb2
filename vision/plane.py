"""The table from above, small: the picture on which motion, hands and bare cloth are told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.calibrate import Points, TableMap
from paizhuo.vision.frames import Image
from paizhuo.vision.zones import Zone

Mask = NDArray[np.bool_]
Number = TypeVar("Number", bound=np.generic)


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
    def _shrink(self) -> float:
        """How many pixels of the frame make one of the view."""
        return self.mm_per_pixel * self.table_map.px_per_mm()

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
        before = np.eye(3)
        if self._shrink > 1.5:
            image, before = _shrunk(image, self._shrink)
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
        return self._filled([outline])

    def under(self, outlines: Sequence[NDArray[np.float32]], *, grow: float) -> Mask:
        """Give the pixels of the view under convex outlines ``(n, 2)`` whose corners are moved ``grow`` mm outwards."""
        return self._filled([_grown(outline, grow) for outline in outlines])

    def _filled(self, outlines: Sequence[Points]) -> Mask:
        wide, high = self.size
        canvas = np.zeros((high, wide), np.uint8)
        for outline in outlines:
            cv2.fillConvexPoly(canvas, np.round(self.from_mm(outline)).astype(np.int32), 1)
        return canvas.view(np.bool_)

    def zone(self, zone: Zone) -> Mask:
        """Give the pixels of the view inside a zone."""
        return self.area(np.asarray(zone.outline, np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """An area of a view, cut to the rectangle around it: what is asked of one zone need not go over the whole table."""

    rows: slice
    columns: slice
    mask: Mask

    def of(self, picture: NDArray[Number]) -> NDArray[Number]:
        """Give the rectangle around the area out of a picture of the whole view."""
        return picture[self.rows, self.columns]

    def count(self, picture: Mask) -> int:
        """Count the pixels of the area that are set in a mask of the whole view."""
        return int(np.count_nonzero(self.of(picture) & self.mask))


def patch(mask: Mask) -> Patch:
    """Cut an area of a view to the rectangle around it.

    >>> patch(np.array([[False, False], [False, True]])).mask.shape
    (1, 1)
    """
    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return Patch(slice(0, 0), slice(0, 0), mask[:0, :0])
    down, across = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
    return Patch(down, across, mask[down, across].copy())


def _shrunk(image: Image, factor: float) -> tuple[Image, NDArray[np.float64]]:
    """Average a frame down by about ``factor``; also give the matrix from the small picture's pixels to the frame's."""
    high, wide = image.shape[:2]
    size = (max(1, round(wide / factor)), max(1, round(high / factor)))
    ratio = image.shape[1] / size[0], image.shape[0] / size[1]
    before = np.diag([*ratio, 1.0])
    before[:2, 2] = [ratio[0] / 2 - 0.5, ratio[1] / 2 - 0.5]
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), before


def _grown(outline: NDArray[np.float32], grow: float) -> Points:
    middle = outline.mean(axis=0)
    away = outline - middle
    larger = middle + away * (1 + grow / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1))
    return np.asarray(larger, np.float64)


def plane_for(table_map: TableMap, *, pixels_wide: int = 480) -> TablePlane:
    """Make a plane whose views are about ``pixels_wide`` wide, and never finer than the picture itself."""
    finest = 1 / table_map.px_per_mm()
    return TablePlane(table_map, max(table_map.width / pixels_wide, finest))
