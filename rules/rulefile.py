"""Reading a rulebook file: TOML text to a frozen rulebook, with every wrong key and value found, each with its line.

A value stands alone (``turn = 80``) or in a table with its source: ``{ value = 80, at = "L17" }``, with
``assumed = true`` where the text is silent or the reading is a choice, and ``zh`` and ``en`` to explain that choice.
``based_on = "pass10"`` takes every value that the file does not name from another rulebook.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import Field, fields, is_dataclass, replace
from enum import Enum
from typing import get_args, get_origin, get_type_hints

from paizhuo.rules.errors import Problem, RulebookError
from paizhuo.rules.rulebook import Rulebook, Schema, Source, Standing, Title

HEAD = ("id", "game", "title", "standing", "text", "based_on")
VALUE_KEYS = ("value", "at", "assumed", "zh", "en")


def read_rulebook(
    text: str,
    schema_of: Callable[[str], Schema | None],
    games: tuple[str, ...],
    base_of: Callable[[str], Rulebook | None],
    bases_of: Callable[[str], tuple[str, ...]],
) -> Rulebook:
    """Read a rulebook from TOML text. ``bases_of`` names the rulebooks of a game that another may be based on.

    Raises:
        RulebookError: with every problem of the file.
    """
    try:
        data: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise RulebookError((Problem("rulebook.syntax", "", line, found=str(error)),)) from None
    reader = _Reader(_lines_of_keys(text))
    game = reader.text(data, "game", allowed=games)
    schema = schema_of(game)
    if schema is None:
        raise RulebookError(tuple(reader.problems))
    start = reader.start(data, schema, base_of, bases_of)
    sections = reader.sections(data, start)
    reader.fail_if_wrong()
    book = replace(start, sources=tuple(sorted(reader.sources.items())), **sections)  # type: ignore[arg-type]
    for problem in schema.check(book):
        reader.problems.append(replace(problem, line=reader.line(problem.key)))
    reader.fail_if_wrong()
    return book


def _lines_of_keys(text: str) -> dict[str, int]:
    """Find the line of each table header and of each key that starts a line, dotted."""
    found: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[+\s*([\w.\-\"]+)\s*\]", line):
            section = header[1].replace('"', "") + "."
            found.setdefault(section[:-1], number)
        elif key := re.match(r"\s*([\w.\-\"]+)\s*=", line):
            found.setdefault(section + key[1].replace('"', ""), number)
    return found


class _Reader:
    """Collects values, sources and problems while one file is read."""

    def __init__(self, lines: Mapping[str, int]) -> None:
        self._lines = lines
        self.problems: list[Problem] = []
        self.sources: dict[str, Source] = {}

    def line(self, key: str) -> int:
        return self._lines.get(key) or self._lines.get(key.split(".")[0], 0)

    def wrong(self, code: str, key: str, found: object = "", allowed: tuple[str, ...] = ()) -> None:
        self.problems.append(Problem(code, key, self.line(key), str(found), allowed))

    def fail_if_wrong(self) -> None:
        if self.problems:
            raise RulebookError(tuple(sorted(self.problems, key=lambda problem: problem.line)))

    def text(
        self, data: Mapping[str, object], key: str, allowed: tuple[str, ...] = (), default: str | None = None
    ) -> str:
        value = data.get(key.rpartition(".")[2], default)
        if value is None:
            self.wrong("rulebook.missing", key, allowed=allowed)
        elif not isinstance(value, str) or (allowed and value not in allowed):
            self.wrong("rulebook.bad_value", key, value, allowed or ("text",))
        else:
            return value
        return ""

    def start(
        self,
        data: Mapping[str, object],
        schema: Schema,
        base_of: Callable[[str], Rulebook | None],
        bases_of: Callable[[str], tuple[str, ...]],
    ) -> Rulebook:
        title = data.get("title")
        titles = title if isinstance(title, dict) else {}
        if not titles:
            self.wrong("rulebook.missing", "title", allowed=("zh", "en"))
            titles = {"zh": "", "en": ""}
        head = {
            "id": self.text(data, "id"),
            "title": Title(self.text(titles, "title.zh"), self.text(titles, "title.en")),
            "standing": Standing(self.text(data, "standing", tuple(Standing), Standing.HOUSE) or Standing.HOUSE),
            "text": self.text(data, "text", default=""),
        }
        book = schema.rulebook(game=schema.game, **head)  # type: ignore[arg-type]
        if "based_on" not in data:
            return book
        base = base_of(self.text(data, "based_on"))
        if not isinstance(base, schema.rulebook):
            self.wrong("rulebook.unknown_base", "based_on", data["based_on"], bases_of(schema.game))
            return book
        self.sources.update(base.sources)
        return replace(base, **head)  # type: ignore[arg-type]

    def sections(self, data: Mapping[str, object], start: Rulebook) -> dict[str, object]:
        parts = {part.name: getattr(start, part.name) for part in fields(start)}
        parts = {name: part for name, part in parts.items() if is_dataclass(part) and name not in HEAD}
        for key in data:
            if key not in parts and key not in HEAD:
                self.wrong("rulebook.unknown_key", key, allowed=(*HEAD, *parts))
        found: dict[str, object] = {}
        for name, part in parts.items():
            values = data.get(name, {})
            if isinstance(values, dict):
                found[name] = self.section(name, values, part)
            else:
                self.wrong("rulebook.bad_value", name, values, ("a table",))
        return found

    def section(self, name: str, values: Mapping[str, object], part: object) -> object:
        hints = get_type_hints(type(part))
        known: dict[str, Field[object]] = {one.name: one for one in fields(part)}  # type: ignore[arg-type]
        changes: dict[str, object] = {}
        for key, value in values.items():
            dotted = f"{name}.{key}"
            if key not in known:
                self.wrong("rulebook.unknown_key", dotted, allowed=tuple(known))
                continue
            bare = self.take_source(dotted, value)
            converted = self.convert(dotted, bare, hints[key])
            if converted is not None:
                changes[key] = converted
        return replace(part, **changes)  # type: ignore[type-var]

    def take_source(self, dotted: str, value: object) -> object:
        if not isinstance(value, dict):
            self.sources[dotted] = Source(where="house")
            return value
        for key in value:
            if key not in VALUE_KEYS:
                self.wrong("rulebook.unknown_key", dotted, key, VALUE_KEYS)
        note = Title(str(value.get("zh", "")), str(value.get("en", ""))) if "zh" in value or "en" in value else None
        self.sources[dotted] = Source(str(value.get("at", "")), value.get("assumed") is True, note)
        return value.get("value")

    def convert(self, key: str, value: object, wanted: object) -> object | None:
        """Give a value as its policy's type, or note the problem and give None."""
        if get_origin(wanted) is tuple:
            inner, *rest = get_args(wanted)
            if isinstance(value, list):
                if rest == [...]:
                    items = [self.convert(key, item, inner) for item in value]
                elif len(value) == 1 + len(rest):
                    items = [self.convert(key, item, one) for item, one in zip(value, (inner, *rest), strict=True)]
                else:
                    items = [None]
                    self.wrong("rulebook.bad_value", key, value, (f"{1 + len(rest)} values",))
                return None if None in items else tuple(items)
            self.wrong("rulebook.bad_value", key, value, ("a list",))
            return None
        if isinstance(wanted, type) and issubclass(wanted, Enum):
            words = {_word(member): member for member in wanted}
            if isinstance(value, str) and value in words:
                return words[value]
            self.wrong("rulebook.bad_value", key, value, tuple(words))
            return None
        if wanted is int and isinstance(value, int) and not isinstance(value, bool):
            return value
        self.wrong("rulebook.bad_value", key, value, ("a whole number",))
        return None


def _word(member: Enum) -> str:
    """Give the word that stands for a policy in a file: its text, or a seat's letter."""
    return member.value if isinstance(member.value, str) else member.name
