"""How well cards can be read, zone by zone: what a sight reads decides, and what the picture shows names the advice."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.device.reading_check import checked
from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.calibrate import whole_picture
from paizhuo.vision.detections import ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import Indices, Region
from paizhuo.vision.legibility import PROBES
from paizhuo.vision.zones import table_zones

SEATS = ("seat-E", "seat-N", "seat-W", "seat-S", "kitty")


class Reader:
    """Reads the first ``count`` of the probes in every zone, wherever it is asked to look."""

    def __init__(self, count: int) -> None:
        self._count = count

    @property
    def cards(self) -> tuple[Card, ...]:
        return FACES

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        assert region is not None
        read = []
        for x in np.arange(region.left, region.right, 16.0):
            for y in np.arange(region.top, region.bottom, 16.0):
                quad = np.array([(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)], np.float32)
                chances = np.zeros(len(FACES), np.float32)
                for card in PROBES[: self._count]:
                    chances[FACES.index(card)] = 0.9
                read.append(ReadIndex(quad, 0.9, chances, PROBES[0], 0.9))
        return Indices(tuple(read), 0, 0.0, 0.0)

    def search_indices(self, image: Image) -> Indices:
        return self.read_indices(image)


def picture(shade: int, wide: int = 1536) -> Image:
    return np.full((wide * 3 // 4, wide, 3), shade, np.uint8)


@pytest.mark.parametrize(
    ("shade", "wide", "count", "level", "advice"),
    [
        (90, 1536, 6, "good", ""),
        (90, 1536, 4, "ask", "legibility.soft"),
        (90, 1536, 1, "alarm", "legibility.soft"),
        (20, 1536, 4, "ask", "legibility.dark"),
        (253, 1536, 4, "ask", "legibility.glare"),
        (90, 640, 6, "alarm", "legibility.small"),  # read, but so small that it cannot be relied on
    ],
)
def test_a_zone_is_judged_by_what_is_read_and_told_what_to_change(
    shade: int, wide: int, count: int, level: str, advice: str
) -> None:
    image = picture(shade, wide)
    table_map = whole_picture(wide, wide * 3 // 4, 960.0, 720.0)
    found = checked(image, table_map, table_zones(), Reader(count))
    assert [each.zone for each in found] == list(SEATS)
    assert {(each.level, each.advice) for each in found} == {(level, advice)}
