"""Cards laid onto cards of equal faces: told apart from cards that were pushed.

A push needs no new card. Where new cards come with what looks like a push, two things show that nothing was pushed:
what lay there still peeks out where no card of this read lies, or the cards that seem pushed lie between the new ones,
one of which is under them and one over them. Then all of it is a new play, laid onto the old one.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from paizhuo.vision.detections import SeenCard

_WITHIN = 2.0
"""Millimetres by which an index must lie within another card's outline for its card to lie on that one."""


def are_laid_over(moved: Sequence[SeenCard], new: Sequence[SeenCard], *, old_shows: bool, unit: float) -> bool:
    """Say whether the cards ``moved``, equal to those that lay in a zone, were laid onto them with the cards ``new``.

    ``old_shows`` says that something else than the cards of this read shows where the old ones lay; ``unit`` is the
    number of table units to a millimetre.
    """
    if not moved or not new:
        return False
    return old_shows or _is_between(moved, new, unit)


def _is_between(moved: Sequence[SeenCard], new: Sequence[SeenCard], unit: float) -> bool:
    """Say whether one new card lies under the cards that moved and another over them.

    What is added to cards that are pushed lies over them, and what a push uncovers lay under them; nobody does both.
    """
    under = [card for card in new if any(_lies_on(other, card, unit) for other in moved)]
    over = [card for card in new if any(_lies_on(card, other, unit) for other in moved)]
    return any(low is not high for low in under for high in over)


def _lies_on(card: SeenCard, other: SeenCard, unit: float) -> bool:
    """Say whether a card lies on another one: an index of it is seen where the other one lies."""
    assert other.outline is not None
    outline = np.asarray(other.outline, np.float32)
    middles = [index.quad.mean(axis=0) for index in card.indices]
    within = [cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in middles]
    return any(inside > _WITHIN * unit for inside in within)
