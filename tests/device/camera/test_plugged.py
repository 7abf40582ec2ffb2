"""Which cameras are connected: read from the system's own list."""

from __future__ import annotations

from pathlib import Path

from paizhuo.device.camera.plugged import Plugged, usb_cameras


def device(system: Path, number: int, name: str, index: int = 0) -> None:
    folder = system / f"video{number}"
    folder.mkdir(parents=True)
    (folder / "name").write_text(name + "\n")
    (folder / "index").write_text(f"{index}\n")


def test_cameras_are_listed_by_number_with_their_names(tmp_path: Path) -> None:
    device(tmp_path, 10, "USB Camera")
    device(tmp_path, 2, "HD Webcam")
    assert usb_cameras(tmp_path) == (Plugged(2, "HD Webcam"), Plugged(10, "USB Camera"))


def test_devices_that_give_no_pictures_are_left_out(tmp_path: Path) -> None:
    device(tmp_path, 0, "HD Webcam")
    device(tmp_path, 1, "HD Webcam", index=1)  # its second device only tells about the first
    device(tmp_path, 19, "pispbe-input")
    device(tmp_path, 20, "bcm2835-codec-decode")
    assert usb_cameras(tmp_path) == (Plugged(0, "HD Webcam"),)


def test_a_machine_without_cameras_has_none(tmp_path: Path) -> None:
    assert usb_cameras(tmp_path / "missing") == ()
