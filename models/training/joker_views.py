"""Views as the joker look will really meet them: around whatever the finder finds, however faintly, right or wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.models.manifest import JOKER_CLASSES
from paizhuo.models.training.dataset import READABLE
from paizhuo.rules.cards import Card
from paizhuo.vision.crops import wide_view
from paizhuo.vision.detections import ReadIndex
from paizhuo.vision.joker_look import FAR
from paizhuo.vision.look import Sight
from paizhuo.vision.poses import CARD_HEIGHT_MM
from paizhuo.vision.render.scenes import Scene, Stock, TrueIndex, scene

CLASSES = JOKER_CLASSES

NONE = CLASSES.index("none")

KEPT_SPAN = 1.4 * FAR
KEPT = 134
"""Sides of a kept view in millimetres and in pixels: wider than the network's, so that training moves and turns it."""

_JOKERS, _WEAR = 0.3, 0.3
"""The shares of jokers and of decks that were played with in these scenes."""

_HEIGHTS = (0.24, 0.75)
_INDEX_PIXELS = (20.0, 34.0)
"""How high cards are in shares of the picture, and how high the finder is shown an index of 20 mm: as at a table."""

_ON, _BESIDE = 9.0, 16.0
"""Millimetres between a find and a joker's mark within which it is that mark, and from which on it is another thing."""

_LIKE_A_JOKER = 0.1
"""From which chance on a find is read as a joker a little."""

_HARD, _FACE, _OTHER = 1.0, 0.06, 0.35
"""Which shares of the finds that are no joker are kept: those read as one a little, sure faces, and the rest."""

_TURNED = 0.3
"""The share of marks not found that are shown turned: across a low mark the finder lays what it finds at random."""


@dataclass(frozen=True, slots=True)
class _Measure:
    """How many pixels a millimetre of a card has in a scene, card by card."""

    scene: Scene

    def at(self, middle: NDArray[np.floating]) -> float:
        """Give it for the topmost card at a place, or the usual one."""
        x, y = float(middle[0]), float(middle[1])
        for outline in reversed(self.scene.outlines):
            if cv2.pointPolygonTest(outline.astype(np.float32), (x, y), False) >= 0:
                return _per_mm(outline)
        return self.usual

    @property
    def usual(self) -> float:
        """Give the median of all cards."""
        return float(np.median([_per_mm(outline) for outline in self.scene.outlines]))


def joker_views(sight: Sight, stock: Stock, seeds: range, target: Path) -> tuple[int, ...]:
    """Let ``sight`` look at fresh scenes rich in jokers and write what it finds as views; give how many of each class.

    A find is a joker where it lies on one's mark. Marks that were not found are shown as well.
    """
    stock = replace(stock, jokers=_JOKERS, wear=_WEAR)
    views: list[NDArray[np.uint8]] = []
    labels: list[int] = []
    for seed in seeds:
        rendered = scene(seed, stock, heights=_HEIGHTS)
        if rendered.outlines:
            for view, label in _views(sight, rendered, random.Random(seed)):
                views.append(view)
                labels.append(label)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part.npz")
    np.savez(part, views=np.array(views, np.uint8), labels=np.array(labels, np.int64))
    part.rename(target)
    return tuple(labels.count(label) for label in range(len(CLASSES)))


def _views(sight: Sight, rendered: Scene, rng: random.Random) -> list[tuple[NDArray[np.uint8], int]]:
    measure = _Measure(rendered)
    scale = min(2.0, max(0.5, rng.uniform(*_INDEX_PIXELS) / (20.0 * measure.usual)))
    jokers = [
        (index, seen) for index, seen in zip(rendered.indices, _seen(rendered), strict=True) if index.card.is_joker
    ]
    found: set[int] = set()
    chosen: list[tuple[NDArray[np.uint8], int]] = []

    def keep(quad: NDArray[np.float32], label: int) -> None:
        side = KEPT_SPAN * measure.at(quad.mean(axis=0))
        chosen.append((wide_view(rendered.picture, quad, side, KEPT), label))

    for index in sight.read_faintly(rendered.picture, scale=scale):
        middle = index.quad.mean(axis=0)
        if not _is_inside(middle, rendered):
            continue
        gaps = [float(np.linalg.norm(mark.quad.mean(axis=0) - middle)) / measure.at(middle) for mark, _ in jokers]
        nearest = int(np.argmin(gaps)) if gaps else 0
        if gaps and gaps[nearest] < _ON and jokers[nearest][1] >= READABLE:
            found.add(nearest)
            keep(index.quad, _class(jokers[nearest][0]))
            continue
        is_beside = not gaps or gaps[nearest] >= _BESIDE or jokers[nearest][1] <= READABLE / 2
        if is_beside and rng.random() < _share(index, sight.cards):
            keep(index.quad, NONE)
    for place, (mark, seen) in enumerate(jokers):
        if place not in found and seen >= READABLE and _is_inside(mark.quad.mean(axis=0), rendered):
            turns = rng.choice([1, 3]) if rng.random() < _TURNED else 0
            keep(np.roll(mark.quad, turns, axis=0), _class(mark))
    return chosen


def _seen(rendered: Scene) -> list[float]:
    """Give the share of each index that is to be seen, things laid over the cards at last counted."""
    over = rendered.uncovered or tuple(index.visible for index in rendered.indices)
    return [min(index.visible, seen) for index, seen in zip(rendered.indices, over, strict=True)]


def _class(mark: TrueIndex) -> int:
    return CLASSES.index(mark.card.value)


def _share(index: ReadIndex, cards: Sequence[Card]) -> float:
    """Give which share of finds like this one, that are no joker, is kept."""
    joker = sum(float(chance) for card, chance in zip(cards, index.probabilities, strict=True) if card.is_joker)
    if joker > _LIKE_A_JOKER:
        return _HARD
    is_sure_face = index.card is not Card.UNKNOWN and index.confidence > 0.8 and index.score > 0.3
    return _FACE if is_sure_face else _OTHER


def _is_inside(middle: NDArray[np.floating], rendered: Scene) -> bool:
    height, width = rendered.picture.shape[:2]
    return bool(0 <= middle[0] < width and 0 <= middle[1] < height)


def _per_mm(outline: NDArray[np.float32]) -> float:
    left, right = float(np.linalg.norm(outline[3] - outline[0])), float(np.linalg.norm(outline[2] - outline[1]))
    return (left + right) / 2 / CARD_HEIGHT_MM
