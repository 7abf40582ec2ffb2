"""A look tells what it took to find and to read, each for itself."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.rules.cards import FACES
from paizhuo.vision import look
from paizhuo.vision.backends.protocol import Tensor
from paizhuo.vision.find import Finder
from paizhuo.vision.look import Sight
from paizhuo.vision.read import NONE, Reader, ReaderClasses


class Clock:
    """A clock that only the networks push on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class OneIndex:
    """A finder's network: half a second for one index."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def run(self, batch: Tensor) -> Tensor:
        self.clock.now += 0.5
        corners = [20, 20, 32, 20, 32, 50, 20, 50]
        return np.array([26, 35, 12, 30, 0.9, *corners], np.float32)[None, :, None]


class AlwaysAce:
    """A reader's network: two seconds a batch."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def run(self, batch: Tensor) -> Tensor:
        self.clock.now += 2.0
        ace: Tensor = np.eye(55, dtype=np.float32)[np.full(len(batch), 12)]
        return ace


def test_finding_and_reading_are_timed_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("paizhuo.vision.look.time.perf_counter", clock)
    classes = ReaderClasses((*(card.value for card in FACES), NONE))
    sight = Sight(Finder(OneIndex(clock)), Reader(AlwaysAce(clock), classes))
    picture = np.full((96, 96, 3), 200, np.uint8)
    seen = sight.look(picture)
    looks = round(seen.find_ms / 500)
    assert looks >= 1
    assert seen.find_ms == 500 * looks
    assert seen.read_ms == 2000
    part = sight.look_at(picture, look.Region(0, 0, 96, 96))
    assert (part.find_ms, part.read_ms) == (500, 2000)
