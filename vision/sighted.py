"""What one sight of a card says: how likely each face is, where it and its index centres are, how it is turned."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.detections import Quad, SeenCard
from paizhuo.vision.poses import wrapped_angle

Floats = NDArray[np.float64]


def evidence_of(card: SeenCard, meaning: Sequence[Card]) -> tuple[Floats, float]:
    """Give log-probabilities of the 54 faces and how surely this is a card. A contradiction counts its surer index."""
    if not card.indices:
        return np.zeros(len(FACES)), card.confidence
    places = [meaning.index(face) for face in FACES]
    rows = np.stack([index.probabilities for index in card.indices]).astype(np.float64)[:, places]
    is_face = np.minimum(rows.sum(axis=1), 1.0)
    if card.contradiction:
        rows = rows[[int(rows.max(axis=1).argmax())]]
    rows = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1e-9)
    logs = np.log(0.99 * rows + 0.01 / rows.shape[1]).sum(axis=0)
    return np.asarray(logs, np.float64), float(1 - np.prod(1 - is_face))


def normal(logs: Floats) -> Floats:
    """Give probabilities from log-probabilities of any scale."""
    powers = np.exp(logs - logs.max())
    return np.asarray(powers / powers.sum(), np.float64)


def corners_of(card: SeenCard) -> Floats:
    """Give the centres of a card's indices, ``(k, 2)`` in table units."""
    if not card.indices:
        return np.empty((0, 2))
    return np.asarray([index.quad.mean(axis=0) for index in card.indices], np.float64)


def shift_between(known: Floats, seen: Floats) -> Floats:
    """Give the way from a known index centre to the seen one nearest to it; nowhere if none is seen."""
    if not len(seen):
        return np.zeros(2)
    gaps = np.linalg.norm(known[:, None] - seen[None], axis=2)
    here, there = np.unravel_index(int(gaps.argmin()), gaps.shape)
    return np.asarray(seen[there] - known[here], np.float64)


def outline_of(card: SeenCard) -> Quad:
    """Give the outline of a card that has one."""
    assert card.outline is not None
    return card.outline


def middle_of(card: SeenCard) -> tuple[float, float]:
    """Give a card's centre."""
    x, y = outline_of(card).mean(axis=0).tolist()
    return float(x), float(y)


def heading(outline: Quad) -> float:
    """Give the direction of a card's upper edge in radians."""
    side = outline[1] - outline[0] + outline[2] - outline[3]
    return math.atan2(float(side[1]), float(side[0]))


def half_turn(angle: float) -> float:
    """Bring an angle into a quarter turn either way: a card turned by half is the same to the eye."""
    return wrapped_angle(2 * angle) / 2
