"""`paizhuo run`: the live table."""

from __future__ import annotations

import os
from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.commands._waiting import wait_for_the_end

__all__ = ["command"]


@click.command("run")
@click.option("--config", metavar="FILE", type=click.Path(path_type=Path), help="The table's settings (TOML).")
def command(config: Path | None) -> None:
    """Watch the real table: camera, sight, rules, the log on disk and the dashboard, as the settings say."""
    from paizhuo.device.settings import SettingsError, read_settings
    from paizhuo.rules.errors import TableError
    from paizhuo.runtime import build

    try:
        runtime = build(read_settings(config, os.environ))
        runtime.start()
    except (SettingsError, TableError) as error:
        raise BadInput(str(error)) from error
    try:
        click.echo(f"the table is at {runtime.address} (Ctrl-C ends it)")
        wait_for_the_end()
    finally:
        runtime.stop()
