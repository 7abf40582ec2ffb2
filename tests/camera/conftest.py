"""The real picamera2 on the real libcamera, with pictures from files in place of a sensor.

libcamera's virtual pipeline serves the pictures. What a container lacks is put in here: memory that a driver would
give, and a library that only draws on a screen.
"""

from __future__ import annotations

import mmap
import os
import sys
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

WIDTH, HEIGHT = 1280, 720
COLOURS = ((40, 160, 60), (60, 60, 190))
"""Blue, green and red of the two pictures that the camera shows in turn."""


def pictures(folder: Path) -> None:
    """Draw what the camera sees: cloth of one colour with a white card in the upper left, then the same in another."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, colour in enumerate(COLOURS):
        picture = np.full((HEIGHT, WIDTH, 3), colour, np.uint8)
        picture[60:260, 100:240] = 245
        assert cv2.imwrite(str(folder / f"{number}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


@pytest.fixture(scope="session")
def picamera2() -> Iterator[Any]:
    """Give the real module, ready for the virtual camera."""
    pictures(Path(os.environ["PAIZHUO_CAMERA_PICTURES"]))
    screen = types.ModuleType("pykms")
    forms = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12")
    screen.PixelFormat = types.SimpleNamespace(**{form: form for form in forms})  # type: ignore[attr-defined]
    screen.Card = object  # type: ignore[attr-defined]
    sys.modules["pykms"] = screen
    import libcamera
    from picamera2 import picamera2 as module
    from picamera2.allocators import Allocator

    class Mapped:
        """Gives a buffer's memory, which is mapped as long as the buffer lives."""

        def __init__(self, allocator: Any, buffer: Any, _write: object) -> None:
            self._memory = allocator.memory[buffer]

        def __enter__(self) -> mmap.mmap:
            memory: mmap.mmap = self._memory
            return memory

        def __exit__(self, *_: object) -> None:
            """Leave it mapped."""

        get_buffer = __enter__

    class MemoryAllocator(Allocator):  # type: ignore[misc]
        """Buffers in plain memory: brightness and colours are two planes of one file."""

        def __init__(self) -> None:
            super().__init__()
            self.sync = Mapped
            self.memory: dict[Any, mmap.mmap] = {}
            self._buffers: dict[Any, list[Any]] = {}
            self._files: list[int] = []

        def allocate(self, libcamera_config: Any, _: object) -> None:
            self.close()
            for stream in libcamera_config:
                self._buffers[stream.stream] = [self._buffer(stream) for _ in range(stream.buffer_count)]

        def _buffer(self, stream: Any) -> Any:
            file = os.memfd_create("camera")
            os.ftruncate(file, stream.frame_size)
            self._files.append(file)
            bright = stream.stride * stream.size.height
            planes = []
            for offset, length in ((0, bright), (bright, stream.frame_size - bright)):
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = file, offset, length
                planes.append(plane)
            buffer = libcamera.FrameBuffer(planes)
            self.memory[buffer] = mmap.mmap(file, stream.frame_size)
            return buffer

        def buffers(self, stream: Any) -> list[Any]:
            return self._buffers[stream]

        def close(self) -> None:
            for file in self._files:
                os.close(file)
            # Pictures that are still looked at keep their memory; it goes with the last of them.
            self._files, self._buffers, self.memory = [], {}, {}

    modes: list[Mapping[str, object]] = [{"format": "NV12", "size": (WIDTH, HEIGHT)}]
    patch = pytest.MonkeyPatch()
    patch.setattr(module, "DmaAllocator", MemoryAllocator)
    # The virtual pipeline has no raw stream to ask for.
    patch.setattr(module.Picamera2, "_get_raw_modes", lambda _self: modes)
    yield module
    patch.undo()
