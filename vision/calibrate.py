"""Where the table is: the map between the picture's pixels and millimetres on the table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from paizhuo.vision.distortion import Distortion, estimate
from paizhuo.vision.frames import Image

Points = NDArray[np.float64]
Found = Mapping[int, NDArray[np.float32]]
"""Markers as they lie in a picture: id to its four corners ``(4, 2)`` in pixels."""

MARKER_IDS = (0, 1, 2, 3)
"""The ArUco markers (4×4, 50 of them) at the corners: top left, top right, bottom right, bottom left."""


class CalibrationError(ValueError):
    """The table cannot be placed: too few points, points in one line, or points that contradict each other."""


@dataclass(frozen=True, slots=True)
class Markers:
    """The printed markers at the table's corners: ``size`` is a black side in mm, ``inset`` the way to the edges."""

    size: float
    inset: float = 0.0


@dataclass(frozen=True, eq=False)
class TableMap:
    """A homography from pixels to millimetres; the origin is the middle of the table, x right and y down.

    ``width`` and ``height`` are the table's size in mm, ``error`` the reprojection error in pixels (root mean square),
    ``markers`` those by which it was placed. With a ``lens`` the homography starts from straightened pixels. Not
    slotted: the inverse is computed once, on demand.
    """

    matrix: NDArray[np.float64]
    width: float
    height: float
    error: float = 0.0
    markers: Markers | None = None
    lens: Distortion | None = None

    def __post_init__(self) -> None:
        if self.matrix.shape != (3, 3) or abs(float(np.linalg.det(self.matrix))) < 1e-12:
            raise CalibrationError("the table map must be an invertible 3x3 matrix")
        self.matrix.flags.writeable = False

    @cached_property
    def inverse(self) -> NDArray[np.float64]:
        """The homography from millimetres to pixels."""
        return np.asarray(np.linalg.inv(self.matrix), np.float64)

    def to_mm(self, points: ArrayLike) -> Points:
        """Map pixels ``(n, 2)`` to millimetres."""
        return _mapped(self.matrix, points if self.lens is None else self.lens.straightened(points))

    def to_px(self, points: ArrayLike) -> Points:
        """Map millimetres ``(n, 2)`` to pixels."""
        straight = _mapped(self.inverse, points)
        return straight if self.lens is None else self.lens.bent(straight)

    def corners(self) -> Points:
        """Give the table's four corners in pixels ``(4, 2)``, clockwise from the top left."""
        return self.to_px(_table_corners(self.width, self.height))

    def px_per_mm(self, point: tuple[float, float] = (0.0, 0.0)) -> float:
        """Give the picture's scale around a point of the table.

        >>> whole_picture(1920, 1440, 960.0, 720.0).px_per_mm()
        2.0
        """
        x, y = point
        corners = self.to_px([(x - 5, y - 5), (x + 5, y - 5), (x + 5, y + 5), (x - 5, y + 5)])
        return round(math.sqrt(abs(cv2.contourArea(corners.astype(np.float32))) / 100.0), 6)


def from_corners(corners: ArrayLike, width: float, height: float, *, lens: Distortion | None = None) -> TableMap:
    """Place the table by its four corners in pixels, clockwise from the top left: the four taps.

    ``lens`` is what is known of the camera's distortion.
    Raises ``CalibrationError`` when three of them lie in one line or they do not go round.
    """
    picture = np.asarray(corners, np.float64).reshape(-1, 2)
    if picture.shape != (4, 2):
        raise CalibrationError(f"four corners are needed, not {len(picture)}")
    if not _goes_round(picture):
        raise CalibrationError("the four corners must go clockwise from the top left and enclose the table")
    return _fit(picture, _table_corners(width, height), width, height, lens)


def whole_picture(pixels_wide: int, pixels_high: int, width: float, height: float) -> TableMap:
    """Take the whole picture as the table.

    >>> whole_picture(1920, 1440, 960.0, 720.0).to_mm([(0, 0)]).tolist()
    [[-480.0, -360.0]]
    """
    across, down = width / pixels_wide, height / pixels_high
    return TableMap(np.array([[across, 0.0, -width / 2], [0.0, down, -height / 2], [0.0, 0.0, 1.0]]), width, height)


def pixels_as_units(pixels_wide: int, pixels_high: int) -> TableMap:
    """Make a map for a picture of unknown scale: one unit is one pixel, the origin is the picture's middle."""
    matrix = np.array([[1.0, 0.0, -pixels_wide / 2], [0.0, 1.0, -pixels_high / 2], [0.0, 0.0, 1.0]])
    return TableMap(matrix, float(pixels_wide), float(pixels_high))


