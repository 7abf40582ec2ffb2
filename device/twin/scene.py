"""What the camera could see at one moment: cards lying on the cloth and arms reaching over it.

All lengths are millimetres on the table: origin in the middle, x to the right and y down in the picture. Angles are
degrees, clockwise in the picture; at 0 a card stands upright for the player in the South.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat

Point = tuple[float, float]

CARD_WIDTH = 63.0
CARD_HEIGHT = 88.0


@dataclass(frozen=True, slots=True)
class Lying:
    """One physical card on the table. ``number`` tells the 108 cards apart; ``x`` and ``y`` are its middle."""

    number: int
    card: Card
    x: float
    y: float
    angle: float
    face_up: bool = True

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Give the four corners, clockwise from the top left of the print.

        >>> Lying(0, Card.SA, 0.0, 0.0, 0.0).corners()[0]
        (-31.5, -44.0)
        """
        half = (CARD_WIDTH / 2, CARD_HEIGHT / 2)
        turn = math.radians(self.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        points = [
            (self.x + cos * dx * half[0] - sin * dy * half[1], self.y + sin * dx * half[0] + cos * dy * half[1])
            for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        return points[0], points[1], points[2], points[3]


@dataclass(frozen=True, slots=True)
class Arm:
    """A forearm with its hand over the table: it comes from ``seat`` and its fingertips are at ``x``, ``y``."""

    seat: Seat
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on and over the table, cards from the lowest to the topmost."""

    cards: tuple[Lying, ...] = ()
    arms: tuple[Arm, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """A seat's own directions on the table: to its right hand and straight ahead, both unit vectors."""

    right: Point
    ahead: Point
    angle: float

    def at(self, origin: Point, right: float, ahead: float) -> Point:
        """Give the point ``right`` mm to the seat's right and ``ahead`` mm towards the middle from ``origin``."""
        return (
            origin[0] + self.right[0] * right + self.ahead[0] * ahead,
            origin[1] + self.right[1] * right + self.ahead[1] * ahead,
        )


FRAMES: dict[Seat, SeatFrame] = {
    Seat.S: SeatFrame((1.0, 0.0), (0.0, -1.0), 0.0),
    Seat.E: SeatFrame((0.0, -1.0), (-1.0, 0.0), -90.0),
    Seat.N: SeatFrame((-1.0, 0.0), (0.0, 1.0), 180.0),
    Seat.W: SeatFrame((0.0, 1.0), (1.0, 0.0), 90.0),
}
"""How each seat looks at the table; ``angle`` is that of a card which stands upright for its owner."""
