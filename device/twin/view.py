"""Where the simulated camera hangs, and the bare table that it sees: cloth with a printed marker in each corner."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.device.twin.painter import cloth
from paizhuo.vision.calibrate import marker_places
from paizhuo.vision.frames import Image
from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

MARKER_MM = 40.0
MARKER_INSET_MM = 14.0
_PAPER_MM = 6.0


@dataclass(frozen=True, slots=True)
class View:
    """The camera's picture size and pose: scale in the middle, a turn in degrees, and a tilt towards two sides."""

    width: int = 1536
    height: int = 1152
    px_per_mm: float = 1.51
    turn: float = 0.6
    tilt: tuple[float, float] = (1.0e-5, 1.5e-5)

    def to_pixels(self) -> NDArray[np.float64]:
        """Give the homography from table millimetres to pixels."""
        cos = math.cos(math.radians(self.turn)) * self.px_per_mm
        sin = math.sin(math.radians(self.turn)) * self.px_per_mm
        flat = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [*self.tilt, 1.0]])
        shift = np.array([[1.0, 0.0, self.width / 2], [0.0, 1.0, self.height / 2], [0.0, 0.0, 1.0]])
        return np.asarray(shift @ flat, np.float64)


def bare_table(view: View, rng: np.random.Generator, top: Image | None = None) -> Image:
    """Give the empty table as ``view`` sees it, without the camera's own faults.

    ``top`` covers it, as large as the picture; without one it is a cloth.
    """
    table = cloth(view.width, view.height, rng) if top is None else top.copy()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    places = marker_places(TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)
    for marker, corners in places.items():
        printed = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, 120), np.uint8)
        _stick(table, printed, np.array(corners), view)
    return table


def _stick(table: Image, print_: NDArray[np.uint8], corners: NDArray[np.float64], view: View) -> None:
    """Lay a printed marker with its white paper margin onto the table in place."""
    margin = round(_PAPER_MM / MARKER_MM * print_.shape[0])
    paper = cv2.copyMakeBorder(print_, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(255.0,))
    # Printer's black and paper's white are neither 0 nor 255 to a camera.
    sheet = cv2.cvtColor(np.clip(paper, 30, 225), cv2.COLOR_GRAY2BGR)
    centre = corners.mean(axis=0)
    outer = centre + (corners - centre) * (1 + 2 * _PAPER_MM / MARKER_MM)
    target = cv2.perspectiveTransform(outer[None], view.to_pixels())[0].astype(np.float32)
    side = sheet.shape[0]
    source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    size = (table.shape[1], table.shape[0])
    warped = cv2.warpPerspective(sheet, matrix, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(sheet.shape[:2], 255, np.uint8), matrix, size) > 127
    table[mask] = warped[mask]
