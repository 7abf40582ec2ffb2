"""Faces that nobody could read: a card's white rectangle before a seat is a card, even where no index is found on it.

A card that is not told is a play that never was; a card that is told unread is a question. It is told only after it was
looked for at both scales, in two reads of a table that lay still, and where no card lies whose face is known.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from paizhuo.vision.detections import SeenCard
from paizhuo.vision.track import CardTrack, Phase
from paizhuo.vision.zones import Zone, zone_at

_SAME = 14.0
_NEAR = 40.0
"""Millimetres between the middles of two sights of one card, and within which a known card explains white paper."""


class Unread:
    """Follows in which zones something looks like a card whose face is not known yet.

    ``least`` is how often a zone is read before a face counts as unread.
    """

    def __init__(self, zones: Sequence[Zone], least: int) -> None:
        self._zones = tuple(zones)
        self._least = least
        self._waiting: frozenset[str] = frozenset()

    @property
    def waiting(self) -> frozenset[str]:
        """Name the zones in which another read may tell a face, or make sure that a card lies there."""
        return self._waiting

    def sought(
        self, blanks: Sequence[SeenCard], tracks: Sequence[CardTrack], reads: Mapping[str, int], unit: float
    ) -> list[SeenCard]:
        """Give of this read's blanks the backs, and the faces that earlier reads did not tell either.

        ``reads`` counts the reads of each zone before this one.
        """
        return [blank for blank in blanks if not blank.unread or self._is_due(blank, tracks, reads, unit)]

    def _is_due(self, blank: SeenCard, tracks: Sequence[CardTrack], reads: Mapping[str, int], unit: float) -> bool:
        zone = self._seat_zone(blank, unit)
        if zone is None or _is_known(blank, tracks, unit):
            return False
        # Where an unread card is followed it may be this one, pushed: that is seen at once or not at all.
        return reads[zone] + 1 >= self._least or any(track.unread and track.zone == zone for track in tracks)

    def follow(
        self, blanks: Sequence[SeenCard], tracks: Sequence[CardTrack], read: Collection[str], unit: float
    ) -> None:
        """Take note of what is still unread after a read of the zones ``read``; ``tracks`` are those after it."""
        found = set()
        for blank in blanks:
            zone = self._seat_zone(blank, unit)
            if blank.unread and zone is not None and not _is_known(blank, tracks, unit, or_surely_unread=True):
                found.add(zone)
        self._waiting = (self._waiting - frozenset(read)) | frozenset(found)

    def _seat_zone(self, blank: SeenCard, unit: float) -> str | None:
        assert blank.outline is not None
        x, y = blank.outline.mean(axis=0).tolist()
        zone = zone_at(self._zones, (x, y), reach=25.0 * unit)
        return None if zone is None or zone.seat is None else zone.name


def _is_known(blank: SeenCard, tracks: Sequence[CardTrack], unit: float, *, or_surely_unread: bool = False) -> bool:
    """Say whether a card whose face is known lies there: this read just did not find its index."""
    assert blank.outline is not None
    middle = blank.outline.mean(axis=0)
    for track in tracks:
        apart = float(np.linalg.norm(track.outline.mean(axis=0) - middle)) / unit
        if track.is_read and apart <= _NEAR:
            return True
        if or_surely_unread and track.unread and track.phase is Phase.STABLE and apart <= _SAME:
            return True
    return False
