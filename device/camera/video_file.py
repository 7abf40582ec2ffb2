"""A recording as a camera: its frames carry the recording's own times."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from paizhuo.device.camera.protocol import BadRecordingError
from paizhuo.device.camera.quiet import hush
from paizhuo.vision.frames import Frame

_USUAL_FPS = 25.0


class VideoFile:
    """Gives a recording's frames from the start: as fast as they are taken or, with ``paced``, at their own pace."""

    def __init__(
        self,
        path: Path,
        *,
        paced: bool = False,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open the recording. Raises ``BadRecordingError`` when it is missing or holds no readable picture."""
        if not path.is_file():
            raise BadRecordingError(f"{path}: {'not a file' if path.exists() and path.name else 'no such recording'}")
        self._path = path
        self._paced = paced
        self._now = now
        self._sleep = sleep
        self._closed = threading.Event()
        capture = self._opened()
        try:
            self.fps = _rate(capture)
            self.count = max(0, int(capture.get(cv2.CAP_PROP_FRAME_COUNT)))
            readable, first = capture.read()
        finally:
            capture.release()
        if not readable or first is None:
            raise BadRecordingError(f"{path}: holds no picture that can be read")
        self.height, self.width = first.shape[:2]

    def frames(self) -> Iterator[Frame]:
        """Give the frames; ends with the recording or when closed."""
        capture = self._opened()
        started = self._now()
        seq = 0
        try:
            while not self._closed.is_set():
                readable, image = capture.read()
                if not readable or image is None:
                    return
                at = seq / self.fps
                if self._paced:
                    self._sleep(max(0.0, started + at - self._now()))
                yield Frame(self._path.name, seq, round(at * 1e9), np.ascontiguousarray(image, np.uint8))
                seq += 1
        finally:
            capture.release()

    def close(self) -> None:
        """End ``frames`` after the present picture."""
        self._closed.set()

    def _opened(self) -> cv2.VideoCapture:
        hush()
        capture = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        if not capture.isOpened():
            capture.release()
            raise BadRecordingError(f"{self._path}: not a recording that can be read (MP4, AVI, MKV and MOV can)")
        return capture


def _rate(capture: cv2.VideoCapture) -> float:
    rate = float(capture.get(cv2.CAP_PROP_FPS))
    return rate if 0.1 <= rate <= 1000 else _USUAL_FPS
