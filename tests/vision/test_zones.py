"""The table's areas: they cover the middle without overlapping, and know their owners' left and right."""

from __future__ import annotations

import itertools

import pytest

from paizhuo.rules.cards import Seat
from paizhuo.vision.zones import (
    TABLE_HEIGHT_MM,
    TABLE_WIDTH_MM,
    owners_depth,
    owners_order,
    table_zones,
    whole,
    zone_at,
)


def test_each_seat_has_its_area_on_its_side() -> None:
    zones = {zone.seat: zone for zone in table_zones() if zone.seat is not None}
    spots = {Seat.E: (330, 0), Seat.N: (0, -230), Seat.W: (-330, 0), Seat.S: (0, 230)}
    assert {seat for seat, spot in spots.items() if zones[seat].contains(spot)} == set(Seat)


def test_areas_do_not_overlap() -> None:
    inside = [
        sum(zone.distance((x + 0.5, y + 0.5)) == 0 for zone in table_zones())
        for x, y in itertools.product(range(-480, 480, 11), range(-360, 360, 11))
    ]
    assert set(inside) <= {0, 1}
    # Two corners belong to nobody.
    assert sum(inside) / len(inside) > 0.85


def test_a_card_just_outside_belongs_to_the_nearest_area() -> None:
    zones = table_zones()
    edge = TABLE_HEIGHT_MM / 2
    assert (near := zone_at(zones, (0.0, edge + 10))) is not None
    assert near.name == "seat-S"
    assert zone_at(zones, (0.0, edge + 60)) is None
    assert zone_at((), (0.0, 0.0)) is None


@pytest.mark.parametrize(
    ("seat", "left", "right", "far", "near"),
    [
        (Seat.S, (-10, 0), (10, 0), (0, -10), (0, 10)),
        (Seat.N, (10, 0), (-10, 0), (0, 10), (0, -10)),
        (Seat.E, (0, 10), (0, -10), (-10, 0), (10, 0)),
        (Seat.W, (0, -10), (0, 10), (10, 0), (-10, 0)),
        (None, (-10, 0), (10, 0), (0, -10), (0, 10)),
    ],
)
def test_left_and_far_are_the_owners(
    seat: Seat | None,
    left: tuple[float, float],
    right: tuple[float, float],
    far: tuple[float, float],
    near: tuple[float, float],
) -> None:
    assert owners_order(seat, left) < owners_order(seat, right)
    assert owners_depth(seat, far) < owners_depth(seat, near)


def test_a_clip_without_seats_is_one_area() -> None:
    (zone,) = whole(TABLE_WIDTH_MM, TABLE_HEIGHT_MM)
    assert zone.seat is None
    assert zone.bounds == (-480, -360, 480, 360)
