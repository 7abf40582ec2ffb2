"""The games whose cases can be judged."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from paizhuo.rules.conform.case import GameCases

__all__ = ["games"]

MODULES = ("paizhuo.rules.conform.shengji", "paizhuo.rules.conform.guandan")
"""Each exposes ``CASES``."""


def games() -> tuple[GameCases, ...]:
    """Give the adapters of every game.

    >>> "shengji" in [game.game for game in games()]
    True
    """
    found = (getattr(import_module(name), "CASES", None) for name in MODULES if find_spec(name))
    return tuple(cases for cases in found if isinstance(cases, GameCases))
