"""Another camera takes over while the table runs; one that cannot be opened changes nothing; four taps place it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from paizhuo.device.camera.protocol import CameraBusyError, CameraError, NoSuchCameraError
from paizhuo.device.choices import Choices
from paizhuo.device.chosen_camera import ChosenCamera
from paizhuo.device.pipeline import Pipeline
from paizhuo.device.settings import CameraSettings, Settings
from paizhuo.device.stage import CameraAwayError, PlacedCamera
from paizhuo.device.twin.view import View, bare_table
from paizhuo.device.watching import Lookout, RestOfTable, Watching
from paizhuo.rules.camera_service import Performance, ZoneCheck
from paizhuo.rules.observations import Observation
from paizhuo.rules.service import CommandRefusedError
from paizhuo.vision.calibrate import whole_picture
from paizhuo.vision.eye import TableEye
from paizhuo.vision.frames import Frame, Image
from paizhuo.vision.index_sight import Indices

PATIENCE = 20.0
OWN = Settings(camera=CameraSettings(source="0"))
VIEW = View(width=1024, height=768, px_per_mm=1.0)
MARKED = bare_table(VIEW, np.random.default_rng(1))
PLAIN: Image = np.full((768, 1024, 3), 90, np.uint8)


class BlindSight:
    """Reads nothing: these tests are about cameras."""

    @property
    def cards(self) -> tuple[()]:
        return ()

    def read_indices(
        self, image: Image, region: object = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        return Indices((), 0, 0.0, 0.0)

    def search_indices(self, image: Image) -> Indices:
        return self.read_indices(image)


class FakeCamera:
    """Gives three equal pictures and then waits to be closed."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self.closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        for seq in range(3):
            yield Frame("fake", seq, seq * 200_000_000, self._image)
        self.closed.wait(PATIENCE)

    def close(self) -> None:
        self.closed.set()


