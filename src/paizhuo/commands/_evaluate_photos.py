"""`paizhuo evaluate photos DIR`: how well real photos are read, with bounds, by tag, by source and by confusion."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._evaluate_figures import AS_JSON, REPORT, Figures, Reading, calibration, read_and_compare, tell
from paizhuo.commands._models import OTHER_WEIGHTS, THREADS, opened_sight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.vision.evaluate.labels import Labelled
    from paizhuo.vision.look import Sight

_LABELS = "labels.jsonl"


@click.command("photos")
@click.argument("folder", required=False, metavar="[DIR]", type=click.Path(path_type=Path))
@AS_JSON
@click.option("--limit", metavar="N", type=click.IntRange(min=1), help="Stop after N photos.")
@click.option("--every", metavar="K", default=1, type=click.IntRange(min=1), help="Take every K-th photo only.")
@click.option(
    "--tables/--no-tables", default=True, help="Also evaluate the folder `tables` beside DIR, as its own row."
)
@REPORT
@OTHER_WEIGHTS
@THREADS
def photos(
    folder: Path | None,
    as_json_object: bool,
    limit: int | None,
    every: int,
    tables: bool,
    report: Path | None,
    models: Path | None,
    threads: int,
) -> None:
    """Read the labelled photos in DIR (labels.jsonl beside them) and compare.

    Without DIR: the folder `photos` in PAIZHUO_SHARED, or in ../shared.
    """
    from paizhuo.vision.evaluate.score import by_source, by_tag, confusions, row

    root = folder if folder is not None else Path(os.environ.get("PAIZHUO_SHARED", "../shared")) / "photos"
    groups = {"photos": (root, _labels(root)[::every][:limit])}
    beside = root.parent / "tables"
    if tables and root.name != "tables" and (beside / _LABELS).is_file():
        groups["tables"] = (beside, _labels(beside)[::every][:limit])
    sight = opened_sight(threads, models)
    started = time.perf_counter()
    readings = {name: _read(sight, name, where, labels, report) for name, (where, labels) in groups.items()}
    outcomes = {name: [reading.outcome for reading in group] for name, group in readings.items()}
    every_one = [outcome for group in outcomes.values() for outcome in group]
    figures = Figures(
        rows=[
            *((name, row(group)) for name, group in outcomes.items()),
            *((f"source {name}", figures) for name, figures in by_source(outcomes["photos"]).items()),
            *((f"tag {name}", figures) for name, figures in by_tag(outcomes["photos"]).items()),
        ],
        calibration=calibration(readings),
        confused=confusions(every_one),
        outcomes=every_one,
        seconds=time.perf_counter() - started,
    )
    tell(figures, as_json_object=as_json_object, report=report)


def _labels(folder: Path) -> tuple[Labelled, ...]:
    from paizhuo.vision.evaluate.labels import LabelError, parse_labels

    path = folder / _LABELS
    try:
        return parse_labels(path.read_text(encoding="utf-8"), source=folder.name)
    except OSError as error:
        raise BadInput(f"{path}: cannot read the labels: {error.strerror or error}") from error
    except (LabelError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {error}") from error


def _read(sight: Sight, name: str, folder: Path, labels: Sequence[Labelled], report: Path | None) -> list[Reading]:
    from paizhuo.device.pictures import PictureError, read_picture

    readings = []
    with click.progressbar(labels, label=name, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for label in bar:
            try:
                picture = read_picture(_picture_path(folder, label))
            except PictureError as error:
                raise BadInput(str(error)) from error
            readings.append(read_and_compare(sight, picture, label, report))
    return readings


def _picture_path(folder: Path, label: Labelled) -> Path:
    inside = folder / "images" / label.image
    return inside if inside.exists() else folder / label.image
