"""Our adapter on the real picamera2 and libcamera: pictures, faults, and the same camera twice."""

from __future__ import annotations

import threading
from itertools import islice
from typing import Any

import numpy as np
import pytest
from tests.camera.conftest import COLOURS, HEIGHT, WIDTH

from paizhuo.device.camera.picamera2 import Picamera2Camera, PiCameraSettings
from paizhuo.device.camera.protocol import CameraError

# The library's own use of what Python will drop is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning")

SMALL = PiCameraSettings(width=WIDTH, height=HEIGHT, fps=30, settle_frames=3)
"""The virtual camera knows this one size."""


def test_the_pictures_have_their_size_their_colours_and_their_order(picamera2: Any) -> None:
    camera = Picamera2Camera(SMALL)
    frames = list(islice(camera.frames(), 12))
    camera.close()
    assert [frame.seq for frame in frames] == list(range(12))
    stamps = [frame.captured_ns for frame in frames]
    assert stamps == sorted(set(stamps))
    seen = set()
    for frame in frames:
        assert frame.image.shape == (HEIGHT, WIDTH, 3)
        cloth = frame.image[500, 800].astype(int)
        near = [number for number, colour in enumerate(COLOURS) if np.abs(cloth - colour).max() < 12]
        assert len(near) == 1, cloth
        seen.update(near)
        # The card lies where it was drawn: rows and columns are neither padded nor swapped.
        assert frame.image[160, 170].min() > 225
        assert frame.image[160, 300].min() < 200
    assert seen == {0, 1}


def test_it_opens_again_after_it_was_closed(picamera2: Any) -> None:
    for _ in range(3):
        camera = Picamera2Camera(SMALL)
        assert len(list(islice(camera.frames(), 2))) == 2
        camera.close()


def test_frames_end_when_another_thread_closes_it(picamera2: Any) -> None:
    camera = Picamera2Camera(SMALL)
    frames = camera.frames()
    next(frames)
    threading.Timer(0.2, camera.close).start()
    assert len(list(frames)) < 100_000


def test_a_camera_in_use_is_told_in_one_line(picamera2: Any) -> None:
    first = Picamera2Camera(SMALL)
    frames = first.frames()
    next(frames)
    with pytest.raises(CameraError, match=r"^Raspberry Pi camera 0: .*another program") as caught:
        next(Picamera2Camera(SMALL).frames())
    assert "\n" not in str(caught.value)
    first.close()
    list(frames)
    assert next(Picamera2Camera(SMALL).frames()).seq == 0


def test_a_camera_that_is_not_there_is_told_with_those_that_are(picamera2: Any) -> None:
    settings = PiCameraSettings(number=7, width=WIDTH, height=HEIGHT)
    with pytest.raises(CameraError, match=r"^Raspberry Pi camera 7: is not there; there are 0$"):
        next(Picamera2Camera(settings).frames())


def test_the_libraries_say_nothing_of_their_own(picamera2: Any, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraError):
        next(Picamera2Camera(PiCameraSettings(number=7)).frames())
    assert capfd.readouterr() == ("", "")


def test_the_names_that_the_adapter_uses_are_libcameras(picamera2: Any) -> None:
    """The virtual camera has no lens and no sensor; that the names exist is what can be checked of them."""
    from libcamera import controls

    from paizhuo.device.camera.picamera2 import AF_AUTO, AF_MANUAL, FLICKER_MANUAL

    assert int(controls.AfModeEnum.Manual) == AF_MANUAL
    assert int(controls.AfModeEnum.Auto) == AF_AUTO
    assert int(controls.AeFlickerModeEnum.Manual) == FLICKER_MANUAL
    for name in (
        "LensPosition",
        "AeFlickerPeriod",
        "ExposureTime",
        "AnalogueGain",
        "ColourGains",
        "FrameDurationLimits",
    ):
        assert hasattr(controls, name), name
