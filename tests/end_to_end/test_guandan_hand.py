"""Guandan from pixels: whole hands with every index known, and the first tricks through the shipped weights."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.clock import SystemClock
from paizhuo.device.pipeline import Pipeline
from paizhuo.device.players.acts import TurnsDown
from paizhuo.device.players.guandan.faults import Fault
from paizhuo.device.players.guandan.hand import GuandanPlan
from paizhuo.device.players.guandan.temper import SWEEPING
from paizhuo.device.players.match import heard, play_match, playable, zones_for
from paizhuo.device.rehearsal import DIRECTOR, NAMES, RehearsalPlan, film, placed, rehearse
from paizhuo.device.store.log import EventLog
from paizhuo.device.table import TableActor
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.view import View
from paizhuo.rules.cards import Seat
from paizhuo.rules.service import StartMatch
from paizhuo.rules.snapshot import Role
from paizhuo.vision.eye import TableEye
from paizhuo.vision.index_sight import IndexSight
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.shipped import open_sight

RULES = playable("guandan-seed")
SMALL = View(width=1024, height=768, px_per_mm=1.0)
SHORT = dict.fromkeys(Seat, SWEEPING)
"""Players who lay many cards at once."""


def test_a_match_with_faults_is_recorded_as_it_was_played(
    knowing_sight: Callable[[SimulatedCamera], IndexSight], tmp_path: Path
) -> None:
    """A first hand without, a second with tribute; plays over plays, takebacks, reports and a wrong tribute."""
    faults = (Fault.WRONG_TRIBUTE, Fault.DOES_NOT_BEAT, Fault.MISSING_REPORT)
    plan = GuandanPlan(SHORT, len(faults), faults, bunching=0.5)
    first, second = rehearse(knowing_sight, RULES, RehearsalPlan(2, 5, plan, view=SMALL), tmp_path)
    assert first.differences == second.differences == ()
    assert (first.corrections, second.corrections) == (0, 0)
    codes = set()
    for report in (first, second):
        assert isinstance(report.truth, dict)
        offences = report.truth["offences"]
        assert isinstance(offences, list)
        codes |= {offence["code"] for offence in offences if isinstance(offence, dict)}
    assert {"tribute.not_largest", "play.does_not_beat", "report.missing"} <= codes
    assert isinstance(second.result, dict)
    assert second.result["gifts"]
    assert second.result["level"] != "2"


def test_the_first_tricks_are_read_from_pixels_through_the_shipped_weights(tmp_path: Path) -> None:
    """The turned card, and nearly every play of the first three tricks, as it was laid from left to right."""
    (played,) = play_match(RULES, 5, GuandanPlan(SHORT, 0, bunching=0.5), 1)
    ends = [place for place, act in enumerate(played.acts) if isinstance(act, TurnsDown)]
    acts = [act for act in played.acts[: ends[2] + 1] if heard(act) is None]
    camera = SimulatedCamera(house_deck(), seed=5)
    table = TableActor(EventLog(tmp_path / "match.db"), SystemClock())
    table.start()
    try:
        table.submit(StartMatch(RULES.id, NAMES), DIRECTOR)
        pipeline = Pipeline(TableEye(open_sight(), placed(camera), zones_for(RULES)), table)
        film(camera, Director(random.Random(5), Tempo()).direct(acts), pipeline, table)
        shown = table.snapshot(Role.REFEREE)
    finally:
        table.stop()
    assert shown.guandan is not None
    turned = acts[0]
    assert shown.guandan.tribute.turned == str(getattr(turned, "card", None))
    truth = [(each.seat.name, tuple(map(str, each.cards))) for trick in played.truth.tricks[:3] for each in trick.plays]
    recorded = [(play.seat, play.cards) for trick in shown.tricks for play in trick.plays]
    right = sum(play in recorded for play in truth)
    assert right >= 0.8 * len(truth), (truth, recorded)
    assert len(recorded) <= len(truth) + 1
