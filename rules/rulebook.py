"""A rulebook: the house rules of one table as data, every value with the line that states it.

The policies themselves belong to a game (``rules.shengji.ruleset``, ``rules.guandan.ruleset``), each of which derives
its own frozen rulebook from ``Rulebook`` and registers a ``Schema`` for the loader.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from paizhuo.rules.errors import Problem


class Standing(StrEnum):
    """How much weight a rulebook carries."""

    PRINTED = "printed"
    """A rule text that a club, school or association printed."""
    COMMUNITY = "community"
    """What a widespread program or site plays by default."""
    EXPERIMENTAL = "experimental"
    """The reasonable reading of a garbled text."""
    HOUSE = "house"
    """A table's own file."""


@dataclass(frozen=True, slots=True)
class Title:
    """A name in both languages."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value comes from: ``where`` cites the text (``L17``); ``assumed`` says that the text is silent there.

    A value may carry both: the text speaks, but the reading is a choice, which ``note`` explains.
    """

    where: str = ""
    assumed: bool = False
    note: Title | None = None


DEFAULT_SOURCE = Source(assumed=True)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What every game's rulebook has; ``sources`` pairs dotted keys (``levels.start``) with their source."""

    id: str
    game: str
    title: Title
    standing: Standing = Standing.HOUSE
    text: str = ""
    sources: tuple[tuple[str, Source], ...] = field(default=(), repr=False)

    def source(self, key: str) -> Source:
        """Give the source of the value at a dotted key; a value that no file states is assumed.

        >>> Rulebook("x", "shengji", Title("某", "some")).source("levels.start").assumed
        True
        """
        return dict(self.sources).get(key, DEFAULT_SOURCE)


@dataclass(frozen=True, slots=True)
class Schema:
    """How one game's rulebooks are read: the class whose nested sections name the keys, and its cross checks."""

    game: str
    rulebook: type[Rulebook]
    check: Callable[[Rulebook], tuple[Problem, ...]]
