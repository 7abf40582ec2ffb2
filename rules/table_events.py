"""The events beside the cards that any game may have: hands counted, levels set, time called, lots, noted breaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from paizhuo.rules.cards import Rank, Seat, Side


@dataclass(frozen=True, slots=True)
class HandsCounted:
    """The hands were counted after the deal: so many cards at E, N, W, S."""

    counts: tuple[int, int, int, int]
    kind: Literal["hands_counted"] = "hands_counted"


@dataclass(frozen=True, slots=True)
class LevelsSet:
    """A person sets the ``levels`` (EW, NS), whose level is ``playing``, and the ``failed`` attempts at A."""

    levels: tuple[Rank, Rank]
    playing: Side | None = None
    failed: tuple[int, int] = (0, 0)
    kind: Literal["levels_set"] = "levels_set"


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The time of the match is up (终止信号); ``finish`` says that the referee lets the hand in play be finished."""

    finish: bool = False
    kind: Literal["time_called"] = "time_called"


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """A tie was broken by lot (抽签): ``winner`` has won the match."""

    winner: Side
    kind: Literal["lot_drawn"] = "lot_drawn"


@dataclass(frozen=True, slots=True)
class BreachNoted:
    """A person, or the clock, notes a breach that no card shows: a cut, a touched card, a slow play, a signal.

    ``code`` is one of the rulebook's breaches, ``params`` what its sentence needs beside ``seat``.
    """

    seat: Seat
    code: str
    params: Mapping[str, str | int | tuple[str, ...]] = field(default_factory=dict)
    kind: Literal["breach_noted"] = "breach_noted"
