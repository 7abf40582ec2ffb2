"""`paizhuo evaluate enrolment`: what reading gains by enrolment, on decks that training never showed."""

from __future__ import annotations

import json
import random
import sys
import time
from typing import TYPE_CHECKING

import click

from paizhuo.commands._evaluate_figures import (
    AS_JSON,
    Figures,
    Reading,
    as_json,
    as_text,
    calibration,
    read_and_compare,
)
from paizhuo.commands._models import OTHER_WEIGHTS, THREADS, need_artwork, opened_sight

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from paizhuo.vision.frames import Image
    from paizhuo.vision.look import Sight
    from paizhuo.vision.render.deck import Deck

_SIDE = 960
_HEIGHTS = (0.1, 0.28)
_HARSHNESS = 0.6
"""Kinder than the scenes of training: the table's own camera, not a stranger's telephone."""

_FIRST_SEED = 8_000_000


@click.command("enrolment")
@AS_JSON
@click.option("--scenes", default=12, show_default=True, type=click.IntRange(1, 999), help="Scenes a deck.")
@click.option("--seed", metavar="N", default=0, show_default=True, type=click.IntRange(0, 99), help="Other decks.")
@OTHER_WEIGHTS
@THREADS
def enrolment(as_json_object: bool, scenes: int, seed: int, models: Path | None, threads: int) -> None:
    """Enrol each held-out deck, then read scenes of it twice: plain, and with its print.

    Needs the artwork that `paizhuo train art` fetches.
    """
    from paizhuo.models.training.stock import held_out_stock
    from paizhuo.vision.evaluate.score import confusions, row

    need_artwork()
    sight = opened_sight(threads, models)
    started = time.perf_counter()
    stock = held_out_stock(8000 + seed, 6)
    decks = {deck.name: deck for deck in stock.decks if len(deck.faces) > 50}
    plain: list[Reading] = []
    enrolled: list[Reading] = []
    counted: dict[str, str] = {}
    with click.progressbar(sorted(decks), label="decks", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for place, name in enumerate(bar):
            first = _FIRST_SEED + seed * 100_000 + place * 1000
            counted[name], before, after = _deck(sight, decks[name], stock.textures, range(first, first + scenes))
            plain += before
            enrolled += after
    groups = {"plain": plain, "enrolled": enrolled}
    figures = Figures(
        rows=[(name, row([reading.outcome for reading in group])) for name, group in groups.items()],
        calibration=calibration(groups),
        confused=confusions(reading.outcome for reading in plain),
        outcomes=[reading.outcome for reading in enrolled],
        seconds=time.perf_counter() - started,
    )
    errors = {name: sum(_errors(reading) for reading in group) for name, group in groups.items()}
    if as_json_object:
        click.echo(json.dumps({**as_json(figures), "errors_in_all": errors, "counted": counted}, ensure_ascii=False))
        return
    for line in as_text(figures):
        click.echo(line)
    click.echo("deck checks: " + "  ".join(f"{name} {count}" for name, count in counted.items()))
    click.echo(f"cards missed or invented: {errors['plain']} plain, {errors['enrolled']} enrolled")


def _errors(reading: Reading) -> int:
    return len(reading.outcome.missed) + len(reading.outcome.invented)


def _deck(
    sight: Sight, deck: Deck, textures: Sequence[Image], seeds: range
) -> tuple[str, list[Reading], list[Reading]]:
    """Enrol one deck and read its scenes; the count of the deck check, the plain readings, the adapted ones."""
    from paizhuo.vision.enroll import Enrolment
    from paizhuo.vision.evaluate.rendered import rendered_label
    from paizhuo.vision.render.scenes import Stock, scene
    from paizhuo.vision.render.sweeps import sweeps

    cards = [card for card in deck.faces for _ in range(2)]
    random.Random(seeds.start).shuffle(cards)
    enrolling = Enrolment(sight.reader)
    for picture in sweeps(deck, cards, seeds.start, textures=textures):
        enrolling.add(picture, sight.look(picture).cards)
    check = enrolling.check()
    known = enrolling.learn(check, "")
    stock = Stock([deck], textures, (deck,), jokers=0.05)
    before, after = [], []
    for number in seeds:
        drawn = scene(number, stock, _SIDE, harshness=_HARSHNESS, heights=_HEIGHTS)
        label = rendered_label(drawn, f"{deck.name}-{number}", deck.name)
        before.append(read_and_compare(sight, drawn.picture, label, None))
        sight.reader.deck = known
        after.append(read_and_compare(sight, drawn.picture, label, None))
        sight.reader.deck = None
    absent = 2 * (54 - len(deck.faces))
    wrong = len(check.missing) - absent + len(check.doubled)
    return f"{check.seen}/{len(cards)}" + (f" ({wrong} wrong)" if wrong else ""), before, after
