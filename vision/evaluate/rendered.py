"""Rendered pictures as labelled ones: their truth counts by the rules that people's labels follow."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.evaluate.labels import Labelled
from paizhuo.vision.render.scenes import Scene, TrueIndex
from paizhuo.vision.render.wear import Wear

CLEAR = 0.9
"""Visible share of an index from which its card must be read."""

TRACE = 0.1
"""Visible share of an index up to which its card cannot be read."""

_LONG, _SHORT = 13.0, 5.0
"""Sides of an index in pixels from which it must be read."""

_SMALL_CARD = 120.0
_MANY = 14


def rendered_label(scene: Scene, name: str, column: str) -> Labelled:
    """Give the truth of a rendered scene: the cards that must be read, those that may be, and what is hard about it.

    A card must be read when one of its indices is at least nine tenths in view and not tiny, it may be when some of an
    index shows.
    """
    best: dict[int, tuple[Card, bool, bool]] = {}
    for index in scene.indices:
        card, must, may = best.get(index.owner, (index.card, False, False))
        must |= index.visible >= CLEAR and _is_large(index)
        best[index.owner] = (card, must, may or index.visible > TRACE)
    visible = sorted(card.value for card, must, _ in best.values() if must)
    maybe = sorted(card.value for card, must, may in best.values() if may and not must)
    return Labelled(name, f"{name}.jpg", column, _tags(scene, visible), tuple(visible), tuple(maybe))


def _is_large(index: TrueIndex) -> bool:
    sides = sorted(_sides(index.quad))
    return sides[1] >= _LONG and sides[0] >= _SHORT


def _sides(quad: NDArray[np.float32]) -> tuple[float, float]:
    return float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[1] - quad[0]))


def _tags(scene: Scene, visible: list[str]) -> tuple[str, ...]:
    heights = [float(np.linalg.norm(outline[3] - outline[0])) for outline in scene.outlines]
    tags = {
        "joker": any(face in ("LJ", "BJ") for face in visible),
        "equal faces": bool(visible) and max(Counter(visible).values()) > 1,
        "small cards": bool(heights) and float(np.median(heights)) < _SMALL_CARD,
        "many cards": len(visible) >= _MANY,
        "print": bool(scene.prints),
        "overlap": _overlaps(scene),
        **{wear.value: wear in scene.wear for wear in Wear},
    }
    return tuple(name for name, holds in tags.items() if holds)


def _overlaps(scene: Scene) -> bool:
    """Say whether some card hides an index of another for the most part."""
    shares: dict[int, list[float]] = defaultdict(list)
    for index in scene.indices:
        shares[index.owner].append(index.visible)
    return any(max(seen) > CLEAR and min(seen) < 0.5 for seen in shares.values())
