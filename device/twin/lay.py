"""How people lay cards down: near their seat, a little crooked, several cards overlapping in a row or a fan."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.device.twin.scene import FRAMES, Lying, Point
from paizhuo.rules.cards import Card, Seat

SPOTS: dict[Seat, Point] = {
    Seat.S: (0.0, 215.0),
    Seat.E: (318.0, 0.0),
    Seat.N: (0.0, -215.0),
    Seat.W: (-318.0, 0.0),
}
"""Where each seat's cards come down, before the player's own untidiness."""

ROW = 9
"""More cards than this go into a second row, nearer to the owner."""

ROW_STEP = 38.0
"""Distance of two rows in mm: the upper row's index corners stay in view."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How one player lays cards: distance between cards (mm), fanning (degrees a card) and untidiness.

    ``slant`` is the standard deviation of the whole play's angle in degrees, ``scatter`` that of its place in mm,
    ``wobble`` that of each card's own angle.
    """

    step: float
    fan: float
    slant: float
    scatter: float
    wobble: float


MANNERS: dict[Seat, Manners] = {
    Seat.E: Manners(step=24.0, fan=0.0, slant=9.0, scatter=8.0, wobble=2.0),
    Seat.N: Manners(step=19.0, fan=2.5, slant=14.0, scatter=12.0, wobble=1.5),
    Seat.W: Manners(step=27.0, fan=0.0, slant=6.0, scatter=14.0, wobble=4.0),
    Seat.S: Manners(step=21.0, fan=4.0, slant=20.0, scatter=9.0, wobble=1.0),
}
"""Four people: a tidy one, a fanner, a thrower, one who lays everything crooked."""


def laid(cards: Sequence[tuple[int, Card]], seat: Seat, manners: Manners, rng: random.Random) -> tuple[Lying, ...]:
    """Lay numbered cards in front of ``seat`` from its left to its right, each over the one before.

    The index corner at the top left of every card stays in view.

    >>> [card.card.value for card in laid([(0, Card.SA), (1, Card.SK)], Seat.S, MANNERS[Seat.S], random.Random(1))]
    ['SA', 'SK']
    """
    tilt = max(-32.0, min(32.0, rng.gauss(0.0, manners.slant)))
    spot = SPOTS[seat]
    shift = [max(-22.0, min(22.0, rng.gauss(0.0, manners.scatter))) for _ in range(2)]
    placed: list[Lying] = []
    rows = [cards[start : start + ROW] for start in range(0, len(cards), ROW)]
    for depth, row in enumerate(rows):
        for place, (number, card) in enumerate(row):
            middle = place - (len(row) - 1) / 2
            bend = manners.fan * middle
            right = manners.step * middle
            ahead = -ROW_STEP * (depth - (len(rows) - 1) / 2) - abs(middle) * abs(math.sin(math.radians(bend))) * 9
            x, y = _turned(seat, right + shift[0], ahead + shift[1], tilt)
            angle = FRAMES[seat].angle + tilt + bend + rng.gauss(0.0, manners.wobble)
            placed.append(Lying(number, card, spot[0] + x, spot[1] + y, angle))
    return tuple(placed)


def _turned(seat: Seat, right: float, ahead: float, tilt: float) -> Point:
    """Turn a point of the seat's own plane by ``tilt`` degrees and give it in table directions."""
    cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    # ``ahead`` points away from the owner, that is up when y grows down, hence the signs of a clockwise turn.
    return FRAMES[seat].at((0.0, 0.0), cos * right + sin * ahead, -sin * right + cos * ahead)


def pushed(card: Lying, rng: random.Random) -> Lying:
    """Shove a card a little, as a sleeve does: a few centimetres and degrees."""
    turn = rng.uniform(0, 2 * math.pi)
    way = rng.uniform(12.0, 26.0)
    return Lying(
        card.number,
        card.card,
        card.x + way * math.cos(turn),
        card.y + way * math.sin(turn),
        card.angle + rng.uniform(-9.0, 9.0),
        card.face_up,
    )
