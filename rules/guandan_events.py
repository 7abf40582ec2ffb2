"""The events that only a game of Guandan has: tribute and return, passes, reports, what a person sets by hand.

They stand beside the games, because the one log of a table holds the events of every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.readings import Reading, Repair


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A card of the pack was turned up after the cut (翻牌): it names who draws first, and whoever draws it leads."""

    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    repairs: tuple[Repair, ...] = ()
    kind: Literal["card_turned"] = "card_turned"


@dataclass(frozen=True, slots=True)
class LeaderNamed:
    """A person names who leads the first trick of this hand."""

    seat: Seat
    kind: Literal["leader_named"] = "leader_named"


@dataclass(frozen=True, slots=True)
class HandsCounted:
    """The hands were counted after the deal: so many cards at E, N, W, S."""

    counts: tuple[int, int, int, int]
    kind: Literal["hands_counted"] = "hands_counted"


@dataclass(frozen=True, slots=True)
class TributePaid:
    """A seat laid its tribute (贡牌)."""

    seat: Seat
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    repairs: tuple[Repair, ...] = ()
    kind: Literal["tribute_paid"] = "tribute_paid"


@dataclass(frozen=True, slots=True)
class TributeTaken:
    """``seat`` took the tribute of ``payer``: a choice, where two are equal and the rulebook leaves it open."""

    seat: Seat
    payer: Seat
    kind: Literal["tribute_taken"] = "tribute_taken"


@dataclass(frozen=True, slots=True)
class CardGivenBack:
    """A seat gave a card back for its tribute (还牌), to ``to``, or to the payer of the tribute that it got."""

    seat: Seat
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    repairs: tuple[Repair, ...] = ()
    to: Seat | None = None
    kind: Literal["card_given_back"] = "card_given_back"


@dataclass(frozen=True, slots=True)
class TributeResisted:
    """A payer claims that no tribute is owed (抗贡), with the ``cards`` shown for it; two payers may show one each."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    readings: tuple[Reading, ...] = ()
    repairs: tuple[Repair, ...] = ()
    kind: Literal["tribute_resisted"] = "tribute_resisted"


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed (过) by ``word``, ``knock``, ``device``, or in a ``manner`` that nobody noted.

    Silent passes are not logged: they follow from the turn order.
    """

    seat: Seat
    manner: str = ""
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class ReadingSaid:
    """The play in event ``target_seq`` counts as ``reading`` (``straight:7``): its player said so, or a person did."""

    target_seq: int
    reading: str
    kind: Literal["reading_said"] = "reading_said"


@dataclass(frozen=True, slots=True)
class CountAsked:
    """``seat`` asked how many cards ``of`` has left (追问)."""

    seat: Seat
    of: Seat
    kind: Literal["count_asked"] = "count_asked"


@dataclass(frozen=True, slots=True)
class Reported:
    """A seat said that it has ``left`` cards (报牌)."""

    seat: Seat
    left: int
    kind: Literal["reported"] = "reported"


@dataclass(frozen=True, slots=True)
class FinishNamed:
    """A person names who went out in this hand, first to last: a hand that was not seen to its end."""

    order: tuple[Seat, ...]
    kind: Literal["finish_named"] = "finish_named"


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
