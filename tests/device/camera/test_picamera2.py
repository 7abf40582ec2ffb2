"""The Raspberry Pi's camera against a stand-in with picamera2's documented behaviour."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice, pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from paizhuo.device.camera.picamera2 import Picamera2Camera, PiCameraSettings, Shape, to_bgr, why_not
from paizhuo.device.camera.protocol import CameraBusyError, CameraError, NoSuchCameraError

SMALL = PiCameraSettings(width=64, height=48, settle_frames=2, close_within=0.2)


class FakeRequest:
    def __init__(self, metadata: dict[str, object]) -> None:
        self._metadata = metadata

    def make_array(self, name: str) -> NDArray[np.uint8]:
        assert name == "main"
        return np.full((72, 128), 128, np.uint8)

    def get_metadata(self) -> dict[str, object]:
        return dict(self._metadata)


class FakePiCamera:
    """Refuses what the real one refuses: unknown controls, focus without a motor, use before configuring."""

    def __init__(self, *, motor: bool = True, silent_after: int | None = None, hangs: bool = False) -> None:
        motor_controls = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)} if motor else {}
        exposure: dict[str, object] = {"ExposureTime": (), "AnalogueGain": (), "ColourGains": (), "AeFlickerMode": ()}
        self.camera_controls: Mapping[str, object] = {**exposure, "AeFlickerPeriod": (), **motor_controls}
        self.metadata: dict[str, object] = {"ExposureTime": 10000, "AnalogueGain": 1.5, "ColourGains": (1.8, 1.4)}
        if motor:
            self.metadata["LensPosition"] = 1.27
        self.calls: list[str] = []
        self.controls: dict[str, object] = {}
        self.configuration: dict[str, object] = {}
        self.gives = "YUV420"
        self.silent_after = silent_after
        self.unblocked = threading.Event()
        if not hangs:
            self.unblocked.set()

    def create_video_configuration(self, **options: object) -> dict[str, object]:
        return dict(options)

    def align_configuration(self, configuration: dict[str, object]) -> None:
        self.calls.append("align")

    def configure(self, configuration: dict[str, object]) -> None:
        self.calls.append("configure")
        self.configuration = configuration

    def stream_configuration(self, name: str = "main") -> Mapping[str, object]:
        return {"size": (64, 48), "stride": 128, "format": self.gives}

    def start(self) -> None:
        assert self.configuration
        self.calls.append("start")

    def set_controls(self, controls: dict[str, object]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)

    def autofocus_cycle(self) -> bool:
        self.calls.append("autofocus")
        return True

    @contextmanager
    def captured_request(self, wait: float | None = None) -> Iterator[FakeRequest]:
        assert wait, "a wait without an end can block for ever"
        if self.silent_after is not None:
            self.silent_after -= 1
            if self.silent_after < 0:
                raise TimeoutError
        self.metadata["SensorTimestamp"] = 1000 + len(self.calls)
        self.calls.append("capture")
        yield FakeRequest(self.metadata)

    def cancel_all_and_flush(self) -> None:
        self.calls.append("cancel")

    def stop(self) -> None:
        self.unblocked.wait(5.0)
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


def test_it_focuses_once_and_locks_focus_exposure_and_colours() -> None:
    fake = FakePiCamera()
    camera = Picamera2Camera(SMALL, open_camera=lambda number: fake)
    frames = list(islice(camera.frames(), 3))
    assert [frame.seq for frame in frames] == [0, 1, 2]
    assert fake.calls.count("autofocus") == 1
    assert fake.controls["AfMode"] == 0
    assert fake.controls["LensPosition"] == 1.27
    assert fake.controls["ExposureTime"] == 10000
    assert fake.controls["ColourGains"] == (1.8, 1.4)
    assert camera.lens_position == 1.27


def test_a_stored_focus_is_used_without_focusing() -> None:
    fake = FakePiCamera()
    settings = PiCameraSettings(width=64, height=48, settle_frames=0, lens_position=1.31, close_within=0.2)
    next(Picamera2Camera(settings, open_camera=lambda number: fake).frames())
    assert "autofocus" not in fake.calls
    assert fake.controls["LensPosition"] == 1.31


def test_a_camera_without_a_motor_is_never_asked_to_focus() -> None:
    fake = FakePiCamera(motor=False)
    next(Picamera2Camera(SMALL, open_camera=lambda number: fake).frames())
    assert "autofocus" not in fake.calls
    assert "AfMode" not in fake.controls


def test_few_buffers_no_queue_and_no_raw_stream() -> None:
    fake = FakePiCamera()
    next(Picamera2Camera(SMALL, open_camera=lambda number: fake).frames())
    chosen = {name: fake.configuration[name] for name in ("raw", "queue", "buffer_count", "main")}
    assert chosen == {
        "raw": None,
        "queue": False,
        "buffer_count": 3,
        "main": {"size": (64, 48), "format": "YUV420"},
    }


def test_the_sensors_own_time_stamps_the_frame() -> None:
    fake = FakePiCamera()
    frame = next(Picamera2Camera(SMALL, open_camera=lambda number: fake).frames())
    assert frame.captured_ns == fake.metadata["SensorTimestamp"]


def test_a_silent_camera_faults_after_its_jobs_are_cancelled() -> None:
    fake = FakePiCamera(silent_after=5)
    frames = Picamera2Camera(SMALL, open_camera=lambda number: fake).frames()
    with pytest.raises(CameraError, match="no more pictures"):
        list(frames)
    assert fake.calls.index("cancel") < fake.calls.index("stop")
    assert fake.calls[-1] == "close"


def test_a_camera_that_hangs_on_closing_does_not_hang_the_program() -> None:
    fake = FakePiCamera(hangs=True)
    camera = Picamera2Camera(SMALL, open_camera=lambda number: fake)
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []
    fake.unblocked.set()


def test_a_camera_that_refuses_to_stop_is_closed_all_the_same() -> None:
    """A camera whose start had failed raised in the thread that closes it, where nobody catches."""
    fake = FakePiCamera()

    def refuse() -> None:
        fake.calls.append("stop")
        raise RuntimeError("Camera is not running")

    fake.stop = refuse  # type: ignore[method-assign]
    camera = Picamera2Camera(SMALL, open_camera=lambda number: fake)
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []
    assert fake.calls[-2:] == ["stop", "close"]


def test_a_missing_library_names_the_remedy() -> None:
    def missing(number: int) -> FakePiCamera:
        raise ImportError("No module named 'picamera2'")

    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        next(Picamera2Camera(SMALL, open_camera=missing).frames())


def test_a_busy_camera_is_one_clear_line() -> None:
    def busy(number: int) -> FakePiCamera:
        raise RuntimeError("Camera __init__ sequence did not complete.")

    with pytest.raises(CameraError, match=r"^Raspberry Pi camera 0: is not there"):
        next(Picamera2Camera(SMALL, open_camera=busy).frames())


def chained(*messages: str) -> Exception:
    """Give errors of which each was raised from the one after it."""
    errors = [RuntimeError(message) for message in messages]
    for outer, inner in pairwise(errors):
        outer.__cause__ = inner
    return errors[0]


@pytest.mark.parametrize(
    ("number", "error", "cameras", "fault", "said"),
    [
        (0, chained("x"), [], NoSuchCameraError, "is not there; none is connected, or its cable is not seated"),
        (2, chained("x"), [{}, {}], NoSuchCameraError, "is not there; there are 0, 1"),
        (
            0,
            chained("x", "Failed to acquire camera: Device or resource busy"),
            [{}],
            CameraBusyError,
            "another program uses it",
        ),
        (
            0,
            chained("incomplete", "tuning file not found"),
            [{}],
            CameraError,
            "cannot be opened: tuning file not found",
        ),
    ],
)
def test_why_it_cannot_be_opened(
    number: int, error: Exception, cameras: list[object], fault: type[CameraError], said: str
) -> None:
    assert why_not(number, error, cameras) == (fault, said)


def test_a_camera_of_another_form_is_refused_with_those_that_can_be_read() -> None:
    fake = FakePiCamera()
    fake.gives = "MJPEG"
    with pytest.raises(CameraError, match="gives pictures as MJPEG; YUV420 and NV12 can be read"):
        next(Picamera2Camera(SMALL, open_camera=lambda number: fake).frames())


@pytest.mark.parametrize("kind", ["YUV420", "NV12"])
@pytest.mark.parametrize("padding", [0, 64])
def test_padded_rows_are_cut_off(padding: int, kind: str) -> None:
    rng = np.random.default_rng(3)
    small = rng.integers(0, 255, (6, 8, 3), np.uint8)
    image = np.asarray(cv2.resize(small, (64, 48), interpolation=cv2.INTER_CUBIC), np.uint8)
    packed = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420), np.uint8)
    expected = cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_I420)
    stride = 64 + padding
    buffer = np.full(48 * stride * 3 // 2, 7, np.uint8)
    buffer[: 48 * stride].reshape(48, stride)[:, :64] = packed[:48]
    planes = packed[48:].reshape(2, 24, 32)
    if kind == "YUV420":
        buffer[48 * stride :].reshape(2, 24, stride // 2)[:, :, :32] = planes
    else:
        buffer[48 * stride :].reshape(24, stride)[:, :64] = planes.transpose(1, 2, 0).reshape(24, 64)
    back = to_bgr(buffer.reshape(72, stride), Shape(64, 48, stride, kind))
    assert np.array_equal(back, expected)
    assert np.abs(back.astype(int) - image.astype(int)).mean() < 9  # half the colour resolution is lost on the way
