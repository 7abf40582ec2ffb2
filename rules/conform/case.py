"""A ruling to reproduce, and what came of trying."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.rulebook import Rulebook

Fields = Mapping[str, object]
"""A table of a case file as it was read."""


class Check(StrEnum):
    """Who can judge a case."""

    MACHINE = "machine"
    PROSE = "prose"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class Case:
    """A position with the right answer. ``asked`` are the expected keys that a machine compares."""

    id: str
    topic: str
    rules: tuple[str, ...]
    check: Check
    setup: Fields
    plays: tuple[Fields, ...]
    expected: Fields
    prose_keys: frozenset[str]

    @property
    def asked(self) -> tuple[str, ...]:
        """Name the expected keys to compare."""
        return tuple(key for key in self.expected if key not in self.prose_keys)


Answers = Mapping[str, object]
Adapter = Callable[[Case, Rulebook], Answers]
"""Asks the rules what a case asks; gives an answer for each expected key that it can answer."""

RecordJudge = Callable[[Fields], tuple[str, ...]]
"""Compares one record of another engine with the rules; gives the differences, none if all is equal."""


@dataclass(frozen=True, slots=True)
class GameCases:
    """How one game's cases are judged.

    ``agrees`` compares an expected value with an answer; ``aliases`` maps names in case files to rulebooks.
    """

    game: str
    adapters: Mapping[str, Adapter]
    judge_record: RecordJudge
    claims_record: Callable[[Fields], bool]
    agrees: Callable[[object, object], bool]
    aliases: Mapping[str, tuple[str, ...]]


class CaseError(ValueError):
    """Raised when a case file does not have the shape of one; the message says which case and what is wrong."""


def read_cases(document: object) -> tuple[Case, ...]:
    """Read a case file: a table whose ``cases`` are a list, or the list itself.

    Raises:
        CaseError: when the file or one of its cases does not have that shape.
    """
    cases = document.get("cases") if isinstance(document, Mapping) else document
    if not isinstance(cases, list):
        raise CaseError("a list named cases is wanted")
    return tuple(read_case(raw, number) for number, raw in enumerate(cases, start=1))


def read_case(raw: object, number: int) -> Case:
    """Read one case.

    Raises:
        CaseError: when a part is missing or of the wrong kind.
    """
    if not isinstance(raw, Mapping) or not isinstance(raw.get("id"), str):
        raise CaseError(f"case {number}: an id is missing")
    identifier = raw["id"]
    kinds: dict[str, type] = {"topic": str, "rules": list, "expected": dict}
    for key, kind in kinds.items():
        if not isinstance(raw.get(key), kind):
            raise CaseError(f"case {identifier}: {key} must be a {kind.__name__}")
    check = raw.get("check", "machine")
    if check not in tuple(Check):
        raise CaseError(f"case {identifier}: check must be one of {', '.join(Check)}")
    return Case(
        id=identifier,
        topic=raw["topic"],
        rules=tuple(str(name) for name in raw["rules"]),
        check=Check(check),
        setup=_table(raw.get("setup"), identifier, "setup"),
        plays=tuple(_table(play, identifier, "plays") for play in _list(raw.get("plays"), identifier, "plays")),
        expected=raw["expected"],
        prose_keys=frozenset(str(key) for key in _list(raw.get("prose_keys"), identifier, "prose_keys")),
    )


def _table(raw: object, identifier: str, name: str) -> Fields:
    if raw is None:
        return {}
    if not isinstance(raw, Mapping):
        raise CaseError(f"case {identifier}: {name} must be a table")
    return raw


def _list(raw: object, identifier: str, name: str) -> Sequence[object]:
    if raw is None:
        return ()
    if not isinstance(raw, list):
        raise CaseError(f"case {identifier}: {name} must be a list")
    return raw
