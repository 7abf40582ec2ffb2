"""The commands that only a game of Shengji has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paizhuo.rules.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class EnterDrawnCard:
    """Enter the card that a seat turned before the first hand; seats that tie turn again."""

    seat: Seat
    card: Card
    kind: Literal["enter_drawn_card"] = "enter_drawn_card"
