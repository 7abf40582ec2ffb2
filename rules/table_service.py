"""The commands beside the cards that any game may have: what a person counts, sets, calls, draws and notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from paizhuo.rules.cards import Rank, Seat, Side


@dataclass(frozen=True, slots=True)
class CountHands:
    """Enter how many cards E, N, W, S hold after the deal."""

    counts: tuple[int, int, int, int]
    kind: Literal["count_hands"] = "count_hands"


@dataclass(frozen=True, slots=True)
class SetLevels:
    """Set the levels of EW and NS, whose level is played, and the failed attempts at A."""

    levels: tuple[Rank, Rank]
    playing: Side | None = None
    failed: tuple[int, int] = (0, 0)
    kind: Literal["set_levels"] = "set_levels"


@dataclass(frozen=True, slots=True)
class CallTime:
    """Give the end signal of a timed match; ``finish`` lets the hand in play be finished."""

    finish: bool = False
    kind: Literal["call_time"] = "call_time"


@dataclass(frozen=True, slots=True)
class DrawLot:
    """Say which side won the lot that breaks a tie."""

    winner: Side
    kind: Literal["draw_lot"] = "draw_lot"


@dataclass(frozen=True, slots=True)
class NoteBreach:
    """Note a breach that no card shows; ``code`` is one that the game lets a person note."""

    seat: Seat
    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)
    kind: Literal["note_breach"] = "note_breach"


TableCommand = CountHands | SetLevels | CallTime | DrawLot | NoteBreach
