"""`paizhuo replay CLIP`: a recorded clip through the table's eye, one line an event."""

from __future__ import annotations

import json
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._models import THREADS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.device.camera.video_file import VideoFile
    from paizhuo.rules.observations import Observation
    from paizhuo.vision.eye import TableEye
    from paizhuo.vision.look import Sight

__all__ = ["command"]


@click.command("replay")
@click.argument("clip", type=click.Path(path_type=Path))
@click.option("--rulebook", metavar="ID", help="Also judge what was seen by this rulebook.")
@click.option(
    "--seats",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="TOML file that places the table: corners in pixels, width_mm, height_mm. Without: the picture is one area.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@THREADS
def command(clip: Path, rulebook: str | None, seats: Path | None, as_json: bool, threads: int) -> None:
    """Tell what happens in CLIP: cards shown, moved, removed, areas covered; then a summary."""
    from paizhuo.device.camera.protocol import CameraError
    from paizhuo.device.camera.video_file import VideoFile
    from paizhuo.models.manifest import ModelError
    from paizhuo.vision.shipped import open_sight

    with ExitStack() as parts:
        try:
            video = VideoFile(clip)
            judge = _Judge(rulebook, parts) if rulebook is not None else None
            eye = _eye(open_sight(threads=threads), video, seats)
        except (CameraError, ModelError) as error:
            raise BadInput(str(error)) from error
        _play(video, eye, judge, clip, as_json)


def _play(video: VideoFile, eye: TableEye, judge: _Judge | None, clip: Path, as_json: bool) -> None:
    started, counted, cards, frames = time.perf_counter(), Counter[str](), list[str](), 0
    for frame in video.frames():
        frames += 1
        for observation in eye.see(frame):
            event = as_event(observation)
            counted[str(event["kind"])] += 1
            if event["kind"] == "shown":
                cards += [str(face) for face in _faces(event)]
            click.echo(json.dumps(event) if as_json else _as_text(event))
            if judge is not None:
                judge.observe(observation)
    seconds = time.perf_counter() - started
    judged = judge.events() if judge is not None else []
    if not as_json:
        click.echo(f"{frames} frames in {seconds:.1f} s; shown in this order: {' '.join(cards) or 'nothing'}")
        for line in judged:
            click.echo(f"  judged: {line['seq']:4} {line['kind']}")
        return
    summary: dict[str, object] = {
        "kind": "summary",
        "clip": str(clip),
        "frames": frames,
        "cards": cards,
        "events": dict(counted),
        "seconds": round(seconds, 2),
        "frames_per_second": round(frames / seconds, 1) if seconds else 0.0,
    }
    click.echo(json.dumps(summary | ({"judged": judged} if judge is not None else {})))


def as_event(observation: Observation) -> dict[str, object]:
    """Give an observation as one line of output."""
    from paizhuo.rules.observations import (
        Blocked,
        CardsMoved,
        CardsRemoved,
        CardsReread,
        CardsShown,
        TableCleared,
    )

    evidence = observation.evidence
    event: dict[str, object] = {"t": round(evidence.at, 3), "frame": evidence.last_frame}
    match observation:
        case TableCleared():
            event["kind"] = "cleared"
        case Blocked():
            kind = "unblocked" if observation.over else "blocked"
            event |= {"kind": kind, "zone": observation.zone, "cause": observation.cause}
        case CardsShown() | CardsMoved() | CardsRemoved() | CardsReread():
            names = {CardsShown: "shown", CardsMoved: "moved", CardsRemoved: "removed", CardsReread: "reread"}
            event |= {
                "kind": names[type(observation)],
                "zone": observation.zone,
                "seat": None if observation.seat is None else observation.seat.name,
                "cards": [card.card.value for card in observation.cards],
                "confidence": [card.confidence for card in observation.cards],
            }
            if isinstance(observation, CardsReread):
                event["before"] = [card.card.value for card in observation.before]
    tracks = [card.track for card in getattr(observation, "cards", ())]
    event["evidence"] = {"frames": [evidence.first_frame, evidence.last_frame], "tracks": tracks}
    return event


def _eye(sight: Sight, video: VideoFile, seats: Path | None) -> TableEye:
    from paizhuo.vision.calibrate import CalibrationError, from_corners, pixels_as_units
    from paizhuo.vision.eye import TableEye
    from paizhuo.vision.eye_settings import EyeSettings
    from paizhuo.vision.observe import ObserveSettings
    from paizhuo.vision.watch import WatchSettings
    from paizhuo.vision.zones import table_zones, whole

    # A compressed recording repeats still frames exactly, which means nothing.
    settings = EyeSettings(watch=WatchSettings(frozen_seconds=0.0))
    if seats is None:
        # Nobody says where the table ends, and print may be drawn into the picture: only what hands bring is a card.
        # With one area for everything, a hand that rests somewhere must not hold back a card elsewhere.
        # A small change somewhere, as compression makes them, is no hand either.
        watch = WatchSettings(frozen_seconds=0.0, motion_pixels=400, still_frames=2, still_seconds=0.1)
        settings = EyeSettings(brought=0.35, watch=watch, observe=ObserveSettings(patience=0.0))
        table_map = pixels_as_units(video.width, video.height)
        return TableEye(sight, table_map, whole(video.width, video.height), settings, units_per_mm=None)
    corners, width, height = _placed(seats)
    try:
        table_map = from_corners(corners, width, height)
    except CalibrationError as error:
        raise BadInput(f"{seats}: corners: {error}") from error
    return TableEye(sight, table_map, table_zones(width, height), settings)


def _placed(path: Path) -> tuple[list[tuple[float, float]], float, float]:
    """Read the seats file: the table's corners in pixels and its size in mm."""
    import tomllib

    from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

    try:
        facts = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot read the seats file: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: not TOML: {error}") from error
    unknown = sorted(set(facts) - {"corners", "width_mm", "height_mm"})
    if unknown:
        raise BadInput(f"{path}: unknown key {unknown[0]}; corners, width_mm and height_mm are allowed")
    try:
        corners = [(float(x), float(y)) for x, y in facts["corners"]]
        width, height = float(facts.get("width_mm", TABLE_WIDTH_MM)), float(facts.get("height_mm", TABLE_HEIGHT_MM))
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path}: corners must be four [x, y] in pixels, clockwise from the top left") from error
    if len(corners) != 4 or not (0 < width < 1e5 and 0 < height < 1e5):
        raise BadInput(f"{path}: four corners and a size in millimetres are needed")
    return corners, width, height


