"""Whole hands on the simulated table, every index known: what watch, tracks, observations and rules make of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.players.faults import Fault
from paizhuo.device.players.hand import HandPlan
from paizhuo.device.players.temper import BOLD
from paizhuo.device.rehearsal import HandReport, RehearsalPlan, rehearse
from paizhuo.device.twin.view import View
from paizhuo.rules.cards import Seat
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.vision.index_sight import IndexSight

SMALL = View(width=1024, height=768, px_per_mm=1.0)
"""Two thirds of the camera's size: enough for hands and motion, and the indices are known anyway."""


def play(
    sight_for: Callable[[SimulatedCamera], IndexSight], folder: Path, seed: int, *faults: Fault, hands: int = 1
) -> list[HandReport]:
    """Play short hands: bold players with a poorly shuffled deck lead many cards at once."""
    hand_plan = HandPlan(dict.fromkeys(Seat, BOLD), len(faults), faults, bunching=0.2)
    plan = RehearsalPlan(hands, seed, hand_plan, view=SMALL)
    return list(rehearse(sight_for, load("comp", ShengjiRulebook), plan, folder))


@pytest.mark.parametrize(
    ("seed", "faults", "codes"),
    [
        (
            6,
            (Fault.REVOKE_SUIT, Fault.REVOKE_PAIR, Fault.OUT_OF_TURN),
            {"follow.must_follow_suit", "turn.out_of_turn"},
        ),
        (7, (Fault.WRONG_THROW, Fault.TAKEBACK, Fault.TOO_MANY), {"throw.failed", "count.wrong"}),
    ],
)
def test_a_hand_with_faults_is_recorded_as_it_was_played_and_every_fault_is_proved(
    knowing_sight: Callable[[SimulatedCamera], IndexSight],
    tmp_path: Path,
    seed: int,
    faults: tuple[Fault, ...],
    codes: set[str],
) -> None:
    (report,) = play(knowing_sight, tmp_path, seed, *faults)
    assert isinstance(report.truth, dict)
    offences = report.truth["offences"]
    assert isinstance(offences, list)
    assert {offence["code"] for offence in offences if isinstance(offence, dict)} == codes
    assert report.differences == ()
    assert (report.questions, report.corrections) == (0, 0)


def test_a_match_goes_on_from_hand_to_hand(
    knowing_sight: Callable[[SimulatedCamera], IndexSight], tmp_path: Path
) -> None:
    first, second = play(knowing_sight, tmp_path, 2, hands=2)
    assert first.differences == second.differences == ()
    assert isinstance(first.truth, dict)
    assert isinstance(second.result, dict)
    assert second.result["dealer"] == first.truth["next_dealer"]
    line = json.loads(json.dumps(second.as_json()))
    assert line["hand"] == 2
    assert line["differences"] == []
    assert line.keys() >= {"seed", "rulebook", "truth", "result", "questions", "corrections", "seconds"}
