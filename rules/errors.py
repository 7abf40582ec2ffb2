"""What can be wrong with input: one tree of exceptions. Judgements about play are never exceptions, see violations."""

from __future__ import annotations

from dataclasses import dataclass


class TableError(Exception):
    """Anything paizhuo raises on purpose."""


class UnknownCardError(TableError, ValueError):
    """Raised when the order of a card is asked that nobody has read yet (``??``)."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file: ``line`` counts from 1 (0 = the whole file), ``key`` is dotted, ``code`` names it.

    ``allowed`` lists what could stand there instead.
    """

    code: str
    key: str
    line: int = 0
    found: str = ""
    allowed: tuple[str, ...] = ()


class RulebookError(TableError, ValueError):
    """Raised when a rulebook cannot be read; ``problems`` holds all of them, in the order of the file."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.line}: {problem.key}: {problem.code}" for problem in problems))
        self.problems = problems


class NoSuchRulebookError(TableError, KeyError):
    """Raised when no packaged rulebook has that id."""


class RecordSyntaxError(TableError, ValueError):
    """Raised when a record or an event of the log does not follow its format; the message says where."""
