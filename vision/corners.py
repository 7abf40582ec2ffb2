"""Decks that print an upright index at all four corners: which indices are further corners of one card.

Two equal cards cannot feign one card of four corners where both its indices of one long edge, or two opposite ones and
a third, are in view: the index of another card would lie on paper that covers one of them. Two indices beside each
other, or on the other diagonal, can be two cards of an ordinary deck: they are one only where the picture has proved
that its deck has four corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from paizhuo.vision.poses import Floats, IndexFrames, Pairs, Spread, wrapped_angle

_CORNERS = ((-1, -1, 0.0), (1, -1, 0.0), (1, 1, math.pi), (-1, 1, math.pi))
"""Top left, top right, bottom right, bottom left: the sides of the middle on which each lies, and how it is turned."""

_SAME_FACE = 0.5
_TURNED = math.radians(18)
_DIRECTION_SD = math.radians(4)
_LENGTH_SD = 0.05
_WORST = 11.0


@dataclass(frozen=True, slots=True)
class Reach:
    """What counts as a further corner: how far from it an index may stand, in halves of the card, and how likely both
    are of one face.
    """

    away: float
    alike: float


MAY_BE_TWO, IS_FOUR = Reach(0.13, 0.5), Reach(0.22, 0.1)
"""Where the deck may have two corners, and where it is known to have four: then nothing else can stand there."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card lies: its middle, its reading direction, and how far its corners' indices are from the middle."""

    middle: tuple[float, float]
    angle: float
    across: float
    down: float

    def corner(self, number: int) -> tuple[float, float, float]:
        """Give where an index of the card stands, x and y, and its reading direction."""
        right, below, turn = _CORNERS[number]
        x, y = right * self.across, below * self.down
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        return self.middle[0] + x * cos - y * sin, self.middle[1] + x * sin + y * cos, self.angle + turn

    @property
    def half(self) -> float:
        """Half the distance of opposite indices."""
        return math.hypot(self.across, self.down)


@dataclass(frozen=True, slots=True)
class Side:
    """Two indices of one face that are corners of one card but not opposite ones, and where that card can lie.

    ``free`` are its other corners there. ``proof`` is True if no two cards can show them so.
    """

    members: tuple[int, int]
    places: tuple[Place, ...]
    free: tuple[tuple[int, int], ...]
    misfit: float
    proof: bool


def place_of(frames: IndexFrames, pairs: Pairs, pair: int) -> Place:
    """Give where the card of a pair of opposite indices lies, with the proportions that this very pair shows."""
    first, second = int(pairs.first[pair]), int(pairs.second[pair])
    angle = float(frames.angle[first])
    angle += wrapped_angle(float(frames.angle[second]) - angle - math.pi) / 2
    half, direction = float(pairs.distance[pair]) / 2, float(pairs.direction[pair])
    x, y = pairs.middle[pair].tolist()
    return Place((x, y), angle, half * math.cos(direction), half * math.sin(direction))


def further_corners(
    place: Place,
    free: Sequence[int],
    face: Floats,
    singles: Iterable[int],
    frames: IndexFrames,
    chances: Floats,
    *,
    reach: Reach = IS_FOUR,
) -> list[int]:
    """List the singles of a face (its chances ``(faces,)``) that stand at the ``free`` corners of a card.

    The one that is nearest is taken at each corner.
    """
    nearest: dict[int, tuple[float, int]] = {}
    for index in singles:
        if float(chances[index] @ face) < reach.alike:
            continue
        at = frames.centre[index]
        for number in free:
            x, y, angle = place.corner(number)
            away = math.hypot(float(at[0]) - x, float(at[1]) - y)
            turned = abs(wrapped_angle(float(frames.angle[index]) - angle))
            if turned <= _TURNED and away < reach.away * place.half and away < nearest.get(number, (math.inf, 0))[0]:
                nearest[number] = away, index
    return sorted(index for _, index in nearest.values())


