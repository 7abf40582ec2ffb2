"""The events that only a game of Guandan has: tribute and return, passes, reports, who went out.

They stand beside the games, because the one log of a table holds the events of every game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paizhuo.rules.cards import Card, Seat
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
