"""The commands that only a game of Guandan has: everything of it that a person can enter by hand.

With ``before_seq`` a command enters what was missed, just before a recorded event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from paizhuo.rules.cards import Card, Rank, Seat, Side


@dataclass(frozen=True, slots=True)
class EnterTurnedCard:
    """Enter the card that was turned up after the first cut."""

    card: Card
    kind: Literal["enter_turned_card"] = "enter_turned_card"


@dataclass(frozen=True, slots=True)
class NameLeader:
    """Name who leads the first trick of this hand."""

    seat: Seat
    kind: Literal["name_leader"] = "name_leader"


@dataclass(frozen=True, slots=True)
class CountHands:
    """Enter how many cards E, N, W, S hold after the deal."""

    counts: tuple[int, int, int, int]
    kind: Literal["count_hands"] = "count_hands"


@dataclass(frozen=True, slots=True)
class EnterTribute:
    """Enter a tribute; the card may be unknown (``??``)."""

    seat: Seat
    card: Card
    before_seq: int | None = None
    kind: Literal["enter_tribute"] = "enter_tribute"


@dataclass(frozen=True, slots=True)
class TakeTribute:
    """Say who took the tribute of ``payer``."""

    seat: Seat
    payer: Seat
    kind: Literal["take_tribute"] = "take_tribute"


@dataclass(frozen=True, slots=True)
class EnterReturn:
    """Enter the card that ``seat`` gave back for its tribute; it may be unknown (``??``)."""

    seat: Seat
    card: Card
    to: Seat | None = None
    before_seq: int | None = None
    kind: Literal["enter_return"] = "enter_return"


@dataclass(frozen=True, slots=True)
class EnterResistance:
    """Enter that a payer claims 抗贡, with the big jokers that it showed."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    before_seq: int | None = None
    kind: Literal["enter_resistance"] = "enter_resistance"


@dataclass(frozen=True, slots=True)
class EnterPass:
    """Enter a pass."""

    seat: Seat
    manner: str = ""
    before_seq: int | None = None
    kind: Literal["enter_pass"] = "enter_pass"


@dataclass(frozen=True, slots=True)
class SayReading:
    """Say what a play counts as: ``reading`` is one of the names that its cards allow (``straight:7``)."""

    target_seq: int
    reading: str
    kind: Literal["say_reading"] = "say_reading"


@dataclass(frozen=True, slots=True)
class EnterReport:
    """Enter that a seat said how many cards it has left."""

    seat: Seat
    left: int
    before_seq: int | None = None
    kind: Literal["enter_report"] = "enter_report"


@dataclass(frozen=True, slots=True)
class EnterCountQuestion:
    """Enter that a player asked another for the number of his cards."""

    seat: Seat
    of: Seat
    kind: Literal["enter_count_question"] = "enter_count_question"


@dataclass(frozen=True, slots=True)
class NameFinish:
    """Name who went out in this hand, first to last: two seats after 双下, else three or four."""

    order: tuple[Seat, ...]
    kind: Literal["name_finish"] = "name_finish"


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
    """Note a breach that no card shows; ``code`` is one of the snapshot's ``guandan.breaches``."""

    seat: Seat
    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)
    kind: Literal["note_breach"] = "note_breach"


GuandanCommand = (
    EnterTurnedCard
    | NameLeader
    | CountHands
    | EnterTribute
    | TakeTribute
    | EnterReturn
    | EnterResistance
    | EnterPass
    | SayReading
    | EnterReport
    | EnterCountQuestion
    | NameFinish
    | SetLevels
    | CallTime
    | DrawLot
    | NoteBreach
)
