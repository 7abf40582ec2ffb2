"""Crops as reading will really meet them: at the places the finder names, right or wrong."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training.dataset import CLASSES, CROP_GROW, CROP_SIZE, HOPELESS, NONE, READABLE
from paizhuo.vision.crops import upright
from paizhuo.vision.find import Finder
from paizhuo.vision.render.scenes import Scene, Stock, scene

Quad = NDArray[np.float32]

_MARKED, _TOUCHED = 0.3, 0.08
"""Shares of a joker's frame and a find: from the first on the find frames it, up to the second it lies beside it."""


def mine(finder: Finder, stock: Stock, seeds: range, target: Path) -> tuple[int, int]:
    """Let the finder look at fresh scenes and write its finds as crops: faces where it is right, ``none`` elsewhere.

    Returns how many crops were written and how many of them are ``none``.
    """
    crops: list[NDArray[np.uint8]] = []
    labels: list[int] = []
    for seed in seeds:
        rendered = scene(seed, stock)
        for found in finder.find(rendered.picture):
            label = label_of(found.quad, rendered)
            if label is not None:
                crops.append(upright(rendered.picture, found.quad, grow=CROP_GROW, size=CROP_SIZE))
                labels.append(label)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part.npz")
    np.savez(part, crops=np.array(crops, np.uint8), labels=np.array(labels, np.int64))
    part.rename(target)
    return len(labels), labels.count(NONE)


def label_of(quad: Quad, rendered: Scene) -> int | None:
    """Name what a found quad frames: a class, or None where even the truth is between readable and not.

    A joker's mark has no upper end that its own shape would tell: whichever way it is framed it is that joker.
    """
    centre, down = quad.mean(axis=0), quad[3] - quad[0]
    height = max(1e-6, float(np.linalg.norm(down)))
    for index in rendered.indices:
        if index.visible < HOPELESS:
            continue
        if index.card.is_joker:
            shared = _shared(quad, index.quad)
            if shared > _MARKED and index.visible >= READABLE:
                return CLASSES.index(index.card.value)
            if shared > _TOUCHED:
                return None
            continue
        true_down = index.quad[3] - index.quad[0]
        true_height = max(1e-6, float(np.linalg.norm(true_down)))
        apart = float(np.linalg.norm(index.quad.mean(axis=0) - centre)) / true_height
        same_way = float(down @ true_down) / (height * true_height) > 0.8
        if apart > 0.6:
            continue
        if apart < 0.22 and same_way and 0.6 < height / true_height < 1.6 and index.visible >= READABLE:
            return CLASSES.index(index.card.value)
        if same_way:
            return None  # half right: neither a fair example of the face nor of nothing
    return NONE


def _shared(one: Quad, other: Quad) -> float:
    """Give the share of two quads' union that both cover."""
    both, _ = cv2.intersectConvexConvex(cv2.convexHull(one), cv2.convexHull(other))
    whole = abs(cv2.contourArea(one)) + abs(cv2.contourArea(other)) - both
    return float(both / max(whole, 1e-6))
