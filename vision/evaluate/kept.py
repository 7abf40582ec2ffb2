"""Readings of pictures kept in a file, one line each: a run that was broken off goes on where it ended."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from paizhuo.vision.evaluate.labels import Labelled
from paizhuo.vision.evaluate.reliability import Judged
from paizhuo.vision.evaluate.score import Outcome

Kept = tuple[Outcome, tuple[Judged, ...]]
"""What reading a picture gave, and each of its cards judged."""


class KeptReadingsError(ValueError):
    """A line of a file of readings is none; the message names the line."""


class KeptReadings:
    """The readings in a file that were made with the same ``weights``; those of others stay there untouched."""

    def __init__(self, path: Path, weights: str) -> None:
        """Open the file, new or with readings. Raises ``KeptReadingsError`` for a line that is none, and ``OSError``.

        A last line that was cut off is taken away, so that the next begins on a line of its own.
        """
        self._path = path
        self._weights = weights
        self._held: dict[str, Kept] = {}
        data = path.read_bytes() if path.exists() else b""
        whole = data.rfind(b"\n") + 1
        if whole != len(data):
            with path.open("r+b") as file:
                file.truncate(whole)
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                entry = json.loads(line)
                if entry["weights"] == weights:
                    outcome = _outcome(entry["outcome"])
                    self._held[outcome.label.id] = outcome, tuple(Judged(**card) for card in entry["cards"])
            except (ValueError, KeyError, TypeError) as error:
                raise KeptReadingsError(f"{path}, line {number}: no reading of a picture: {error}") from error

    def __len__(self) -> int:
        return len(self._held)

    def get(self, name: str) -> Kept | None:
        """Give the reading of the picture ``name``, if there is one."""
        return self._held.get(name)

    def add(self, outcome: Outcome, cards: tuple[Judged, ...]) -> None:
        """Write one more reading. Raises ``OSError``."""
        entry = {"weights": self._weights, "outcome": asdict(outcome), "cards": [asdict(card) for card in cards]}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
        self._held[outcome.label.id] = outcome, cards


def _outcome(plain: Mapping[str, object]) -> Outcome:
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
    label = values.pop("label")
    if not isinstance(label, dict):
        raise TypeError("no label")
    told = {name: tuple(value) if isinstance(value, list) else value for name, value in label.items()}
    return Outcome(Labelled(**told), **values)  # type: ignore[arg-type]
