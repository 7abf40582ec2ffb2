"""Opening cameras and finding the table in their first picture."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from paizhuo.device.camera.picamera2 import Picamera2Camera, PiCameraSettings
from paizhuo.device.camera.protocol import CameraError
from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.players.acts import Lays, Reports
from paizhuo.device.settings import CameraKind, CameraSettings, Settings, TableSettings
from paizhuo.device.stage import PlacedCamera, Simulation, find_table, open_camera, place_camera
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.view import View, bare_table
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan_service import EnterReport
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import Command
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.vision.calibrate import whole_picture
from paizhuo.vision.frames import Frame
from paizhuo.vision.render.house import house_deck

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


@pytest.mark.parametrize(
    ("kind", "source", "said"),
    [
        ("usb", "webcam", r"^camera\.source: 'webcam': for usb a number such as 0, or a device"),
        ("usb", "-1", r"^camera\.source: '-1'"),
        ("usb", "/etc/passwd", r"^camera\.source: '/etc/passwd'"),
        ("rtsp", "10.0.0.7", r"^camera\.source: '10\.0\.0\.7': for rtsp an address such as rtsp://"),
        ("rtsp", "file:///etc/passwd", r"^camera\.source: 'file:///etc/passwd'"),
        ("rtsp", "rtsp://", r"^camera\.source: "),
        ("picamera2", "first", r"^camera\.source: 'first': for picamera2 a number"),
        ("file", "", r"^camera\.source: empty: for file the path"),
    ],
)
def test_a_source_that_is_none_of_its_kind_is_told_with_what_is_allowed(kind: str, source: str, said: str) -> None:
    with pytest.raises(CameraError, match=said):
        open_camera(CameraSettings(kind=CameraKind(kind), source=source))


@pytest.mark.parametrize("source", ["rtsp:/me:secret@10.0.0.7/x", "rtps://me:secret@10.0.0.7/x"])
def test_a_password_in_a_wrong_address_is_not_shown(source: str) -> None:
    with pytest.raises(CameraError) as caught:
        open_camera(CameraSettings(kind=CameraKind.RTSP, source=source))
    assert "secret" not in str(caught.value)


def test_the_settings_reach_the_raspberry_pis_camera() -> None:
    settings = CameraSettings(
        kind=CameraKind.PICAMERA2, source="1", width=1280, height=720, fps=8, mains_hz=60, lens_position=1.25
    )
    camera = open_camera(settings)
    assert isinstance(camera, Picamera2Camera)
    assert camera.settings == PiCameraSettings(1, 1280, 720, 8, 60, 1.25)


@pytest.mark.parametrize(
    ("kind", "source", "said"),
    [
        ("usb", "99", "camera 99: is not there"),
        ("rtsp", "rtsp://127.0.0.1:1/x", "rtsp://127.0.0.1:1/x: does not answer"),
        ("rtsp", "http://127.0.0.1:1/x", "http://127.0.0.1:1/x: does not answer"),
        ("picamera2", "0", "picamera2 is not installed"),
    ],
)
def test_without_its_camera_a_table_starts_and_says_so_in_one_line(
    kind: str, source: str, said: str, tmp_path: Path
) -> None:
    """It ended instead, so nobody could reach the page on which another camera is chosen.

    The picture library and FFmpeg wrote lines of their own about every camera that could not be opened.
    """
    environment = {
        **os.environ,
        "PAIZHUO_CAMERA_KIND": kind,
        "PAIZHUO_CAMERA_SOURCE": source,
        "PAIZHUO_WEB_PORT": "0",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "paizhuo", "run"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL),
    ) as running:
        assert running.stdout is not None
        lines = iter(running.stdout.readline, "")
        assert any(line.startswith("the table is at http://127.0.0.1:") for line in lines)
        running.terminate()
        _, problems = running.communicate(timeout=60)
    assert running.returncode == 0
    assert problems.startswith(f"no picture yet: {said}")
    assert problems.count("\n") == 1


def test_a_recording_that_cannot_be_read_ends_the_program_with_one_line_and_nothing_is_written(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "paizhuo", "run"],
        cwd=tmp_path,
        env={**os.environ, "PAIZHUO_CAMERA_KIND": "file", "PAIZHUO_CAMERA_SOURCE": "/etc/hostname"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("paizhuo: /etc/hostname: not a recording that can be read")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_what_is_said_at_the_simulated_table_is_passed_on_when_it_is_said() -> None:
    acts = (Lays(Seat.S, (Card.SA,)), Reports(Seat.S, 9), Lays(Seat.E, (Card.HK,)), Reports(Seat.E, 1))
    script = Director(random.Random(1), Tempo()).direct(acts)
    said = [cue.at for cue in script.cues if isinstance(cue.act, Reports)]
    simulated = SimulatedCamera(house_deck(), [script], view=View(width=640, height=480, px_per_mm=0.63))
    camera = PlacedCamera(simulated, whole_picture(640, 480, 960.0, 720.0))
    heard: list[Command] = []
    camera.listen(heard.append)
    for frame in camera.frames():
        assert len(heard) == sum(at <= frame.seconds for at in said)
    assert heard == [EnterReport(Seat.S, 9), EnterReport(Seat.E, 1)]
