"""`paizhuo evaluate rendered`: reading on drawn pictures, in distribution and with what training never showed."""

from __future__ import annotations

import json
import random
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paizhuo.commands._evaluate_figures import Reading
    from paizhuo.vision.look import Sight
    from paizhuo.vision.render.scenes import Stock

_SIDE = 960
_HEIGHTS = (0.1, 0.28)
"""Least and greatest height of a card, in sides of the picture: 96 to 269 pixels."""

_FIRST_SEED = 7_000_000
"""Far beyond the scenes of training and of its validation."""


@click.command("rendered")
@click.option("--json", "as_json_object", is_flag=True, help="Print one JSON object instead of tables.")
@click.option(
    "--scenes", metavar="N", default=200, show_default=True, type=click.IntRange(min=1), help="Scenes a column."
)
@click.option("--seed", metavar="N", default=0, show_default=True, type=click.IntRange(0, 99), help="Other scenes.")
@click.option(
    "--report",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a page with a picture of every error into DIR.",
)
@click.option("--models", type=click.Path(file_okay=False, exists=True, path_type=Path), help="Other weights to judge.")
@click.option("--threads", default=2, show_default=True, type=click.IntRange(1, 64), help="CPU threads for the models.")
def rendered(
    as_json_object: bool, scenes: int, seed: int, report: Path | None, models: Path | None, threads: int
) -> None:
    """Read drawn scenes: column S with the decks of training, X with decks, table tops and fonts kept from it.

    Needs the artwork that `paizhuo train art` fetches.
    """
    from paizhuo.commands._evaluate_figures import Figures, as_json, as_text, write_report
    from paizhuo.models.manifest import ModelError
    from paizhuo.models.training.stock import art_folder, held_out_stock, training_stock
    from paizhuo.vision.evaluate.reliability import calibration_error
    from paizhuo.vision.evaluate.score import by_tag, confusions, row
    from paizhuo.vision.shipped import open_sight

    if not (art_folder() / "decks" / "index.json").is_file():
        raise BadInput(f"{art_folder()}: no artwork; fetch it once with `make train TRAIN_ARGS=art`")
    try:
        sight = open_sight(threads=threads, folder=models)
    except ModelError as error:
        raise BadInput(str(error)) from error
    started = time.perf_counter()
    stocks = {"S": training_stock, "X": held_out_stock}
    readings = {
        column: list(_read(sight, column, gather(_FIRST_SEED // 1000 + seed, 20), seed, scenes, report))
        for column, gather in stocks.items()
    }
    outcomes = {column: [reading.outcome for reading in group] for column, group in readings.items()}
    figures = Figures(
        rows=[
            *((column, row(group)) for column, group in outcomes.items()),
            *((f"{column} {tag}", one) for column, group in outcomes.items() for tag, one in by_tag(group).items()),
        ],
        calibration=[
            (column, calibration_error([card for reading in group for card in reading.cards]))
            for column, group in readings.items()
        ],
        confused=confusions(outcome for group in outcomes.values() for outcome in group),
        outcomes=[outcome for group in outcomes.values() for outcome in group],
        seconds=time.perf_counter() - started,
    )
    if report is not None:
        write_report(report, figures)
    if as_json_object:
        click.echo(json.dumps(as_json(figures), ensure_ascii=False))
    else:
        for line in as_text(figures):
            click.echo(line)


def _read(sight: Sight, column: str, stock: Stock, seed: int, scenes: int, report: Path | None) -> Iterator[Reading]:
    from paizhuo.commands._evaluate_figures import read_and_compare
    from paizhuo.vision.evaluate.rendered import rendered_label
    from paizhuo.vision.render.scenes import scene

    seeds = range(_FIRST_SEED + seed * 10_000, _FIRST_SEED + seed * 10_000 + scenes)
    with click.progressbar(seeds, label=column, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for number in bar:
            # One deck a table, as people play: its own pairs teach how its two corners lie to each other.
            deck = random.Random(number).choice(stock.decks)
            drawn = scene(number, replace(stock, decks=[deck]), _SIDE, heights=_HEIGHTS)
            label = rendered_label(drawn, f"{column}-{number}", column)
            yield read_and_compare(sight, drawn.picture, label, report)
