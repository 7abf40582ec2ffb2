"""Which cameras are connected to this machine, with the names that people know them by."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paizhuo.device.camera.picamera2 import connected

NO_CAMERAS = ("bcm2835-", "unicam", "pispbe", "rp1-cfe", "rpi-hevc", "rpivid")
"""Beginnings of names of a Raspberry Pi's own video devices: coders and raw sensors, of no use by themselves."""


@dataclass(frozen=True, slots=True)
class Plugged:
    """A connected camera: its number and its name."""

    number: int
    name: str


def usb_cameras(system: Path = Path("/sys/class/video4linux")) -> tuple[Plugged, ...]:
    """List the USB cameras by number. Of a camera with several devices only the first gives pictures."""
    found = []
    for device in system.glob("video*"):
        digits = device.name.removeprefix("video")
        name = _read(device / "name")
        if digits.isdigit() and _read(device / "index") in ("", "0") and not name.startswith(NO_CAMERAS):
            found.append(Plugged(int(digits), name))
    return tuple(sorted(found, key=lambda each: each.number))


def pi_cameras() -> tuple[Plugged, ...]:
    """List the cameras on a Raspberry Pi's own connectors; none where its library is not installed."""
    models = [str(each.get("Model", "")) if isinstance(each, dict) else "" for each in connected()]
    return tuple(Plugged(number, model) for number, model in enumerate(models))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
