"""Quads as geometry: overlap, local frames, and keeping one of several finds of the same thing.

Quads are ``(n, 4, 2)`` float arrays: top left, top right, bottom right, bottom left in reading orientation.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

AS_SURE = 0.6
"""The least share of a find's score for another beside it to be a card of its own, and no echo of the first."""

Quads = NDArray[np.float32]
Floats = NDArray[np.float32]


def centres(quads: Quads) -> Floats:
    """Give the quads' centres ``(n, 2)``."""
    return np.asarray(quads.mean(axis=1), np.float32)


def heights(quads: Quads) -> Floats:
    """Give how tall the print is: the mean length of the two long sides.

    >>> heights(np.array([[[0, 0], [2, 0], [2, 5], [0, 5]]], np.float32)).tolist()
    [5.0]
    """
    left, right = quads[:, 3] - quads[:, 0], quads[:, 2] - quads[:, 1]
    return np.asarray(np.linalg.norm((left + right) / 2, axis=1), np.float32)


def widths(quads: Quads) -> Floats:
    """Give how wide the print is: the mean length of its top and bottom."""
    top, bottom = quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 3]
    return np.asarray(np.linalg.norm((top + bottom) / 2, axis=1), np.float32)


def sizes(quads: Quads) -> Floats:
    """Give the longer of height and width: lettering that runs across a card is low but not small.

    >>> sizes(np.array([[[0, 0], [7, 0], [7, 2], [0, 2]]], np.float32)).tolist()
    [7.0]
    """
    return np.maximum(heights(quads), widths(quads))


def angles(quads: Quads) -> Floats:
    """Give the direction of reading in radians, 0 to the right, growing clockwise in the picture.

    Both pairs of sides count, each with its length: the long sides of a narrow index tell more than the short ones.

    >>> angles(np.array([[[0, 0], [0, 2], [-5, 2], [-5, 0]]], np.float32)).round(3)
    array([1.571], dtype=float32)
    """
    across = (quads[:, 1] - quads[:, 0]) + (quads[:, 2] - quads[:, 3])
    down = (quads[:, 3] - quads[:, 0]) + (quads[:, 2] - quads[:, 1])
    # A quarter turn back lays the downward direction onto the reading direction.
    x = across[:, 0] + down[:, 1]
    y = across[:, 1] - down[:, 0]
    return np.asarray(np.arctan2(y, x), np.float32)


def areas(quads: Quads) -> Floats:
    """Give the quads' areas (shoelace)."""
    following = np.roll(quads, -1, axis=1)
    twice = quads[..., 0] * following[..., 1] - quads[..., 1] * following[..., 0]
    return np.asarray(np.abs(twice.sum(axis=1)) / 2, np.float32)


