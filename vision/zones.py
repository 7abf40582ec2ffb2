"""Where cards mean something: the areas of the table, as data in millimetres.

The origin is the middle of the table, x runs to the right and y down in the picture. Each seat has an area for what it
plays; the pack, and in Shengji the kitty (底牌), lie in the middle; what was played lies in the corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.cards import Seat

Point = tuple[float, float]

TABLE_WIDTH_MM = 960.0
TABLE_HEIGHT_MM = 720.0

KITTY = "kitty"
WHOLE_TABLE = "table"


@dataclass(frozen=True, slots=True)
class Zone:
    """A convex area with a name; ``outline`` runs clockwise in the picture. ``seat`` owns what is laid there.

    In a ``heap`` cards lie over each other as they were thrown: what no card explains there is no hand.
    """

    name: str
    seat: Seat | None
    outline: tuple[Point, ...]
    heap: bool = False

    def contains(self, point: Point) -> bool:
        """Say whether a point lies inside or on the edge.

        >>> rectangle("kitty", None, -10, -10, 10, 10).contains((3, -10))
        True
        """
        corners = zip(self.outline, self.outline[1:] + self.outline[:1], strict=True)
        return all((x1 - x0) * (point[1] - y0) >= (y1 - y0) * (point[0] - x0) for (x0, y0), (x1, y1) in corners)

    def distance(self, point: Point) -> float:
        """Give how far a point lies outside the area, 0 when inside."""
        if self.contains(point):
            return 0.0
        corners = zip(self.outline, self.outline[1:] + self.outline[:1], strict=True)
        return min(_to_segment(point, start, end) for start, end in corners)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Give left, top, right and bottom."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def rectangle(
    name: str, seat: Seat | None, left: float, top: float, right: float, bottom: float, *, heap: bool = False
) -> Zone:
    """Make an upright rectangular zone."""
    return Zone(name, seat, ((left, top), (right, top), (right, bottom), (left, bottom)), heap)


class Piles(StrEnum):
    """Whose cards lie in the corners once they were played: each side's won tricks, or each seat's own (弃牌区)."""

    SIDES = "sides"
    SEATS = "seats"


def table_zones(
    width: float = TABLE_WIDTH_MM, height: float = TABLE_HEIGHT_MM, piles: Piles = Piles.SIDES
) -> tuple[Zone, ...]:
    """Divide a table of the given size (mm) into the four seats' areas, the middle and the piles in the corners.

    A side's pile lies in one of two corners, a seat's pile at its left hand.

    >>> [zone.name for zone in table_zones()]
    ['seat-E', 'seat-N', 'seat-W', 'seat-S', 'kitty', 'pile-EW', 'pile-NS']
    >>> [zone.name for zone in table_zones(piles=Piles.SEATS)][5:]
    ['pile-E', 'pile-N', 'pile-W', 'pile-S']
    """
    right, bottom = width / 2, height / 2
    # A seat's area is wide enough for a row of nine cards; 235 of 480 and 115 of 360 leave a kitty of five columns.
    side, end = right * 0.49, bottom * 0.32
    corner = bottom * 0.53
    seats = (
        rectangle(f"seat-{Seat.E.name}", Seat.E, side, -corner, right, corner),
        rectangle(f"seat-{Seat.N.name}", Seat.N, -side, -bottom, side, -end),
        rectangle(f"seat-{Seat.W.name}", Seat.W, -right, -corner, -side, corner),
        rectangle(f"seat-{Seat.S.name}", Seat.S, -side, end, side, bottom),
        rectangle(KITTY, None, -side, -end, side, end),
    )
    bottom_right = (side, corner, right, bottom)
    top_left = (-right, -bottom, -side, -corner)
    if piles is Piles.SIDES:
        return (
            *seats,
            rectangle("pile-EW", None, *bottom_right, heap=True),
            rectangle("pile-NS", None, *top_left, heap=True),
        )
    return (
        *seats,
        rectangle("pile-E", None, *bottom_right, heap=True),
        rectangle("pile-N", None, side, -bottom, right, -corner, heap=True),
        rectangle("pile-W", None, *top_left, heap=True),
        rectangle("pile-S", None, -right, corner, -side, bottom, heap=True),
    )


def whole(width: float, height: float) -> tuple[Zone, ...]:
    """Make one zone of everything, centred on the origin: a clip with no known seats."""
    return (rectangle(WHOLE_TABLE, None, -width / 2, -height / 2, width / 2, height / 2),)


def zone_at(zones: tuple[Zone, ...], point: Point, *, reach: float = 25.0) -> Zone | None:
    """Find the zone of a point: the one around it, else the nearest within ``reach`` mm, else none."""
    nearest = min(zones, key=lambda zone: zone.distance(point), default=None)
    return nearest if nearest is not None and nearest.distance(point) <= reach else None


def owners_order(seat: Seat | None, point: Point) -> float:
    """Give a number that grows from left to right as the seat's owner sees it; the picture's left to right for none.

    >>> owners_order(Seat.N, (5.0, 0.0)) < owners_order(Seat.N, (-5.0, 0.0))
    True
    """
    x, y = point
    if seat is Seat.N:
        return -x
    if seat is Seat.E:
        return -y
    if seat is Seat.W:
        return y
    return x


def owners_depth(seat: Seat | None, point: Point) -> float:
    """Give a number that grows from far to near as the seat's owner sees it."""
    x, y = point
    if seat is Seat.N:
        return -y
    if seat is Seat.E:
        return x
    if seat is Seat.W:
        return -x
    return y


def _to_segment(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    along = max(0.0, min(1.0, along))
    return float(((point[0] - start[0] - along * dx) ** 2 + (point[1] - start[1] - along * dy) ** 2) ** 0.5)
