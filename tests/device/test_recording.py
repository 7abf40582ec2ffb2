"""A recorded match: a clip that plays, a truth that belongs to it, and nothing half done left behind."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from paizhuo.device.players.faults import Fault
from paizhuo.device.players.hand import HandPlan
from paizhuo.device.recording import CLIP, TRUTH, RecordingError, RecordingPlan, record
from paizhuo.device.twin.director import Tempo
from paizhuo.device.twin.view import View
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

COMP = load("comp", ShengjiRulebook)
QUICK = RecordingPlan(
    seed=4,
    fps=0.5,
    hand_plan=HandPlan(faults=1, kinds=(Fault.OUT_OF_TURN,)),
    tempo=Tempo(think=(0.1, 0.2), gesture=0.4, draw=0.01, rest=0.1, looks=2, look_gap=0.1),
    view=View(width=640, height=480, px_per_mm=0.63),
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return record(tmp_path_factory.mktemp("recording") / "new", COMP, QUICK)


def lines(truth: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]


def test_the_clip_is_as_long_as_the_truth_says(recorded: tuple[Path, Path]) -> None:
    clip, truth = recorded
    capture = cv2.VideoCapture(str(clip))
    count, width = capture.get(cv2.CAP_PROP_FRAME_COUNT), capture.get(cv2.CAP_PROP_FRAME_WIDTH)
    capture.release()
    assert width == 640
    (hand,) = [line for line in lines(truth) if line["kind"] == "hand"]
    assert hand["to"] == count / QUICK.fps


def test_the_truth_names_the_table_every_act_and_the_hand(recorded: tuple[Path, Path]) -> None:
    first, *acts, last = lines(recorded[1])
    assert first["kind"] == "table"
    assert first["rulebook"] == "comp"
    assert first["size"] == [640, 480]
    assert {act["act"] for act in acts} >= {"draws", "declares", "takes_kitty", "buries", "lays", "collects"}
    assert [act["t"] for act in acts] == sorted(act["t"] for act in acts)  # type: ignore[type-var]
    assert last["kind"] == "hand"
    assert isinstance(last["truth"], dict)
    assert last["truth"]["offences"]


def test_a_recording_is_never_overwritten(recorded: tuple[Path, Path]) -> None:
    clip, truth = recorded
    before = clip.stat().st_mtime_ns, truth.stat().st_mtime_ns
    with pytest.raises(RecordingError, match="is there already"):
        record(clip.parent, COMP, QUICK)
    assert (clip.stat().st_mtime_ns, truth.stat().st_mtime_ns) == before
    assert sorted(path.name for path in clip.parent.iterdir()) == [CLIP, TRUTH]


def test_a_folder_that_cannot_be_made_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RecordingError, match="cannot write the recording"):
        record(tmp_path / "file" / "inside", COMP, QUICK)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_interrupted_recording_leaves_nothing(tmp_path: Path) -> None:
    class EnoughError(Exception):
        pass

    def stop(share: float) -> None:
        if share > 0.1:
            raise EnoughError

    with pytest.raises(EnoughError):
        record(tmp_path / "half", COMP, QUICK, stop)
    assert list(tmp_path.iterdir()) == []
