"""The commands that only a game of Guandan has: what of its play a person can enter by hand.

With ``before_seq`` a command enters what was missed, just before a recorded event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paizhuo.rules.cards import Card, Seat


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


GuandanCommand = (
    EnterTurnedCard
    | NameLeader
    | EnterTribute
    | TakeTribute
    | EnterReturn
    | EnterResistance
    | EnterPass
    | SayReading
    | EnterReport
    | EnterCountQuestion
    | NameFinish
)
