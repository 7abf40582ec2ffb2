"""How fast a table is followed is measured on a clock that the work itself moves on, so it holds on a busy machine."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from paizhuo.device.speed import Clip, Followed, Rest, Timed, follow
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import CardReading, CardsShown, Observation
from paizhuo.vision.backends.protocol import Tensor
from paizhuo.vision.frames import Frame

FPS = 10.0
TINY = cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1].tobytes()


class Worker:
    """A sight that takes ``cost`` seconds a frame, ``bare`` of them in a network where it tells a play."""

    def __init__(self, cost: float, bare: float = 0.0, told: Sequence[tuple[float, Seat]] = ()) -> None:
        self.now = 0.0
        self.network = Timed(self, self.clock)
        self._cost = cost
        self._bare = bare
        self._told = list(told)
        self.saw: list[int] = []

    def clock(self) -> float:
        return self.now

    def run(self, batch: Tensor) -> Tensor:
        self.now += self._bare
        return batch

    def step(self, frame: Frame) -> list[Observation]:
        self.saw.append(frame.seq)
        due = [seat for at, seat in self._told if frame.seconds >= at + 3 / FPS]
        self._told = [(at, seat) for at, seat in self._told if seat not in due]
        self.now += self._cost - (self._bare if due else 0.0)
        if due:
            self.network.run(np.zeros(1, np.float32))
        return [CardsShown(f"seat-{seat.name}", seat, (CardReading(Card.SA),)) for seat in due]


def clip(frames: int, *rests: Rest) -> Clip:
    return Clip(FPS, tuple((place / FPS, TINY) for place in range(frames)), rests)


def followed(worker: Worker, film: Clip) -> Followed:
    return follow(film, worker.step, [worker.network], worker.clock)


def test_a_fast_sight_sees_every_frame_and_is_as_late_as_its_floor() -> None:
    worker = Worker(0.02, 0.015, [(0.45, Seat.E), (1.25, Seat.N)])
    found = followed(worker, clip(30, Rest(Seat.E, 0.45), Rest(Seat.N, 1.25)))
    assert worker.saw == list(range(1, 31))
    assert (found.dropped, found.waiting, found.missed) == (0, 1, 0)
    assert found.latencies == pytest.approx((0.37, 0.37))
    assert found.floor == pytest.approx(0.4 + 0.015)
    assert found.late < 1.0
    assert found.speed == pytest.approx(50.0, rel=0.05)


def test_a_slow_sight_drops_frames_is_late_and_never_queues() -> None:
    """The control: at a third of a second a frame the limit of 1.4 is broken."""
    worker = Worker(0.33, 0.015, [(0.45, Seat.E), (1.25, Seat.N)])
    found = followed(worker, clip(30, Rest(Seat.E, 0.45), Rest(Seat.N, 1.25)))
    assert found.dropped == 30 - len(worker.saw) > 15
    assert found.waiting == 1
    assert found.late > 1.4
    assert found.speed < FPS / 3


def test_a_play_that_is_never_told_is_missed_and_one_told_too_soon_is_another() -> None:
    worker = Worker(0.02, told=[(0.1, Seat.E)])
    found = followed(worker, clip(30, Rest(Seat.E, 2.0), Rest(Seat.S, 1.0)))
    assert (found.missed, found.latencies) == (2, ())
    assert found.late == float("inf")


def test_each_play_of_a_seat_has_its_own_telling() -> None:
    worker = Worker(0.02, told=[(0.2, Seat.E)])
    film = clip(40, Rest(Seat.E, 0.2), Rest(Seat.E, 2.2))
    found = followed(worker, film)
    assert (len(found.latencies), found.missed) == (1, 1)
