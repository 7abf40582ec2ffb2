"""What finding and reading give: index corners with their faces, and cards put together from them.

All coordinates are pixels of the full image unless a name ends in ``_mm``. Quads have shape ``(4, 2)`` and go top left,
top right, bottom right, bottom left in the reading orientation of the print, so a quad knows which way up it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card

Quad = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class FoundIndex:
    """An index corner as the finder sees it: its quad (pixels) and the finder's score (0–1)."""

    quad: Quad
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class ReadIndex:
    """An index corner that was read: calibrated probabilities ``(classes,)`` in the manifest's class order."""

    quad: Quad
    score: float
    probabilities: NDArray[np.float32]
    card: Card
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """One physical card in one picture: its face, confidence, the indices that show it and its outline if known.

    ``contradiction`` is True where two indices of one pose name different faces. ``present`` is how surely there is a
    card at all, whatever its face. ``unread`` is True for a face of which no index was found: only its paper is seen.
    """

    card: Card
    confidence: float
    indices: tuple[ReadIndex, ...]
    outline: Quad | None
    alternatives: tuple[tuple[Card, float], ...] = ()
    contradiction: bool = False
    present: float = 1.0
    unread: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """Everything seen in one picture. ``unread`` counts indices that were found but read as ``none``."""

    cards: tuple[SeenCard, ...]
    unread: int
    find_ms: float
    read_ms: float
