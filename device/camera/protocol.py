"""What every camera gives: frames, one after the other, until it is closed or fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from paizhuo.rules.errors import TableError
from paizhuo.vision.frames import Frame


class CameraError(TableError, OSError):
    """Raised when a camera or a recording cannot be opened, or gives no more pictures; the message is one line.

    ``code`` says why, for pages that say it in their own words.
    """

    code = "camera.failed"


class NoSuchCameraError(CameraError):
    """Raised when the camera is not connected to this machine."""

    code = "camera.absent"


class CameraBusyError(CameraError):
    """Raised when the camera is there and gives no pictures to us: most often another program uses it."""

    code = "camera.busy"


class CameraForbiddenError(CameraError):
    """Raised when this program has no right to open the camera."""

    code = "camera.forbidden"


class CameraSilentError(CameraError):
    """Raised when a network camera does not answer."""

    code = "camera.silent"


class NoCameraLibraryError(CameraError):
    """Raised when the library that drives the camera is not installed."""

    code = "camera.no_library"


class BadRecordingError(CameraError):
    """Raised when a recording is missing or holds no picture that can be read."""

    code = "camera.no_recording"


class WrongSourceError(CameraError):
    """Raised when a source is none of its kind: a name where a number should be, say."""

    code = "camera.wrong_source"


class Camera(Protocol):
    """A source of frames. ``frames`` may be called again after a fault and then opens the device anew."""

    def frames(self) -> Iterator[Frame]:
        """Give frames with growing numbers and monotonic times. Raises ``CameraError``; a recording just ends."""
        ...

    def close(self) -> None:
        """Release the device; safe to call twice and from another thread."""
        ...
