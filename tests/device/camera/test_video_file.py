"""A recording as a camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from paizhuo.device.camera.protocol import CameraError
from paizhuo.device.camera.video_file import VideoFile


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in range(5):
        writer.write(np.full((48, 64, 3), 40 * level, np.uint8))
    writer.release()
    return path


def test_frames_carry_the_recordings_times(clip: Path) -> None:
    video = VideoFile(clip)
    frames = list(video.frames())
    assert [round(frame.seconds, 3) for frame in frames] == [0.0, 0.1, 0.2, 0.3, 0.4]
    assert (video.width, video.height, video.count) == (64, 48, 5)
    assert [round(float(frame.image.mean()), -1) for frame in frames] == [0, 40, 80, 120, 160]


def test_asked_again_it_starts_from_the_front(clip: Path) -> None:
    video = VideoFile(clip)
    assert [frame.seq for frame in video.frames()] == [frame.seq for frame in video.frames()]


def test_a_paced_recording_keeps_its_own_time(clip: Path) -> None:
    clock = [100.0]
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        clock[0] += seconds + 0.03  # looking at a frame takes its time too

    list(VideoFile(clip, paced=True, now=lambda: clock[0], sleep=sleep).frames())
    assert sum(waits) + 0.03 * 4 == pytest.approx(0.4)


def test_closing_ends_the_frames(clip: Path) -> None:
    video = VideoFile(clip)
    frames = video.frames()
    next(frames)
    video.close()
    assert list(frames) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such recording"),  # missing
        (b"", "not a recording"),  # empty
        (b"this is no film" * 100, "not a recording"),  # text
    ],
)
def test_a_bad_recording_is_one_clear_line(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "bad.mp4"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CameraError, match=message) as caught:
        VideoFile(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
