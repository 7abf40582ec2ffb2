"""What the table's eye needs of a sight: the indices of a part of a frame, and an enrolled deck's jokers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from paizhuo.rules.cards import Card
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.poses import DeckGeometry


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a picture in pixels; ``right`` and ``bottom`` are just outside."""

    left: int
    top: int
    right: int
    bottom: int

    def inside(self, image: Image) -> Region:
        """Cut the region to the picture.

        >>> import numpy as np
        >>> Region(-5, 0, 5, 5).inside(np.zeros((4, 4, 3), np.uint8))
        Region(left=0, top=0, right=4, bottom=4)
        """
        height, width = image.shape[:2]
        return Region(
            min(max(self.left, 0), width),
            min(max(self.top, 0), height),
            min(max(self.right, 0), width),
            min(max(self.bottom, 0), height),
        )


@dataclass(frozen=True, slots=True)
class Indices:
    """What finding and reading gave: the indices that are faces, how many were nothing, and the time it took."""

    read: tuple[ReadIndex, ...]
    unread: int
    find_ms: float
    read_ms: float


class IndexSight(Protocol):
    """What the table's eye needs: reading the indices of a part of a frame."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The meaning of each probability of an index."""
        ...

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        """Find and read the indices inside ``region``; quads are in pixels of ``image``.

        ``pixels_per_mm`` is how large cards are in ``image``, where that is known.
        """
        ...

    def search_indices(self, image: Image) -> Indices:
        """Find and read the indices of a picture of unknown scale."""
        ...


@runtime_checkable
class DeckSight(Protocol):
    """What a sight can do besides that may know a deck's jokers."""

    @property
    def mark(self) -> DeckGeometry | None:
        """Give where the enrolled deck's jokers bear their mark, None where that is not known."""
        ...

    def read_outline(self, image: Image, outline: Quad) -> tuple[ReadIndex, ...]:
        """Give an enrolled joker's marks in the corners of a card of which only the outline (pixels) is seen."""
        ...
