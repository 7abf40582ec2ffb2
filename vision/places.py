"""Judge the place of a card that was not found: is the picture there unchanged, is the table bare, or is it covered?"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.detections import Quad
from paizhuo.vision.plane import Mask, TablePlane
from paizhuo.vision.track import CardTrack, Place
from paizhuo.vision.watch import Relief

_UNCHANGED = 0.045
"""Mean change of relief below which an index looks as it did when it was last read."""

_BARE = 0.2
"""Part of a card's outline that may differ from the bare table when the card is gone."""

_FRESH = 0.7
"""Part of a card's outline that showed no bare table before, up to which the card may have come since."""

_OPEN = 0.12
"""Part of a card's outline that must not lie under cards that are seen for it to be judged at all."""


class Places:
    """Remembers how the picture looked when each card was last seen."""

    def __init__(self, plane: TablePlane) -> None:
        self._plane = plane
        self._seen: dict[int, Relief] = {}
        self._relief: Relief | None = None
        self._things: Mask | None = None
        self._cards: Mask | None = None
        self._before: Mask | None = None

    def follow(self, plane: TablePlane) -> None:
        """Go on with another plane of the same table and size."""
        self._plane = plane

    def now(self, relief: Relief, things: Mask, cards: Mask) -> None:
        """Set the present picture: its relief, where it shows things, and where cards were found in it."""
        self._relief, self._things, self._cards = relief, things, cards

    def keep(self, tracks: Sequence[CardTrack], seq: int, read: Mask) -> None:
        """Remember the present picture for the cards seen in frame ``seq``, and forget ended tracks.

        ``read`` is where the picture was read: what else it shows may be a hand that is at work.
        """
        assert self._relief is not None
        assert self._things is not None
        self._before = self._things & read if self._before is None else np.where(read, self._things, self._before)
        alive = {track.id for track in tracks}
        self._seen = {number: relief for number, relief in self._seen.items() if number in alive}
        for track in tracks:
            if track.last_seq == seq:
                self._seen[track.id] = self._relief

    def is_fresh(self, outline: Quad) -> bool:
        """Say whether a card lies where bare table was to be seen when the place was read before."""
        inside = self._plane.area(_shrunk(outline.astype(np.float64), 0.85))
        return self._before is None or not inside.any() or float(self._before[inside].mean()) < _FRESH

    def judge(self, track: CardTrack) -> Place:
        """Say what the place of a card shows now."""
        assert self._relief is not None
        assert self._things is not None
        assert self._cards is not None
        before = self._seen.get(track.id)
        marks = self._marks(track)
        if before is not None and marks.any() and float(np.abs(self._relief - before)[marks].mean()) < _UNCHANGED:
            return Place.SAME
        inside = self._plane.area(_shrunk(track.outline.astype(np.float64), 0.85))
        # Cards that are seen there explain themselves: a card taken from under or over them leaves bare cloth beside.
        beside = inside & ~self._cards
        if np.count_nonzero(beside) < _OPEN * np.count_nonzero(inside):
            return Place.COVERED
        share = float(self._things[beside].mean()) if beside.any() else 0.0
        return Place.BARE if share < _BARE else Place.TAKEN

    def _marks(self, track: CardTrack) -> Mask:
        """Give the pixels of the card's indices, or of the whole card where none was seen."""
        if not len(track.corners):
            return self._plane.area(_shrunk(track.outline.astype(np.float64), 0.9))
        wide, high = self._plane.size
        canvas = np.zeros((high, wide), np.uint8)
        radius = 0.11 * float(np.linalg.norm(track.outline[3] - track.outline[0])) / self._plane.mm_per_pixel
        for x, y in np.round(self._plane.from_mm(track.corners)).astype(int).tolist():
            cv2.circle(canvas, (x, y), max(2, round(radius)), 1, -1)
        return np.asarray(canvas > 0, np.bool_)


def _shrunk(outline: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    middle = outline.mean(axis=0)
    return np.asarray(middle + (outline - middle) * factor, np.float64)
