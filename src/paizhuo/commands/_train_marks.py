"""`paizhuo train marks`: fit the odds of enrolled jokers to the weights, and judge them on decks of other seeds."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._models import need_artwork, opened_sight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from paizhuo.models.training.enrolment import Table
    from paizhuo.models.training.marks import Finds
    from paizhuo.vision.look import Sight
    from paizhuo.vision.mark_odds import MarkOdds

__all__ = ["CHECKED", "FITTED", "fitted_marks"]

_SEED = click.IntRange(0, 99)
_CHANCES = (0.5, 0.6, 0.85)
_SCENES = 4

FITTED = click.option(
    "--fit",
    "fitted",
    metavar="SEED",
    multiple=True,
    default=(61, 62),
    show_default=True,
    type=_SEED,
    help="Marks: the decks that the odds are fitted on; once for each seed.",
)
CHECKED = click.option(
    "--check",
    "checked",
    metavar="SEED",
    multiple=True,
    default=(63,),
    show_default=True,
    type=_SEED,
    help="Marks: the decks that they are judged on; once for each seed.",
)


def fitted_marks(
    models: Path, folder: Path | None, fitted: Sequence[int], checked: Sequence[int], threads: int
) -> Iterator[str]:
    """Fit the odds to the weights in ``models`` and tell the result line by line.

    Finds are kept in ``folder`` (none: beside the artwork). Decks that a seed to judge by has too are not fitted on.
    """
    from paizhuo.models.manifest import read_manifest
    from paizhuo.models.training.enrolment import tables
    from paizhuo.models.training.mark_fit import fitted_odds
    from paizhuo.models.training.stock import art_folder
    from paizhuo.vision.mark_odds import FITTED as IN_FORCE

    if set(fitted) & set(checked):
        raise BadInput("--fit and --check: odds are judged on seeds that they were not fitted on")
    need_artwork()
    started = time.perf_counter()
    own = models if (models / "manifest.json").is_file() else None
    weights = read_manifest(own).named(64)
    sight = opened_sight(threads, own)
    others = {seed: tables(seed) for seed in checked}
    taken = {table.deck.name for seed in checked for table in others[seed]}
    chosen = [table for seed in fitted for table in tables(seed) if table.deck.name not in taken]
    keep = (art_folder().parent if folder is None else folder) / "marks"
    finds = _gathered(sight, chosen, keep, weights)
    try:
        odds = fitted_odds(finds)
        yield from _finds_told(finds, IN_FORCE)
    except ValueError as error:
        raise BadInput(f"--fit {' '.join(map(str, fitted))}: {error}") from error
    yield f"odds in force: {_named(IN_FORCE)}"
    yield f"odds fitted:   {_named(odds)}"
    for seed in checked:
        yield from _judged(sight, others[seed], seed, {"plain": None, "in force": IN_FORCE, "fitted": odds})
    yield f"{time.perf_counter() - started:.0f} s"


def _named(odds: MarkOdds) -> str:
    return f"FITTED = MarkOdds(light={odds.light:g}, answer={odds.answer:g}, start={odds.start:g})"


def _gathered(sight: Sight, chosen: Sequence[Table], keep: Path, weights: str) -> Finds:
    from paizhuo.models.training.marks import gathered, joined

    with click.progressbar(chosen, label="fit", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        return joined([gathered(sight, table, keep, weights) for table in bar])


def _finds_told(finds: Finds, in_force: MarkOdds) -> Iterator[str]:
    """Tell how well either odds part the marks from the other finds, each deck judged by the odds of the others."""
    from paizhuo.models.training.mark_fit import judged_by_others, told

    decks = len(set(finds.deck.tolist()))
    yield f"{len(finds)} finds on {decks} decks, {int(finds.is_mark.sum())} of them marks of enrolled jokers"
    every = {"in force": in_force.of(finds.light, finds.answer), "fitted on the other decks": judged_by_others(finds)}
    for name, log_odds in every.items():
        reached = [(chance, told(finds, log_odds, chance)) for chance in _CHANCES]
        shares = ", ".join(
            f"from {chance:g}: {each.jokers} of {each.of} jokers, {each.others} others" for chance, each in reached
        )
        yield f"{name}: {shares}"


def _judged(sight: Sight, others: Sequence[Table], seed: int, ways: dict[str, MarkOdds | None]) -> Iterator[str]:
    """Read scenes of every table in each way and tell what was wrong."""
    from paizhuo.models.training.mark_fit import mistakes

    sums: list[Counter[str]] = [Counter() for _ in ways]
    with click.progressbar(others, label=f"check {seed}", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for table in bar:
            for total, count in zip(sums, mistakes(sight, table, list(ways.values()), _SCENES), strict=True):
                total.update(count)
    yield f"seed {seed}, {len(others)} decks, {sums[0]['cards']} cards, {sums[0]['jokers']} of them jokers"
    for name, total in zip(ways, sums, strict=True):
        yield (
            f"  {name:9} jokers missed {total['jokers missed']}, invented {total['jokers invented']}; "
            f"other faces missed {total['faces missed']}, invented {total['faces invented']}"
        )
