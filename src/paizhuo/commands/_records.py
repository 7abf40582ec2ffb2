"""Reading a record from a file, whichever of its forms it has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paizhuo.commands import BadInput
from paizhuo.rules.events import Logged
from paizhuo.rules.record.jsonl import LineProblem, load
from paizhuo.rules.record.tcr_read import load_tcr
from paizhuo.rules.record.tokens import Tag

FORMS = (".jsonl", ".tcr", ".db")


@dataclass(frozen=True, slots=True)
class Record:
    """A record: its entries, the lines that could not be used, the tags it keeps, and whether a seal vouches for it."""

    entries: tuple[Logged, ...]
    problems: tuple[LineProblem, ...] = ()
    extra: tuple[tuple[int, Tag], ...] = ()
    sealed: bool = False


def read_record(path: Path, rulebook: str | None = None) -> Record:
    """Read a record by the ending of its name: ``.jsonl``, ``.tcr`` or a table's own log (``.db``)."""
    if path.suffix not in FORMS:
        raise BadInput(f"{path}: the name must end in one of {' '.join(FORMS)}")
    if path.suffix == ".db":
        return Record(_read_log(path), sealed=True)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read as UTF-8 text: {error}") from None
    if path.suffix == ".tcr":
        tcr = load_tcr(text, rulebook)
        record = Record(tcr.entries, tcr.problems, tcr.extra)
    else:
        parsed = load(text)
        record = Record(parsed.entries, parsed.problems, sealed=parsed.sealed)
    if not record.entries:
        first = record.problems[0] if record.problems else None
        where = "" if first is None else f": line {first.line}: {first.code}: {first.message}"
        raise BadInput(f"{path}: no event in it{where}")
    return record


def _read_log(path: Path) -> tuple[Logged, ...]:
    from paizhuo.device.store.errors import LogError
    from paizhuo.device.store.log import read_log

    try:
        return read_log(path)
    except LogError as error:
        raise BadInput(str(error)) from None
