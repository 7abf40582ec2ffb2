"""`paizhuo bench --table`: how late a play is told and how many frames a second are followed, against floors."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paizhuo.models.manifest import Manifest
    from paizhuo.vision.shipped import Networks

__all__ = ["TableBench", "bench_table"]

_SEED = 5
_SIDE = 640


@dataclass(frozen=True, slots=True)
class TableBench:
    """Figures of one drawn game, filmed at ``fps``.

    ``latency_ms`` is what 95 % of the plays keep within from cards at rest to the recorded event, ``floor_ms`` what no
    sight can save, ``late`` their ratio. ``frames_a_second`` is what the whole table follows, ``faster`` how many times
    as many as the bare finder alone on 640 x 640 pixels of every frame. ``waiting`` is the most frames in the queue.
    """

    fps: float
    plays: int
    missed: int
    latency_ms: float
    floor_ms: float
    late: float
    frames_a_second: float
    faster: float
    dropped: int
    waiting: int


def bench_table(manifest: Manifest, loaded: Networks, *, plays: int, fps: float) -> TableBench:
    """Film plays of Shengji beforehand, then follow them with eye and rules; times are the processor's."""
    import time

    import numpy as np

    from paizhuo.device.camera.simulated import SimulatedCamera
    from paizhuo.device.noise.lean import LeanTable
    from paizhuo.device.noise.standings import hand_of
    from paizhuo.device.players.match import playable, zones_for
    from paizhuo.device.rehearsal import placed
    from paizhuo.device.speed import Timed, clip_of, follow
    from paizhuo.device.twin.director import Director, Tempo
    from paizhuo.rules.observations import Observation
    from paizhuo.vision.evaluate.timing import race
    from paizhuo.vision.eye import TableEye
    from paizhuo.vision.find import to_tensor
    from paizhuo.vision.frames import Frame
    from paizhuo.vision.render.house import house_deck
    from paizhuo.vision.shipped import Networks, sight_of

    finder, reader = Timed(loaded.finder), Timed(loaded.reader)
    joker = None if loaded.joker is None else Timed(loaded.joker)
    sight = sight_of(manifest, Networks(finder, reader, joker))
    rules = playable("comp")
    begun, played = hand_of(rules, _SEED)
    camera, zones = SimulatedCamera(house_deck(), seed=_SEED), zones_for(rules)
    script = Director(random.Random(_SEED), Tempo()).direct(played.acts)
    clip = clip_of(camera, script, zones, plays=plays, fps=fps)
    eye, table = TableEye(sight, placed(camera), zones), LeanTable(rules, begun)

    def step(frame: Frame) -> tuple[Observation, ...]:
        seen = eye.see(frame)
        for each in seen:
            table.observe(each)
        return seen

    found = follow(clip, step, [finder, reader] if joker is None else [finder, reader, joker])
    picture = next(clip.frames()).image
    tensor, _ = to_tensor(np.ascontiguousarray(picture[:_SIDE, :_SIDE]), 1.0)
    alone = race("finder", lambda: finder.run(tensor), lambda: None, turns=10, clock=time.process_time).ours_ms / 1000
    return TableBench(
        fps,
        plays,
        found.missed,
        round(1000 * found.late * found.floor, 1) if found.latencies else 0.0,
        round(1000 * found.floor, 1),
        round(found.late, 3),
        round(found.speed, 2),
        round(found.speed * alone, 3),
        found.dropped,
        found.waiting,
    )
