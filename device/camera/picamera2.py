"""The Raspberry Pi's camera, by picamera2. The library is imported when the camera is opened, and nowhere else.

One configuration for the whole life of the process, few buffers, no queue of old frames, every wait with an end: the
camera stack runs out of memory when reconfigured and blocks for ever when a cable is pulled.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.device.camera.protocol import CameraBusyError, CameraError, NoCameraLibraryError, NoSuchCameraError
from paizhuo.vision.frames import Frame, Image

log = logging.getLogger(__name__)

SOURCE = "picamera2"

AF_MANUAL, AF_AUTO = 0, 1
"""libcamera's AfModeEnum."""

FLICKER_MANUAL = 1
"""libcamera's AeFlickerModeEnum."""

Metadata = Mapping[str, object]


class Request(Protocol):
    """One captured request: its picture and what the camera says about it."""

    def make_array(self, name: str) -> NDArray[np.uint8]:
        """Copy a stream's picture out of its buffer."""
        ...

    def get_metadata(self) -> Metadata:
        """Give exposure, time stamp and so on."""
        ...


class PiCamera(Protocol):
    """The part of ``picamera2.Picamera2`` that is used here."""

    @property
    def camera_controls(self) -> Mapping[str, object]:
        """The controls that this camera has, with their ranges."""
        ...

    def create_video_configuration(self, **options: object) -> dict[str, object]:
        """Make a configuration."""
        ...

    def align_configuration(self, configuration: dict[str, object]) -> None:
        """Round sizes to what the hardware likes."""
        ...

    def configure(self, configuration: dict[str, object]) -> None:
        """Set a configuration."""
        ...

    def stream_configuration(self, name: str = "main") -> Mapping[str, object]:
        """Give a stream's size and stride as set."""
        ...

    def start(self) -> None:
        """Start the camera."""
        ...

    def set_controls(self, controls: dict[str, object]) -> None:
        """Set controls."""
        ...

    def autofocus_cycle(self) -> bool:
        """Focus once; say whether it worked."""
        ...

    def captured_request(self, wait: float | None = None) -> AbstractContextManager[Request]:
        """Wait for a request and release it at the end of the block."""
        ...

    def cancel_all_and_flush(self) -> None:
        """Forget jobs that wait."""
        ...

    def stop(self) -> None:
        """Stop the camera."""
        ...

    def close(self) -> None:
        """Release the camera."""
        ...


@dataclass(frozen=True, slots=True)
class PiCameraSettings:
    """Size and rate of the pictures, and what is locked so that the table looks the same all evening.

    ``lens_position`` (1/m) is a stored focus; None focuses once at the start. ``mains_hz`` is the lamps' frequency.
    Exposure and colours settle for ``settle_frames`` frames and are then locked.
    """

    number: int = 0
    width: int = 2304
    height: int = 1296
    fps: float = 10.0
    mains_hz: int = 50
    lens_position: float | None = None
    settle_frames: int = 20
    wait: float = 3.0
    close_within: float = 5.0