def _faces(event: Mapping[str, object]) -> list[object]:
    cards = event["cards"]
    return list(cards) if isinstance(cards, list) else []


def _as_text(event: Mapping[str, object]) -> str:
    where = event.get("seat") or event.get("zone") or ""
    what = " ".join(map(str, _faces(event))) if "cards" in event else str(event.get("cause", ""))
    if "before" in event:
        before = event["before"]
        what += f" (was {' '.join(map(str, before)) if isinstance(before, list) else before})"
    return f"{event['t']:8.2f} s  frame {event['frame']:5}  {event['kind']!s:9}  {where!s:8}  {what}"


class _Judge:
    """Judges observations by a rulebook, on a table whose log is thrown away."""

    def __init__(self, rulebook: str, parts: ExitStack) -> None:
        """Start a table; ``parts`` stops it and removes its log."""
        import tempfile

        from paizhuo.device.clock import SystemClock
        from paizhuo.device.rehearsal import DIRECTOR, NAMES
        from paizhuo.device.store.log import EventLog
        from paizhuo.device.table import TableActor
        from paizhuo.rules.errors import TableError
        from paizhuo.rules.rulebooks import ids
        from paizhuo.rules.service import StartMatch

        if rulebook not in ids():
            raise BadInput(f"--rulebook: no rulebook {rulebook!r}; there are {', '.join(ids())}")
        folder = parts.enter_context(tempfile.TemporaryDirectory(prefix="paizhuo-replay-"))
        self._table = TableActor(EventLog(Path(folder) / "replay.db"), SystemClock())
        self._table.start()
        parts.callback(self._table.stop)
        try:
            self._table.submit(StartMatch(rulebook, NAMES), DIRECTOR)
        except TableError as error:
            raise BadInput(f"--rulebook: {error}") from error

    def observe(self, observation: Observation) -> None:
        """Let the table judge an observation."""
        self._table.observe(observation)

    def events(self) -> list[dict[str, object]]:
        """Give what the table made of it all."""
        from paizhuo.device.rehearsal import catch_up

        catch_up(self._table)
        entries = self._table.entries()
        return [{"seq": entry.seq, "kind": entry.event.kind} for entry in entries]
