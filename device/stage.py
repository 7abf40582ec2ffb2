"""Open the camera that the settings name, and find out where its table lies in the picture."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

import numpy as np

from paizhuo.device.camera.protocol import Camera, CameraError, WrongSourceError
from paizhuo.device.camera.simulated import Pace, SimulatedCamera
from paizhuo.device.players.match import Plan, Playable, hearing, play_match
from paizhuo.device.rehearsal import placed
from paizhuo.device.settings import CameraKind, CameraSettings, Settings, TableSettings
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.script import Script
from paizhuo.device.twin.view import MARKER_INSET_MM, MARKER_MM
from paizhuo.device.waiting import WaitingPlayers
from paizhuo.rules.service import Command
from paizhuo.vision.calibrate import (
    CalibrationError,
    TableMap,
    find_markers,
    from_corners,
    marker_places,
    place_by_markers,
    whole_picture,
)
from paizhuo.vision.frames import Frame, Image
from paizhuo.vision.render.house import house_deck

UNHURRIED = Tempo(think=(0.8, 2.0), rest=1.0, look_gap=0.45)
"""People who let a card lie for two seconds before the next thing happens: time enough for a slow machine to look."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What the simulated table plays: the match's seed, how fast people are, pictures a second, what kind of hands.

    ``waits`` says that people sit there and do nothing before they are asked.
    """

    seed: int = 1
    speed: float = 1.0
    fps: float = 6.0
    plan: Plan | None = None
    waits: bool = False


class CameraAwayError(CameraError):
    """Raised when a camera that may well exist gives no picture now; ``cause`` says why."""

    def __init__(self, cause: CameraError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class WrongCornersError(CameraError):
    """Raised for corners that enclose no table."""

    code = "camera.wrong_corners"


class PlacedCamera:
    """A camera with the map of its table; the frame that was taken to find the table comes first."""

    def __init__(
        self,
        camera: Camera,
        table_map: TableMap,
        opened: Iterator[Frame] | None = None,
        players: WaitingPlayers | None = None,
        error: float | None = None,
    ) -> None:
        """Put them together; ``error`` is how well the printed markers agree with the map (px), None if none did."""
        self._camera = camera
        self._opened = opened
        self.table_map = table_map
        self.players = players
        self.error = error

    def frames(self) -> Iterator[Frame]:
        """Give the frames; asked again after a fault, the camera is opened anew."""
        opened, self._opened = self._opened, None
        return opened if opened is not None else self._camera.frames()

    def listen(self, hear: Callable[[Command], object]) -> None:
        """Pass on what people say at a simulated table, as somebody at the table would enter it; others are mute."""
        if isinstance(self._camera, SimulatedCamera):
            self._camera.listener = hearing(hear)

    def moved(self, table_map: TableMap) -> PlacedCamera:
        """Give the same camera with another map of its table."""
        return PlacedCamera(self._camera, table_map, players=self.players)

    def close(self) -> None:
        """Give no more frames."""
        self._camera.close()


def place_camera(settings: Settings, rulebook: Playable, simulation: Simulation) -> PlacedCamera:
    """Open the camera of ``settings`` and find its table.

    Raises ``CameraError``; a ``CameraAwayError`` when the settings may be right and the camera gives no picture.
    """
    if settings.camera.kind is CameraKind.SIMULATED:
        return _simulated(rulebook, simulation)
    camera = open_camera(settings.camera)
    frames = camera.frames()
    try:
        first = _first(frames, settings.camera.source)
        table_map = find_table(settings.table, first)
        error = error_by_markers(table_map, first.image) if table_map.markers is None else table_map.error
        return PlacedCamera(camera, table_map, chain((first,), frames), error=error)
    except BaseException:
        camera.close()
        raise


def _first(frames: Iterator[Frame], source: str) -> Frame:
    try:
        first = next(frames, None)
    except CameraError as error:
        raise CameraAwayError(error) from error
    if first is None:
        raise CameraAwayError(CameraError(f"{source}: gives no picture"))
    return first


def _simulated(rulebook: Playable, simulation: Simulation) -> PlacedCamera:
    """Film people who play at once, or who wait to be asked."""
    pace = Pace(fps=simulation.fps, speed=simulation.speed)
    matches = _scripts(rulebook, simulation)
    players = WaitingPlayers(matches, Director(random.Random(simulation.seed), UNHURRIED)) if simulation.waits else None
    scripts = matches if players is None else players.scripts()
    camera = SimulatedCamera(house_deck(), scripts, seed=simulation.seed, pace=pace)
    table_map = placed(camera)
    return PlacedCamera(camera, table_map, players=players, error=table_map.error)


def open_camera(settings: CameraSettings) -> Camera:
    """Make the camera that ``settings`` name.

    Raises ``CameraError`` for a recording that cannot be read and for a source that is none of its kind.
    """
    match settings.kind:
        case CameraKind.FILE:
            from paizhuo.device.camera.video_file import VideoFile

            if not settings.source.strip():
                raise WrongSourceError("camera.source: empty: for file the path of a recording")
            return VideoFile(Path(settings.source), paced=True)
        case CameraKind.PICAMERA2:
            from paizhuo.device.camera.picamera2 import Picamera2Camera, PiCameraSettings

            return Picamera2Camera(
                PiCameraSettings(
                    number=pi_camera_number(settings.source),
                    width=settings.width,
                    height=settings.height,
                    fps=settings.fps,
                    mains_hz=settings.mains_hz,
                    lens_position=settings.lens_position,
                )
            )
        case _:
            from paizhuo.device.camera.opencv import OpenCvCamera, OpenCvSettings, device_number, network_address

            usb = settings.kind is CameraKind.USB
            source = device_number(settings.source) if usb else network_address(settings.source)
            return OpenCvCamera(OpenCvSettings(source, settings.width, settings.height, settings.fps))


def pi_camera_number(text: str) -> int:
    """Read which of a Raspberry Pi's own cameras is meant. Raises ``CameraError``.

    >>> pi_camera_number("1")
    1
    """
    if not text.strip().isdigit():
        raise WrongSourceError(f"camera.source: {text!r}: for picamera2 a number, 0 for the first camera")
    return int(text)


def find_table(settings: TableSettings, frame: Frame) -> TableMap:
    """Find the table: by the corners of the settings, else by printed markers, else it is the whole picture.

    Raises ``CameraError`` for corners that enclose no table.
    """
    width, height = settings.width_mm, settings.height_mm
    if settings.corners is not None:
        try:
            return from_corners(settings.corners, width, height)
        except CalibrationError as error:
            raise WrongCornersError(f"table.corners: {error}") from error
    try:
        return place_by_markers(frame.image, width, height, size=MARKER_MM, inset=MARKER_INSET_MM)
    except CalibrationError:
        pixels_high, pixels_wide = frame.image.shape[:2]
        return whole_picture(pixels_wide, pixels_high, width, height)


def error_by_markers(table_map: TableMap, image: Image) -> float | None:
    """Give how far the printed markers in a picture lie from where a map puts them (pixels, root mean square).

    None where no marker is seen: then nothing speaks for the map, nor against it.
    """
    places = marker_places(table_map.width, table_map.height, size=MARKER_MM, inset=MARKER_INSET_MM)
    seen = {name: quad for name, quad in find_markers(image).items() if name in places}
    if not seen:
        return None
    away = [table_map.to_px(places[name]) - quad for name, quad in seen.items()]
    return float(np.sqrt(np.mean(np.sum(np.concatenate(away) ** 2, axis=1))))


def _scripts(rulebook: Playable, simulation: Simulation) -> Iterator[Script]:
    """Direct one match after the other, without end."""
    director = Director(random.Random(simulation.seed), UNHURRIED)
    for number in count():
        for played in play_match(rulebook, simulation.seed + number, simulation.plan):
            yield director.direct(played.acts)
