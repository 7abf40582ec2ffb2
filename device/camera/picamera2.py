"""The Raspberry Pi's camera, by picamera2. The library is imported when the camera is opened, and nowhere else.

One configuration for the whole life of the process, few buffers, no queue of old frames, every wait with an end: the
camera stack runs out of memory when reconfigured and blocks for ever when a cable is pulled.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.device.camera.protocol import CameraError
from paizhuo.vision.frames import Frame, Image

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
            width, height, stride = self._configured(camera)
            self._focus(camera)
            unlocked = self._settings.settle_frames
            while not self._closed.is_set():
                planar, metadata = self._captured(camera)
                if unlocked:
                    unlocked -= 1
                    if not unlocked:
                        camera.set_controls(supported(locked(metadata), camera.camera_controls))
                    continue
                image = planar_to_bgr(planar, width, height, stride)
                yield Frame(SOURCE, self._seq, self._stamp(metadata), image)
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
            raise CameraError(
                "picamera2 is not installed; on Raspberry Pi OS: sudo apt install python3-picamera2"
            ) from error
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraError(f"Raspberry Pi camera {self._settings.number}: cannot be opened: {error}") from error

    def _configured(self, camera: PiCamera) -> tuple[int, int, int]:
        """Configure and start; give width, height and bytes per row of the pictures."""
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
            raise CameraError(f"Raspberry Pi camera: refuses {settings.width}x{settings.height}: {error}") from error
        size, stride = stream["size"], stream["stride"]
        if not isinstance(size, tuple) or not isinstance(stride, int):
            raise CameraError("Raspberry Pi camera: does not say the size of its pictures")
        return int(size[0]), int(size[1]), stride

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
            raise CameraError("Raspberry Pi camera: gives no more pictures; is the cable seated?") from error
        except RuntimeError as error:
            raise CameraError(f"Raspberry Pi camera: {error}") from error

    def _stamp(self, metadata: Metadata) -> int:
        stamp = metadata.get("SensorTimestamp")
        return stamp if isinstance(stamp, int) else self._clock()

    def _release(self, camera: PiCamera) -> None:
        """Stop and close, in a thread that may hang: with a pulled cable both calls can block for ever."""

        def stop_and_close() -> None:
            camera.stop()
            camera.close()

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


def planar_to_bgr(planar: NDArray[np.uint8], width: int, height: int, stride: int) -> Image:
    """Turn a YUV420 buffer into BGR. ``stride`` is the bytes of a row of brightness; rows may be padded.

    The buffer is brightness, then both colour planes at half the size and half the stride.
    """
    flat = planar.reshape(-1)
    half = stride // 2
    rows = height // 2
    bright = flat[: height * stride].reshape(height, stride)[:, :width]
    colours = flat[height * stride : height * stride + 2 * rows * half].reshape(2, rows, half)[:, :, : width // 2]
    packed = np.empty((height * 3 // 2, width), np.uint8)
    packed[:height] = bright
    packed[height:] = colours.reshape(2 * rows * (width // 2)).reshape(height // 2, width)
    return np.asarray(cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_I420), np.uint8)


def _open(number: int) -> PiCamera:
    from picamera2 import Picamera2

    camera: PiCamera = Picamera2(number)
    return camera
