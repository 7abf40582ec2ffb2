"""The camera that OpenCV opens: a recording stands in for the device, and a fake for its faults."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from paizhuo.device.camera.opencv import Capture, OpenCvCamera, OpenCvSettings, why_not
from paizhuo.device.camera.protocol import CameraBusyError, CameraError, CameraSilentError, NoSuchCameraError
from paizhuo.vision.frames import Image

PICTURE = np.full((48, 64, 3), 90, np.uint8)


class FakeCapture:
    """A device that gives what its script says; None is a failed read."""

    def __init__(self, script: Sequence[Image | None], *, there: bool = True) -> None:
        self.script = list(script)
        self.there = there
        self.released = 0
        self.asked: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802
        return self.there

    def read(self) -> tuple[bool, Image | None]:
        image = self.script.pop(0) if self.script else None
        return image is not None, image

    def set(self, prop: int, value: float) -> bool:
        self.asked[prop] = value
        return False

    def release(self) -> None:
        self.released += 1


def opening(*captures: FakeCapture) -> Callable[[int | str], Capture]:
    waiting = list(captures)
    return lambda source: waiting.pop(0)


def ticking() -> Callable[[], int]:
    ticks = iter(range(1_000_000, 100_000_000, 1_000_000))
    return lambda: next(ticks)


def test_frames_are_numbered_and_stamped() -> None:
    camera = OpenCvCamera(open_capture=opening(FakeCapture([PICTURE] * 3)), clock=ticking())
    frames = list(islice(camera.frames(), 3))
    assert [(frame.seq, frame.captured_ns) for frame in frames] == [(0, 1_000_000), (1, 2_000_000), (2, 3_000_000)]
    assert not frames[0].image.flags.writeable


def test_a_camera_that_is_not_there_is_one_clear_line() -> None:
    capture = FakeCapture([], there=False)
    camera = OpenCvCamera(OpenCvSettings(source=3), open_capture=opening(capture))
    with pytest.raises(CameraError, match=r"^camera 3: is not there; "):
        next(camera.frames())
    assert capture.released == 1


def test_a_few_failed_reads_are_forgiven() -> None:
    camera = OpenCvCamera(open_capture=opening(FakeCapture([PICTURE, None, None, PICTURE])))
    assert [frame.seq for frame in islice(camera.frames(), 2)] == [0, 1]


def test_an_unplugged_camera_faults_and_is_released() -> None:
    capture = FakeCapture([PICTURE])
    frames = OpenCvCamera(open_capture=opening(capture)).frames()
    next(frames)
    with pytest.raises(CameraError, match="no more pictures"):
        next(frames)
    assert capture.released == 1


def test_after_a_fault_it_opens_anew_and_counts_on() -> None:
    camera = OpenCvCamera(open_capture=opening(FakeCapture([PICTURE]), FakeCapture([PICTURE])))
    first = camera.frames()
    assert next(first).seq == 0
    with pytest.raises(CameraError):
        next(first)
    assert next(camera.frames()).seq == 1


def test_closing_ends_the_frames() -> None:
    capture = FakeCapture([PICTURE] * 9)
    camera = OpenCvCamera(open_capture=opening(capture))
    frames = camera.frames()
    next(frames)
    camera.close()
    camera.close()
    assert list(frames) == []
    assert capture.released == 1


def test_grey_pictures_become_colour() -> None:
    grey = np.zeros((48, 64), np.uint8)
    camera = OpenCvCamera(open_capture=opening(FakeCapture([grey])))
    assert next(camera.frames()).image.shape == (48, 64, 3)


def test_a_password_is_never_shown() -> None:
    settings = OpenCvSettings(source="rtsp://me:secret@10.0.0.7/table")
    camera = OpenCvCamera(settings, open_capture=opening(FakeCapture([], there=False)))
    with pytest.raises(CameraError) as caught:
        next(camera.frames())
    assert "secret" not in str(caught.value)


def test_a_recording_plays_through_the_same_adapter(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(4):
        writer.write(PICTURE)
    writer.release()
    camera = OpenCvCamera(OpenCvSettings(source=str(path), tolerated=0))
    assert len(list(islice(camera.frames(), 4))) == 4


@pytest.mark.parametrize(
    ("there", "fault", "said"),
    [
        ([], NoSuchCameraError, "is not there; no camera is plugged in"),
        (["video2", "video0"], NoSuchCameraError, "is not there; there are 0, 2"),
        (["video1"], CameraBusyError, "/video1 gives no pictures; another program may use it"),
    ],
)
def test_why_a_camera_cannot_be_opened_names_what_there_is(
    tmp_path: Path, there: list[str], fault: type[CameraError], said: str
) -> None:
    for name in there:
        (tmp_path / name).touch()
    found, why = why_not(1, tmp_path)
    assert found is fault
    assert said in why


def test_a_network_camera_that_does_not_answer_is_called_silent() -> None:
    camera = OpenCvCamera(OpenCvSettings("rtsp://10.0.0.7/x"), open_capture=opening(FakeCapture([], there=False)))
    with pytest.raises(CameraSilentError):
        next(camera.frames())


class NetworkCamera:
    """A network camera on loopback that sends JPEG pictures one after the other, as many of them do."""

    def __init__(self, pictures: int) -> None:
        done, jpeg = cv2.imencode(".jpg", PICTURE)
        assert done
        part = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg)

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                for _ in range(pictures):
                    self.wfile.write(part + jpeg.tobytes() + b"\r\n")

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/stream"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def network_camera() -> Iterator[NetworkCamera]:
    camera = NetworkCamera(pictures=6)
    yield camera
    camera.server.shutdown()
    camera.server.server_close()


def test_a_network_camera_gives_pictures_and_a_silent_one_faults(network_camera: NetworkCamera) -> None:
    frames = OpenCvCamera(OpenCvSettings(source=network_camera.address, tolerated=1)).frames()
    first = next(frames)
    assert first.image.shape == (48, 64, 3)
    assert np.abs(first.image.astype(int) - 90).max() < 6
    with pytest.raises(CameraError, match=r"^http://127\.0\.0\.1:\d+/stream: gives no more pictures"):
        list(frames)
