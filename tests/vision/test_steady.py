"""The camera's place: shifts are measured, hands and light are no shift, a bump ends when the camera rests."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from paizhuo.device.twin.lens import Lens, LensSettings
from paizhuo.device.twin.view import MARKER_INSET_MM, MARKER_MM, View, bare_table
from paizhuo.vision.calibrate import TableMap, from_markers
from paizhuo.vision.frames import Image
from paizhuo.vision.steady import Hold, Steady, SteadySettings
from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

VIEW = View()
TABLE = bare_table(VIEW, np.random.default_rng(1))
LENS = Lens(VIEW.width, VIEW.height, LensSettings(), np.random.default_rng(2))


def shifted(x: float, y: float = 0.0, table: Image = TABLE) -> Image:
    matrix = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    return np.asarray(cv2.warpAffine(table, matrix, (VIEW.width, VIEW.height), borderMode=cv2.BORDER_REFLECT), np.uint8)


@lru_cache(maxsize=1)
def table_map() -> TableMap:
    return from_markers(LENS.through(TABLE), TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)


def steady(settings: SteadySettings | None = None, *, markers: bool = True) -> Steady:
    placed = table_map() if markers else replace(table_map(), markers=None)
    watched = Steady(placed, settings)
    for look in range(10):
        watched.see(LENS.through(TABLE), (look - 9) * 0.4)
    return watched


@pytest.mark.parametrize("pixels", [0.0, 1.0, 3.0, 8.0, 30.0, 70.0])
def test_a_shift_is_measured_to_a_fraction_of_a_pixel(pixels: float) -> None:
    seen = steady().see(LENS.through(shifted(0.6 * pixels, 0.8 * pixels)), 1.0)
    assert seen.shift == pytest.approx(pixels, abs=0.3 + 0.02 * pixels)


def test_a_bump_needs_two_looks_and_ends_when_the_camera_rests_where_it_is_now() -> None:
    watched = steady()
    states, shown = [], [0.0, 20.0, 35.0, 30.0, 30.0, 30.0]
    for place, pixels in enumerate(shown, start=1):
        states.append(watched.see(LENS.through(shifted(pixels)), place * 0.4).hold)
    assert states == [Hold.LOCKED, Hold.LOCKED, Hold.BUMPED, Hold.BUMPED, Hold.LOCKED, Hold.LOCKED]
    corner = (-TABLE_WIDTH_MM / 2, -TABLE_HEIGHT_MM / 2)
    assert watched.now.table_map.to_px([corner]) - table_map().to_px([corner]) == pytest.approx(
        np.array([[30.0, 0.0]]), abs=0.6
    )
    assert watched.now.locked_at == pytest.approx(2.4)


def test_between_the_bump_and_its_flag_nothing_counts_as_sure() -> None:
    watched = steady()
    assert watched.see(LENS.through(TABLE), 0.4).holds
    first = watched.see(LENS.through(shifted(20.0)), 0.8)
    assert first.hold is Hold.LOCKED
    assert not first.holds
    assert first.locked_at == pytest.approx(0.4)


def test_a_camera_that_sinks_slowly_is_followed_and_never_flagged() -> None:
    watched = steady()
    pixels = 0.0
    for look in range(1, 25):
        pixels += 0.6
        assert watched.see(LENS.through(shifted(0.0, pixels)), look * 0.4).hold is Hold.LOCKED
    assert pixels > 10
    moved = watched.now.table_map.to_px([(0.0, 0.0)]) - table_map().to_px([(0.0, 0.0)])
    assert moved[0, 1] == pytest.approx(pixels, abs=1.5)


def test_light_is_no_shift() -> None:
    watched = steady()
    ramp = np.linspace(0.3, 1.3, VIEW.width, dtype=np.float32)[None, :, None]
    for look, picture in enumerate((TABLE * 0.4, TABLE * ramp, TABLE * 1.5), start=1):
        seen = watched.see(LENS.through(np.clip(picture, 0, 255).astype(np.uint8)), look * 0.4)
        assert seen.hold is Hold.LOCKED
        assert seen.shift is not None
        assert seen.shift < 1.0


def test_after_a_leap_too_large_to_follow_the_markers_tell_and_without_any_the_camera_counts_as_bumped() -> None:
    turned = cv2.getRotationMatrix2D((VIEW.width / 2, VIEW.height / 2), 9.0, 0.86)
    leap = LENS.through(np.asarray(cv2.warpAffine(TABLE, turned, (VIEW.width, VIEW.height)), np.uint8))
    with_markers, without = steady(), steady(markers=False)
    for look in range(1, 30):
        with_markers.see(leap, look * 0.4)
        without.see(leap, look * 0.4)
    assert with_markers.now.hold is Hold.LOCKED
    assert with_markers.now.shift is not None
    placed = from_markers(leap, TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)
    corner = [(TABLE_WIDTH_MM / 2, TABLE_HEIGHT_MM / 2)]
    assert with_markers.now.table_map.to_px(corner) == pytest.approx(placed.to_px(corner), abs=1.5)
    assert without.now.hold is Hold.BUMPED
    assert without.see(LENS.through(TABLE), 20.0).hold is Hold.BUMPED
    assert without.see(LENS.through(TABLE), 20.4).hold is Hold.LOCKED


def test_markers_that_are_moved_or_covered_one_by_one_are_no_shift() -> None:
    watched = steady()
    covered = TABLE.copy()
    covered[: VIEW.height // 3, : VIEW.width // 3] = (132, 168, 214)
    dragged = TABLE.copy()
    dragged[: VIEW.height // 3, : VIEW.width // 3] = np.roll(TABLE[: VIEW.height // 3, : VIEW.width // 3], 25, axis=1)
    for look, picture in enumerate((covered, dragged, covered, dragged), start=1):
        seen = watched.see(LENS.through(picture), look * 0.4)
        assert seen.hold is not Hold.BUMPED
        assert seen.shift is None or seen.shift < 1.0


def test_a_table_without_anything_to_hold_on_to_is_never_called_bumped() -> None:
    plain = np.full((576, 768, 3), (70, 110, 40), np.uint8)
    rng = np.random.default_rng(3)
    watched = Steady(table_map())
    for look in range(40):
        noisy = np.clip(plain + rng.normal(0, 3, plain.shape), 0, 255).astype(np.uint8)
        assert watched.see(noisy, look * 0.4).hold is Hold.BLIND


def test_looks_are_taken_at_their_pace_or_when_asked() -> None:
    watched = steady()
    moved = LENS.through(shifted(20.0))
    assert watched.see(moved, 0.1).looked_at == 0.0
    assert watched.see(moved, 0.1, surely=True).looked_at == pytest.approx(0.1)
