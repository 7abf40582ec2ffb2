"""`paizhuo verify`: is a record what was sealed?"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.rules.events import Logged
from paizhuo.rules.record.jsonl import GENESIS, line, link, load

FORMS = (".jsonl", ".db")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: whether the chain holds, how many entries it covers, its head, and the first fault."""

    file: str
    ok: bool
    entries: int
    digest: str
    fault: str = ""


@click.command("verify")
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--digest", "expected", default="", help="The digest on the printed sheet; spaces do not matter.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def command(record: Path, expected: str, as_json: bool) -> None:
    """Check the chain of digests over a record (.jsonl) or a table's own log (.db).

    Every entry is sealed together with all entries before it, so that none can be changed, taken out or put in without
    the head of the chain becoming another. Ends with code 1 when the record is not what was sealed.
    """
    verdict = _verdict(record, "".join(expected.split()).lower())
    if as_json:
        click.echo(json.dumps(asdict(verdict), ensure_ascii=False))
    elif verdict.ok:
        click.echo(f"{record}: intact, {verdict.entries} entries, digest {verdict.digest}")
    else:
        click.echo(f"{record}: NOT intact: {verdict.fault}")
    if not verdict.ok:
        sys.exit(1)


def _verdict(path: Path, expected: str) -> Verdict:
    if path.suffix not in FORMS:
        raise BadInput(f"{path}: only {' and '.join(FORMS)} are sealed; the name must end in one of them")
    verdict = _of_log(path) if path.suffix == ".db" else _of_text(path)
    if verdict.ok and expected and not verdict.digest.startswith(expected):
        fault = f"the digest is {verdict.digest}, {expected} was asked for"
        return Verdict(verdict.file, False, verdict.entries, verdict.digest, fault)
    return verdict


def _of_log(path: Path) -> Verdict:
    from paizhuo.device.store.errors import LogDamagedError, LogError
    from paizhuo.device.store.log import read_log

    try:
        entries = read_log(path)
    except LogDamagedError as error:
        return Verdict(str(path), False, 0, "", str(error))
    except LogError as error:
        raise BadInput(str(error)) from None
    return Verdict(str(path), True, len(entries), _head(entries))


def _of_text(path: Path) -> Verdict:
    try:
        parsed = load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read as UTF-8 text: {error}") from None
    fault = ""
    if parsed.problems:
        first = parsed.problems[0]
        fault = f"line {first.line}: {first.code}: {first.message}"
    elif not parsed.sealed:
        fault = "the last line is no digest: the record was never closed, or its end is missing"
    return Verdict(str(path), parsed.sealed, len(parsed.entries), _head(parsed.entries), fault)


def _head(entries: tuple[Logged, ...]) -> str:
    digest = GENESIS
    for entry in entries:
        digest = link(digest, line(entry))
    return digest
