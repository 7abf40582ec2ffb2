"""`paizhuo evaluate hands` and `paizhuo evaluate noise`: hands through measured noise, and the measuring of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._models import THREADS, opened_sight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.device.noise.figures import Figure
    from paizhuo.device.noise.hands import HandOutcome
    from paizhuo.device.noise.model import Noise
    from paizhuo.device.noise.tally import Tally
    from paizhuo.rules.shengji.ruleset import ShengjiRulebook

_NAMED = 40
"""Failing seeds that are named in the text."""

_RESULTS = click.option(
    "--results",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Add every hand to FILE; hands in it are not played again.",
)


@click.command("hands")
@click.option("--hands", "count", default=200, show_default=True, type=click.IntRange(1), help="How many hands.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="The first hand's seed.")
@click.option("--rulebook", default="comp", show_default=True, metavar="ID", help="The rules to play by.")
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
@_RESULTS
@click.option("--replay", metavar="SEED", type=click.IntRange(0), help="Tell one hand, observation by observation.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def hands(
    count: int,
    seed: int,
    rulebook: str,
    times: float,
    swapped: float,
    faults: int,
    results: Path | None,
    replay: int | None,
    as_json: bool,
) -> None:
    """Referee simulated hands whose observations err as sight was measured to err, and compare with the truth.

    No picture is drawn: thousands of hands take minutes. Exit code 1 when a figure is not reached.
    """
    from dataclasses import replace

    from paizhuo.commands._rulebooks import playable_rulebook
    from paizhuo.device.noise.figures import failing, figures
    from paizhuo.device.noise.model import noise_of
    from paizhuo.device.noise.tally import measured
    from paizhuo.rules.shengji.ruleset import ShengjiRulebook

    rules = playable_rulebook(rulebook)
    if not isinstance(rules, ShengjiRulebook):
        raise BadInput(f"{rulebook}: only Shengji can be played through noise so far")
    source = measured()
    noise = replace(noise_of(source.tally).scaled(times), swapped=swapped)
    if replay is not None:
        _tell(rules, replay, noise, faults)
        return
    label = f"{rulebook} noise={times:g} swapped={swapped:g} faults={faults} cards={source.tally.cards}"
    outcomes = _played(rules, range(seed, seed + count), noise, faults, label, results)
    found, wrong = figures(outcomes), failing(outcomes)
    if as_json:
        click.echo(json.dumps(_plain(label, source.source, found, outcomes, wrong), ensure_ascii=False))
    else:
        for line in _text(label, found, outcomes, wrong):
            click.echo(line)
    if not all(each.reached for each in found):
        sys.exit(1)


def _played(
    rules: ShengjiRulebook, seeds: range, noise: Noise, faults: int, label: str, results: Path | None
) -> list[HandOutcome]:
    from paizhuo.device.noise.hands import play_and_referee
    from paizhuo.device.noise.results import ResultsError, line_of, mended, outcomes_in
    from paizhuo.device.players.hand import HandPlan

    done: dict[int, HandOutcome] = {}
    try:
        if results is not None:
            done = {each.seed: each for each in outcomes_in(results, label)}
            mended(results)
        with click.progressbar(seeds, label="hands", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            for number in bar:
                if number in done:
                    continue
                done[number] = play_and_referee(rules, number, noise, HandPlan(faults=faults))
                if results is not None:
                    with results.open("a", encoding="utf-8") as file:
                        file.write(line_of(label, done[number]))
    except ResultsError as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{results}: cannot use the results: {error.strerror or error}") from error
    return [done[number] for number in seeds]


def _plain(
    label: str,
    source: object,
    found: Sequence[Figure],
    outcomes: Sequence[HandOutcome],
    wrong: Sequence[int],
) -> dict[str, object]:
    return {
        "run": label,
        "noise": source,
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


def _text(label: str, found: Sequence[Figure], outcomes: Sequence[HandOutcome], wrong: Sequence[int]) -> list[str]:
    lines = [f"{label}: {len(outcomes)} hands, {sum(each.offences for each in outcomes)} offences committed"]
    lines.append(f"{'figure':32} {'share':>10} {'bound':>10} {'target':>10}")
    for each in found:
        sign, mark = ("≤", "<") if each.at_most else ("≥", ">")
        lines.append(
            f"{each.name:32} {each.share:10.5f} {mark}{each.bound:9.5f} {sign}{each.target:9.4f}"
            f"  {each.hits} of {each.trials}{'' if each.reached else '  NOT REACHED'}"
        )
    lines.append("bounds: one-sided 95 % (Wilson), hands taken as independent")
    lines += [f"hand {each.seed}: accused of {', '.join(each.accused)}" for each in outcomes if each.accused][:_NAMED]
    if wrong:
        more = f" and {len(wrong) - _NAMED} more" if len(wrong) > _NAMED else ""
        lines.append(f"failing seeds (--replay SEED): {' '.join(map(str, wrong[:_NAMED]))}{more}")
    return lines


def _tell(rules: ShengjiRulebook, seed: int, noise: Noise, faults: int) -> None:
    from paizhuo.device.noise.hands import tale
    from paizhuo.device.players.hand import HandPlan

    for line in tale(rules, seed, noise, HandPlan(faults=faults)):
        click.echo(line)


@click.command("noise")
@click.option("--hands", "count", default=6, show_default=True, type=click.IntRange(1), help="How many rendered hands.")
@click.option("--seed", default=101, show_default=True, type=click.IntRange(0), help="The first hand's seed.")
@_RESULTS
@THREADS
def noise(count: int, seed: int, results: Path | None, threads: int) -> None:
    """Count what sight gets wrong on rendered hands, and print the data that `evaluate hands` draws its noise from."""
    from paizhuo import __version__
    from paizhuo.device.noise.measure import measure_hand, pooled
    from paizhuo.device.noise.tally import Measured, Tally, dump
    from paizhuo.rules.codec import decode, encode
    from paizhuo.rules.rulebooks import load
    from paizhuo.rules.shengji.ruleset import ShengjiRulebook

    sight = opened_sight(threads)
    try:
        lines = results.read_text("utf-8").splitlines() if results is not None and results.exists() else []
        known: dict[int, Tally] = {}
        for line in lines:
            entry = json.loads(line)
            known[entry["seed"]] = decode(Tally, entry["tally"])
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(str(error)) from error
    rules = load("comp", ShengjiRulebook)
    for number in range(seed, seed + count):
        if number in known:
            continue
        known[number] = measure_hand(lambda _: sight, rules, number)
        if results is not None:
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"seed": number, "tally": encode(known[number])}) + "\n")
    tallies = [known[number] for number in range(seed, seed + count)]
    source = {
        "what": "hands of the simulated table, rendered at key moments with the product's own deck",
        "seeds": f"{seed}-{seed + count - 1}",
        "version": __version__,
        "weights": _weights(),
        "command": f"paizhuo evaluate noise --seed {seed} --hands {count}",
    }
    click.echo(dump(Measured(source, pooled(tallies))), nl=False)


def _weights() -> str:
    """Name the shipped weights by the beginnings of their hashes."""
    from paizhuo.models.manifest import read_manifest

    manifest = read_manifest()
    return f"finder {manifest.finder.sha256[:12]} reader {manifest.reader.sha256[:12]}"
