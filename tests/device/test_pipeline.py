"""The pipeline: newest frame wins, failures are counted and survived, a silent camera is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import numpy as np

from paizhuo.device.latest import LatestFrame
from paizhuo.device.live import LivePictures
from paizhuo.device.pipeline import LivePipeline, Pipeline
from paizhuo.device.shots import Shots
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import Blocked, CardReading, CardsShown, Observation
from paizhuo.vision.frames import Frame
from paizhuo.vision.seen_table import SeenTable, TableCard

PATIENCE = 10.0


def frame(seq: int) -> Frame:
    return Frame("test", seq, seq * 100_000_000, np.full((48, 64, 3), seq % 256, np.uint8))


def shown(card: Card) -> Observation:
    return CardsShown("seat-E", Seat.E, (CardReading(card),))


class FakeEye:
    """Tells one card for every frame it is given in ``tells``; ``fails`` names frames on which it breaks down."""

    def __init__(self, tells: tuple[int, ...] = (), fails: tuple[int, ...] = ()) -> None:
        self._tells = tells
        self._fails = fails
        self.saw: list[int] = []
        self.lost = threading.Event()

    @property
    def table(self) -> SeenTable:
        card = TableCard(1, Card.SA, 0.9, "seat-E", Seat.E, True, False, ((0, 0), (9, 0), (9, 9), (0, 9)))
        return SeenTable(self.saw[-1], 0.0, "good", frozenset(), frozenset(), (card,))

    def see(self, frame: Frame) -> tuple[Observation, ...]:
        self.saw.append(frame.seq)
        if frame.seq in self._fails:
            raise ValueError("the sight broke down")
        return (shown(Card.SA),) if frame.seq in self._tells else ()

    def lose(self, seq: int, at: float) -> tuple[Observation, ...]:
        self.lost.set()
        return (Blocked("table", "lost"),)


class Told:
    """Keeps what the table was told."""

    def __init__(self) -> None:
        self.observations: list[Observation] = []
        self.pictures: list[Shots | None] = []

    def observe(self, observation: Observation, picture: Callable[[], Shots] | None = None) -> None:
        self.observations.append(observation)
        self.pictures.append(picture() if picture else None)


class ListCamera:
    """Gives frames, then ends, waits or breaks as asked."""

    def __init__(self, frames: list[Frame], *, then: str = "end") -> None:
        self._frames = frames
        self._then = then
        self._closed = threading.Event()
        self.opened = 0

    def frames(self) -> Iterator[Frame]:
        self.opened += 1
        frames, self._frames = self._frames, []
        yield from frames
        if self._then == "break" and self.opened == 1:
            raise OSError("the cable was pulled")
        if self._then == "wait":
            self._closed.wait(PATIENCE)

    def close(self) -> None:
        self._closed.set()


def test_the_slot_keeps_the_newest_frame_and_counts_what_it_drops() -> None:
    slot = LatestFrame()
    for seq in range(5):
        slot.put(frame(seq))
    taken = slot.take()
    assert taken is not None
    assert taken.seq == 4
    assert slot.dropped == 4
    assert slot.take(timeout=0.0) is None


def test_a_closed_slot_gives_its_last_frame_and_then_nothing() -> None:
    slot = LatestFrame()
    slot.put(frame(1))
    slot.close()
    assert slot.take() is not None
    assert slot.take() is None


def test_stepping_drops_nothing_and_passes_every_observation_on_in_order() -> None:
    eye, told = FakeEye(tells=(2, 3)), Told()
    pipeline = Pipeline(eye, told)
    for seq in range(1, 6):
        pipeline.step(frame(seq))
    assert eye.saw == [1, 2, 3, 4, 5]
    assert told.observations == [shown(Card.SA)] * 2
    assert pipeline.frames == 5


def test_every_observation_comes_with_the_picture_of_its_moment() -> None:
    told = Told()
    Pipeline(FakeEye(tells=(7,)), told).step(frame(7))
    assert told.pictures[0] is not None
    assert told.pictures[0].strip[-1][:2] == b"\xff\xd8"


def test_the_page_gets_the_newest_picture_with_the_cards_named() -> None:
    pictures = LivePictures()
    assert pictures.live() is None
    Pipeline(FakeEye(), Told(), pictures).step(frame(9))
    live = pictures.live()
    assert live is not None
    assert (live.frame_seq, live.width, live.height) == (9, 64, 48)
    assert [card.card for card in live.cards] == ["SA"]
    assert pictures.live() is live


def test_a_live_pipeline_ends_with_its_recording() -> None:
    eye = FakeEye()
    pipeline = LivePipeline(ListCamera([frame(1)]), Pipeline(eye, Told()))
    pipeline.start()
    assert _until(lambda: pipeline.state.ended and pipeline.state.frames == 1)
    pipeline.stop()
    assert eye.saw == [1]


def test_a_failing_sight_is_told_and_survived() -> None:
    eye = FakeEye(fails=(1,))
    camera = ListCamera([frame(1)], then="wait")
    pipeline = LivePipeline(camera, Pipeline(eye, Told()))
    pipeline.start()
    assert _until(lambda: pipeline.state.failures == 1)
    assert "the sight broke down" in pipeline.state.failure
    pipeline.stop()


def test_a_broken_camera_is_opened_again() -> None:
    camera = ListCamera([frame(1)], then="break")
    pipeline = LivePipeline(camera, Pipeline(FakeEye(), Told()))
    pipeline.start()
    assert _until(lambda: camera.opened >= 2)
    assert pipeline.state.failures == 1
    pipeline.stop()


def test_a_silent_camera_is_told_once_as_lost() -> None:
    times = iter(float(second) for second in range(1000))
    eye, told = FakeEye(), Told()
    pipeline = LivePipeline(ListCamera([frame(1)], then="wait"), Pipeline(eye, told), now=lambda: next(times))
    pipeline.start()
    assert eye.lost.wait(PATIENCE)
    assert _until(lambda: pipeline.state.camera_lost)
    pipeline.stop()
    assert told.observations == [Blocked("table", "lost")]


def test_stopping_leaves_no_thread() -> None:
    before = threading.active_count()
    for _ in range(5):
        pipeline = LivePipeline(ListCamera([frame(1)], then="wait"), Pipeline(FakeEye(), Told()))
        pipeline.start()
        pipeline.stop()
    assert threading.active_count() == before


def _until(true: Callable[[], bool]) -> bool:
    """Wait for another thread, as long as it takes on a busy machine."""
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.01)):
        if true():
            return True
        pause.wait(0.01)
    return true()
