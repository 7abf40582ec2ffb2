"""`paizhuo simulate`: a rendered clip of a match, with the truth about it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from paizhuo.commands import BadInput

__all__ = ["command"]


@click.command("simulate")
@click.option("--out", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Where clip and truth go.")
@click.option("--hands", default=1, show_default=True, type=click.IntRange(1), help="How many hands of the match.")
@click.option("--seed", default=1, show_default=True, type=int, help="Another seed is another match.")
@click.option("--rulebook", default="comp", show_default=True, metavar="ID", help="The rules to play by.")
@click.option("--fps", default=8.0, show_default=True, type=click.FloatRange(1, 60), help="Pictures a second.")
@click.option("--faults", default=1, show_default=True, type=click.IntRange(0, 8), help="Faults planted in each hand.")
def command(out: Path, hands: int, seed: int, rulebook: str, fps: float, faults: int) -> None:
    """Write table.mp4, a match as an overhead camera films it, and truth.jsonl, what really happened and when."""
    from paizhuo.commands._rulebooks import playable_rulebook
    from paizhuo.device.players.match import plan_for
    from paizhuo.device.recording import RecordingPlan, record
    from paizhuo.rules.errors import TableError

    rules = playable_rulebook(rulebook)
    plan = RecordingPlan(hands=hands, seed=seed, fps=fps, hand_plan=plan_for(rules, faults))
    bar = click.progressbar(length=1000, label="rendering", file=sys.stderr, hidden=not sys.stderr.isatty())
    try:
        with bar:
            written = record(out, rules, plan, lambda share: bar.update(_step(bar.pos, share)))
    except TableError as error:
        raise BadInput(str(error)) from error
    for path in written:
        click.echo(str(path))


def _step(position: int, share: float) -> int:
    return max(0, round(share * 1000) - position)