def completed(side: Side, singles: Sequence[int], frames: IndexFrames, chances: Floats) -> tuple[Place, list[int]]:
    """Give where the card of a side lies, and the singles that are its further corners.

    Both long edges of a card look alike: it lies where it has further corners, or where what covers it shows indices.
    """
    face = chances[side.members[0]]
    found = [
        (place, further_corners(place, free, face, singles, frames, chances))
        for place, free in zip(side.places, side.free, strict=True)
    ]
    return max(found, key=lambda each: (len(each[1]), _within(each[0], frames, side.members)))


def sides(singles: Sequence[int], frames: IndexFrames, chances: Floats, belief: Spread) -> list[Side]:
    """List the pairs of singles that fit two corners of one card which are not opposite, the best first.

    Needs to know how large the cards of the picture are; gives none where ``belief`` does not.
    """
    if belief.log_distance is None:
        return []
    found: list[Side] = []
    for number, one in enumerate(singles):
        for other in singles[number + 1 :]:
            if float(chances[one] @ chances[other]) < _SAME_FACE:
                continue
            side = _side(one, other, frames, belief)
            if side is not None:
                found.append(side)
    return sorted(found, key=lambda side: side.misfit)


def _side(one: int, other: int, frames: IndexFrames, belief: Spread) -> Side | None:
    """Say which two corners of one card two indices are, if they are."""
    turn = wrapped_angle(float(frames.angle[other] - frames.angle[one]))
    opposite = abs(turn) > math.pi / 2
    turn = wrapped_angle(turn - math.pi) if opposite else turn
    angle = float(frames.angle[one]) + turn / 2
    middle = (frames.centre[one] + frames.centre[other]) / 2
    away = _turned(frames.centre[other] - frames.centre[one], -angle)
    size = float(belief.distance_at(middle[None])[0])
    across, down = size * math.cos(belief.direction), size * math.sin(belief.direction)
    edge = opposite and abs(away[0]) < across / 2
    if not opposite:
        # Both are top corners as they are read: the card lies below them.
        wanted, to_middle = (math.copysign(across, away[0]), 0.0), (0.0, down / 2)
    elif edge:
        wanted, to_middle = (0.0, down), (across / 2, 0.0)
    else:
        wanted, to_middle = (-across, down), (0.0, 0.0)
    misfit = _misfit(away, wanted, turn, belief)
    if misfit > _WORST:
        return None
    half = (abs(away[0]) / 2 if not edge else across / 2, abs(away[1]) / 2 if opposite else down / 2)
    places, free = [_moved(middle, angle, to_middle, half)], [(2, 3) if not opposite else (1, 2) if edge else (0, 2)]
    if edge:
        places.append(_moved(middle, angle, (-across / 2, 0.0), half))
        free.append((0, 3))
    return Side((one, other), tuple(places), tuple(free), misfit, proof=edge)


def _misfit(away: tuple[float, float], wanted: tuple[float, float], turn: float, belief: Spread) -> float:
    """Give how badly two corners fit: a sum of three squared deviations."""
    length = math.hypot(*away) / max(math.hypot(*wanted), 1e-9)
    direction = wrapped_angle(math.atan2(away[1], away[0]) - math.atan2(wanted[1], wanted[0]))
    length_sd = math.hypot(belief.log_distance_sd, _LENGTH_SD)
    return (
        (direction / _DIRECTION_SD) ** 2
        + (math.log(max(length, 1e-9)) / length_sd) ** 2
        + (turn / belief.opposition_sd) ** 2
    )


def _turned(vector: Floats, angle: float) -> tuple[float, float]:
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = vector.tolist()
    return x * cos - y * sin, x * sin + y * cos


def _moved(middle: Floats, angle: float, by: tuple[float, float], half: tuple[float, float]) -> Place:
    x, y = _turned(np.array(by), angle)
    return Place((float(middle[0]) + x, float(middle[1]) + y), angle, *half)


def _within(place: Place, frames: IndexFrames, but: tuple[int, int]) -> int:
    """Count the other indices that lie between the corners of a card."""
    cos, sin = math.cos(place.angle), math.sin(place.angle)
    x, y = (frames.centre - np.array(place.middle)).T
    inside = (np.abs(x * cos + y * sin) < place.across) & (np.abs(y * cos - x * sin) < place.down)
    inside[list(but)] = False
    return int(inside.sum())
