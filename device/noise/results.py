"""Outcomes of hands in a file, one line each: a run that was broken off goes on where it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from paizhuo.device.noise.outcome import HandOutcome
from paizhuo.rules.errors import TableError


class ResultsError(TableError, ValueError):
    """A line of a results file is no outcome of a hand."""


def outcomes_in(path: Path, label: str) -> Iterator[HandOutcome]:
    """Yield the outcomes that a file holds under a label, nothing if there is no file.

    Raises:
        ResultsError: for a line that is no outcome; a last line that was cut off is left out.
    """
    if not path.exists():
        return
    lines = path.read_bytes().decode("utf-8", "replace").splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):
            return
        try:
            entry = json.loads(line)
            if entry["label"] == label:
                yield _outcome(entry["hand"])
        except (ValueError, KeyError, TypeError) as error:
            raise ResultsError(f"{path}, line {number}: no outcome of a hand: {error}") from error


def _outcome(plain: dict[str, object]) -> HandOutcome:
    lists = {each.name for each in fields(HandOutcome) if str(each.type).startswith("tuple")}
    values = {key: tuple(value) if key in lists and isinstance(value, list) else value for key, value in plain.items()}
    return HandOutcome(**values)  # type: ignore[arg-type]


def line_of(label: str, outcome: HandOutcome) -> str:
    """Write one outcome as a line of a results file."""
    return json.dumps({"label": label, "hand": outcome.as_json()}, ensure_ascii=False) + "\n"


def mended(path: Path) -> bool:
    """Cut off a last line that was never finished, so that new lines begin on their own; say whether there was one."""
    if not path.exists():
        return False
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end == len(data):
        return False
    with path.open("r+b") as file:
        file.truncate(end)
    return True
