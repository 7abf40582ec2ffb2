"""What a page may offer as cameras, and what each choice stands for."""

from __future__ import annotations

import pytest

from paizhuo.device.camera.plugged import Plugged
from paizhuo.device.choices import Choices
from paizhuo.device.settings import CameraKind, CameraSettings, Settings, TableSettings

USB = Settings(camera=CameraSettings(source="2", width=1280, height=720))
CORNERS = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))


def choices(own: Settings = USB) -> Choices:
    return Choices(own, usb=lambda: (Plugged(0, "Webcam"), Plugged(2, "Table")), pi=lambda: (Plugged(0, "imx708"),))


def test_the_settings_camera_comes_first_then_what_is_plugged_in_then_the_simulation() -> None:
    listed = [(each.id, each.source, each.name) for each in choices().all(USB.camera)]
    assert listed == [
        ("own", "2", "Table"),
        ("usb:0", "0", "Webcam"),
        ("picamera2:0", "0", "imx708"),
        ("simulated", "", ""),
    ]


@pytest.mark.parametrize(
    ("choice", "kind", "source"),
    [("own", "usb", "2"), ("usb:0", "usb", "0"), ("picamera2:0", "picamera2", "0"), ("simulated", "simulated", "")],
)
def test_a_choice_stands_for_settings_and_is_found_again(choice: str, kind: str, source: str) -> None:
    found = choices().settings_of(choice, USB)
    assert found is not None
    assert (found.camera.kind.value, found.camera.source, found.camera.width) == (kind, source, 1280)
    assert choices().id_of(found.camera, choices().all(found.camera)) == choice


@pytest.mark.parametrize("choice", ["usb:7", "file:/etc/passwd", "rtsp:", ""])
def test_what_is_not_offered_stands_for_nothing(choice: str) -> None:
    assert choices().settings_of(choice, USB) is None


def test_what_was_typed_is_listed_while_it_is_in_use_and_its_password_is_not() -> None:
    typed = choices().with_camera(CameraKind.RTSP, "rtsp://me:secret@10.0.0.7/table")
    listed = choices().all(typed.camera)
    assert [each.id for each in listed][-1] == "typed"
    assert all("secret" not in each.source for each in listed)
    assert choices().settings_of("typed", typed) is typed


def test_corners_belong_to_their_camera_and_do_not_go_to_another() -> None:
    own = USB.model_copy(update={"table": TableSettings(corners=CORNERS)})
    other, back = choices(own).settings_of("usb:0", own), choices(own).settings_of("own", own)
    assert other is not None
    assert back is not None
    assert (other.table.corners, back.table.corners) == (None, CORNERS)