class Picamera2Camera:
    """A Raspberry Pi camera with focus, exposure and colours locked."""

    def __init__(
        self,
        settings: PiCameraSettings | None = None,
        *,
        open_camera: Callable[[int], PiCamera] | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Prepare; the camera is opened when the first frame is asked for."""
        self._settings = settings or PiCameraSettings()
        self._open = open_camera or _open
        self._clock = clock
        self._closed = threading.Event()
        self._seq = 0
        self.lens_position: float | None = self._settings.lens_position

    @property
    def settings(self) -> PiCameraSettings:
        """What the camera was asked for."""
        return self._settings

    def frames(self) -> Iterator[Frame]:
        """Open the camera, lock it and give its frames. Raises ``CameraError``; asked again it opens anew."""
        camera = self._opened()
        try:
            shape = self._configured(camera)
            self._focus(camera)
            unlocked = self._settings.settle_frames
            while not self._closed.is_set():
                planar, metadata = self._captured(camera)
                if unlocked:
                    unlocked -= 1
                    if not unlocked:
                        camera.set_controls(supported(locked(metadata), camera.camera_controls))
                    continue
                yield Frame(SOURCE, self._seq, self._stamp(metadata), to_bgr(planar, shape))
                self._seq += 1
        finally:
            self._release(camera)

    def close(self) -> None:
        """End ``frames`` after the picture it waits for; the camera is released there."""
        self._closed.set()

    def _opened(self) -> PiCamera:
        try:
            return self._open(self._settings.number)
        except ImportError as error:
            raise NoCameraLibraryError(
                "picamera2 is not installed; on Raspberry Pi OS: sudo apt install python3-picamera2"
            ) from error
        except (RuntimeError, IndexError, OSError) as error:
            fault, why = why_not(self._settings.number, error)
            raise fault(f"{self._name}: {why}") from error

    @property
    def _name(self) -> str:
        return f"Raspberry Pi camera {self._settings.number}"

    def _configured(self, camera: PiCamera) -> Shape:
        """Configure and start; give the shape of the pictures as the camera really takes them."""
        settings = self._settings
        duration = round(1e6 / settings.fps)
        configuration = camera.create_video_configuration(
            main={"size": (settings.width, settings.height), "format": "YUV420"},
            raw=None,
            # Three buffers and no queue: memory is short at 12 megapixels, and only the newest picture counts.
            buffer_count=3,
            queue=False,
            display=None,
            encode=None,
            controls={"FrameDurationLimits": (duration, duration)},
        )
        try:
            camera.align_configuration(configuration)
            camera.configure(configuration)
            stream = camera.stream_configuration("main")
            camera.start()
        except (RuntimeError, OSError) as error:
            raise CameraError(f"{self._name}: refuses {settings.width}x{settings.height}: {error}") from error
        size, stride, kind = stream["size"], stream["stride"], str(stream["format"])
        if not isinstance(size, tuple) or not isinstance(stride, int):
            raise CameraError(f"{self._name}: does not say the size of its pictures")
        if kind not in CONVERSIONS:
            raise CameraError(f"{self._name}: gives pictures as {kind}; {' and '.join(CONVERSIONS)} can be read")
        return Shape(int(size[0]), int(size[1]), stride, kind)

    def _focus(self, camera: PiCamera) -> None:
        """Set the stored focus, or focus once and keep it; cameras without a motor have nothing to set."""
        controls: dict[str, object] = {
            "AeFlickerMode": FLICKER_MANUAL,
            # The light of a lamp swells twice in each period of the mains.
            "AeFlickerPeriod": round(1e6 / (2 * self._settings.mains_hz)),
        }
        if "LensPosition" in camera.camera_controls:
            if self.lens_position is None:
                camera.set_controls({"AfMode": AF_AUTO})
                camera.autofocus_cycle()
                _, metadata = self._captured(camera)
                position = metadata.get("LensPosition")
                self.lens_position = float(position) if isinstance(position, int | float) else None
            # Without manual mode a lens position is ignored.
            controls["AfMode"] = AF_MANUAL
            if self.lens_position is not None:
                controls["LensPosition"] = self.lens_position
        camera.set_controls(supported(controls, camera.camera_controls))

    def _captured(self, camera: PiCamera) -> tuple[NDArray[np.uint8], Metadata]:
        try:
            with camera.captured_request(wait=self._settings.wait) as request:
                return request.make_array("main"), request.get_metadata()
        except TimeoutError as error:
            # The job that gave up would otherwise eat the next buffer.
            camera.cancel_all_and_flush()
            raise CameraError(f"{self._name}: gives no more pictures; is the cable seated?") from error
        except RuntimeError as error:
            raise CameraError(f"{self._name}: {error}") from error

    def _stamp(self, metadata: Metadata) -> int:
        stamp = metadata.get("SensorTimestamp")
        return stamp if isinstance(stamp, int) else self._clock()

    def _release(self, camera: PiCamera) -> None:
        """Stop and close, in a thread that may hang: with a pulled cable both calls can block for ever."""

        def stop_and_close() -> None:
            for end in (camera.stop, camera.close):
                try:
                    end()
                except Exception as error:  # noqa: BLE001 (the top of a thread; a camera that has faulted may refuse both)
                    log.info("%s: while closing: %s", self._name, error)

        closing = threading.Thread(target=stop_and_close, name="paizhuo-close-camera", daemon=True)
        closing.start()
        closing.join(self._settings.close_within)


def supported(controls: Mapping[str, object], available: Mapping[str, object]) -> dict[str, object]:
    """Keep the controls that this camera has; setting another one is an error.

    >>> supported({"AfMode": 0, "ExposureTime": 10000}, {"ExposureTime": (1, 66666, None)})
    {'ExposureTime': 10000}
    """
    return {name: value for name, value in controls.items() if name in available}


def locked(metadata: Metadata) -> dict[str, object]:
    """Give the controls that keep exposure and colours as the camera has found them.

    >>> locked({"ExposureTime": 19871, "AnalogueGain": 2.0, "Lux": 300.0})
    {'ExposureTime': 19871, 'AnalogueGain': 2.0}
    """
    # Setting the time and the gain ends automatic exposure, setting the colour gains ends automatic white balance.
    return {name: metadata[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in metadata}


CONVERSIONS = {"YUV420": cv2.COLOR_YUV2BGR_I420, "NV12": cv2.COLOR_YUV2BGR_NV12}
"""The forms in which a camera may give its pictures, and how OpenCV calls the way to colours."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a picture lies in its buffer: size in pixels, bytes in a row of brightness, and its form."""

    width: int
    height: int
    stride: int
    kind: str = "YUV420"


def to_bgr(buffer: NDArray[np.uint8], shape: Shape) -> Image:
    """Turn a buffer into BGR. Rows may be padded.

    Brightness comes first. Then the colours at half the size follow: in YUV420 two planes of half the stride, in NV12
    one plane of the same stride with both colours in turn.
    """
    width, height, stride = shape.width, shape.height, shape.stride
    flat = buffer.reshape(-1)
    rows = height // 2
    packed = np.empty((height * 3 // 2, width), np.uint8)
    packed[:height] = flat[: height * stride].reshape(height, stride)[:, :width]
    colours = flat[height * stride : (height + rows) * stride]
    if shape.kind == "NV12":
        packed[height:] = colours.reshape(rows, stride)[:, :width]
    else:
        half = colours.reshape(2, rows, stride // 2)[:, :, : width // 2]
        packed[height:] = half.reshape(rows, width)
    return np.asarray(cv2.cvtColor(packed, CONVERSIONS[shape.kind]), np.uint8)


def why_not(number: int, error: Exception, cameras: Sequence[object] | None = None) -> tuple[type[CameraError], str]:
    """Say why a camera could not be opened; ``cameras`` are those that the library knows, None asks it."""
    there = connected() if cameras is None else cameras
    if number >= len(there):
        known = ", ".join(str(place) for place in range(len(there)))
        shown = f"there are {known}" if known else "none is connected, or its cable is not seated"
        return NoSuchCameraError, f"is not there; {shown}"
    causes = [str(error)]
    while (cause := error.__cause__) is not None and isinstance(cause, Exception):
        error = cause
        causes.append(str(error))
    if any("busy" in each or "acquire" in each.lower() for each in causes):
        return CameraBusyError, "another program uses it"
    return CameraError, f"cannot be opened: {causes[-1]}"


def connected() -> Sequence[object]:
    """Give what the library knows of the cameras on this board, in the order of their numbers; none without it."""
    try:
        from picamera2 import Picamera2
    except ImportError:
        return ()
    known: Sequence[object] = Picamera2.global_camera_info()
    return known


def _hush() -> None:
    """Keep the library's own talk off the terminal: what goes wrong is told once, in words of ours."""
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:FATAL")
    logging.getLogger("picamera2").setLevel(logging.CRITICAL)


def _open(number: int) -> PiCamera:
    _hush()
    from picamera2 import Picamera2

    _hush()  # the library sets its own level when it is loaded
    if number >= len(Picamera2.global_camera_info()):
        # The library would find that out late, and leave a file open.
        raise IndexError(number)
    camera: PiCamera = Picamera2(number)
    return camera
