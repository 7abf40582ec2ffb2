"""The packaged rulebooks, one TOML file each. This is the one place in ``rules`` that opens files."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TypeVar, overload

from paizhuo.rules.errors import NoSuchRulebookError, RulebookError
from paizhuo.rules.rulebook import Rulebook, Schema
from paizhuo.rules.rulefile import read_rulebook

__all__ = ["ids", "load", "parse", "source_text"]

GAMES: dict[str, str] = {
    "shengji": "paizhuo.rules.shengji.ruleset",
    "guandan": "paizhuo.rules.guandan.ruleset",
}
"""Where each game keeps its ``SCHEMA``. The modules are imported when a rulebook of the game is read."""

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


def parse(text: str) -> Rulebook:
    """Read a rulebook from TOML text.

    Raises:
        RulebookError: with every problem of the text, each with its line and what is allowed.
    """
    return read_rulebook(text, _schema, tuple(GAMES), _base)


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
