"""How surely a mark is an enrolled joker's, by how far it is from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class MarkOdds:
    """Log-odds of being an enrolled mark: what the logarithms of two distances count for, and where they start.

    ``light`` is for the distance of how light the mark is, ``answer`` for that of what the reader answers to it.
    """

    light: float
    answer: float
    start: float

    def of(self, light: Floats, answer: Floats) -> Floats:
        """Give the log-odds ``(n,)`` of marks so far from the enrolled one (logarithms of the distances)."""
        return np.asarray(self.start + self.light * light + self.answer * answer, np.float32)


FITTED = MarkOdds(light=-3.21, answer=-1.93, start=-6.96)
"""Fitted by `paizhuo train marks` on decks that training never showed, with their own jokers enrolled.

They belong to the reader whose answers they weigh: another reader wants them fitted again. They hold for as few jokers
as lie on a table, and for finds of which most are faint, so that a chance of theirs is worth that of any other face.
"""
