"""The packaged rulebooks, one TOML file each. This is the one place in ``rules`` that opens files."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TypeVar, overload

from paizhuo.rules.errors import NoSuchRulebookError, RulebookError
from paizhuo.rules.rulebook import Rulebook, Schema
from paizhuo.rules.rulefile import read_rulebook
from paizhuo.rules.sheet import Words

__all__ = ["LANGUAGES", "ids", "load", "parse", "source_text", "words"]

GAMES: dict[str, str] = {
    "shengji": "paizhuo.rules.shengji.ruleset",
    "guandan": "paizhuo.rules.guandan.ruleset",
    "climbing": "paizhuo.rules.shengji.garbled.climb",
    "tasks": "paizhuo.rules.shengji.garbled.tasks",
}
"""Where each game keeps its ``SCHEMA``. The modules are imported when a rulebook of the game is read."""

LANGUAGES = ("zh", "en")
"""The languages of the rule sheets."""

R = TypeVar("R", bound=Rulebook)


def ids() -> tuple[str, ...]:
    """List the ids of the packaged rulebooks.

    >>> "comp" in ids()
    True
    """
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name[: -len(".toml")].replace(".", ":") for name in names if name.endswith(".toml")))


@overload
def load(identifier: str) -> Rulebook: ...
@overload
def load(identifier: str, kind: type[R]) -> R: ...
def load(identifier: str, kind: type[Rulebook] = Rulebook) -> Rulebook:
    """Load a packaged rulebook, of one game's kind if asked.

    Raises:
        NoSuchRulebookError: when there is none with that id and kind.

    >>> load("comp").title.en
    'Shengji competition rules'
    """
    book = _load(identifier)
    if not isinstance(book, kind):
        raise NoSuchRulebookError(identifier)
    return book


@cache
def _load(identifier: str) -> Rulebook:
    return parse(source_text(identifier))


def source_text(identifier: str) -> str:
    """Give the file of a packaged rulebook.

    Raises:
        NoSuchRulebookError: when there is none with that id.
    """
    name = identifier.replace(":", ".") + ".toml"
    found = files(__package__) / name
    if "/" in name or not found.is_file():
        raise NoSuchRulebookError(identifier)
    return found.read_text(encoding="utf-8")


def words(game: str, language: str) -> Words:
    """Give the words of a game's rule sheet; a game without words shows its keys.

    >>> words("shengji", "zh")("section", "throw")
    '甩牌'
    """
    found = files(__package__) / "words" / f"{game}.{language}.toml"
    return Words(tomllib.loads(found.read_text(encoding="utf-8")) if found.is_file() else {})


def parse(text: str) -> Rulebook:
    """Read a rulebook from TOML text.

    Raises:
        RulebookError: with every problem of the text, each with its line and what is allowed.
    """
    return read_rulebook(text, _schema, tuple(GAMES), _base, _bases)


def _schema(game: str) -> Schema | None:
    if game not in GAMES:
        return None
    schema = import_module(GAMES[game]).SCHEMA
    assert isinstance(schema, Schema)
    return schema


def _base(identifier: str) -> Rulebook | None:
    try:
        return _load(identifier)
    except (NoSuchRulebookError, RulebookError):
        return None


def _bases(game: str) -> tuple[str, ...]:
    return tuple(identifier for identifier in ids() if _load(identifier).game == game)
