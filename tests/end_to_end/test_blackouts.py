"""Darkness, a frozen picture, a lost camera in the middle of a trick: the game pauses in view and loses nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.clock import FakeClock
from paizhuo.device.pipeline import Pipeline
from paizhuo.device.players.acts import Lays, TurnsDown
from paizhuo.device.players.guandan.hand import GuandanPlan
from paizhuo.device.players.match import heard, play_match, playable, zones_for
from paizhuo.device.rehearsal import DIRECTOR, NAMES, catch_up, placed
from paizhuo.device.store.log import EventLog
from paizhuo.device.table import TableActor
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.view import View
from paizhuo.rules.service import StartMatch
from paizhuo.rules.snapshot import Role
from paizhuo.vision.eye import TableEye
from paizhuo.vision.frames import Frame
from paizhuo.vision.index_sight import IndexSight
from paizhuo.vision.render.house import house_deck

RULES = playable("guandan-seed")
FPS = 5.0
LENGTH = 4.0
"""Seconds that the trouble lasts; the second play of the trick is laid in the middle of it."""


@pytest.mark.parametrize(("trouble", "within"), [("dark", 0.5), ("frozen", 1.5), ("lost", 2.0)])
def test_the_game_pauses_and_goes_on_without_help(
    trouble: str, within: float, knowing_sight: Callable[[SimulatedCamera], IndexSight], tmp_path: Path
) -> None:
    (played,) = play_match(RULES, 3, GuandanPlan(faults=0), 1)
    end = next(place for place, act in enumerate(played.acts) if isinstance(act, TurnsDown))
    acts = [act for act in played.acts[: end + 1] if heard(act) is None]
    script = Director(random.Random(3), Tempo()).direct(acts)
    plays = [cue for cue in script.cues if isinstance(cue.act, Lays)]
    begin = plays[1].at - LENGTH / 2
    times = [step / FPS for step in range(round((plays[0].at - 2.5) * FPS), round(script.seconds * FPS))]
    camera = SimulatedCamera(house_deck(), seed=3, view=View(width=1024, height=768, px_per_mm=1.0))
    table = TableActor(EventLog(tmp_path / "match.db"), FakeClock())
    table.start()
    lights: list[tuple[float, str]] = []
    try:
        table.submit(StartMatch(RULES.id, NAMES), DIRECTOR)
        pipeline = Pipeline(TableEye(knowing_sight(camera), placed(camera), zones_for(RULES)), table)
        still, last_seq, told_lost = None, 0, False
        for at, frame in zip(times, camera.shoot(script, times), strict=True):
            inside = begin <= at < begin + LENGTH
            if inside and trouble == "lost":
                # What the live pipeline does after 1.6 s without a frame.
                if at - begin >= 1.6 and not told_lost:
                    pipeline.lose(last_seq, at)
                    told_lost = True
            else:
                still = frame.image if still is None or not inside else still
                image = frame.image
                if inside and trouble == "dark":
                    image = (image * 0.02).astype(np.uint8)
                elif inside and trouble == "frozen":
                    image = still
                pipeline.step(Frame(frame.source, frame.seq, frame.captured_ns, np.array(image)))
                last_seq = frame.seq
            catch_up(table)
            lights.append((at, table.snapshot(Role.VIEWER).trust.code))
        shown = table.snapshot(Role.REFEREE)
    finally:
        table.stop()
    told = [at for at, code in lights if code == f"sight.{trouble}"]
    assert begin <= told[0] <= begin + within
    assert all(begin <= at <= begin + LENGTH + 0.5 for at in told)
    assert lights[-1][1] == "trust.good"
    recorded = [(play.seat, play.cards) for trick in shown.tricks for play in trick.plays]
    assert recorded == [(play.seat.name, tuple(map(str, play.cards))) for play in played.truth.tricks[0].plays]
    assert shown.violations == ()
