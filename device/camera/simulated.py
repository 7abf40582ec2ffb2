"""A camera over the simulated table: it takes pictures of scripts, as fast as it can or at the pace of people."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.device.players.acts import Act
from paizhuo.device.twin.dress import spread
from paizhuo.device.twin.lens import Lens, LensSettings
from paizhuo.device.twin.painter import Painter
from paizhuo.device.twin.scene import Scene
from paizhuo.device.twin.script import Cue, Script
from paizhuo.device.twin.view import View, bare_table
from paizhuo.vision.frames import Frame, Image
from paizhuo.vision.render.deck import Deck

SOURCE = "simulated"


@dataclass(frozen=True, slots=True, eq=False)
class Bump:
    """From second ``at`` (since the first frame) on the picture is shifted by the homography ``motion``, in pixels."""

    at: float
    motion: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pace:
    """Takes ``fps`` pictures a second of people who play ``speed`` times as fast as the script says.

    ``now`` and ``sleep`` are the clock to keep to.
    """

    fps: float = 6.0
    speed: float = 1.0
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class SimulatedCamera:
    """Renders frames of one script after another; equal seeds and scripts give equal frames.

    Without a ``pace`` it takes the key moments of every script and never waits; ``rate`` pictures a second instead of
    the key moments make a full recording. Time stamps are those of the scripts, so they are the same at every speed.
    The table is covered with the picture ``top``, or with a cloth. ``scene`` is what the newest frame shows; ``bumps``
    push the camera, each on top of those before. A ``listener`` is told every act when its time has come, also those
    that no picture shows.
    """

    def __init__(
        self,
        deck: Deck,
        scripts: Iterable[Script] = (),
        *,
        seed: int = 0,
        view: View | None = None,
        lens: LensSettings | None = None,
        top: Image | None = None,
        pace: Pace | None = None,
        rate: float | None = None,
        bumps: Sequence[Bump] = (),
    ) -> None:
        self.view = view or View()
        self.scene = Scene()
        rng = np.random.default_rng(seed)
        covered = None if top is None else spread(top, self.view.width, self.view.height)
        background = bare_table(self.view, rng, covered)
        self._painter = Painter(deck, self.view.to_pixels(), background)
        self._lens = Lens(self.view.width, self.view.height, lens or LensSettings(), rng)
        self._scripts = scripts
        self._pace = pace
        self._rate = rate
        self.bumps = tuple(bumps)
        self.listener: Callable[[Act], None] | None = None
        self._seq = 0
        self._elapsed = 0.0
        self._motion = np.eye(3)
        self._open = True

    def bare(self) -> Image:
        """Give a picture of the empty table, as taken when the camera is placed."""
        return self._lens.through(self._painter.paint(Scene()))

    def frames(self) -> Iterator[Frame]:
        """Give the pictures of all scripts, until they end or the camera is closed."""
        for script in self._scripts:
            yield from self.shoot(script)
            if not self._open:
                return

    def shoot(self, script: Script, seconds: Iterable[float] | None = None) -> Iterator[Frame]:
        """Give the pictures of one script; the next script begins where this one ends in time.

        ``seconds`` are those of the script to take pictures at, in the place of the camera's own choice.
        """
        if seconds is not None:
            times = seconds
        else:
            times = self._live_times(script, self._pace) if self._pace is not None else script.times(self._rate)
        cues = deque(script.cues)
        for at in times:
            if not self._open:
                return
            self._tell(cues, at)
            self.scene = script.scene(at)
            image = self._lens.through(self._bumped(self._painter.paint(self.scene), self._elapsed + at))
            self._seq += 1
            yield Frame(SOURCE, self._seq, round((self._elapsed + at) * 1e9), image)
        self._tell(cues, script.seconds)
        self._elapsed += script.seconds

    def to_pixels(self) -> NDArray[np.float64]:
        """Give the homography from table millimetres to pixels of the newest frame."""
        return np.asarray(self._motion @ self.view.to_pixels(), np.float64)

    def _bumped(self, picture: Image, at: float) -> Image:
        """Give the picture as the camera sees it after the bumps so far."""
        self._motion = np.eye(3)
        for bump in self.bumps:
            if bump.at <= at:
                self._motion = bump.motion @ self._motion
        if np.array_equal(self._motion, np.eye(3)):
            return picture
        size = (self.view.width, self.view.height)
        # Beside the table lies more of the same cloth.
        return np.asarray(cv2.warpPerspective(picture, self._motion, size, borderMode=cv2.BORDER_REFLECT), np.uint8)

    def _tell(self, cues: deque[Cue], at: float) -> None:
        """Tell the listener what has happened up to second ``at`` of a script."""
        while cues and cues[0].at <= at:
            act = cues.popleft().act
            if self.listener is not None:
                self.listener(act)

    def close(self) -> None:
        """Take no more pictures."""
        self._open = False

    def _live_times(self, script: Script, pace: Pace) -> Iterator[float]:
        """Give the script's seconds of pictures taken now; what rendering missed is skipped, as a camera would."""
        began = pace.now()
        step = pace.speed / pace.fps
        due = 0.0
        while due <= script.seconds and self._open:
            wait = due / pace.speed - (pace.now() - began)
            if wait > 0:
                pace.sleep(wait)
            yield due
            late = (pace.now() - began) * pace.speed
            due = max(due + step, late)
