"""A bump under a wide-angle lens: the map follows it as well as it was laid."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from paizhuo.device.twin.lens import Lens, LensSettings
from paizhuo.device.twin.view import MARKER_INSET_MM, MARKER_MM, View, bare_table
from paizhuo.vision.calibrate import TableMap, place_by_markers
from paizhuo.vision.distortion import Distortion
from paizhuo.vision.frames import Image
from paizhuo.vision.steady import Hold, Steady
from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

VIEW = View(px_per_mm=1.4)
TABLE = bare_table(VIEW, np.random.default_rng(1))
WIDE = Distortion(-0.1, 0.0, VIEW.width, VIEW.height)
PLACES = np.array([(0.0, 0.0), (0.0, 250.0), (330.0, 0.0), (-330.0, 0.0), (-300.0, -200.0)])
"""Places on the table that are compared (mm)."""


def filmed(lens: Lens, x: float, y: float) -> Image:
    """Film the table, which lies (``x``, ``y``) pixels off, through the wide-angle lens."""
    matrix = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    moved = cv2.warpAffine(TABLE, matrix, (VIEW.width, VIEW.height), borderMode=cv2.BORDER_REFLECT)
    rows, columns = np.mgrid[0 : VIEW.height, 0 : VIEW.width]
    straight = WIDE.straightened(np.stack([columns, rows], axis=-1).reshape(-1, 2))
    where = straight.reshape(VIEW.height, VIEW.width, 2).astype(np.float32)
    return lens.through(np.asarray(cv2.remap(moved, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8))


def worst(table_map: TableMap, x: float, y: float) -> float:
    """Give how far the map is from the truth at the worst of the places (pixels)."""
    pixels = cv2.perspectiveTransform(PLACES[None], VIEW.to_pixels())[0]
    true = WIDE.bent(np.add(pixels, (x, y)))
    return float(np.linalg.norm(table_map.to_px(PLACES) - true, axis=1).max())


@pytest.mark.parametrize(("x", "y"), [(10.0, 6.0), (30.0, 20.0)])
def test_after_a_bump_the_map_is_as_true_as_before(x: float, y: float) -> None:
    lens = Lens(VIEW.width, VIEW.height, LensSettings(), np.random.default_rng(2))
    before = filmed(lens, 0.0, 0.0)
    placed = place_by_markers(before, TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)
    assert placed.lens is not None
    watched = Steady(placed)
    for look in range(10):
        watched.see(before, (look - 9) * 0.4)
    bumped = filmed(lens, x, y)
    for look in range(1, 14):
        watched.see(bumped, look * 0.4)
    assert watched.now.hold is Hold.LOCKED
    assert worst(placed, x, y) > 8, "the old map must be wrong after the bump, or nothing is shown"
    assert worst(watched.now.table_map, x, y) < worst(placed, 0.0, 0.0) + 0.7
