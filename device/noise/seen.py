"""One simulated hand read from pixels, refereed, and held against what really happened."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.noise.hands import take
from paizhuo.device.noise.lean import LeanTable
from paizhuo.device.noise.measure import Count
from paizhuo.device.noise.outcome import HandOutcome, outcome
from paizhuo.device.noise.standings import hand_of
from paizhuo.device.noise.tally import Tally
from paizhuo.device.players.match import Plan, Playable, hearing, zones_for
from paizhuo.device.rehearsal import SightFor, placed
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.dress import Dress
from paizhuo.rules.observations import Observation
from paizhuo.rules.service import Command
from paizhuo.vision.eye import TableEye

Told = Observation | Command
"""What a table is told: what sight saw, or what a person entered."""


@dataclass(frozen=True, slots=True)
class SeenHand:
    """What sight told of a hand, in order, how often it erred, and what that took.

    ``seconds`` went by, ``work`` are seconds of processor time.
    """

    seed: int
    told: tuple[Told, ...]
    tally: Tally
    frames: int
    seconds: float
    work: float


def see_hand(
    sight_for: SightFor, rulebook: Playable, seed: int, *, plan: Plan | None = None, dress: Dress | None = None
) -> SeenHand:
    """Play the hand of a seed on the rendered table, at key moments, and give everything that was told of it."""
    started, worked = time.monotonic(), time.process_time()
    dress = dress or Dress()
    camera = SimulatedCamera(dress.deck, seed=seed, view=dress.view, lens=dress.lens, top=dress.top)
    _, played = hand_of(rulebook, seed, plan)
    script = Director(random.Random(seed), Tempo()).direct(played.acts)
    eye = TableEye(sight_for(camera), placed(camera), zones_for(rulebook))
    count, told, frames = Count(script), list[Told](), 0
    camera.listener = hearing(told.append)
    for frame in camera.shoot(script):
        frames += 1
        for observation in eye.see(frame):
            count.take(frame.seconds, camera.scene, observation)
            told.append(observation)
    seconds, work = round(time.monotonic() - started, 2), round(time.process_time() - worked, 2)
    return SeenHand(seed, tuple(told), count.tally(), frames, seconds, work)


def judge(rulebook: Playable, seed: int, told: Sequence[Told], plan: Plan | None = None) -> HandOutcome:
    """Let a table referee what was told of the hand of a seed, up to the pack for another hand."""
    begun, played = hand_of(rulebook, seed, plan)
    table = LeanTable(rulebook, begun)
    for each in told:
        take(table, each)
    table.next_pack()
    return outcome(seed, played.truth, table.timeline)
