"""Cards that sight invents accuse nobody: a whole hand in which the art of two queens is taken for a joker.

A hand of the simulated table once told West's HQ H4 H4 as BJ H4 H4 HQ: one weak find, and West stood accused of a wrong
count and of a hand of too many cards.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.players.faults import Fault
from paizhuo.device.players.hand import HandPlan
from paizhuo.device.players.temper import BOLD
from paizhuo.device.rehearsal import HandReport, RehearsalPlan, rehearse
from paizhuo.device.store.log import EventLog
from paizhuo.device.twin.view import View
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CardCorrected, Event, QuestionAsked
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.snapshot import Json
from paizhuo.vision.detections import ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import IndexSight, Indices, Region

SMALL = View(width=1024, height=768, px_per_mm=1.0)
SEED = 7


class DreamingSight:
    """Reads everything rightly, and sees in each queen of one suit the corner of a joker that is not there.

    ``corners`` 2 gives the invented card both its corners, so that it looks as sure as any, as if it lay half over the
    queen; a single one is found within the queen, where an ornament may be.
    """

    def __init__(self, sight: IndexSight, queen: Card, corners: int) -> None:
        self._sight, self._queen, self._corners = sight, queen, corners

    @property
    def cards(self) -> tuple[Card, ...]:
        return self._sight.cards

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        seen = self._sight.read_indices(image, region, scale=scale, pixels_per_mm=pixels_per_mm)
        dreamt = [self._dream(index) for index in seen.read if index.card is self._queen]
        return Indices((*seen.read, *dreamt[: self._corners]), 0, 0.0, 0.0)

    def search_indices(self, image: Image) -> Indices:
        return self.read_indices(image)

    def _dream(self, index: ReadIndex) -> ReadIndex:
        """Give a find a finger's breadth from an index of the card."""
        quad = index.quad
        inward = (quad[3] - quad[0]) / np.linalg.norm(quad[3] - quad[0]) + (quad[1] - quad[0]) / np.linalg.norm(
            quad[1] - quad[0]
        )
        chances = np.full(len(self.cards), 1e-3, np.float32)
        chances[self.cards.index(Card.BJ)] = 0.9
        away = 14.0 * inward if self._corners == 1 else np.array([12.0, 9.0])
        return ReadIndex((quad + away).astype(np.float32), 0.5, chances, Card.BJ, 0.9)


def play(
    knowing_sight: Callable[[SimulatedCamera], IndexSight], folder: Path, corners: int, *faults: Fault
) -> HandReport:
    """Play a short hand before a sight that dreams."""
    plan = HandPlan(dict.fromkeys(Seat, BOLD), len(faults), faults, bunching=0.2)
    (report,) = rehearse(
        lambda camera: DreamingSight(knowing_sight(camera), Card.HQ, corners),
        load("comp", ShengjiRulebook),
        RehearsalPlan(1, SEED, plan, view=SMALL),
        folder,
    )
    return report


def offences(record: Json) -> Json:
    assert isinstance(record, dict)
    return record["offences"]


def events_in(folder: Path) -> list[Event]:
    log = EventLog(folder / "match-1.db")
    entries = [entry.event for entry in log.entries]
    log.close()
    return entries


def asked_in(folder: Path) -> set[str]:
    return {each.code for each in events_in(folder) if isinstance(each, QuestionAsked)}


@pytest.mark.parametrize("faults", [(), (Fault.TOO_MANY, Fault.REVOKE_SUIT)], ids=["clean", "faults"])
def test_a_card_that_is_not_there_accuses_nobody_and_is_struck_when_the_hand_is_counted(
    knowing_sight: Callable[[SimulatedCamera], IndexSight], tmp_path: Path, faults: tuple[Fault, ...]
) -> None:
    report = play(knowing_sight, tmp_path, 1, *faults)
    assert offences(report.result) == offences(report.truth)
    assert report.differences == ()
    assert bool(offences(report.truth)) == bool(faults), "one too many that was laid is an offence"
    entries = events_in(tmp_path)
    struck = [each for each in entries if isinstance(each, CardCorrected) and each.reading.present == 0]
    assert struck
    assert asked_in(tmp_path) <= {"misread.too_many"}


def test_a_card_that_surely_seems_to_lie_there_is_asked_about_and_accuses_nobody(
    knowing_sight: Callable[[SimulatedCamera], IndexSight], tmp_path: Path
) -> None:
    """Both its corners are seen, so that no reading is weak; what speaks against it is the hand, which closes without.

    The planted fault above is the control: a card too many that was laid is stated.
    """
    report = play(knowing_sight, tmp_path, 2)
    assert offences(report.result) == offences(report.truth) == []
    assert "misread.too_many" in asked_in(tmp_path)
