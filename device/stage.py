"""Open the camera that the settings name, and find out where its table lies in the picture."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, count

from paizhuo.device.camera.simulated import Pace, SimulatedCamera
from paizhuo.device.pipeline import FrameSource
from paizhuo.device.players.hand import HandPlan, play_match
from paizhuo.device.rehearsal import placed
from paizhuo.device.settings import CameraKind, Settings, TableSettings
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.script import Script
from paizhuo.rules.errors import TableError
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.vision.calibrate import CalibrationError, TableMap, from_corners, whole_picture
from paizhuo.vision.frames import Frame
from paizhuo.vision.render.house import house_deck


class CameraError(TableError):
    """Raised when a camera cannot be opened or its table cannot be found; the message is one clear line."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What the simulated table plays: the match's seed, how fast people are, pictures a second, faults a hand."""

    seed: int = 1
    speed: float = 1.0
    fps: float = 6.0
    plan: HandPlan = field(default_factory=HandPlan)


class PlacedCamera:
    """A camera with the map of its table; a frame that was taken to find the table comes first."""

    def __init__(self, camera: FrameSource, table_map: TableMap, taken: tuple[Frame, ...] = ()) -> None:
        self._camera = camera
        self._taken = taken
        self.table_map = table_map

    def frames(self) -> Iterator[Frame]:
        """Give the frames."""
        taken, self._taken = self._taken, ()
        return chain(taken, self._camera.frames())

    def close(self) -> None:
        """Give no more frames."""
        self._camera.close()


def place_camera(settings: Settings, rulebook: ShengjiRulebook, simulation: Simulation) -> PlacedCamera:
    """Open the camera of ``settings``. Raises ``CameraError``."""
    if settings.camera.kind is CameraKind.SIMULATED:
        pace = Pace(fps=simulation.fps, speed=simulation.speed)
        camera = SimulatedCamera(house_deck(), _scripts(rulebook, simulation), seed=simulation.seed, pace=pace)
        return PlacedCamera(camera, placed(camera))
    raise CameraError(f"camera.kind: {settings.camera.kind} cannot be opened")


def _scripts(rulebook: ShengjiRulebook, simulation: Simulation) -> Iterator[Script]:
    """Direct one match after the other, without end."""
    director = Director(random.Random(simulation.seed), Tempo())
    for number in count():
        for played in play_match(rulebook, simulation.seed + number, simulation.plan):
            yield director.direct(played.acts)


def table_map_of(settings: TableSettings, frame: Frame) -> TableMap:
    """Find the table: by the corners of the settings, else the whole picture. Raises ``CameraError``."""
    height, width = frame.image.shape[:2]
    if settings.corners is None:
        return whole_picture(width, height, settings.width_mm, settings.height_mm)
    try:
        return from_corners(settings.corners, settings.width_mm, settings.height_mm)
    except CalibrationError as error:
        raise CameraError(f"table.corners: {error}") from error
