"""A card is paper: where a find says that one lies, the bare cloth cannot show through.

How much of a card stands out from the cloth differs from table to table (a white card on a pale cloth hardly does), so
that it is learned from the cards that show both their indices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from paizhuo.vision.backs import WHITE
from paizhuo.vision.detections import Quad, SeenCard
from paizhuo.vision.frames import Image
from paizhuo.vision.plane import Mask, TablePlane

_ENOUGH = 4
_REMEMBERED = 40

_SUSPECT = 0.95
"""Finds that are less surely a card than this are looked at."""

_LEAST = 0.7
"""The share of paper under a find, as a part of what true cards have, below which there is no card."""

_INNER = 0.85
"""The part of the outline that is looked at: where a card lies is known to a few millimetres only."""


_BLANK = 75.0
"""Most of a face is blank paper: so many per cent of its pixels are as bright as that or darker."""


class Paper:
    """Learns how much of a card stands out from the cloth, and leaves out finds that lie on bare cloth.

    It learns as well what colour blank paper has under this light.
    """

    def __init__(self) -> None:
        self._shares: deque[float] = deque(maxlen=_REMEMBERED)
        self._colours: deque[tuple[float, float, float]] = deque(maxlen=_REMEMBERED)

    @property
    def colour(self) -> tuple[float, float, float]:
        """Give the colour of blank paper (blue, green, red), pure white before any card was read."""
        if not self._colours:
            return WHITE
        blue, green, red = (float(value) for value in np.median(np.array(self._colours), axis=0))
        return blue, green, red

    def learn_colour(self, cards: Sequence[SeenCard], view: Image, plane: TablePlane) -> None:
        """Look at the paper of cards that show both their indices."""
        for card in cards:
            if len(card.indices) < 2 or card.outline is None:
                continue
            middle = card.outline.mean(axis=0)
            pixels = view[plane.area((middle + (card.outline - middle) * _INNER).astype(np.float64))]
            if len(pixels):
                blue, green, red = (float(value) for value in np.percentile(pixels, _BLANK, axis=0))
                self._colours.append((blue, green, red))

    def on_paper(
        self, cards: Sequence[SeenCard], things: Mask, known: Mask | None, plane: TablePlane
    ) -> list[SeenCard]:
        """Give the cards without those single, unsupported finds whose outline lies for a good part on bare cloth.

        ``things`` is where something lies on the table, ``known`` where the bare table has been seen before.
        """
        if known is None:
            return list(cards)
        for card in cards:
            if len(card.indices) > 1 and card.outline is not None:
                share = _share(card.outline, things, known, plane)
                if share is not None:
                    self._shares.append(share)
        return [card for card in cards if not self._is_on_cloth(card, things, known, plane)]

    def _is_on_cloth(self, card: SeenCard, things: Mask, known: Mask, plane: TablePlane) -> bool:
        if len(card.indices) != 1 or card.outline is None or card.present >= _SUSPECT or len(self._shares) < _ENOUGH:
            return False
        share = _share(card.outline, things, known, plane)
        return share is not None and share < _LEAST * float(np.median(self._shares))


def _share(outline: Quad, things: Mask, known: Mask, plane: TablePlane) -> float | None:
    """Give the part of a card's place that something covers, None where the bare table is hardly known."""
    middle = outline.mean(axis=0)
    inside = plane.area((middle + (outline - middle) * _INNER).astype(np.float64))
    judged = inside & known
    if not inside.any() or np.count_nonzero(judged) < 0.6 * np.count_nonzero(inside):
        return None
    return float(things[judged].mean())
