"""Record a simulated match: a clip as a camera would have taken it, and beside it the truth, line by line."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.players.match import Plan, Playable, Played, play_match
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.script import Cue, Script
from paizhuo.device.twin.view import View
from paizhuo.rules.codec import encode
from paizhuo.rules.errors import TableError
from paizhuo.rules.snapshot import Json
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

CLIP = "table.mp4"
TRUTH = "truth.jsonl"


class RecordingError(TableError):
    """Raised when a recording cannot be written; the message is one clear line."""


@dataclass(frozen=True, slots=True)
class RecordingPlan:
    """What to record: hands of a match, pictures a second, and how the table looks."""

    hands: int = 1
    seed: int = 1
    fps: float = 8.0
    hand_plan: Plan | None = None
    tempo: Tempo = field(default_factory=Tempo)
    view: View = field(default_factory=View)


def record(
    folder: Path,
    rulebook: Playable,
    plan: RecordingPlan,
    progress: Callable[[float], None] = lambda _: None,
) -> tuple[Path, Path]:
    """Write clip and truth into ``folder`` and give their paths; ``progress`` is told the share that is done.

    Nothing is left behind when it fails. The truth's first line describes the table, then every act has a line with
    the second ``t`` of the clip at which its cards have changed place, and every hand a line with its whole record.

    Raises ``RecordingError``: a recording is there already, or the disk does not take one.
    """
    clip, truth = folder / CLIP, folder / TRUTH
    for path in (clip, truth):
        if path.exists():
            raise RecordingError(f"{path} is there already; choose another folder")
    half_clip, half_truth = folder / f"half-{CLIP}", folder / f"half-{TRUTH}"
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(half_clip, half_truth, rulebook, plan, progress)
        os.replace(half_clip, clip)
        os.replace(half_truth, truth)
    except OSError as error:
        raise RecordingError(f"{folder}: cannot write the recording: {error.strerror or error}") from error
    finally:
        if folder.is_dir():
            half_clip.unlink(missing_ok=True)
            half_truth.unlink(missing_ok=True)
            if is_new and not any(folder.iterdir()):
                folder.rmdir()
    return clip, truth


def _write(clip: Path, truth: Path, rulebook: Playable, plan: RecordingPlan, progress: Callable[[float], None]) -> None:
    camera = SimulatedCamera(house_deck(), seed=plan.seed, view=plan.view, rate=plan.fps)
    size = (plan.view.width, plan.view.height)
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"mp4v"), plan.fps, size)
    if not writer.isOpened():
        raise OSError(0, "this machine cannot write MP4 clips")
    try:
        with truth.open("w", encoding="utf-8") as lines:
            _line(lines.write, _table(rulebook, plan))
            begun = 0.0
            for played, script in _hands(rulebook, plan):
                for share, frame in zip(_shares(script, plan), camera.shoot(script), strict=True):
                    writer.write(frame.image)
                    progress((played.truth.hand - 1 + share) / plan.hands)
                for cue in script.cues:
                    _line(lines.write, _act(cue, begun, played.truth.hand))
                end = begun + len(script.times(plan.fps)) / plan.fps
                _line(lines.write, _hand(played, begun, end))
                begun = end
    finally:
        writer.release()


def _hands(rulebook: Playable, plan: RecordingPlan) -> Iterator[tuple[Played, Script]]:
    director = Director(random.Random(plan.seed), plan.tempo)
    for played in play_match(rulebook, plan.seed, plan.hand_plan, plan.hands):
        yield played, director.direct(played.acts)


def _shares(script: Script, plan: RecordingPlan) -> Iterator[float]:
    for at in script.times(plan.fps):
        yield at / script.seconds


def _table(rulebook: Playable, plan: RecordingPlan) -> dict[str, Json]:
    half = (TABLE_WIDTH_MM / 2, TABLE_HEIGHT_MM / 2)
    corners = np.array([[(-half[0], -half[1]), (half[0], -half[1]), half, (-half[0], half[1])]])
    pixels = cv2.perspectiveTransform(corners, plan.view.to_pixels())[0]
    return {
        "kind": "table",
        "game": rulebook.game,
        "rulebook": rulebook.id,
        "seed": plan.seed,
        "clip": CLIP,
        "fps": plan.fps,
        "size": [plan.view.width, plan.view.height],
        "table_mm": [TABLE_WIDTH_MM, TABLE_HEIGHT_MM],
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in pixels],
    }


def _act(cue: Cue, begun: float, hand: int) -> dict[str, Json]:
    fields = encode(cue.act)
    assert isinstance(fields, dict)
    name = type(cue.act).__name__
    return {"kind": "act", "t": round(begun + cue.at, 3), "hand": hand, "act": _snake(name), **fields}


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def _hand(played: Played, begun: float, end: float) -> dict[str, Json]:
    return {
        "kind": "hand",
        "hand": played.truth.hand,
        "from": round(begun, 3),
        "to": round(end, 3),
        "truth": played.truth.as_json(),
    }


def _line(write: Callable[[str], int], value: dict[str, Json]) -> None:
    write(json.dumps(value, ensure_ascii=False) + "\n")
