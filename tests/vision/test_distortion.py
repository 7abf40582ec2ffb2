"""A lens that bends: pixels are straightened and bent again, four markers tell how much, and the table lies true."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from paizhuo.device.twin.lens import Lens, LensSettings
from paizhuo.device.twin.view import MARKER_INSET_MM, MARKER_MM, View, bare_table
from paizhuo.vision.calibrate import TableMap, from_markers, place_by_markers
from paizhuo.vision.distortion import Distortion
from paizhuo.vision.frames import Image
from paizhuo.vision.plane import plane_for
from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

VIEW = View(px_per_mm=1.4)
PLACES = np.array([(0.0, 0.0), (200.0, 100.0), (-318.0, 0.0), (0.0, 215.0)])
"""The middle of the table and spots of three seats."""


def bent(k1: float, k2: float) -> tuple[Image, Distortion]:
    """Give the bare table through a lens that bends."""
    lens = Distortion(k1, k2, VIEW.width, VIEW.height)
    ys, xs = np.mgrid[0 : VIEW.height, 0 : VIEW.width]
    source = lens.straightened(np.stack([xs, ys], axis=-1).reshape(-1, 2).astype(np.float64))
    places = source.reshape(VIEW.height, VIEW.width, 2).astype(np.float32)
    table = cv2.remap(bare_table(VIEW, np.random.default_rng(1)), places[..., 0], places[..., 1], cv2.INTER_LINEAR)
    camera = Lens(VIEW.width, VIEW.height, LensSettings(), np.random.default_rng(2))
    return camera.through(np.asarray(table, np.uint8)), lens


def off(table_map: TableMap, lens: Distortion) -> float:
    """Give how far (mm) the map errs at most at the places."""
    pixels = lens.bent(cv2.perspectiveTransform(PLACES[None], VIEW.to_pixels())[0])
    return float(np.linalg.norm(table_map.to_mm(pixels) - PLACES, axis=1).max())


@pytest.mark.parametrize(("k1", "k2"), [(-0.15, 0.03), (0.08, 0.0), (0.0, 0.0)])
def test_straightening_undoes_bending(k1: float, k2: float) -> None:
    lens = Distortion(k1, k2, 1536, 1152)
    points = np.random.default_rng(1).uniform((0, 0), (1536, 1152), (50, 2))
    assert np.abs(lens.straightened(lens.bent(points)) - points).max() < 0.05


@pytest.mark.parametrize("k1", [-0.1, -0.04, 0.05])
def test_four_markers_tell_how_the_lens_bends(k1: float) -> None:
    image, lens = bent(k1, 0.0)
    plain = from_markers(image, TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)
    placed = place_by_markers(image, TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)
    assert placed.lens is not None
    assert placed.lens.k1 == pytest.approx(k1, abs=0.015)
    assert off(placed, lens) < 1.0 < off(plain, lens)
    assert placed.error < plain.error / 2


def test_a_straight_lens_stays_straight() -> None:
    image, _ = bent(0.0, 0.0)
    placed = place_by_markers(image, TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)
    assert placed.lens is None


def test_the_view_from_above_is_straight() -> None:
    """The middles of the top markers and the point between them lie in one line, as on the table."""
    image, _ = bent(-0.1, 0.0)
    placed = place_by_markers(image, TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)
    plane = plane_for(placed)
    marked = image.copy()
    x, y = np.round(placed.to_px([(0.0, -300.0)])[0]).astype(int).tolist()
    cv2.circle(marked, (x, y), 6, (255, 255, 255), -1)
    changed = np.abs(plane.view(marked).astype(int) - plane.view(image)).sum(axis=2)
    found = plane.to_mm(np.argwhere(changed > 60)[:, ::-1].astype(np.float64)).mean(axis=0)
    assert np.abs(found - (0.0, -300.0)).max() < 2.0
