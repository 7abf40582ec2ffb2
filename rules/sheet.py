"""The rule sheet (规则单): a rulebook in words, every value with its source, and how two rulebooks differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum

from paizhuo.rules.rulebook import Rulebook, Source

HEAD = frozenset(one.name for one in fields(Rulebook))
"""Fields that are no policies."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One value: its dotted key, what it is called, what it says, and where it comes from."""

    key: str
    label: str
    value: str
    source: Source


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a rule sheet."""

    key: str
    label: str
    entries: tuple[Entry, ...]


class Words:
    """The words of one language for one game's rulebooks; a word that is missing is shown as its key."""

    def __init__(self, table: Mapping[str, object]) -> None:
        self._table = table

    def __call__(self, *path: str) -> str:
        found: object = self._table
        for step in path:
            found = found.get(step) if isinstance(found, Mapping) else None
        return found if isinstance(found, str) else path[-1]

    def has(self, *path: str) -> bool:
        """Say whether there is a word for a path."""
        found: object = self._table
        for step in path:
            found = found.get(step) if isinstance(found, Mapping) else None
        return isinstance(found, str)


def policies(rulebook: Rulebook) -> dict[str, dict[str, object]]:
    """Give every value of a rulebook by section and key."""
    found: dict[str, dict[str, object]] = {}
    for part in fields(rulebook):
        section = getattr(rulebook, part.name)
        if part.name not in HEAD and is_dataclass(section):
            found[part.name] = {one.name: getattr(section, one.name) for one in fields(section)}
    return found


def sheet(rulebook: Rulebook, words: Words) -> tuple[Section, ...]:
    """Put a rulebook into words."""
    return tuple(
        Section(
            name,
            words("section", name),
            tuple(
                Entry(
                    f"{name}.{key}",
                    words("key", name, key),
                    say(value, words, name, key),
                    rulebook.source(f"{name}.{key}"),
                )
                for key, value in values.items()
            ),
        )
        for name, values in policies(rulebook).items()
    )


def say(value: object, words: Words, section: str, key: str) -> str:
    """Put one value into words: policies by name, lists joined, point bands as sentences, nought as “none”.

    >>> say((), Words({"none": "none"}), "levels", "must_play")
    'none'
    """
    if isinstance(value, Enum):
        token = value.value if isinstance(value.value, str) else value.name
        return words("value", section, key, token)
    if isinstance(value, tuple):
        if not value:
            return words("none")
        if all(isinstance(one, tuple) for one in value):
            return words("joint").join(words("band").format(*one) for one in value)
        return words("joint").join(say(one, words, section, key) for one in value)
    if value == 0 and not isinstance(value, bool):
        return words("none")
    return str(value)


@dataclass(frozen=True, slots=True)
class Change:
    """A value that two rulebooks do not share."""

    section: str
    key: str
    first: object
    second: object


def changes(first: Rulebook, second: Rulebook) -> tuple[Change, ...]:
    """Give the values in which two rulebooks of one game differ."""
    other = policies(second)
    return tuple(
        Change(section, key, value, other[section][key])
        for section, values in policies(first).items()
        for key, value in values.items()
        if section in other and other[section][key] != value
    )
