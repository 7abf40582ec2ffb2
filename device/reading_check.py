"""Can cards be read at this table as its camera stands now? Zone by zone, and where they cannot, what to change."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from paizhuo.rules.camera_service import ZoneCheck
from paizhuo.vision.calibrate import TableMap
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import IndexSight
from paizhuo.vision.legibility import READABLE_PX, ZoneLegibility, legibility
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.zones import Zone

HALF_READ = 0.5
"""The share of probes from which a zone that is not good is amber and not red."""

DARK = 45.0
"""Mean brightness (of 255) of a bare zone below which light is the first thing to change."""

GLARING, MOST_GLARE = 250, 0.02
"""From this brightness on a pixel holds nothing but light, and the part of a zone that may be so."""


def checked(image: Image, table_map: TableMap, zones: Sequence[Zone], sight: IndexSight) -> tuple[ZoneCheck, ...]:
    """Judge the zones in which cards are laid face up; the table should be bare. Takes seconds."""
    played = [zone for zone in zones if not zone.heap]
    found = legibility(image, table_map, played, sight, house_deck())
    return tuple(_check(image, table_map, zone, seen) for zone, seen in zip(played, found, strict=True))


def _check(image: Image, table_map: TableMap, zone: Zone, seen: ZoneLegibility) -> ZoneCheck:
    if seen.is_good:
        return ZoneCheck(seen.zone, "good", seen.index_px, seen.read)
    level = "ask" if seen.index_px >= READABLE_PX and seen.read >= HALF_READ else "alarm"
    return ZoneCheck(seen.zone, level, seen.index_px, seen.read, _advice(image, table_map, zone, seen))


def _advice(image: Image, table_map: TableMap, zone: Zone, seen: ZoneLegibility) -> str:
    """Name the first thing to change."""
    grey = _pixels(image, table_map, zone)
    if grey.size and float(grey.mean()) < DARK:
        return "legibility.dark"
    if grey.size and float(np.mean(grey >= GLARING)) > MOST_GLARE:
        return "legibility.glare"
    return "legibility.small" if seen.index_px < READABLE_PX else "legibility.soft"


def _pixels(image: Image, table_map: TableMap, zone: Zone) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Give the brightness of the pixels of a zone."""
    left, top, right, bottom = zone.bounds
    corners = table_map.to_px([(left, top), (right, top), (right, bottom), (left, bottom)])
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)[mask > 0]
