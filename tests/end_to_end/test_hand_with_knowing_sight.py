"""Whole hands on the simulated table, every index known: what watch, tracks, observations and rules make of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.players.faults import Fault
from paizhuo.device.players.hand import HandPlan
from paizhuo.device.rehearsal import HandReport, RehearsalPlan, rehearse
from paizhuo.device.twin.view import View
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.vision.look import IndexSight

SMALL = View(width=1024, height=768, px_per_mm=1.0)
"""Two thirds of the camera's size: enough for hands and motion, and the indices are known anyway."""


def play(
    sight_for: Callable[[SimulatedCamera], IndexSight], folder: Path, seed: int, *faults: Fault, hands: int = 1
) -> list[HandReport]:
    plan = RehearsalPlan(hands, seed, HandPlan(faults=len(faults), kinds=faults), view=SMALL)
    return list(rehearse(sight_for, load("comp", ShengjiRulebook), plan, folder))


@pytest.mark.parametrize(
    ("seed", "faults"),
    [
        (21, (Fault.REVOKE_SUIT, Fault.OUT_OF_TURN)),
        (22, (Fault.WRONG_THROW, Fault.TAKEBACK)),
    ],
)
def test_a_hand_with_faults_is_recorded_as_it_was_played(
    knowing_sight: Callable[[SimulatedCamera], IndexSight], tmp_path: Path, seed: int, faults: tuple[Fault, ...]
) -> None:
    (report,) = play(knowing_sight, tmp_path, seed, *faults)
    assert isinstance(report.truth, dict)
    assert report.truth["offences"]
    assert report.differences == ()
    assert report.corrections == 0
