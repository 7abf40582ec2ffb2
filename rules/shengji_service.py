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


@dataclass(frozen=True, slots=True)
class StartDeal:
    """Say that the cards are being dealt for the next hand."""

    kind: Literal["start_deal"] = "start_deal"


@dataclass(frozen=True, slots=True)
class EnterBid:
    """Enter a bid for trump (亮主), or one that overrides it; it begins the hand where none is being played."""

    seat: Seat
    cards: tuple[Card, ...]
    kind: Literal["enter_bid"] = "enter_bid"


@dataclass(frozen=True, slots=True)
class EnterKitty:
    """Enter the cards of the kitty (底牌) as they were turned up after the last trick."""

    cards: tuple[Card, ...]
    kind: Literal["enter_kitty"] = "enter_kitty"


PointsReason = Literal["miscounted", "unseen", "penalty", "other"]
"""Why points are corrected: the count was wrong, cards were never seen, a penalty that no offence stands for."""


@dataclass(frozen=True, slots=True)
class CorrectPoints:
    """Correct the attackers' points of this hand, or of the one just closed, by ``amount``: a multiple of five."""

    amount: int
    reason: PointsReason = "miscounted"
    kind: Literal["correct_points"] = "correct_points"


HandCommand = StartDeal | EnterBid | EnterKitty