def find_markers(image: Image) -> Found:
    """Find the ArUco markers in a picture: id to its four corners ``(4, 2)`` in pixels."""
    parameters = cv2.aruco.DetectorParameters()
    # Corners to whole pixels would be half a millimetre off, and would make up a lens.
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    quads, ids, _ = detector.detectMarkers(image)
    # With nothing found OpenCV gives None for the ids, whatever its stubs say.
    names = [int(name) for name in np.ravel(ids)] if quads else []
    return {int(i): np.asarray(q, np.float32).reshape(4, 2) for q, i in zip(quads, names, strict=True)}


def from_markers(image: Image, width: float, height: float, *, size: float, inset: float = 0.0) -> TableMap:
    """Place the table by one marker in each corner (ids 0–3, clockwise from the top left), all read upright.

    ``size`` is a marker's black side in mm, ``inset`` the distance of its outer corner from the table's edges. All
    sixteen corners are used; the error tells how well they agree. Raises ``CalibrationError`` naming the markers that
    are missing.
    """
    return from_found(find_markers(image), width, height, Markers(size, inset))


def from_found(
    found: Found,
    width: float,
    height: float,
    markers: Markers,
    *,
    least: int = len(MARKER_IDS),
    lens: Distortion | None = None,
) -> TableMap:
    """Place the table by the markers that were ``found``, all of whose corners are used.

    ``lens`` is what is known of the camera's distortion. Raises ``CalibrationError`` naming the markers that are
    missing when fewer than ``least`` were found.
    """
    picture, table = _marker_points(found, width, height, markers, least)
    return replace(_fit(picture, table, width, height, lens), markers=markers)


def place_by_markers(image: Image, width: float, height: float, *, size: float, inset: float = 0.0) -> TableMap:
    """Place the table by its four markers, the lens's distortion estimated first. Raises ``CalibrationError``."""
    found, markers = find_markers(image), Markers(size, inset)
    return from_found(found, width, height, markers, lens=_lens(found, image, width, height, markers))


def _lens(found: Found, image: Image, width: float, height: float, markers: Markers) -> Distortion:
    """Estimate the lens's distortion from the sixteen corners of the four markers. Raises ``CalibrationError``."""
    picture, table = _marker_points(found, width, height, markers, len(MARKER_IDS))
    high, wide = image.shape[:2]
    return estimate(lambda lens: _fit(picture, table, width, height, lens).error, wide, high)


def _marker_points(found: Found, width: float, height: float, markers: Markers, least: int) -> tuple[Points, Points]:
    """Give the corners of the markers that were found: pixels and, in the same order, millimetres."""
    seen = [marker for marker in MARKER_IDS if marker in found]
    if len(seen) < least:
        missing = [marker for marker in MARKER_IDS if marker not in found]
        raise CalibrationError(f"markers not seen: {', '.join(map(str, missing))}")
    places = marker_places(width, height, size=markers.size, inset=markers.inset)
    picture = np.concatenate([found[marker] for marker in seen]).astype(np.float64)
    return picture, np.concatenate([np.asarray(places[marker], np.float64) for marker in seen])


def marker_places(
    width: float, height: float, *, size: float, inset: float = 0.0
) -> Mapping[int, Sequence[tuple[float, float]]]:
    """Give the corners (mm) of the four markers, in the order in which the detector names them."""
    right, bottom = width / 2 - inset, height / 2 - inset
    starts = {
        0: (-right, -bottom),
        1: (right - size, -bottom),
        2: (right - size, bottom - size),
        3: (-right, bottom - size),
    }
    return {marker: ((x, y), (x + size, y), (x + size, y + size), (x, y + size)) for marker, (x, y) in starts.items()}


def _table_corners(width: float, height: float) -> Points:
    x, y = width / 2, height / 2
    return np.array([(-x, -y), (x, -y), (x, y), (-x, y)])


def _fit(picture: Points, table: Points, width: float, height: float, lens: Distortion | None = None) -> TableMap:
    # Exact for four points, least squares for more; no outlier rejection, so that a wrong marker shows in the error.
    lens = None if lens is None or lens.is_none else lens
    matrix, _ = cv2.findHomography(picture if lens is None else lens.straightened(picture), table, 0)
    if matrix is None:
        raise CalibrationError("the points do not define a table")
    fitted = TableMap(np.asarray(matrix, np.float64), width, height, lens=lens)
    error = float(np.sqrt(np.mean(np.sum((fitted.to_px(table) - picture) ** 2, axis=1))))
    return replace(fitted, error=error)


def _goes_round(corners: Points) -> bool:
    """Say whether the corners are a convex quadrilateral, clockwise in the picture."""
    edges = np.roll(corners, -1, axis=0) - corners
    following = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    return bool(np.all(turns > 1e-6))


def _mapped(matrix: NDArray[np.float64], points: ArrayLike) -> Points:
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    lifted = flat @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(lifted[:, :2] / lifted[:, 2:], np.float64)