def overlap(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Give intersection over union of two convex quads ``(4, 2)``, 0 for quads without area."""
    both, _ = cv2.intersectConvexConvex(one, other)
    either = float(cv2.contourArea(one) + cv2.contourArea(other)) - float(both)
    return float(both) / either if either > 0 and both > 0 else 0.0


def keep_best(quads: Quads, scores: Floats, *, most: float = 0.4, looks: Sequence[int] | None = None) -> list[int]:
    """Choose quads from the highest score down, none a second find of a chosen one.

    A second find overlaps by more than ``most``, lies for the most part inside the other, or is the same print found
    less than three quarters of a print's width aside. Real quads are compared, not their upright boxes: neighbours in a
    slanted fan have upright boxes that overlap. What one look (``looks`` numbers them) told apart beside each other
    stays so if it is about as sure of both. Gives indices in order of falling score.
    """
    order = np.argsort(-scores, kind="stable")
    middles, reach = centres(quads), np.linalg.norm(quads - quads.mean(axis=1, keepdims=True), axis=2).max(axis=1)
    tall, wide, turned, area = heights(quads), widths(quads), angles(quads), areas(quads)
    kept: list[int] = []

    def beside(index: int, other: int) -> bool:
        if looks is not None and looks[index] == looks[other] and scores[index] > AS_SURE * scores[other]:
            return False
        away = middles[index] - middles[other]
        cos, sin = float(np.cos(turned[other])), float(np.sin(turned[other]))
        across, along = abs(away[0] * cos + away[1] * sin), abs(-away[0] * sin + away[1] * cos)
        alike = abs(float(np.log(max(tall[index], 1e-6) / max(tall[other], 1e-6)))) < 0.35
        return bool(alike and across < 0.75 * wide[other] and along < 0.35 * tall[other])

    for index in order.tolist():
        gaps = np.linalg.norm(middles[kept] - middles[index], axis=1) if kept else np.empty(0)
        near = [kept[i] for i in np.flatnonzero(gaps < reach[kept] + reach[index]).tolist()] if kept else []
        for other in near:
            turn = abs((float(turned[index] - turned[other]) + np.pi) % (2 * np.pi) - np.pi)
            shared = overlap(quads[index], quads[other])
            inside = (
                shared * float(area[index] + area[other]) / (1 + shared) / max(float(area[[index, other]].min()), 1.0)
            )
            if shared > most or (inside > 0.6 and turn < 0.7) or (turn < 0.5 and beside(index, other)):
                break
        else:
            kept.append(index)
    return kept


def fused(quads: Quads, scores: Floats, *, most: float = 0.4) -> tuple[Quads, Floats]:
    """Choose quads as ``keep_best`` does, each averaged with the weaker finds of the same thing.

    A network answers at several neighbouring places for one index; each answer errs on its own, so that their mean,
    weighted with the square of the score, lies truer than the best of them. Gives quads and scores, best first.
    """
    kept = keep_best(quads, scores, most=most)
    groups = shared_out(quads, scores, kept)
    means = [np.average(quads[group], axis=0, weights=scores[group] ** 2) for group in groups]
    stacked = np.stack(means) if means else np.empty((0, 4, 2))
    return np.asarray(stacked, np.float32), scores[kept]


def shared_out(quads: Quads, scores: Floats, kept: list[int]) -> list[NDArray[np.intp]]:
    """Give for each chosen quad the finds of the same thing, itself included: each find belongs to the nearest one.

    The mean of a find of one card and those of an equal one close beside it would lie between both.
    """
    groups = [same_thing(quads, scores, place) for place in kept]
    middles = centres(quads)
    nearest: dict[int, tuple[float, int]] = {}
    for number, (place, group) in enumerate(zip(kept, groups, strict=True)):
        gaps = np.linalg.norm(middles[group] - middles[place], axis=1)
        for find, gap in zip(group.tolist(), gaps.tolist(), strict=True):
            if gap < nearest.get(find, (np.inf, 0))[0]:
                nearest[find] = gap, number
    return [
        np.array([find for find in group.tolist() if nearest[find][1] == number], np.intp)
        for number, group in enumerate(groups)
    ]


def same_thing(quads: Quads, scores: Floats, place: int) -> NDArray[np.intp]:
    """Give the places of all quads that are finds of the same thing as the one at ``place``, itself included.

    Finds of one print lie within part of its width: two equal cards lie a print's width apart from each other, and
    the mean of both would be neither.
    """
    middles, tall, turned = centres(quads), np.maximum(heights(quads), 1e-6), angles(quads)
    narrow = min(float(widths(quads[place : place + 1])[0]), float(tall[place]))
    away = middles - middles[place]
    cos, sin = float(np.cos(turned[place])), float(np.sin(turned[place]))
    across, along = np.abs(away[:, 0] * cos + away[:, 1] * sin), np.abs(away[:, 1] * cos - away[:, 0] * sin)
    near = (across < 0.6 * narrow) & (along < 0.35 * tall[place])
    turn = np.abs((turned - turned[place] + np.pi) % (2 * np.pi) - np.pi)
    alike = (turn < 0.55) & (np.abs(np.log(tall / tall[place])) < 0.5) & (scores > 0.4 * scores[place])
    chosen = near & alike
    chosen[place] = True
    return np.flatnonzero(chosen)
