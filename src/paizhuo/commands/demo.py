"""`paizhuo demo`: the whole thing with nothing attached."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.commands._waiting import ending_on_request

__all__ = ["command"]


@click.command("demo")
@click.option("--headless", is_flag=True, help="Play as fast as possible and print one JSON line a hand.")
@click.option("--hands", default=1, show_default=True, type=click.IntRange(1), help="How many hands (with --headless).")
@click.option("--seed", default=1, show_default=True, type=int, help="Another seed is another match.")
@click.option("--rulebook", default="comp", show_default=True, metavar="ID", help="The rules to play by.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port of the dashboard.")
@click.option("--speed", default=1.0, show_default=True, type=click.FloatRange(0.1, 20), help="How fast people play.")
@click.option("--faults", default=1, show_default=True, type=click.IntRange(0, 8), help="Faults planted in each hand.")
def command(headless: bool, hands: int, seed: int, rulebook: str, port: int, speed: float, faults: int) -> None:
    """Watch a simulated table: people play, a camera films them, cards are read and refereed, a dashboard shows it."""
    if headless:
        _headless(hands, seed, rulebook, faults)
    else:
        _live(seed, rulebook, port, speed, faults)


def _headless(hands: int, seed: int, rulebook: str, faults: int) -> None:
    from paizhuo.commands._rulebooks import playable_rulebook
    from paizhuo.device.players.match import plan_for
    from paizhuo.device.rehearsal import RehearsalPlan, rehearse
    from paizhuo.runtime import StartError, open_weights

    rules = playable_rulebook(rulebook)
    try:
        sight = open_weights()
    except StartError as error:
        raise BadInput(str(error)) from error
    plan = RehearsalPlan(hands=hands, seed=seed, hand_plan=plan_for(rules, faults))
    with tempfile.TemporaryDirectory(prefix="paizhuo-") as folder:
        for report in rehearse(lambda _: sight, rules, plan, Path(folder)):
            click.echo(json.dumps(report.as_json(), ensure_ascii=False))


def _live(seed: int, rulebook: str, port: int, speed: float, faults: int) -> None:
    from paizhuo.commands._rulebooks import playable_rulebook
    from paizhuo.device.players.match import plan_for
    from paizhuo.device.settings import (
        CameraKind,
        CameraSettings,
        MatchSettings,
        Settings,
        StoreSettings,
        WebSettings,
    )
    from paizhuo.device.stage import Simulation
    from paizhuo.rules.errors import TableError
    from paizhuo.runtime import build

    plan = plan_for(playable_rulebook(rulebook), faults)
    settings = Settings(
        camera=CameraSettings(kind=CameraKind.SIMULATED),
        match=MatchSettings(rulebook=rulebook),
        web=WebSettings(port=port, any_port=True),
        store=StoreSettings(path=""),
    )
    try:
        runtime = build(settings, simulation=Simulation(seed=seed, speed=speed, plan=plan))
        runtime.start()
    except TableError as error:
        raise BadInput(str(error)) from error
    try:
        if port and runtime.port != port:
            click.echo(f"port {port} is taken, using {runtime.port}")
        with ending_on_request() as wait_for_the_end:
            click.echo(f"the table is at {runtime.address} (Ctrl-C ends it)")
            wait_for_the_end()
    finally:
        runtime.stop()
