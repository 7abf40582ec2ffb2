"""`paizhuo evaluate hands`: whole hands refereed, told through measured noise or read from drawn pictures."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._enrolled_decks import ENROLLED
from paizhuo.commands._models import THREADS, need_artwork

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paizhuo.device.noise.figures import Comparison, Figure
    from paizhuo.device.noise.model import Noise
    from paizhuo.device.noise.outcome import HandOutcome
    from paizhuo.device.players.match import Playable

__all__ = ["COLUMN", "KEPT", "hands"]

_NAMED = 40
"""Failing seeds that are named in the text."""

COLUMN = click.option(
    "--column",
    default="S",
    show_default=True,
    type=click.Choice(["S", "X"]),
    help="The look of the table: as training saw cards, or as it never did.",
)
KEPT = click.option(
    "--kept",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep what sight told of every hand; hands in it are not drawn again.",
)


@dataclass(frozen=True, slots=True)
class _Run:
    """Which hands are played and how; ``label`` names it in results."""

    rules: Playable
    column: str
    faults: int
    label: str
    noise: Noise | None = None
    kept: Path | None = None
    threads: int = 1
    enrolled: bool = False


@click.command("hands")
@click.option("--hands", "count", default=200, show_default=True, type=click.IntRange(1), help="How many hands.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="The first hand's seed.")
@click.option("--rulebook", default="comp", show_default=True, metavar="ID", help="The rules to play by.")
@COLUMN
@click.option("--pixels", is_flag=True, help="Draw every hand and read it, in the place of noise.")
@ENROLLED
@KEPT
@click.option(
    "--noise",
    "times",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 100),
    help="Noise: how often as measured.",
)
@click.option(
    "--swapped", default=0.0, show_default=True, type=click.FloatRange(0, 1), help="Share of cards with another's name."
)
@click.option("--faults", default=1, show_default=True, type=click.IntRange(0, 8), help="Faults planted in each hand.")
@click.option(
    "--results",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Add every hand to FILE; hands in it are not played again.",
)
@click.option(
    "--against",
    metavar="FILE",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Compare with the same run in another results file, hand by hand.",
)
@click.option("--replay", metavar="SEED", type=click.IntRange(0), help="Tell one hand, observation by observation.")
@THREADS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def hands(
    count: int,
    seed: int,
    rulebook: str,
    column: str,
    pixels: bool,
    enrolled: bool,
    kept: Path | None,
    times: float,
    swapped: float,
    faults: int,
    results: Path | None,
    against: Path | None,
    replay: int | None,
    threads: int,
    as_json: bool,
) -> None:
    """Referee simulated hands whose observations err as sight was measured to err, and compare with the truth.

    No picture is drawn: thousands of hands take minutes. With --pixels every hand is drawn at its key moments and read
    with the weights that ship, a minute a hand; that needs the artwork of `paizhuo train art`. With --enrolled the deck
    of each was enrolled before, as people are asked to. Exit code 1 when a figure is not reached.
    """
    from paizhuo.commands._rulebooks import playable_rulebook
    from paizhuo.device.noise.figures import AIMS, Column, compared, failing, figures

    rules = playable_rulebook(rulebook)
    if enrolled and not pixels:
        raise BadInput("--enrolled: only decks of drawn hands can be enrolled; add --pixels")
    if pixels:
        run = _pixel_run(rules, column, faults, kept, threads, enrolled)
    else:
        run = _noise_run(rules, column, faults, times, swapped)
    if replay is not None:
        for line in _tale(run, replay):
            click.echo(line)
        return
    outcomes = _played(run, range(seed, seed + count), results)
    found, wrong = figures(outcomes, AIMS[Column(column)]), failing(outcomes)
    earlier = None if against is None else compared(_results(against, run.label), outcomes)
    if as_json:
        click.echo(json.dumps(_plain(run, found, outcomes, wrong, earlier), ensure_ascii=False))
    else:
        for line in _text(run, found, outcomes, wrong, earlier):
            click.echo(line)
    if not all(each.reached for each in found):
        sys.exit(1)


def _noise_run(rules: Playable, column: str, faults: int, times: float, swapped: float) -> _Run:

    from paizhuo.device.noise.model import noise_of
    from paizhuo.device.noise.tally import measured

    tally = measured(column).tally
    noise = replace(noise_of(tally).scaled(times), swapped=swapped)
    label = f"{column} {rules.id} noise={times:g} swapped={swapped:g} faults={faults} cards={tally.cards}"
    return _Run(rules, column, faults, label, noise)


def _pixel_run(rules: Playable, column: str, faults: int, kept: Path | None, threads: int, enrolled: bool) -> _Run:
    from paizhuo.commands._sights import weights_name

    need_artwork()
    how = " enrolled" if enrolled else ""
    label = f"{column} {rules.id} pixels{how} faults={faults} weights={weights_name()}"
    return _Run(rules, column, faults, label, None, kept, threads, enrolled)


def _player(run: _Run) -> Callable[[int], HandOutcome]:
    """Give what plays and referees the hand of a seed; weights are loaded once."""
    from paizhuo.device.noise.hands import play_and_referee
    from paizhuo.device.players.match import plan_for

    plan = plan_for(run.rules, run.faults)
    if run.noise is not None:
        noise = run.noise
        return lambda seed: play_and_referee(run.rules, seed, noise, plan)

    from paizhuo.commands._sights import sights
    from paizhuo.device.noise.seen import judge

    see = sights(run.rules, run.column, run.faults, run.kept, run.threads, enrolled=run.enrolled)
    return lambda seed: judge(run.rules, seed, see(seed).told, plan)


def _played(run: _Run, seeds: range, results: Path | None) -> list[HandOutcome]:
    from paizhuo.device.noise.results import line_of, mended

    done: dict[int, HandOutcome] = {}
    play = _player(run)
    try:
        if results is not None:
            if mended(results):
                click.echo(f"{results}: the last line was cut off, its hand is played again", err=True)
            done = {each.seed: each for each in _results(results, run.label)}
        with click.progressbar(seeds, label="hands", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            for number in bar:
                if number in done:
                    continue
                done[number] = play(number)
                if results is not None:
                    with results.open("a", encoding="utf-8") as file:
                        file.write(line_of(run.label, done[number]))
    except OSError as error:
        raise BadInput(f"{results}: cannot use the results: {error.strerror or error}") from error
    return [done[number] for number in seeds]


def _results(path: Path, label: str) -> list[HandOutcome]:
    from paizhuo.device.noise.results import ResultsError, outcomes_in

    try:
        return list(outcomes_in(path, label))
    except ResultsError as error:
        raise BadInput(str(error)) from error


def _tale(run: _Run, seed: int) -> list[str]:
    from paizhuo.device.noise.hands import retold, tale
    from paizhuo.device.noise.lean import LeanTable
    from paizhuo.device.noise.standings import hand_of
    from paizhuo.device.players.match import plan_for

    plan = plan_for(run.rules, run.faults)
    if run.noise is not None:
        return list(tale(run.rules, seed, run.noise, plan))

    from paizhuo.commands._sights import sights

    seen = sights(run.rules, run.column, run.faults, run.kept, run.threads, enrolled=run.enrolled)(seed)
    begun, played = hand_of(run.rules, seed, plan)
    return list(retold(LeanTable(run.rules, begun), seen.told, played))


def _plain(
    run: _Run,
    found: Sequence[Figure],
    outcomes: Sequence[HandOutcome],
    wrong: Sequence[int],
    earlier: Comparison | None,
) -> dict[str, object]:
    plain: dict[str, object] = {
        "run": run.label,
        "enrolled": run.enrolled,
        "hands": len(outcomes),
        "figures": [
            {
                "name": each.name,
                "hits": each.hits,
                "trials": each.trials,
                "share": round(each.share, 6),
                "bound": round(each.bound, 6),
                "target": each.target,
                "reached": each.reached,
            }
            for each in found
        ],
        "accused": {str(each.seed): list(each.accused) for each in outcomes if each.accused},
        "failing": list(wrong),
    }
    if earlier is not None:
        plain["compared"] = {
            "hands": earlier.hands,
            "worse": list(earlier.worse),
            "better": list(earlier.better),
            "chance": round(earlier.chance, 6),
        }
    return plain


def _text(
    run: _Run,
    found: Sequence[Figure],
    outcomes: Sequence[HandOutcome],
    wrong: Sequence[int],
    earlier: Comparison | None,
) -> list[str]:
    lines = [f"{run.label}: {len(outcomes)} hands, {sum(each.offences for each in outcomes)} offences committed"]
    lines.append(f"{'figure':32} {'share':>10} {'bound':>10} {'target':>10}")
    for each in found:
        sign, mark = ("≤", "<") if each.at_most else ("≥", ">")
        lines.append(
            f"{each.name:32} {each.share:10.5f} {mark}{each.bound:9.5f} {sign}{each.target:9.4f}"
            f"  {each.hits} of {each.trials}{_verdict(each)}"
        )
    lines.append("bounds: one-sided 95 %, exact or with whole hands drawn anew, whichever is more careful")
    lines += [f"hand {each.seed}: accused of {', '.join(each.accused)}" for each in outcomes if each.accused][:_NAMED]
    if wrong:
        more = f" and {len(wrong) - _NAMED} more" if len(wrong) > _NAMED else ""
        lines.append(f"failing seeds (--replay SEED): {' '.join(map(str, wrong[:_NAMED]))}{more}")
    if earlier is not None:
        lines.append(
            f"against the earlier run, {earlier.hands} hands: worse {_seeds(earlier.worse)}, "
            f"better {_seeds(earlier.better)}, by chance as uneven in {earlier.chance:.3f}"
        )
    return lines


def _verdict(figure: Figure) -> str:
    if not figure.trials:
        return "  none came up"
    return "" if figure.reached else "  NOT REACHED"


def _seeds(seeds: Sequence[int]) -> str:
    return f"{len(seeds)} ({' '.join(map(str, seeds[:_NAMED]))})" if seeds else "none"
