"""What every camera gives: frames, one after the other, until it is closed or fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from paizhuo.rules.errors import TableError
from paizhuo.vision.frames import Frame


class CameraError(TableError, OSError):
    """Raised when a camera or a recording cannot be opened, or gives no more pictures; the message is one line."""


class Camera(Protocol):
    """A source of frames. ``frames`` may be called again after a fault and then opens the device anew."""

    def frames(self) -> Iterator[Frame]:
        """Give frames with growing numbers and monotonic times. Raises ``CameraError``; a recording just ends."""
        ...

    def close(self) -> None:
        """Release the device; safe to call twice and from another thread."""
        ...
