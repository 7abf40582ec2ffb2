"""Opening cameras and finding the table in their first picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from paizhuo.device.camera.protocol import CameraError
from paizhuo.device.settings import CameraKind, CameraSettings, Settings, TableSettings
from paizhuo.device.stage import Simulation, find_table, place_camera
from paizhuo.device.twin.view import View, bare_table
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.vision.frames import Frame

COMP = load("comp", ShengjiRulebook)
VIEW = View(width=1024, height=768, px_per_mm=1.0)


def picture() -> Frame:
    return Frame("test", 0, 0, bare_table(VIEW, np.random.default_rng(1)))


def true_corners() -> np.ndarray:
    corners = np.array([[(-480.0, -360.0), (480.0, -360.0), (480.0, 360.0), (-480.0, 360.0)]])
    return np.asarray(cv2.perspectiveTransform(corners, VIEW.to_pixels())[0])


def test_printed_markers_place_the_table() -> None:
    table_map = find_table(TableSettings(), picture())
    assert np.abs(table_map.to_mm(true_corners()) - [(-480, -360), (480, -360), (480, 360), (-480, 360)]).max() < 2


def test_corners_of_the_settings_come_first() -> None:
    corners = ((100.0, 100.0), (900.0, 100.0), (900.0, 700.0), (100.0, 700.0))
    table_map = find_table(TableSettings(corners=corners), picture())
    assert np.abs(table_map.to_mm([(100, 100)]) - [(-480, -360)]).max() < 1e-6


def test_without_markers_the_whole_picture_is_the_table() -> None:
    blank = Frame("test", 0, 0, np.zeros((768, 1024, 3), np.uint8))
    assert np.abs(find_table(TableSettings(), blank).to_mm([(0, 0)]) - [(-480, -360)]).max() < 1e-6


def test_corners_that_enclose_nothing_are_named() -> None:
    corners = ((0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0))
    with pytest.raises(CameraError, match=r"table\.corners"):
        find_table(TableSettings(corners=corners), picture())


def test_a_missing_recording_is_told_in_one_line(tmp_path: Path) -> None:
    camera = CameraSettings(kind=CameraKind.FILE, source=str(tmp_path / "missing.mp4"))
    with pytest.raises(CameraError, match=r"missing\.mp4: no such recording"):
        place_camera(Settings(camera=camera), COMP, Simulation())


def test_a_recording_gives_its_first_frame_too(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 50.0, (1024, 768))
    for _ in range(3):
        writer.write(picture().image)
    writer.release()
    camera = place_camera(Settings(camera=CameraSettings(kind=CameraKind.FILE, source=str(path))), COMP, Simulation())
    assert [frame.seq for frame in camera.frames()] == [0, 1, 2]
    camera.close()


def test_the_simulated_camera_is_placed_by_its_own_markers() -> None:
    settings = Settings(camera=CameraSettings(kind=CameraKind.SIMULATED))
    camera = place_camera(settings, COMP, Simulation(speed=1000.0))
    assert camera.table_map.error < 1.5
    frames = camera.frames()
    assert next(frames).image.shape == (1152, 1536, 3)
    camera.close()
    assert list(frames) == []
