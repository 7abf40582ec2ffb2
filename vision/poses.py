"""How two indices of one card lie to each other, and what a picture's own pairs teach about its deck.

The opposite corners of a card are point reflections: the second index is read the other way up, and seen from the first
it lies a fixed way to the right and down. That way differs from deck to deck and, in pixels, from picture to picture.
Its direction differs little (46 to 62 degrees over fifty measured decks), its length in index heights from 2 to 6.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.boxes import Quads, angles, centres, sizes

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0

Floats = NDArray[np.float64]

_ENOUGH_FOR_PERSPECTIVE = 6


@dataclass(frozen=True, slots=True)
class DeckGeometry:
    """Where a deck's index sits: its centre from the card's left and top edge and its height, all in mm."""

    index_x: float = 6.0
    index_y: float = 12.4
    index_height: float = 17.3

    @property
    def across(self) -> float:
        """Distance of a card's two index centres across the card."""
        return CARD_WIDTH_MM - 2 * self.index_x

    @property
    def down(self) -> float:
        """Distance of a card's two index centres down the card."""
        return CARD_HEIGHT_MM - 2 * self.index_y

    @property
    def length(self) -> float:
        """Distance of a card's two index centres."""
        return math.hypot(self.across, self.down)

    @property
    def direction(self) -> float:
        """Direction from one index to the other in the card's frame, radians from the reading direction."""
        return math.atan2(self.down, self.across)


STANDARD = DeckGeometry()
"""The middle of the measured decks."""

JUMBO = DeckGeometry(index_x=9.0, index_y=21.0, index_height=33.8)
"""The middle of the decks with jumbo indices: five of 42 that were measured. Those of the others are at most 23 mm."""

JOKER = DeckGeometry(index_x=5.2, index_y=23.0, index_height=39.0)
"""The JOKER lettering that runs down the edge, on the decks that have it."""


@dataclass(frozen=True, slots=True, eq=False)
class IndexFrames:
    """Indices as frames in one plane: centre ``(n, 2)``, height ``(n,)`` and reading direction ``(n,)`` (radians).

    The height is the longer side: a joker's lettering may run across.
    """

    centre: Floats
    height: Floats
    angle: Floats

    def __len__(self) -> int:
        return len(self.height)


