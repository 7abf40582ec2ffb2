"""The event log as text, one event a line, closed by a digest that seals every line before it.

A line is a JSON object with the keys ``schema kind seq at actor event evidence`` in this order, no spaces, UTF-8. Each
line's digest is SHA-256 over the digest before it (32 bytes, zeros at first) and the line's own bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paizhuo.rules.codec import decode, encode
from paizhuo.rules.errors import RecordSyntaxError
from paizhuo.rules.events import SCHEMA, Logged
from paizhuo.rules.snapshot import Json

GENESIS = "0" * 64
"""The digest before the first line."""


def line(entry: Logged) -> str:
    """Write one entry canonically, without the line break.

    >>> from paizhuo.rules.events import CAMERA, DealStarted
    >>> line(Logged(1, 1700000000000, CAMERA, DealStarted(1)))
    '{"schema":1,"kind":"deal_started","seq":1,"at":1700000000000,"actor":{"source":"camera"},"event":{"hand":1}}'
    """
    plain = encode(entry)
    assert isinstance(plain, dict)
    event = plain["event"]
    assert isinstance(event, dict)
    kind = event.pop("kind")
    ordered: dict[str, Json] = {"schema": SCHEMA, "kind": kind, **plain}
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def parse_line(text: str) -> Logged:
    """Read one line. Raises ``RecordSyntaxError`` saying what is wrong in it."""
    plain = _object(text)
    schema = plain.pop("schema", None)
    if schema != SCHEMA:
        raise RecordSyntaxError(f"schema: found {schema!r}, allowed is {SCHEMA}")
    event = plain.get("event")
    if not isinstance(event, dict):
        raise RecordSyntaxError(f"event: found {event!r}, allowed is an object")
    plain["event"] = {"kind": plain.pop("kind", None), **event}
    return decode(Logged, plain)


def _object(text: str) -> dict[str, Json]:
    try:
        plain = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise RecordSyntaxError(f"not JSON: {error}") from None
    if not isinstance(plain, dict):
        raise RecordSyntaxError("allowed is an object")
    return plain


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def link(previous: str, text: str) -> str:
    """Give the digest of a line that follows the digest ``previous``, both as 64 hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(previous) + text.encode()).hexdigest()


def dump(entries: Iterable[Logged]) -> str:
    """Write a whole log, closed by its digest line."""
    lines: list[str] = []
    digest = GENESIS
    seq = 0
    for entry in entries:
        text = line(entry)
        lines.append(text)
        digest, seq = link(digest, text), entry.seq
    lines.append(json.dumps({"schema": SCHEMA, "kind": "digest", "seq": seq, "sha256": digest}, separators=(",", ":")))
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line of a record that could not be used: its number (from 1), a code and what was found."""

    line: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a record text holds: its entries, what was wrong with it, and whether a digest sealed it intact."""

    entries: tuple[Logged, ...]
    problems: tuple[LineProblem, ...]
    sealed: bool


def load(text: str) -> Parsed:
    """Read a log, collecting problems instead of stopping: a bad line is left out and named.

    >>> load("").sealed, load("nonsense").problems[0].code
    (False, 'record.bad_line')
    """
    entries: list[Logged] = []
    problems: list[LineProblem] = []
    digest, sealed = GENESIS, False
    for number, raw in enumerate(text.split("\n"), start=1):
        if not raw.strip():
            continue
        if sealed:
            problems.append(LineProblem(number, "record.after_digest", raw[:60]))
            continue
        try:
            seal = _seal(raw)
            entry = None if seal is not None else parse_line(raw)
        except RecordSyntaxError as error:
            problems.append(LineProblem(number, "record.bad_line", str(error)))
            continue
        if entry is None:
            sealed = seal == digest
            if not sealed:
                problems.append(LineProblem(number, "record.digest_differs", digest))
        else:
            problems += _order_problems(number, entries, entry)
            entries.append(entry)
            digest = link(digest, raw)
    return Parsed(tuple(entries), tuple(problems), sealed and not problems)


def _seal(text: str) -> str | None:
    plain = _object(text)
    return str(plain.get("sha256")) if plain.get("kind") == "digest" else None


def _order_problems(number: int, before: Sequence[Logged], entry: Logged) -> list[LineProblem]:
    expected = before[-1].seq + 1 if before else 1
    if entry.seq == expected:
        return []
    return [LineProblem(number, "record.seq_gap", f"found {entry.seq}, expected {expected}")]
