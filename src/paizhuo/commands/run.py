"""`paizhuo run`: the live table."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.commands._waiting import ending_on_request

__all__ = ["command"]

PASSWORD_FILE = "paizhuo-owner-password.txt"


@click.command("run")
@click.option("--config", metavar="FILE", type=click.Path(path_type=Path), help="The table's settings (TOML).")
@click.option("--new-password", is_flag=True, help="Make a new owner's password, for when the old one is lost.")
def command(config: Path | None, new_password: bool) -> None:
    """Watch the real table: camera, sight, rules, the log on disk and the dashboard, as the settings say."""
    from paizhuo.device.settings import SettingsError, read_settings
    from paizhuo.rules.errors import TableError
    from paizhuo.runtime import build

    try:
        runtime = build(read_settings(config, os.environ), new_password=new_password)
    except (SettingsError, TableError) as error:
        raise BadInput(str(error)) from error
    try:
        runtime.start()
    except TableError as error:
        raise BadInput(str(error)) from error
    finally:
        # Also when a later part fails, say because the port is taken: the password is made once and shown once.
        if runtime.password:
            _hand_over(runtime.password, runtime.access_file.absolute().parent / PASSWORD_FILE)
    try:
        with ending_on_request() as wait_for_the_end:
            if runtime.no_camera:
                click.echo(f"no picture yet: {runtime.no_camera}; another camera can be chosen at /setup", err=True)
            click.echo(f"the table is at {' or '.join(runtime.addresses)} (Ctrl-C ends it)")
            wait_for_the_end()
    finally:
        runtime.stop()


def _hand_over(password: str, path: Path) -> None:
    """Show the owner's password to the person at the terminal; without one, put it where only the owner can read it.

    What a service prints is kept in the system's log, where a password must not be.
    """
    if sys.stdout.isatty():
        click.echo(f"the owner's password, shown this once: {password}")
    else:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(password + "\n")
        click.echo(f"the owner's password is in {path}: read it, then delete the file")
    click.echo("sign in with it at /enter; if it gets lost, stop the table and run: paizhuo run --new-password")
