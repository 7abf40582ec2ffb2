"""`paizhuo evaluate photos DIR`: how well real photos are read, with bounds, by tag, by source and by confusion."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.vision.evaluate.labels import Labelled
    from paizhuo.vision.evaluate.score import Outcome, Row
    from paizhuo.vision.look import Sight

__all__ = ["command"]

_LABELS = "labels.jsonl"


@click.group("evaluate")
def command() -> None:
    """Measure how well cards are read."""


@command.command("photos")
@click.argument("folder", required=False, metavar="[DIR]", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option("--limit", metavar="N", type=click.IntRange(min=1), help="Stop after N photos.")
@click.option("--every", metavar="K", default=1, type=click.IntRange(min=1), help="Take every K-th photo only.")
@click.option(
    "--tables/--no-tables", default=True, help="Also evaluate the folder `tables` beside DIR, as its own row."
)
@click.option(
    "--report",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a page with a picture of every error into DIR.",
)
@click.option("--threads", default=2, show_default=True, type=click.IntRange(1, 64), help="CPU threads for the models.")
def photos(
    folder: Path | None,
    as_json: bool,
    limit: int | None,
    every: int,
    tables: bool,
    report: Path | None,
    threads: int,
) -> None:
    """Read the labelled photos in DIR (labels.jsonl beside them) and compare.

    Without DIR: the folder `photos` in PAIZHUO_SHARED, or in ../shared.
    """
    from paizhuo.models.manifest import ModelError
    from paizhuo.vision.evaluate.score import by_source, by_tag, confusions, row
    from paizhuo.vision.shipped import open_sight

    root = folder if folder is not None else Path(os.environ.get("PAIZHUO_SHARED", "../shared")) / "photos"
    groups = {"photos": (root, _labels(root)[::every][:limit])}
    beside = root.parent / "tables"
    if tables and root.name != "tables" and (beside / _LABELS).is_file():
        groups["tables"] = (beside, _labels(beside)[::every][:limit])
    try:
        sight = open_sight(threads=threads)
    except ModelError as error:
        raise BadInput(str(error)) from error
    started = time.perf_counter()
    outcomes = {name: _read(sight, name, where, labels, report) for name, (where, labels) in groups.items()}
    seconds = time.perf_counter() - started
    main = outcomes["photos"]
    rows = [
        *((name, row(group)) for name, group in outcomes.items()),
        *((f"source {name}", figures) for name, figures in by_source(main).items()),
        *((f"tag {name}", figures) for name, figures in by_tag(main).items()),
    ]
    confused = confusions(outcome for group in outcomes.values() for outcome in group)
    if report is not None:
        _write_report(report, rows, confused, [outcome for group in outcomes.values() for outcome in group])
    if as_json:
        click.echo(json.dumps(_as_json(rows, confused, outcomes, seconds), ensure_ascii=False))
    else:
        for line in _as_text(rows, confused, seconds):
            click.echo(line)


def _labels(folder: Path) -> tuple[Labelled, ...]:
    from paizhuo.vision.evaluate.labels import LabelError, parse_labels

    path = folder / _LABELS
    try:
        return parse_labels(path.read_text(encoding="utf-8"), source=folder.name)
    except OSError as error:
        raise BadInput(f"{path}: cannot read the labels: {error.strerror or error}") from error
    except (LabelError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {error}") from error


def _read(sight: Sight, name: str, folder: Path, labels: Sequence[Labelled], report: Path | None) -> list[Outcome]:
    from paizhuo.device.pictures import PictureError, read_picture, write_picture
    from paizhuo.vision.draw import annotated
    from paizhuo.vision.evaluate.score import compare

    outcomes = []
    with click.progressbar(labels, label=name, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for label in bar:
            try:
                picture = read_picture(_picture_path(folder, label))
                look = sight.look(picture)
                outcome = compare(label, [card.card for card in look.cards])
                if report is not None and not outcome.exact:
                    report.mkdir(parents=True, exist_ok=True)
                    write_picture(report / f"{label.id}.jpg", annotated(picture, look))
            except PictureError as error:
                raise BadInput(str(error)) from error
            except OSError as error:
                raise BadInput(f"{report}: cannot write the report: {error.strerror or error}") from error
            outcomes.append(outcome)
    return outcomes


def _picture_path(folder: Path, label: Labelled) -> Path:
    inside = folder / "images" / label.image
    return inside if inside.exists() else folder / label.image


def _write_report(
    folder: Path,
    rows: Sequence[tuple[str, Row]],
    confused: Sequence[tuple[str, str, int]],
    outcomes: Sequence[Outcome],
) -> None:
    from paizhuo.vision.evaluate.report import report_page

    wrong = [(outcome, f"{outcome.label.id}.jpg") for outcome in outcomes if not outcome.exact]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").write_text(report_page(rows, confused, wrong), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{folder}: cannot write the report: {error.strerror or error}") from error


def _as_json(
    rows: Sequence[tuple[str, Row]],
    confused: Sequence[tuple[str, str, int]],
    outcomes: dict[str, list[Outcome]],
    seconds: float,
) -> dict[str, object]:
    return {
        "rows": {name: {key: _rounded(value) for key, value in dataclasses.asdict(row).items()} for name, row in rows},
        "confusions": [{"is": was, "read": read, "times": times} for was, read, times in confused],
        "errors": [
            {"id": outcome.label.id, "invented": list(outcome.invented), "missed": list(outcome.missed)}
            for group in outcomes.values()
            for outcome in group
            if not outcome.exact
        ],
        "seconds": round(seconds, 1),
    }


def _rounded(value: object) -> object:
    return round(value, 4) if isinstance(value, float) else value


def _as_text(rows: Sequence[tuple[str, Row]], confused: Sequence[tuple[str, str, int]], seconds: float) -> list[str]:
    heads = ("group", "pictures", "cards", "precision", "≥", "recall", "≥", "exact", "≥")
    lines = ["{:72} {:>8} {:>6} {:>9}   {:>5} {:>6}   {:>5} {:>6}   {:>5}".format(*heads)]
    for name, row in rows:
        lines.append(
            f"{name[:72]:72} {row.pictures:8} {row.cards:6} {100 * row.precision:9.1f}   "
            f"{100 * row.precision_at_least:5.1f} {100 * row.recall:6.1f}   {100 * row.recall_at_least:5.1f} "
            f"{100 * row.exact:6.1f}   {100 * row.exact_at_least:5.1f}"
        )
    lines.append(f"percent; ≥: one-sided 95 % lower bound over pictures; {seconds:.0f} s")
    if confused:
        lines.append(
            "confusions (is>read as): " + "  ".join(f"{was}>{read} x{times}" for was, read, times in confused[:30])
        )
    return lines
