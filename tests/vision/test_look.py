"""A look tells what it took to find and to read, each for itself."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.backends.protocol import Tensor
from paizhuo.vision.detections import ReadIndex, SeenCard
from paizhuo.vision.find import Finder
from paizhuo.vision.index_sight import Region
from paizhuo.vision.look import Sight
from paizhuo.vision.read import NONE, Reader, ReaderClasses
from paizhuo.vision.sureness import SightSettings, sure_cards


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
    part = sight.read_indices(picture, Region(0, 0, 96, 96))
    assert (part.find_ms, part.read_ms) == (500, 2000)


def seen(
    *scores: float,
    card: Card = Card.LJ,
    tall: float = 40.0,
    confidence: float = 0.98,
    others: tuple[tuple[Card, float], ...] = (),
) -> SeenCard:
    quad = np.array([[0, 0], [14, 0], [14, tall], [0, tall]], np.float32)
    row = np.full(55, 1 / 55, np.float32)
    indices = tuple(ReadIndex(quad, score, row, card, confidence) for score in scores)
    return SeenCard(card, confidence, indices, None, others)


def test_an_index_found_faintly_counts_beside_a_sure_card_of_its_face_and_size() -> None:
    """The lower of two equal jokers shows one index, found faintly."""
    settings = SightSettings()
    sure, faint = seen(0.6, 0.5), seen(0.35)
    assert sure_cards([sure, faint], settings) == (sure, faint)
    for other in (seen(0.35, card=Card.BJ), seen(0.35, tall=60.0), seen(0.25), seen(0.35, confidence=0.7)):
        assert sure_cards([sure, other], settings) == (sure,)
    second, alone = seen(0.5), seen(0.6)
    assert sure_cards([sure, second, faint], settings) == (sure, second)
    assert sure_cards([sure, faint, seen(0.35)], settings) == (sure, faint)
    assert sure_cards([alone, faint], settings) == (alone,)


def test_an_index_read_unclearly_counts_beside_a_sure_card_that_it_may_equal() -> None:
    """Where a spade can hardly be told from a club, there are two cards all the same."""
    settings = SightSettings()
    sure = seen(0.8, 0.7, card=Card.C4, confidence=0.7)
    unclear = seen(0.7, card=Card.S4, confidence=0.5, others=((Card.C4, 0.46),))
    assert sure_cards([sure, unclear], settings) == (sure, unclear)
    for other in (
        seen(0.5, card=Card.S4, confidence=0.5, others=((Card.C4, 0.46),)),
        seen(0.7, card=Card.S4, confidence=0.5, others=((Card.C4, 0.3),)),
        seen(0.7, card=Card.H9, confidence=0.5),
    ):
        assert sure_cards([sure, other], settings) == (sure,)
