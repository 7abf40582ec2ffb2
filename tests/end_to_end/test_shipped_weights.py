"""The main job through the shipped weights: pixels in, a refereed hand out; and what shuffled labels do to it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.players.acts import Buries, Collects
from paizhuo.device.players.faults import Fault
from paizhuo.device.players.hand import HandPlan, play_match
from paizhuo.device.players.temper import BOLD
from paizhuo.device.rehearsal import RehearsalPlan, placed, rehearse
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.rules.cards import FACES, Card, Seat
from paizhuo.rules.observations import CardsShown
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.vision.eye import TableEye
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import IndexSight, Indices, Region
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.shipped import open_sight
from paizhuo.vision.zones import table_zones

COMP = load("comp", ShengjiRulebook)
SHORT = HandPlan(dict.fromkeys(Seat, BOLD), faults=1, kinds=(Fault.OUT_OF_TURN,), bunching=0.2)
"""Few tricks of many cards: a whole hand in a short time."""

SEED = 4

MOST_QUESTIONS = 2
"""Questions that the referee may be asked in the hand; all of them must have been settled by its end."""


class RememberingSight:
    """A sight that looks only once at what it is shown again: the control below films one trick twice."""

    def __init__(self, sight: IndexSight) -> None:
        self._sight = sight
        self._seen: dict[tuple[int, Region | None, float], Indices] = {}

    @property
    def cards(self) -> tuple[Card, ...]:
        return self._sight.cards

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        # The camera's noise is in every pixel, so that some of them tell one picture from another.
        key = (hash(image[::5, ::5].tobytes()), region, scale)
        if key not in self._seen:
            self._seen[key] = self._sight.read_indices(image, region, scale=scale, pixels_per_mm=pixels_per_mm)
        return self._seen[key]

    def search_indices(self, image: Image) -> Indices:
        return self._sight.search_indices(image)


@cache
def shipped() -> IndexSight:
    return open_sight()


class ShuffledSight:
    """The shipped sight with the names of the faces mixed up: every index is read as another face."""

    def __init__(self, sight: IndexSight) -> None:
        self._sight = sight
        columns = [sight.cards.index(face) for face in FACES]
        mixed = columns[7:] + columns[:7]
        self._order = np.arange(len(sight.cards))
        self._order[columns] = mixed

    @property
    def cards(self) -> tuple[Card, ...]:
        return self._sight.cards

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        return self._mixed(self._sight.read_indices(image, region, scale=scale, pixels_per_mm=pixels_per_mm))

    def search_indices(self, image: Image) -> Indices:
        return self._mixed(self._sight.search_indices(image))

    def _mixed(self, indices: Indices) -> Indices:
        read = tuple(
            replace(
                index,
                probabilities=index.probabilities[self._order],
                card=self.cards[int(index.probabilities[self._order].argmax())],
            )
            for index in indices.read
        )
        return replace(indices, read=read)


def first_trick(sight: IndexSight) -> tuple[dict[Seat, list[Card]], dict[Seat, list[Card]]]:
    """Film until the first trick is collected; give what was played and what was seen in front of each seat."""
    played = next(play_match(COMP, SEED, SHORT, 1))
    until = next(place for place, act in enumerate(played.acts) if isinstance(act, Collects))
    script = Director(random.Random(SEED), Tempo()).direct(played.acts[:until])
    camera = SimulatedCamera(house_deck(), seed=SEED)
    eye = TableEye(sight, placed(camera), table_zones())
    buried = next(cue.at for cue in script.cues if isinstance(cue.act, Buries))
    seen: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for frame in camera.shoot(script):
        for observation in eye.see(frame):
            if isinstance(observation, CardsShown) and observation.seat is not None and frame.seconds > buried:
                seen[observation.seat] += [reading.card for reading in observation.cards]
    truth = {play.seat: sorted(play.cards) for play in played.truth.tricks[0].plays}
    return truth, {seat: sorted(cards) for seat, cards in seen.items()}


def test_a_hand_is_refereed_from_pixels_through_the_shipped_weights(tmp_path: Path) -> None:
    """Bids, trump, dealer, every play, the kitty, the score and the one offence: all read, nothing told."""
    (report,) = rehearse(lambda _: shipped(), COMP, RehearsalPlan(seed=SEED, hand_plan=SHORT), tmp_path)
    assert isinstance(report.truth, dict)
    assert report.truth["offences"]
    assert [each.where for each in report.differences] == []
    assert report.questions <= MOST_QUESTIONS
    assert report.corrections == 0


def test_with_shuffled_labels_no_play_is_read_right() -> None:
    """The negative control: the plays come from reading, so they cannot survive readings that are wrong."""
    sight = RememberingSight(shipped())
    truth, seen = first_trick(sight)
    assert sum(seen[seat] == truth[seat] for seat in Seat) >= 3
    truth, seen = first_trick(ShuffledSight(sight))
    assert [seat for seat in Seat if seen[seat] == truth[seat]] == []
