"""The events that only a game of Shengji has beside those in ``events``: cards drawn to begin, points by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.readings import Reading, Repair


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat turned a card of the pack before the first hand (翻牌, 抽牌): it names who draws first, or who deals."""

    seat: Seat
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    repairs: tuple[Repair, ...] = ()
    kind: Literal["card_drawn"] = "card_drawn"


@dataclass(frozen=True, slots=True)
class PointsCorrected:
    """A person corrects the attackers' points of the hand by ``amount`` (may be below nought), for a reason."""

    amount: int
    reason_code: str
    kind: Literal["points_corrected"] = "points_corrected"