def frames_of(quads: Sequence[NDArray[np.float32]]) -> IndexFrames:
    """Give the frames of index quads."""
    if not quads:
        return IndexFrames(np.empty((0, 2)), np.empty(0), np.empty(0))
    stacked: Quads = np.stack(quads).astype(np.float32)
    return IndexFrames(
        centres(stacked).astype(np.float64), sizes(stacked).astype(np.float64), angles(stacked).astype(np.float64)
    )


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Every two indices that face opposite ways, ``(k,)`` each.

    ``first`` and ``second`` are places in the frames; ``opposition`` is how far they are from opposite (radians),
    ``direction`` and ``distance`` lead from the first to the second in the card's frame, ``ratio`` is the distance in
    index heights, ``middle`` ``(k, 2)`` lies between them.
    """

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    opposition: Floats
    direction: Floats
    distance: Floats
    ratio: Floats
    middle: Floats


def opposite_pairs(frames: IndexFrames, *, most: float = math.radians(28)) -> Pairs:
    """Find every two indices that are read nearly opposite ways."""
    first, second = np.triu_indices(len(frames), 1)
    opposition = wrapped(frames.angle[second] - frames.angle[first] - math.pi)
    keep = np.abs(opposition) <= most
    first, second, opposition = first[keep], second[keep], opposition[keep]
    # The card's direction is the mean of what its two indices say; the error of each is halved.
    card_angle = frames.angle[first] + opposition / 2
    away = frames.centre[second] - frames.centre[first]
    distance = np.linalg.norm(away, axis=1)
    direction = wrapped(np.arctan2(away[:, 1], away[:, 0]) - card_angle)
    size = np.sqrt(np.maximum(frames.height[first] * frames.height[second], 1e-9))
    middle = (frames.centre[first] + frames.centre[second]) / 2
    return Pairs(first, second, np.abs(opposition), direction, distance, distance / size, middle)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """What is believed about the two indices of one card: means and standard deviations.

    ``log_distance`` is a plane over the picture, ``(a, b, c)`` for ``a + b x + c y``, or None where no size is known.
    ``learned`` counts the pairs that taught it; a table map counts as many.
    """

    direction: float
    direction_sd: float
    log_ratio: float
    log_ratio_sd: float
    opposition_sd: float = math.radians(7)
    log_distance: tuple[float, float, float] | None = None
    log_distance_sd: float = 1.0
    learned: int = 0

    def misfit(self, pairs: Pairs) -> Floats:
        """Give how badly each pair fits: a sum of squared deviations, 3 or 4 on average for true pairs."""
        total = (
            (wrapped(pairs.direction - self.direction) / self.direction_sd) ** 2
            + ((np.log(np.maximum(pairs.ratio, 1e-9)) - self.log_ratio) / self.log_ratio_sd) ** 2
            + (pairs.opposition / self.opposition_sd) ** 2
        )
        if self.log_distance is not None:
            expected = self.distance_at(pairs.middle)
            total = total + (np.log(np.maximum(pairs.distance, 1e-9) / expected) / self.log_distance_sd) ** 2
        return np.asarray(total, np.float64)

    def distance_at(self, middle: Floats) -> Floats:
        """Give the expected distance of a card's indices at places ``(k, 2)``; needs ``log_distance``."""
        a, b, c = self.log_distance or (0.0, 0.0, 0.0)
        return np.asarray(np.exp(a + middle[:, 0] * b + middle[:, 1] * c), np.float64)


def unknown_deck() -> Spread:
    """Give what is believed before anything is seen: the middle and the width of fifty measured decks."""
    return Spread(math.radians(51), math.radians(5), math.log(4.4), 0.32)


def measured_deck(geometry: DeckGeometry, units_per_mm: float = 1.0, *, pairs: int = 100) -> Spread:
    """Give what is believed when the scale is known, as in a calibrated table plane, and the deck from ``pairs`` pairs.

    Without any pair the geometry is that of an average deck, and only about right.
    """
    doubt = 1 / (1 + pairs)
    return Spread(
        geometry.direction,
        math.radians(2.4 + 2.6 * doubt),
        math.log(geometry.length / geometry.index_height),
        0.12 + 0.2 * doubt,
        math.radians(6),
        (math.log(geometry.length * units_per_mm), 0.0, 0.0),
        0.028 + 0.06 * doubt,
        learned=pairs,
    )


def joker_spread(spread: Spread, mark: DeckGeometry | None = None) -> Spread:
    """Give the belief for jokers: wide, as their marks differ from deck to deck in size and place.

    A word that runs down the edge is half as long as the way to its other corner, a star an eighth. A star does not
    tell well how it is turned.

    Where the place of this deck's ``mark`` is known it is as narrow as for other cards.
    """
    place = spread.log_distance
    known = mark or JOKER
    shift = math.log(known.length / STANDARD.length) if place is not None else 0.0
    moved = None if place is None else (place[0] + shift, place[1], place[2])
    if mark is not None:
        ratio = math.log(mark.length / mark.index_height)
        return Spread(mark.direction, math.radians(4), ratio, 0.15, math.radians(8), moved, 0.1, spread.learned)
    return Spread(
        math.radians(44),
        math.radians(11),
        math.log(3.2),
        0.75,
        max(spread.opposition_sd, math.radians(9)),
        moved,
        0.25,
        spread.learned,
    )


