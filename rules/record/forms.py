"""A record in each of the forms that a file may have, as bytes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from paizhuo.rules import rulebooks
from paizhuo.rules.events import Logged
from paizhuo.rules.record.jsonl import dump
from paizhuo.rules.record.rows import Row, rows
from paizhuo.rules.record.tcr_write import dump_tcr
from paizhuo.rules.record.tokens import Tag
from paizhuo.rules.record.xlsx import workbook
from paizhuo.rules.session import Library

FORMS = ("jsonl", "tcr", "csv", "xlsx")


def written(
    log: Sequence[Logged], form: str, library: Library = rulebooks.load, extra: Sequence[tuple[int, Tag]] = ()
) -> bytes:
    """Write a log in one of ``FORMS``. Raises ``NoSuchRulebookError`` where a form needs a rulebook not known here.

    ``extra`` are the tags that a table card record keeps, see ``dump_tcr``.

    >>> written([], "csv").decode("utf-8-sig")[:10]
    'hand,level'
    """
    match form:
        case "jsonl":
            return dump(log).encode()
        case "tcr":
            return dump_tcr(log, extra, library).encode()
        case "csv":
            return comma_separated(rows(log, library))
        case "xlsx":
            return workbook(rows(log, library))
        case _:
            raise ValueError(f"{form!r} is no form of a record; there are {', '.join(FORMS)}")


def comma_separated(table: Iterable[Row]) -> bytes:
    """Write rows with a byte order mark, so that Excel reads names in Chinese; no cell can pass for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for row in table:
        writer.writerow([_harmless(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: str | int) -> str | int:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