@dataclass
class Bench:
    """A table without a table: what watches, and what was asked of the rest."""

    cameras: dict[str, FakeCamera | CameraError]
    path: Path | None = None
    looked_again: int = 0
    seen: dict[int, int] = field(default_factory=dict)
    news: threading.Condition = field(default_factory=threading.Condition)

    def open(self, settings: Settings) -> PlacedCamera:
        camera = self.cameras[f"{settings.camera.kind}:{settings.camera.source}"]
        if isinstance(camera, CameraError):
            raise CameraAwayError(camera)
        return PlacedCamera(camera, whole_picture(1024, 768, 960.0, 720.0))

    def fit(self, camera: PlacedCamera) -> Lookout:
        eye = TableEye(BlindSight(), camera.table_map, ())
        return Lookout(Pipeline(eye, self, self), eye)

    def check(self, frame: Frame) -> tuple[ZoneCheck, ...]:
        return (ZoneCheck("seat-E", "good", float(frame.image.shape[1]), 1.0),)

    def look_again(self) -> None:
        self.looked_again += 1

    def observe(self, observation: Observation, picture: Callable[[], object] | None = None) -> None:
        return None

    def offer(self, frame: Frame, seen: object) -> None:
        with self.news:
            self.seen[frame.seq] = int(frame.image[0, 0, 0])
            self.news.notify_all()

    def watching(self, first: PlacedCamera | CameraError | None = None) -> Watching:
        rest = RestOfTable(
            self.open, self.fit, lambda frame, table_map: self.check(frame), self.look_again, lambda: 1_000
        )
        return Watching(ChosenCamera(self.path, OWN), first or self.open(OWN), rest)

    def wait(self, condition: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(condition, PATIENCE)


@pytest.fixture(autouse=True)
def plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the list of cameras not depend on this machine."""
    monkeypatch.setattr("paizhuo.device.watching.Choices", lambda own: Choices(own, usb=lambda: (), pi=lambda: ()))


@pytest.fixture
def running() -> Iterator[Callable[..., Watching]]:
    """Start what watches and stop it in the end."""
    started: list[Watching] = []

    def start(bench: Bench, first: CameraError | None = None) -> Watching:
        watching = bench.watching(first)
        started.append(watching)
        watching.start()
        if first is None:
            bench.wait(lambda: len(bench.seen) >= 1)
        return watching

    yield start
    for each in started:
        each.stop()


Start = Callable[..., Watching]


def test_another_camera_takes_over_and_frames_count_on(running: Start, tmp_path: Path) -> None:
    first, second = FakeCamera(MARKED), FakeCamera(PLAIN)
    bench = Bench({"usb:0": first, "usb:1": second}, tmp_path / "kept.json")
    watching = running(bench)
    assert watching.cameras().chosen == "own"
    before = set(bench.seen)
    watching.switch_to("usb", "1")
    bench.wait(lambda: any(shade == 90 for shade in bench.seen.values()))
    assert first.closed.is_set()
    assert min(seq for seq, shade in bench.seen.items() if shade == 90) > max(before)
    assert (bench.looked_again, watching.cameras().chosen) == (1, "typed")
    assert ChosenCamera(tmp_path / "kept.json", OWN).read().settings.camera.source == "1"


def test_a_camera_that_cannot_be_opened_is_told_and_the_present_one_goes_on(running: Start, tmp_path: Path) -> None:
    first = FakeCamera(MARKED)
    bench = Bench({"usb:0": first, "usb:1": CameraBusyError("camera 1: busy")}, tmp_path / "kept.json")
    watching = running(bench)
    with pytest.raises(CommandRefusedError) as caught:
        watching.switch_to("usb", "1")
    assert (caught.value.code, caught.value.params) == ("camera.busy", {"reason": "camera 1: busy"})
    assert not first.closed.is_set()
    assert (watching.cameras().chosen, watching.cameras().fault, bench.looked_again) == ("own", "", 0)
    assert not (tmp_path / "kept.json").exists()


@pytest.mark.parametrize(("kind", "code"), [("webcam", "camera.wrong_source"), ("", "camera.wrong_source")])
def test_a_kind_that_is_none_is_refused(running: Start, kind: str, code: str) -> None:
    watching = running(Bench({"usb:0": FakeCamera(MARKED)}))
    with pytest.raises(CommandRefusedError, match=code):
        watching.switch_to(kind, "0")
    with pytest.raises(CommandRefusedError, match=r"camera\.absent"):
        watching.switch("usb:9")


def test_a_table_without_a_camera_runs_and_takes_one_later(running: Start) -> None:
    bench = Bench({"usb:0": NoSuchCameraError("camera 0: is not there"), "usb:1": FakeCamera(PLAIN)})
    watching = running(bench, NoSuchCameraError("camera 0: is not there"))
    view = watching.cameras()
    assert (view.fault, view.fault_params, view.placed) == (
        "camera.absent",
        {"reason": "camera 0: is not there"},
        None,
    )
    assert watching.state.camera_lost
    with pytest.raises(CommandRefusedError, match=r"camera\.no_picture"):
        watching.place(None)
    watching.switch_to("usb", "1")
    bench.wait(lambda: len(bench.seen) >= 1)
    assert (watching.cameras().fault, watching.fault) == ("", None)


def test_a_camera_that_comes_back_is_taken_by_itself(running: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paizhuo.device.watching.TRY_AGAIN_AFTER", 0.01)
    bench = Bench({"usb:0": FakeCamera(PLAIN)})
    watching = running(bench, NoSuchCameraError("camera 0: is not there"))
    bench.wait(lambda: len(bench.seen) >= 1)
    assert watching.fault is None


def test_four_taps_place_the_table_and_the_markers_say_how_well(running: Start, tmp_path: Path) -> None:
    bench = Bench({"usb:0": FakeCamera(MARKED)}, tmp_path / "kept.json")
    watching = running(bench)
    placed = watching.cameras().placed
    assert placed is not None
    assert (placed.by, placed.error) == ("picture", None)
    table = np.array([[(-480.0, -360.0), (480.0, -360.0), (480.0, 360.0), (-480.0, 360.0)]])
    corners = [
        (round(float(x), 1), round(float(y), 1)) for x, y in cv2.perspectiveTransform(table, VIEW.to_pixels())[0]
    ]
    watching.place((corners[0], corners[1], corners[2], corners[3]))
    placed = watching.cameras().placed
    assert placed is not None
    assert (placed.by, placed.at, placed.corners) == ("corners", 1_000, tuple(corners))
    assert placed.error is not None
    assert placed.error < 1.5
    off = ((corners[0][0] + 20, corners[0][1]), corners[1], corners[2], corners[3])
    watching.place(off)  # the control: one corner is 20 px away
    placed = watching.cameras().placed
    assert placed is not None
    assert placed.error is not None
    assert placed.error > 5
    kept = ChosenCamera(tmp_path / "kept.json", OWN).read()
    assert (kept.settings.table.corners, kept.placed_at) == (off, 1_000)
    assert bench.looked_again == 2


def test_the_markers_place_the_table_again(running: Start) -> None:
    bench = Bench({"usb:0": FakeCamera(MARKED)})
    watching = running(bench)
    watching.place(None)
    placed = watching.cameras().placed
    assert placed is not None
    assert (placed.by, round(placed.px_per_mm, 2)) == ("markers", 1.0)
    assert placed.error is not None
    assert placed.error < 1.5


@pytest.mark.parametrize(
    ("corners", "code"),
    [
        (((0, 0), (900, 0), (0, 700), (900, 700)), "camera.wrong_corners"),
        (((10, 10), (40, 10), (40, 40), (10, 40)), "camera.small_table"),
    ],
)
def test_corners_that_are_no_table_are_refused_and_the_map_stays(
    running: Start, corners: tuple[tuple[float, float], ...], code: str
) -> None:
    bench = Bench({"usb:0": FakeCamera(PLAIN)})
    watching = running(bench)
    with pytest.raises(CommandRefusedError, match=code):
        watching.place(corners)  # type: ignore[arg-type]
    placed = watching.cameras().placed
    assert placed is not None
    assert (placed.by, placed.corners[2], bench.looked_again) == ("picture", (1024.0, 768.0), 0)
    with pytest.raises(CommandRefusedError, match=r"camera\.no_markers"):
        watching.place(None)


def test_legibility_is_asked_of_the_newest_frame(running: Start) -> None:
    watching = running(Bench({"usb:0": FakeCamera(MARKED)}))
    assert watching.check() == (ZoneCheck("seat-E", "good", 1024.0, 1.0),)
    without = running(Bench({}), NoSuchCameraError("camera 0: is not there"))
    with pytest.raises(CommandRefusedError, match=r"camera\.no_picture"):
        without.check()


def test_only_invented_people_can_be_asked_to_play(running: Start) -> None:
    watching = running(Bench({"usb:0": FakeCamera(PLAIN)}))
    with pytest.raises(CommandRefusedError, match=r"camera\.not_simulated"):
        watching.perform(Performance(None, ()))


def test_the_disk_that_keeps_no_choice_is_told_and_the_camera_is_changed(running: Start, tmp_path: Path) -> None:
    bench = Bench({"usb:0": FakeCamera(MARKED), "usb:1": FakeCamera(PLAIN)}, tmp_path / "no" / "such" / "folder.json")
    watching = running(bench)
    with pytest.raises(CommandRefusedError, match=r"camera\.not_kept"):
        watching.switch_to("usb", "1")
    assert watching.cameras().chosen == "typed"
