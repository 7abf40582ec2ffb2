"""`paizhuo export`: a match in another form."""

from __future__ import annotations

from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.commands._records import Record, read_record
from paizhuo.rules.errors import NoSuchRulebookError, RulebookError
from paizhuo.rules.record.forms import FORMS, written


@click.command("export")
@click.argument("match", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMS), required=True, help="The form to write.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write; by default the output."
)
def command(match: Path, form: str, out: Path | None) -> None:
    """Write a match (a table's log .db, or a record) in another form.

    jsonl holds every event and a seal over all of them, tcr what a person reads, csv and xlsx one row a play.
    """
    content = _content(match, read_record(match), form)
    if out is None:
        click.echo(content, nl=False)
        return
    try:
        out.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{out}: cannot be written: {error.strerror}") from None


def _content(path: Path, record: Record, form: str) -> bytes:
    try:
        return written(record.entries, form, extra=record.extra)
    except (NoSuchRulebookError, RulebookError) as error:
        raise BadInput(f"{path}: rulebook {error}: not known here") from None
