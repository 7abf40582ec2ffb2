"""Choose the scales at which a photo is searched, and bring together what each of them found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.boxes import AS_SURE, Quads, angles, centres, heights, keep_best, shared_out, sizes, widths
from paizhuo.vision.detections import FoundIndex

_APART = 0.6
"""How far apart, in widths of the print, two finds of one look are two prints."""

Views = tuple[FoundIndex, ...]
"""Finds of one index at several scales, the best first."""


@dataclass(frozen=True, slots=True)
class ScaleSettings:
    """``first`` is the long side of the first look in pixels; ``targets`` are index sizes that the finder likes.

    Finds smaller than ``least`` network pixels are dropped. All looks together use no more than ``budget`` pixels, and
    none enlarges the picture more than ``enlarge`` times. ``sure`` is the score of a find that tells sizes, ``apart``
    that of two finds that tell one of a coarser look to be none.
    """

    first: int = 896
    targets: tuple[float, ...] = (28.0, 20.0)
    likes: float = 32.0
    least: float = 11.0
    budget: float = 4.4e6
    enlarge: float = 2.0
    overlap: float = 0.25
    sure: float = 0.4
    apart: float = 0.3


def first_scale(width: int, height: int, settings: ScaleSettings) -> float:
    """Give the scale of the first look.

    >>> first_scale(1792, 1200, ScaleSettings())
    0.5
    """
    return min(settings.first / max(width, height, 1), settings.enlarge)


def chosen_scales(
    width: int, height: int, seen: Sequence[FoundIndex], start: float, settings: ScaleSettings
) -> tuple[float, ...]:
    """Give the further scales that are worth a look after ``seen`` was found at scale ``start``, the best first.

    >>> chosen_scales(1600, 1200, (), 0.56, ScaleSettings())
    (1.12, 0.28)
    """
    sure = [index.quad for index in seen if index.score >= settings.sure]
    if sure:
        low, middle, high = np.quantile(sizes(np.stack(sure)), [0.1, 0.5, 0.9]).tolist()
        typical = [middle, *([low] if low < middle / 1.6 else []), *([high] if high > middle * 1.6 else [])]
        wanted = [settings.targets[0] / size for size in typical] + [target / middle for target in settings.targets[1:]]
    else:
        wanted = [start * 2, start / 2]
    scales: list[float] = []
    left = settings.budget - start**2 * width * height
    for scale in wanted:
        scale = min(scale, settings.enlarge)
        pixels = scale**2 * width * height
        # Scales closer than a fifth show the finder the same picture twice.
        if pixels <= left and all(abs(np.log(scale / other)) > 0.2 for other in [start, *scales]):
            scales.append(scale)
            left -= pixels
    return tuple(scales)


def merged(finds: Sequence[tuple[float, Sequence[FoundIndex]]], settings: ScaleSettings) -> tuple[Views, ...]:
    """Group the finds of each index, preferring the scale at which it has the best size for the finder.

    What a finer look tells apart, two equal cards a print's width from each other, is not one index.
    """
    every, scores, looks = _usable([_told_apart(place, finds, settings) for place in range(len(finds))], settings)
    if not every:
        return ()
    quads = np.stack([index.quad for index in every])
    kept = keep_best(quads, scores, most=settings.overlap, looks=looks)
    groups = shared_out(quads, scores, kept)
    return tuple(
        tuple(every[find] for find in [place, *(other for other in group.tolist() if other != place)])
        for place, group in zip(kept, groups, strict=True)
    )


def _usable(
    finds: Sequence[tuple[float, Sequence[FoundIndex]]], settings: ScaleSettings
) -> tuple[list[FoundIndex], NDArray[np.float32], list[int]]:
    """Give the finds that are large enough, what each counts, and the number of its look."""
    every: list[FoundIndex] = []
    scores: list[float] = []
    looks: list[int] = []
    for look, (scale, found) in enumerate(finds):
        if not found:
            continue
        tall = sizes(np.stack([index.quad for index in found])) * scale
        # A find at an unlucky size has a poor quad even where its score is high.
        unlucky = np.abs(np.log(np.maximum(tall, 1e-6) / settings.likes))
        for index, height, loss in zip(found, tall.tolist(), np.maximum(unlucky - 0.4, 0).tolist(), strict=True):
            if height >= settings.least:
                every.append(index)
                scores.append(max(index.score - 0.25 * loss, 0.01))
                looks.append(look)
    return every, np.array(scores, np.float32), looks


def _told_apart(
    place: int, finds: Sequence[tuple[float, Sequence[FoundIndex]]], settings: ScaleSettings
) -> tuple[float, Sequence[FoundIndex]]:
    """Leave out the finds of one look that stand for two of a finer one, which are both of the same print."""
    scale, found = finds[place]
    finer = [[index for index in other if index.score >= settings.apart] for fine, other in finds if fine > scale]
    pairs = [
        (np.stack([index.quad for index in other]), np.array([index.score for index in other]))
        for other in finer
        if len(other) > 1
    ]
    return scale, [index for index in found if not any(_stands_for_two(index.quad, *other) for other in pairs)]


def _stands_for_two(quad: NDArray[np.float32], others: Quads, scores: NDArray[np.float64]) -> bool:
    """Say whether two of ``others``, a print's width from each other, are alike and less than a width from a quad.

    It lies between both, or nearer to the one that shows more. A find much fainter than the other is its echo.
    """
    one = quad[None]
    turned = float(angles(one)[0])
    wide, tall = max(float(widths(one)[0]), 1e-6), max(float(heights(one)[0]), 1e-6)
    away = centres(others) - centres(one)
    cos, sin = float(np.cos(turned)), float(np.sin(turned))
    across = (away[:, 0] * cos + away[:, 1] * sin) / wide
    along = (away[:, 1] * cos - away[:, 0] * sin) / tall
    turn = np.abs((angles(others) - turned + np.pi) % (2 * np.pi) - np.pi)
    alike = (turn < 0.5) & (np.abs(np.log(np.maximum(heights(others), 1e-6) / tall)) < 0.35)
    near = alike & (np.abs(along) < 0.35) & (np.abs(across) < 0.9)
    near &= scores > AS_SURE * scores[near].max(initial=0.0)
    if int(near.sum()) < 2:
        return False
    apart = (across[near].max() - across[near].min()) * wide
    return bool(apart > _APART * float(np.median(widths(others[near]))))
