"""Play simulated hands through sight and rules as fast as possible, and hold every result against the truth."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.clock import SystemClock
from paizhuo.device.pipeline import Pipeline
from paizhuo.device.players.comparison import Difference, differences
from paizhuo.device.players.guandan.truth import GuandanTruth
from paizhuo.device.players.match import (
    Plan,
    Playable,
    Played,
    corrections_of,
    goes_on,
    hearing,
    play_match,
    record_of,
    zones_for,
)
from paizhuo.device.players.truth import Truth
from paizhuo.device.store.log import EventLog
from paizhuo.device.table import TableActor
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.script import Script
from paizhuo.device.twin.view import MARKER_INSET_MM, MARKER_MM, View
from paizhuo.rules.events import QuestionAsked
from paizhuo.rules.service import Command, CommandRefusedError, EndDeal, Person, StaleSequenceError, StartMatch
from paizhuo.rules.snapshot import Json, Role, TableSnapshot
from paizhuo.vision.calibrate import TableMap, from_markers
from paizhuo.vision.eye import TableEye
from paizhuo.vision.index_sight import IndexSight
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

NAMES = ("East", "North", "West", "South")
SightFor = Callable[[SimulatedCamera], IndexSight]
"""Gives the sight that looks at a camera's frames."""

DIRECTOR = Person(Role.REFEREE, "simulation")


@dataclass(frozen=True, slots=True)
class HandReport:
    """One hand: the truth, what the table made of it, where they differ, and what it took."""

    hand: int
    seed: int
    rulebook: str
    truth: Json
    result: Json
    differences: tuple[Difference, ...]
    questions: int
    corrections: int
    frames: int
    seconds: float

    def as_json(self) -> dict[str, Json]:
        """Give the line that ``paizhuo demo --headless`` prints."""
        return {
            "hand": self.hand,
            "seed": self.seed,
            "rulebook": self.rulebook,
            "truth": self.truth,
            "result": self.result,
            "differences": [each.as_json() for each in self.differences],
            "questions": self.questions,
            "corrections": self.corrections,
            "frames": self.frames,
            "seconds": round(self.seconds, 2),
        }


@dataclass(frozen=True, slots=True)
class RehearsalPlan:
    """What to play: how many hands of which match, and how the table looks.

    Without a ``hand_plan`` the usual players of the game play, with one fault a hand.
    """

    hands: int = 1
    seed: int = 1
    hand_plan: Plan | None = None
    tempo: Tempo = field(default_factory=Tempo)
    view: View = field(default_factory=View)


def rehearse(
    sight_for: SightFor, rulebook: Playable, plan: RehearsalPlan, folder: Path, deck: Deck | None = None
) -> Iterator[HandReport]:
    """Play hands one after the other and report each; logs are written below ``folder``.

    Everything that a report calls a result came from pixels through the sight that ``sight_for`` gives. After it was
    taken, a referee puts wrongly read cards right, so that one mistake does not spoil the hands that follow. A match
    that ends before the last hand, or whose record cannot be put right, is followed by another.
    """
    done = 0
    for number in count():
        seed = plan.seed + 1_000_003 * number
        match = play_match(rulebook, seed, plan.hand_plan, plan.hands - done)
        for report in _match(sight_for, rulebook, plan, seed, match, folder / f"match-{number + 1}.db", deck):
            done += 1
            yield report
        if done >= plan.hands:
            return


def _match(
    sight_for: SightFor,
    rulebook: Playable,
    plan: RehearsalPlan,
    seed: int,
    match: Iterator[Played],
    path: Path,
    deck: Deck | None,
) -> Iterator[HandReport]:
    camera = SimulatedCamera(deck or house_deck(), seed=seed, view=plan.view)
    director = Director(random.Random(seed), plan.tempo)
    table = TableActor(EventLog(path), SystemClock())
    table.start()
    try:
        table.submit(StartMatch(rulebook.id, NAMES), DIRECTOR)
        pipeline = Pipeline(TableEye(sight_for(camera), placed(camera), zones_for(rulebook)), table)
        for played in match:
            started, before = time.monotonic(), len(table.entries())
            frames = pipeline.frames
            film(camera, director.direct(played.acts), pipeline, table)
            entries = table.entries(before)
            shown = table.snapshot(Role.REFEREE)
            corrected = put_right(table, played.truth, shown)
            truth, result = played.truth.as_json(), record_of(shown)
            yield HandReport(
                played.truth.hand,
                seed,
                rulebook.id,
                truth,
                result,
                differences(truth, result),
                sum(isinstance(entry.event, QuestionAsked) for entry in entries),
                corrected,
                pipeline.frames - frames,
                time.monotonic() - started,
            )
            if not goes_on(played.truth, table.snapshot(Role.REFEREE)):
                return
    finally:
        table.stop()


def film(camera: SimulatedCamera, script: Script, pipeline: Pipeline, table: TableActor) -> None:
    """Take the pictures of a script through sight and table; what is only said, a person enters when it is said."""
    camera.listener = hearing(partial(enter, table))
    for frame in camera.shoot(script):
        pipeline.step(frame)
    camera.listener = None
    catch_up(table)


def enter(table: TableActor, command: Command) -> None:
    """Let a person enter what was said; what the table cannot take at this moment is lost, as it is in a hall."""
    catch_up(table)
    with suppress(CommandRefusedError):
        table.submit(command, DIRECTOR)


def put_right(table: TableActor, truth: Truth | GuandanTruth, shown: TableSnapshot) -> int:
    """Let the referee correct the record of a hand and say how many corrections that took."""
    needed = corrections_of(truth, shown)
    for correction in needed:
        table.submit(correction, DIRECTOR)
    return len(needed)


def placed(camera: SimulatedCamera) -> TableMap:
    """Place the simulated table by the markers on its cloth, as seen by the camera."""
    return from_markers(camera.bare(), TABLE_WIDTH_MM, TABLE_HEIGHT_MM, size=MARKER_MM, inset=MARKER_INSET_MM)


def catch_up(table: TableActor) -> None:
    """Wait until the table has judged everything it was told."""
    # A command written for a state that never was is refused, and only after everything that came before it.
    answer = table.ask(EndDeal(), DIRECTOR, expected_seq=-1)
    error = answer.exception(timeout=60.0)
    if not isinstance(error, StaleSequenceError):
        raise RuntimeError("the table does not answer") from error
