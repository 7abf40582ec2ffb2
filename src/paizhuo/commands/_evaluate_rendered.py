"""`paizhuo evaluate rendered`: reading on drawn pictures, in distribution and with what training never showed."""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._evaluate_figures import AS_JSON, REPORT, Figures, Reading, calibration, read_and_compare, tell
from paizhuo.commands._models import OTHER_WEIGHTS, THREADS, need_artwork, opened_sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paizhuo.vision.evaluate.kept import KeptReadings
    from paizhuo.vision.look import Sight
    from paizhuo.vision.render.scenes import Stock

_SIDE = 960
_HEIGHTS = (0.1, 0.28)
"""Least and greatest height of a card, in sides of the picture: 96 to 269 pixels."""

_FIRST_SEED = 7_000_000
"""Far beyond the scenes of training and of its validation."""


@click.command("rendered")
@AS_JSON
@click.option(
    "--scenes", metavar="N", default=200, show_default=True, type=click.IntRange(min=1), help="Scenes a column."
)
@click.option("--seed", metavar="N", default=0, show_default=True, type=click.IntRange(0, 99), help="Other scenes.")
@click.option(
    "--results",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Add every reading to FILE; scenes in it that these weights read are not read again.",
)
@REPORT
@OTHER_WEIGHTS
@THREADS
def rendered(
    as_json_object: bool,
    scenes: int,
    seed: int,
    results: Path | None,
    report: Path | None,
    models: Path | None,
    threads: int,
) -> None:
    """Read drawn scenes: column S with the decks of training, X with decks, table tops and fonts kept from it.

    Needs the artwork that `paizhuo train art` fetches.
    """
    from paizhuo.models.training.stock import held_out_stock, training_stock
    from paizhuo.vision.evaluate.score import by_tag, confusions, row

    need_artwork()
    sight = opened_sight(threads, models)
    kept = None if results is None else _kept(results, models)
    started = time.perf_counter()
    stocks = {"S": training_stock, "X": held_out_stock}
    readings = {
        column: list(_read(sight, column, gather(_FIRST_SEED // 1000 + seed, 20), seed, scenes, report, kept))
        for column, gather in stocks.items()
    }
    outcomes = {column: [reading.outcome for reading in group] for column, group in readings.items()}
    figures = Figures(
        rows=[
            *((column, row(group)) for column, group in outcomes.items()),
            *((f"{column} {tag}", one) for column, group in outcomes.items() for tag, one in by_tag(group).items()),
        ],
        calibration=calibration(readings),
        confused=confusions(outcome for group in outcomes.values() for outcome in group),
        outcomes=[outcome for group in outcomes.values() for outcome in group],
        seconds=time.perf_counter() - started,
    )
    tell(figures, as_json_object=as_json_object, report=report)


def _kept(results: Path, models: Path | None) -> KeptReadings:
    from paizhuo.models.manifest import read_manifest
    from paizhuo.vision.evaluate.kept import KeptReadings, KeptReadingsError

    weights = read_manifest(models).named(12, " ")
    try:
        return KeptReadings(results, weights)
    except KeptReadingsError as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{results}: cannot use the results: {error.strerror or error}") from error


def _read(
    sight: Sight,
    column: str,
    stock: Stock,
    seed: int,
    scenes: int,
    report: Path | None,
    kept: KeptReadings | None,
) -> Iterator[Reading]:
    seeds = range(_FIRST_SEED + seed * 10_000, _FIRST_SEED + seed * 10_000 + scenes)
    with click.progressbar(seeds, label=column, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for number in bar:
            name = f"{column}-{number}"
            held = None if kept is None else kept.get(name)
            # A wrong reading is made again where its picture is wanted and not there.
            if held is not None and (report is None or held[0].exact or (report / f"{name}.jpg").is_file()):
                yield Reading(*held)
                continue
            reading = _read_one(sight, column, stock, number, report)
            if kept is not None and held is None:
                kept.add(reading.outcome, reading.cards)
            yield reading


def _read_one(sight: Sight, column: str, stock: Stock, number: int, report: Path | None) -> Reading:
    from paizhuo.vision.evaluate.rendered import rendered_label
    from paizhuo.vision.render.scenes import scene

    # One deck a table, as people play: its own pairs teach how its two corners lie to each other.
    deck = random.Random(number).choice(stock.decks)
    drawn = scene(number, replace(stock, decks=[deck]), _SIDE, heights=_HEIGHTS)
    label = rendered_label(drawn, f"{column}-{number}", column)
    return read_and_compare(sight, drawn.picture, label, report)
