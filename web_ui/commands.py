"""From the JSON of a page or a program to a command, or to one clear complaint."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from paizhuo.rules.cards import Seat
from paizhuo.rules.errors import TableError
from paizhuo.rules.service import Command
from paizhuo.rules.snapshot import Json

SEAT_FIELDS = ("seat", "dealer", "payer", "to", "of")
NAME_LENGTH = 32
KEYS_REMEMBERED = 256

COMMANDS: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="kind")])
"""Reads and describes commands."""


class BadCommandError(TableError):
    """Raised when JSON is no command; ``where`` names the first field that is not right."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


def read_command(raw: Json) -> Command:
    """Read a command. Seats are written ``E N W S``. Raises ``BadCommandError``.

    >>> read_command({"kind": "correct_seat", "target_seq": 7, "seat": "W"}).seat
    <Seat.W: 2>
    """
    if not isinstance(raw, dict):
        raise BadCommandError("command")
    values: dict[str, object] = dict(raw)
    for name in SEAT_FIELDS:
        given = values.get(name)
        if given is not None:
            values[name] = _seat(given, name)
    for name in ("order", "lots"):
        if isinstance(values.get(name), list):
            values[name] = tuple(_seat(each, name) for each in raw[name])  # type: ignore[union-attr]
    if isinstance(values.get("names"), list):
        values["names"] = [clean_name(str(name)) for name in raw["names"]]  # type: ignore[union-attr]
    try:
        return COMMANDS.validate_python(values)
    except ValidationError as error:
        place = error.errors()[0]["loc"]
        raise BadCommandError(".".join(str(step) for step in place[1:]) or "kind") from error


def _seat(given: object, where: str) -> int:
    if not isinstance(given, str) or given not in Seat.__members__:
        raise BadCommandError(where)
    return int(Seat[given])


def clean_name(name: str) -> str:
    """Give a name without control and direction characters, at most 32 characters long.

    >>> clean_name("  Xu\\u202e Man\\n ")
    'Xu Man'
    """
    visible = "".join(char for char in name if char.isprintable() or char == " ")
    return " ".join(visible.split())[:NAME_LENGTH]


@dataclass(slots=True)
class Answer:
    """What a command came to; None while it has not been carried out."""

    seq: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Answered:
    """Remembers the answers to commands by the key that came with them: a command sent twice is carried out once.

    >>> answered = Answered()
    >>> with answered.once("me", "k1") as first:
    ...     first.seq = 7
    >>> with answered.once("me", "k1") as second:
    ...     second.seq
    7
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()

    @contextmanager
    def once(self, who: str, key: str) -> Iterator[Answer]:
        """Hold the answer for a key; the second of two equal requests waits for the first. Without a key it is new."""
        if not key:
            yield Answer()
            return
        with self._lock:
            answer = self._answers.setdefault((who, key), Answer())
            while len(self._answers) > KEYS_REMEMBERED:
                self._answers.popitem(last=False)
        with answer.lock:
            yield answer


def fields(raw: Json, *wanted: str) -> Mapping[str, Json]:
    """Give a JSON object that has all the fields wanted. Raises ``BadCommandError``."""
    if not isinstance(raw, dict):
        raise BadCommandError("body")
    for name in wanted:
        if name not in raw:
            raise BadCommandError(name)
    return raw