def learn(pairs: Pairs, trusted: NDArray[np.bool_], start: Spread) -> Spread:
    """Narrow a belief by the pairs of this very picture that surely are one card each (``trusted``).

    Few pairs narrow it a little; from six pairs on, size may change over the picture as perspective makes it.
    """
    fits = trusted & (start.misfit(pairs) < 14.0)
    count = int(fits.sum())
    if count == 0:
        return start
    weight = count / (count + 1.0)
    directions, ratios = pairs.direction[fits], np.log(pairs.ratio[fits])
    direction = (1 - weight) * start.direction + weight * float(np.median(directions))
    log_ratio = (1 - weight) * start.log_ratio + weight * float(np.median(ratios))
    plane, plane_sd = _size_over_picture(pairs.middle[fits], np.log(pairs.distance[fits]))
    return Spread(
        direction,
        max(_tempered(_robust_sd(directions, direction), math.radians(5), count), math.radians(2.2)),
        log_ratio,
        max(_tempered(_robust_sd(ratios, log_ratio), 0.2, count), 0.08),
        start.opposition_sd,
        plane,
        max(_tempered(plane_sd, 0.08, count), 0.03),
        count,
    )


def _size_over_picture(middle: Floats, log_distance: Floats) -> tuple[tuple[float, float, float], float]:
    """Fit how large cards are over the picture, and how far single cards stray from that."""
    level = float(np.median(log_distance))
    flat = (level, 0.0, 0.0)
    rows = np.column_stack([np.ones(len(middle)), middle])
    chosen = np.abs(log_distance - level) < 0.5
    if int(chosen.sum()) < _ENOUGH_FOR_PERSPECTIVE or float(np.ptp(middle, axis=0).min()) < 1.0:
        # Few cards cannot tell perspective from error: whatever they differ by, another may differ by as well.
        strays = np.clip(log_distance - level, -0.35, 0.35)
        return flat, float(np.sqrt(np.mean(strays**2)))
    solution = np.linalg.lstsq(rows[chosen], log_distance[chosen], rcond=None)[0]
    rest = log_distance - rows @ solution
    return (float(solution[0]), float(solution[1]), float(solution[2])), _robust_sd(rest, 0.0)


def _robust_sd(values: Floats, about: float) -> float:
    return 1.4826 * float(np.median(np.abs(values - about)))


def _tempered(measured: float, prior: float, count: int) -> float:
    """Mix a measured deviation with what decks and views have in general, which counts as one pair."""
    return math.sqrt((prior**2 + count * measured**2) / (count + 1))


def wrapped(angle: Floats) -> Floats:
    """Bring angles into -pi…pi.

    >>> float(wrapped(np.array([3 * math.pi / 2])).round(3)[0])
    -1.571
    """
    return np.asarray((angle + math.pi) % (2 * math.pi) - math.pi, np.float64)


def wrapped_angle(angle: float) -> float:
    """Bring one angle into -pi…pi."""
    return (angle + math.pi) % (2 * math.pi) - math.pi


def are_opposite(one: NDArray[np.float32], other: NDArray[np.float32], *, most: float) -> bool:
    """Say whether two indices, quads ``(4, 2)``, are read opposite ways but for ``most`` radians.

    >>> index = np.array([[0, 0], [2, 0], [2, 5], [0, 5]], np.float32)
    >>> are_opposite(index, np.roll(index, 2, axis=0), most=0.1), are_opposite(index, index, most=0.1)
    (True, False)
    """
    first, second = angles(np.stack([one, other])).tolist()
    return abs(wrapped_angle(first - second - math.pi)) <= most


def outline_at(middle: Floats, angle: float, units_per_mm: float) -> NDArray[np.float32]:
    """Give a card's outline ``(4, 2)`` from its centre, reading direction and scale.

    >>> outline_at(np.zeros(2), 0.0, 1.0)[0].tolist()
    [-31.5, -44.0]
    """
    across = np.array([math.cos(angle), math.sin(angle)]) * CARD_WIDTH_MM / 2 * units_per_mm
    down = np.array([-math.sin(angle), math.cos(angle)]) * CARD_HEIGHT_MM / 2 * units_per_mm
    corners = [middle - across - down, middle + across - down, middle + across + down, middle - across + down]
    return np.asarray(corners, np.float32)
