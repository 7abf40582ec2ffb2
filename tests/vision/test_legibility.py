"""How well cards can be read in a zone: sharp and near is good, far and out of focus is not."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner

from paizhuo.cli import cli
from paizhuo.device.twin.lens import Lens, LensSettings
from paizhuo.device.twin.view import MARKER_INSET_MM, MARKER_MM, View, bare_table
from paizhuo.vision.calibrate import from_markers
from paizhuo.vision.frames import Image
from paizhuo.vision.legibility import ZoneLegibility, legibility
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.shipped import open_sight
from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM, table_zones

SHARP, FAR = View(), View(width=560, height=420, px_per_mm=0.545)
SOUTH = [zone for zone in table_zones() if zone.name == "seat-S"]


@lru_cache(maxsize=2)
def picture(view: View) -> Image:
    camera = Lens(view.width, view.height, LensSettings(), np.random.default_rng(2))
    return camera.through(bare_table(view, np.random.default_rng(1)))


def judged(view: View, blur: float = 0.0) -> ZoneLegibility:
    image = picture(view)
    placed = from_markers(image, TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)
    if blur:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), np.uint8)
    (zone,) = legibility(image, placed, SOUTH, open_sight(), house_deck())
    return zone


def test_a_sharp_camera_above_the_table_reads_every_probe() -> None:
    zone = judged(SHARP)
    assert zone.is_good
    assert zone.read == 1.0
    assert zone.confidence > 0.95
    assert 120 < zone.card_px < 140


def test_a_camera_far_away_or_out_of_focus_is_told() -> None:
    """The negative controls."""
    far, blurred = judged(FAR), judged(SHARP, blur=5.0)
    assert not far.is_good
    assert far.index_px < 14
    assert blurred.index_px > 20
    assert not blurred.is_good
    assert blurred.confidence < 0.7


def test_the_command_tells_where_the_table_lies(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), picture(SHARP))
    result = CliRunner().invoke(cli, ["calibrate", "picture", str(path), "--json"])
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["error_px"] < 1.0
    assert told["lens"] is None
    half = np.array([[(-480.0, -360.0), (480.0, -360.0), (480.0, 360.0), (-480.0, 360.0)]])
    true = cv2.perspectiveTransform(half, SHARP.to_pixels())[0]
    assert np.abs(np.array(told["corners"]) - true).max() < 1.5
    assert [zone["zone"] for zone in told["zones"]] == [zone.name for zone in table_zones()]
    wrong = CliRunner().invoke(cli, ["calibrate", "picture", str(path), "--inset", "70"])
    assert wrong.exit_code == 1
    assert "the markers do not lie where --size and --inset say" in wrong.stdout
