"""The slot between camera and sight: it holds one frame, the newest wins, nothing queues up."""

from __future__ import annotations

import threading

from paizhuo.vision.frames import Frame


class LatestFrame:
    """A place for exactly one frame, shared by one writer and one reader."""

    def __init__(self) -> None:
        self._ready = threading.Condition()
        self._frame: Frame | None = None
        self._closed = False
        self._dropped = 0

    @property
    def dropped(self) -> int:
        """Count the frames that were replaced before anybody took them."""
        return self._dropped

    def put(self, frame: Frame) -> None:
        """Leave a frame; an older one that nobody took is dropped."""
        with self._ready:
            if self._frame is not None:
                self._dropped += 1
            self._frame = frame
            self._ready.notify()

    def take(self, timeout: float | None = None) -> Frame | None:
        """Take the frame, waiting up to ``timeout`` seconds; None when none came or the slot was closed."""
        with self._ready:
            self._ready.wait_for(lambda: self._frame is not None or self._closed, timeout)
            frame, self._frame = self._frame, None
            return frame

    def close(self) -> None:
        """Say that no frame will follow; a frame still there can be taken."""
        with self._ready:
            self._closed = True
            self._ready.notify_all()

    @property
    def closed(self) -> bool:
        """Say whether the slot was closed."""
        return self._closed
