"""How figures of reading are told: as text, as JSON, and as a page with a picture of every error."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from paizhuo.vision.evaluate.labels import Labelled
    from paizhuo.vision.evaluate.reliability import Judged
    from paizhuo.vision.evaluate.score import Outcome, Row
    from paizhuo.vision.frames import Image
    from paizhuo.vision.look import Sight

AS_JSON = click.option("--json", "as_json_object", is_flag=True, help="Print one JSON object instead of tables.")
REPORT = click.option(
    "--report",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a page with a picture of every error into DIR.",
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading a picture gave: the outcome, and each card judged."""

    outcome: Outcome
    cards: tuple[Judged, ...]


def read_and_compare(sight: Sight, picture: Image, label: Labelled, report: Path | None) -> Reading:
    """Read a picture and compare it with its label; a wrong one is drawn into ``report``."""
    from paizhuo.device.pictures import write_picture
    from paizhuo.vision.draw import annotated
    from paizhuo.vision.evaluate.reliability import judged
    from paizhuo.vision.evaluate.score import compare

    look = sight.look(picture)
    outcome = compare(label, [card.card for card in look.cards])
    if report is not None and not outcome.exact:
        try:
            report.mkdir(parents=True, exist_ok=True)
            write_picture(report / f"{label.id}.jpg", annotated(picture, look))
        except OSError as error:
            raise BadInput(f"{report}: cannot write the report: {error.strerror or error}") from error
    return Reading(outcome, judged(label, [(card.card, card.confidence) for card in look.cards]))


@dataclass(frozen=True, slots=True)
class Figures:
    """Rows by group, calibration errors by group, confusion pairs and the outcomes behind them."""

    rows: Sequence[tuple[str, Row]]
    calibration: Sequence[tuple[str, float]]
    confused: Sequence[tuple[str, str, int]]
    outcomes: Sequence[Outcome]
    seconds: float


def calibration(groups: Mapping[str, Sequence[Reading]]) -> list[tuple[str, float]]:
    """Give the calibration error of each group."""
    from paizhuo.vision.evaluate.reliability import calibration_error

    return [
        (name, calibration_error([card for reading in group for card in reading.cards]))
        for name, group in groups.items()
    ]


def tell(figures: Figures, *, as_json_object: bool, report: Path | None) -> None:
    """Write the page of errors, if it is wanted, and print the figures."""
    if report is not None:
        write_report(report, figures)
    if as_json_object:
        click.echo(json.dumps(as_json(figures), ensure_ascii=False))
        return
    for line in as_text(figures):
        click.echo(line)


def write_report(folder: Path, figures: Figures) -> None:
    """Write the page of errors into ``folder``, beside the pictures that lie there."""
    from paizhuo.vision.evaluate.report import report_page

    wrong = [(outcome, f"{outcome.label.id}.jpg") for outcome in figures.outcomes if not outcome.exact]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        page = report_page(figures.rows, figures.confused, wrong)
        (folder / "index.html").write_text(page, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{folder}: cannot write the report: {error.strerror or error}") from error


def as_json(figures: Figures) -> dict[str, object]:
    """Give the figures as one JSON object."""
    return {
        "rows": {
            name: {key: _rounded(value) for key, value in dataclasses.asdict(row).items()} for name, row in figures.rows
        },
        "calibration_error": {name: round(error, 4) for name, error in figures.calibration},
        "confusions": [{"is": was, "read": read, "times": times} for was, read, times in figures.confused],
        "errors": [
            {"id": outcome.label.id, "invented": list(outcome.invented), "missed": list(outcome.missed)}
            for outcome in figures.outcomes
            if not outcome.exact
        ],
        "seconds": round(figures.seconds, 1),
    }


def _rounded(value: object) -> object:
    return round(value, 4) if isinstance(value, float) else value


def as_text(figures: Figures) -> list[str]:
    """Give the figures as lines of a table."""
    heads = ("group", "pictures", "cards", "precision", "≥", "recall", "≥", "exact", "≥")
    lines = ["{:72} {:>8} {:>6} {:>9}   {:>5} {:>6}   {:>5} {:>6}   {:>5}".format(*heads)]
    for name, row in figures.rows:
        lines.append(
            f"{name[:72]:72} {row.pictures:8} {row.cards:6} {100 * row.precision:9.1f}   "
            f"{100 * row.precision_at_least:5.1f} {100 * row.recall:6.1f}   {100 * row.recall_at_least:5.1f} "
            f"{100 * row.exact:6.1f}   {100 * row.exact_at_least:5.1f}"
        )
    lines.append(f"percent; ≥: one-sided 95 % lower bound over pictures; {figures.seconds:.0f} s")
    lines.append("calibration error: " + "  ".join(f"{name} {error:.4f}" for name, error in figures.calibration))
    if figures.confused:
        pairs = "  ".join(f"{was}>{read} x{times}" for was, read, times in figures.confused[:30])
        lines.append(f"confusions (is>read as): {pairs}")
    return lines
