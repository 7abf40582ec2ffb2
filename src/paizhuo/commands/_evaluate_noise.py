"""`paizhuo evaluate noise`: what sight gets wrong on drawn hands, counted."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from paizhuo.commands._enrolled_decks import ENROLLED
from paizhuo.commands._evaluate_hands import COLUMN, KEPT
from paizhuo.commands._models import THREADS, need_artwork
from paizhuo.commands._sights import sights, weights_name

__all__ = ["noise"]


@click.command("noise")
@click.option("--hands", "count", default=6, show_default=True, type=click.IntRange(1), help="How many drawn hands.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="The first hand's seed.")
@click.option(
    "--rulebook",
    "rulebooks",
    multiple=True,
    default=("comp", "guandan-seed"),
    show_default=True,
    metavar="ID",
    help="The rules to play by; once for each game.",
)
@COLUMN
@ENROLLED
@KEPT
@THREADS
def noise(
    count: int, seed: int, rulebooks: tuple[str, ...], column: str, enrolled: bool, kept: Path | None, threads: int
) -> None:
    """Count what sight gets wrong on drawn hands, and print the data that `evaluate hands` draws its noise from.

    Needs the artwork that `paizhuo train art` fetches.
    """
    from paizhuo import __version__
    from paizhuo.commands._rulebooks import playable_rulebook
    from paizhuo.device.noise.measure import pooled
    from paizhuo.device.noise.tally import Measured, dump

    need_artwork()
    tallies = []
    for name in rulebooks:
        see = sights(playable_rulebook(name), column, 1, kept, threads, enrolled=enrolled)
        seeds = range(seed, seed + count)
        with click.progressbar(seeds, label=name, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            tallies += [see(number).tally for number in bar]
    deck, option = (", the deck enrolled before", " --enrolled") if enrolled else ("", "")
    source = {
        "what": f"hands of the simulated table in column {column}, drawn at key moments{deck}",
        "rulebooks": " ".join(rulebooks),
        "seeds": f"{seed}-{seed + count - 1}",
        "version": __version__,
        "weights": weights_name(),
        "command": f"paizhuo evaluate noise --column {column} --seed {seed} --hands {count}{option}",
    }
    click.echo(dump(Measured(source, pooled(tallies))), nl=False)
