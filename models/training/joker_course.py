"""The way to the joker look: views of what the weights in force find, training from the reader's layers, export."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from paizhuo.models.manifest import read_manifest
from paizhuo.models.training.export import export_onnx, install_joker
from paizhuo.models.training.joker_views import CLASSES, joker_views
from paizhuo.models.training.stock import training_stock
from paizhuo.models.training.ultralytics_env import prepare
from paizhuo.vision.joker_look import SIZE
from paizhuo.vision.shipped import open_sight

Report = Callable[[str], None]

_FIRST = 2001
"""Number of the first piece: its scenes are none that finder and reader learn from. It serves as validation."""

_FRAMED = 0.3
"""The share of procedural decks whose jokers fill their card within a frame, as many printed ones do."""


@dataclass(frozen=True, slots=True)
class JokerCourse:
    """How much is trained. ``folder`` keeps views, runs and checkpoints, ``models`` holds the weights in force.

    ``pieces`` of ``scenes`` scenes each, with ``procedural`` fresh decks a piece, beside one for validation. ``start``
    are weights to go on from (a checkpoint, or a resume file ``.npz``): of an earlier joker look, or the reader's.
    """

    folder: Path
    models: Path
    start: Path | None
    pieces: int = 12
    scenes: int = 1000
    procedural: int = 60
    epochs: int = 6
    run: str = "1"


def train_jokers(course: JokerCourse, report: Report) -> None:
    """Make the views that are missing, train, and install the network beside the finder and the reader."""
    prepare(course.folder / "ultralytics")
    from paizhuo.models.training.joker_look import joker_architecture, train_joker_look
    from paizhuo.models.training.resume import classifier_kind, start_checkpoint

    sight = open_sight(threads=1, folder=course.models)
    for place in range(_FIRST, _FIRST + course.pieces + 1):
        target = course.folder / "views" / ("val" if place == _FIRST else "train") / f"{place * 10000}.npz"
        if not target.exists():
            seeds = range(place * 10000, place * 10000 + course.scenes)
            counts = joker_views(sight, training_stock(place, course.procedural, framed=_FRAMED), seeds, target)
            told = ", ".join(f"{count} {name}" for name, count in zip(CLASSES, counts, strict=True))
            report(f"views {seeds.start}–{seeds.stop - 1}: {told}")
    start = course.start
    if start is not None and start.suffix == ".npz":
        start = start_checkpoint(start, classifier_kind(start), str(joker_architecture()), course.folder / "runs")
    weights = train_joker_look(
        course.folder, course.folder / "runs", name=f"joker-{course.run}", epochs=course.epochs, start=start
    )
    made = {"joker_views": f"{course.pieces} × {course.scenes} scenes", "joker_epochs": str(course.epochs)}
    install_joker(export_onnx(weights, side=SIZE, dynamic=True), course.models, made)
    report(json.dumps({**made, "weights": read_manifest(course.models).weights}, ensure_ascii=False))
