"""Placing the table: four taps, four markers, and the errors that are told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from paizhuo.vision.calibrate import (
    CalibrationError,
    find_markers,
    from_corners,
    from_markers,
    marker_places,
    pixels_as_units,
    whole_picture,
)
from paizhuo.vision.frames import Image

TAPS = [(210, 90), (1010, 140), (1150, 830), (80, 770)]


def marked_table(taps: list[tuple[int, int]], *, without: int | None = None) -> Image:
    """Draw a table of 800 × 600 mm with a marker in each corner, seen in perspective."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    flat = np.full((1200, 1600), 200, np.uint8)
    for marker, corners in marker_places(800, 600, size=60, inset=20).items():
        if marker == without:
            continue
        left, top = (2 * (corners[0][0] + 400), 2 * (corners[0][1] + 300))
        picture = cv2.aruco.generateImageMarker(dictionary, marker, 120)
        flat[round(top) : round(top) + 120, round(left) : round(left) + 120] = picture
    matrix = cv2.getPerspectiveTransform(
        np.array([(0, 0), (1600, 0), (1600, 1200), (0, 1200)], np.float32), np.array(taps, np.float32)
    )
    seen = cv2.warpPerspective(flat, matrix, (1280, 960), flags=cv2.INTER_AREA, borderValue=120)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_GRAY2BGR), np.uint8)


def test_four_taps_place_the_table() -> None:
    table = from_corners(TAPS, 800, 600)
    assert np.allclose(table.to_mm(TAPS), [(-400, -300), (400, -300), (400, 300), (-400, 300)], atol=1e-6)
    assert np.allclose(table.to_px(table.to_mm([(500, 400)])), [(500, 400)], atol=1e-6)
    assert table.error < 1e-6


@pytest.mark.parametrize(
    "corners",
    [
        TAPS[:3],  # too few
        [TAPS[0], TAPS[2], TAPS[1], TAPS[3]],  # crossed
        TAPS[::-1],  # counter-clockwise
        [(0, 0), (10, 0), (20, 0), (0, 10)],  # three in one line
    ],
)
def test_taps_that_enclose_no_table_are_refused(corners: list[tuple[int, int]]) -> None:
    with pytest.raises(CalibrationError):
        from_corners(corners, 800, 600)


def test_four_markers_place_the_table_within_a_millimetre() -> None:
    table = from_markers(marked_table(TAPS), 800, 600, size=60, inset=20)
    assert np.abs(table.to_mm(TAPS) - [(-400, -300), (400, -300), (400, 300), (-400, 300)]).max() < 1.0
    assert table.error < 1.0


def test_a_missing_marker_is_named() -> None:
    with pytest.raises(CalibrationError, match="not seen: 2"):
        from_markers(marked_table(TAPS, without=2), 800, 600, size=60, inset=20)


def test_a_picture_without_markers_has_none() -> None:
    assert find_markers(np.full((200, 300, 3), 90, np.uint8)) == {}


def test_scale_is_told_where_it_is_asked() -> None:
    assert whole_picture(1536, 1152, 960, 720).px_per_mm() == pytest.approx(1.6)
    assert pixels_as_units(640, 480).px_per_mm((100, 50)) == pytest.approx(1.0)
    slanted = from_corners([(400, 100), (880, 100), (1280, 900), (0, 900)], 960, 720)
    assert slanted.px_per_mm((0, 300)) > 1.3 * slanted.px_per_mm((0, -300))
