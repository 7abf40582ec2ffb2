"""`paizhuo export`: a match in another form."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.commands._records import Record, read_record
from paizhuo.rules.errors import NoSuchRulebookError, RulebookError
from paizhuo.rules.record.jsonl import dump
from paizhuo.rules.record.rows import Row, rows
from paizhuo.rules.record.tcr_write import dump_tcr
from paizhuo.rules.record.xlsx import workbook

FORMATS = ("jsonl", "tcr", "csv", "xlsx")


@click.command("export")
@click.argument("match", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="The form to write.")
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
        match form:
            case "jsonl":
                return dump(record.entries).encode()
            case "tcr":
                return dump_tcr(record.entries, record.extra).encode()
            case "csv":
                return _csv(rows(record.entries))
            case _:
                return workbook(rows(record.entries))
    except (NoSuchRulebookError, RulebookError) as error:
        raise BadInput(f"{path}: rulebook {error}: not known here") from None


def _csv(table: Iterable[Row]) -> bytes:
    """Write rows with a byte order mark, so that Excel reads names in Chinese; no cell can pass for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for row in table:
        writer.writerow([_harmless(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: str | int) -> str | int:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
