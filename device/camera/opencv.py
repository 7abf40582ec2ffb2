"""Cameras that OpenCV opens: USB webcams by number, network cameras by address."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast
from urllib.parse import urlsplit

import cv2
import numpy as np

from paizhuo.device.addresses import without_password
from paizhuo.device.camera.protocol import (
    CameraBusyError,
    CameraError,
    CameraForbiddenError,
    CameraSilentError,
    NoSuchCameraError,
    WrongSourceError,
)
from paizhuo.device.camera.quiet import hush
from paizhuo.vision.frames import Frame, Image

_ANSWER_MS = 5000
"""How long a network camera may take to answer, in milliseconds."""

_DEVICE = re.compile(r"(?:/dev/video)?(\d{1,3})")
_SCHEMES = ("rtsp", "rtsps", "http", "https")


class Capture(Protocol):
    """The part of ``cv2.VideoCapture`` that is used here."""

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        """Say whether the device is open."""
        ...

    def read(self) -> tuple[bool, Image | None]:
        """Wait for a picture."""
        ...

    def set(self, prop: int, value: float) -> bool:
        """Ask for a property."""
        ...

    def release(self) -> None:
        """Close the device."""
        ...


@dataclass(frozen=True, slots=True)
class OpenCvSettings:
    """``source`` is a device number or an address; the size and the rate are wishes that the camera may not meet.

    ``tolerated`` pictures in a row may fail before the camera counts as lost.
    """

    source: int | str = 0
    width: int = 1536
    height: int = 1152
    fps: float = 15.0
    tolerated: int = 5


class OpenCvCamera:
    """A USB or network camera. Its pictures are stamped when they arrive."""

    def __init__(
        self,
        settings: OpenCvSettings | None = None,
        *,
        open_capture: Callable[[int | str], Capture] | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Prepare; nothing is opened before the first frame is asked for. ``clock`` gives monotonic nanoseconds."""
        self._settings = settings or OpenCvSettings()
        self._open = open_capture or _open
        self._clock = clock
        self._closed = threading.Event()
        self._seq = 0

    def frames(self) -> Iterator[Frame]:
        """Open the camera and give its frames. Raises ``CameraError`` when it is not there or falls silent."""
        capture = self._opened()
        failed = 0
        try:
            while not self._closed.is_set():
                done, image = capture.read()
                if not done or image is None or image.size == 0:
                    failed += 1
                    if failed > self._settings.tolerated:
                        raise CameraError(f"{self._name}: gives no more pictures; is it still plugged in?")
                    continue
                failed = 0
                yield Frame(self._name, self._seq, self._clock(), _as_bgr(image))
                self._seq += 1
        finally:
            capture.release()

    def close(self) -> None:
        """End ``frames`` after the picture it waits for; the device is released there."""
        self._closed.set()

    @property
    def _name(self) -> str:
        source = self._settings.source
        return f"camera {source}" if isinstance(source, int) else _without_password(source)

    def _opened(self) -> Capture:
        capture = self._open(self._settings.source)
        if not capture.isOpened():
            capture.release()
            source = self._settings.source
            fault, why = why_not(source) if isinstance(source, int) else (CameraSilentError, _NO_ANSWER)
            raise fault(f"{self._name}: {why}")
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._settings.width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._settings.height)
        capture.set(cv2.CAP_PROP_FPS, self._settings.fps)
        # The newest picture counts; the driver must not keep old ones for us.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture


_NO_ANSWER = "does not answer; are address, user and password right, and is the camera on?"


def device_number(text: str) -> int:
    """Read which USB camera is meant. Raises ``CameraError``.

    >>> device_number("0"), device_number("/dev/video2")
    (0, 2)
    """
    found = _DEVICE.fullmatch(text.strip())
    if found is None:
        raise WrongSourceError(f"camera.source: {text!r}: for usb a number such as 0, or a device such as /dev/video0")
    return int(found[1])


def network_address(text: str) -> str:
    """Read the address of a network camera. Raises ``CameraError``, and never shows a password.

    >>> network_address(" rtsp://10.0.0.7/table ")
    'rtsp://10.0.0.7/table'
    """
    address = text.strip()
    try:
        parts = urlsplit(address)
        fine = parts.scheme in _SCHEMES and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fine = False
    if not fine:
        shown = without_password(address)
        raise WrongSourceError(
            f"camera.source: {shown!r}: for rtsp an address such as rtsp://user:password@10.0.0.7/stream"
        )
    return address


def why_not(number: int, devices: Path = Path("/dev")) -> tuple[type[CameraError], str]:
    """Say why a camera cannot be opened, and what there is."""
    wanted = devices / f"video{number}"
    if not wanted.exists():
        there = ", ".join(sorted(path.name.removeprefix("video") for path in devices.glob("video*")))
        return NoSuchCameraError, f"is not there; {f'there are {there}' if there else 'no camera is plugged in'}"
    if not os.access(wanted, os.R_OK | os.W_OK):
        return CameraForbiddenError, f"no right to open {wanted}; sudo usermod -aG video $USER, then log in again"
    return CameraBusyError, f"{wanted} gives no pictures; another program may use it, or it is no camera"


def _open(source: int | str) -> Capture:
    hush()
    # OpenCV's stubs speak of matrices of any kind; a camera gives 8-bit pictures.
    if isinstance(source, int):
        return cast(Capture, cv2.VideoCapture(source, cv2.CAP_V4L2))
    waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _ANSWER_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _ANSWER_MS]
    return cast(Capture, cv2.VideoCapture(source, cv2.CAP_FFMPEG, waits))


def _as_bgr(image: Image) -> Image:
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.ascontiguousarray(image[:, :, :3], np.uint8)


def _without_password(address: str) -> str:
    """Give an address that may be shown: no user and no password.

    >>> _without_password("rtsp://me:secret@10.0.0.7/table")
    'rtsp://10.0.0.7/table'
    """
    scheme, mark, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}" if mark else address
