"""From camera to table: every frame through the table's eye, every observation to the table's log."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from paizhuo.device.camera.protocol import Camera
from paizhuo.device.latest import LatestFrame
from paizhuo.device.shots import RecentPictures, Shots
from paizhuo.rules.observations import Observation
from paizhuo.vision.frames import Frame
from paizhuo.vision.seen_table import SeenTable

log = logging.getLogger(__name__)

LOST_AFTER = 1.6
"""Seconds without a frame after which the camera counts as lost; told within two, as frames are awaited in quarters."""


class Eye(Protocol):
    """What looks at frames."""

    @property
    def table(self) -> SeenTable:
        """The table as believed after the last frame."""
        ...

    def see(self, frame: Frame) -> tuple[Observation, ...]:
        """Take a frame and give what is new on the table."""
        ...

    def lose(self, seq: int, at: float) -> tuple[Observation, ...]:
        """Say that no frame comes any more."""
        ...


class Observer(Protocol):
    """Who is told what was seen."""

    def observe(self, observation: Observation, picture: Callable[[], Shots] | None = None) -> None:
        """Take an observation; returns at once. ``picture`` makes the pictures of its moment if they are wanted."""
        ...


class Screen(Protocol):
    """Who shows what was seen."""

    def offer(self, frame: Frame, seen: SeenTable) -> None:
        """Take the newest frame."""
        ...


@dataclass(frozen=True, slots=True)
class PipelineState:
    """How the pipeline does: frames seen and dropped, failures caught, whether the camera gives pictures.

    ``failure`` is what last went wrong, empty while all is well.
    """

    frames: int = 0
    dropped: int = 0
    failures: int = 0
    camera_lost: bool = False
    ended: bool = False
    failure: str = ""


class Pipeline:
    """Steps frames through eye and table in the caller's thread: the headless way, nothing is dropped."""

    def __init__(self, eye: Eye, table: Observer, screen: Screen | None = None) -> None:
        self._eye = eye
        self._table = table
        self._screen = screen
        self._recent = RecentPictures()
        self.frames = 0

    def step(self, frame: Frame) -> tuple[Observation, ...]:
        """Take one frame through everything and give what was observed."""
        self._recent.add(frame)
        observations = self._eye.see(frame)
        for observation in observations:
            shots = partial(self._recent.moment().shots, frame, self._eye.table, observation)
            self._table.observe(observation, shots)
        if self._screen is not None:
            self._screen.offer(frame, self._eye.table)
        self.frames += 1
        return observations

    def lose(self, seq: int, at: float) -> None:
        """Tell the table that no frame comes any more."""
        for observation in self._eye.lose(seq, at):
            self._table.observe(observation)


class LivePipeline:
    """Runs camera and sight each in a thread, with a slot of one frame between them: the newest wins.

    A failure in either thread is caught at its top, counted and shown; the thread goes on after a pause that grows.
    """

    def __init__(self, camera: Camera, pipeline: Pipeline, *, now: Callable[[], float] = time.monotonic) -> None:
        self._camera = camera
        self._pipeline = pipeline
        self._now = now
        self._slot = LatestFrame()
        self._stop = threading.Event()
        self._failures = 0
        self._failure = ""
        self._lost = False
        self._ended = False
        self._frames_before = 0
        self._newest: tuple[Frame, float] | None = None
        self._threads = [
            threading.Thread(target=self._film, name="paizhuo-camera", daemon=True),
            threading.Thread(target=self._look, name="paizhuo-sight", daemon=True),
        ]

    def start(self) -> None:
        """Start both threads."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop both threads; returns when they have ended."""
        self._stop.set()
        self._camera.close()
        self._slot.close()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(timeout=10.0)

    def look_with(self, pipeline: Pipeline) -> None:
        """Put the frames from now on through another pipeline; the camera films on."""
        self._frames_before += self._pipeline.frames
        self._pipeline = pipeline

    @property
    def newest(self) -> tuple[Frame, float] | None:
        """The newest frame that was looked at, and the seconds since it came; None before the first."""
        newest = self._newest
        return None if newest is None else (newest[0], self._now() - newest[1])

    @property
    def state(self) -> PipelineState:
        """How the pipeline does now."""
        frames = self._frames_before + self._pipeline.frames
        return PipelineState(frames, self._slot.dropped, self._failures, self._lost, self._ended, self._failure)

    def _film(self) -> None:
        pause = 0.5
        while not self._stop.is_set():
            try:
                for frame in self._camera.frames():
                    self._slot.put(frame)
                    pause = 0.5
                    if self._stop.is_set():
                        return
            except Exception as error:  # noqa: BLE001 (the top of a background loop: anything may come out of a driver)
                self._note("camera", error)
                self._stop.wait(pause)
                pause = min(pause * 2, 10.0)
            else:
                self._ended = True
                self._slot.close()
                return

    def _look(self) -> None:
        last_seq, last_at, last_came = 0, 0.0, self._now()
        while not self._stop.is_set():
            frame = self._slot.take(timeout=0.25)
            try:
                if frame is not None:
                    last_seq, last_at, last_came = frame.seq, frame.seconds, self._now()
                    self._newest = (frame, last_came)
                    self._lost = False
                    self._pipeline.step(frame)
                    self._failure = ""
                elif self._slot.closed:
                    return
                elif not self._lost and self._now() - last_came > LOST_AFTER:
                    self._lost = True
                    self._pipeline.lose(last_seq, last_at)
            except Exception as error:  # noqa: BLE001 (the top of a background loop: the table must stay up)
                self._note("sight", error)
                self._stop.wait(0.5)

    def _note(self, part: str, error: Exception) -> None:
        self._failures += 1
        self._failure = f"{part}: {error}"
        log.warning("%s failed: %s", part, error)
