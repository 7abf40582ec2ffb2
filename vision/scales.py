"""Choose the scales at which a photo is searched, and merge what each of them found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paizhuo.vision.boxes import heights, keep_best
from paizhuo.vision.detections import FoundIndex


@dataclass(frozen=True, slots=True)
class ScaleSettings:
    """``coarse`` is the long side of the first look in pixels; ``target`` the index height the finder likes best.

    ``least`` and ``most`` bound the index heights (in network pixels) that it finds reliably. No look uses more than
    ``budget`` pixels, nor enlarges the picture more than ``enlarge`` times.
    """

    coarse: int = 640
    target: float = 32.0
    least: float = 14.0
    most: float = 72.0
    budget: float = 2.8e6
    enlarge: float = 2.0
    overlap: float = 0.35


def first_scale(width: int, height: int, settings: ScaleSettings) -> float:
    """Give the scale of the first, coarse look.

    >>> first_scale(1600, 1200, ScaleSettings())
    0.4
    """
    return min(settings.coarse / max(width, height, 1), settings.enlarge)


def chosen_scales(
    width: int, height: int, coarse: Sequence[FoundIndex], start: float, settings: ScaleSettings
) -> tuple[float, ...]:
    """Give the further scales that are worth a look after ``coarse`` was found at scale ``start``."""
    highest = min(settings.enlarge, (settings.budget / max(width * height, 1)) ** 0.5)
    sure = [index for index in coarse if index.score >= 0.4]
    if not sure:
        wanted = [start / 2, start * 1.6, highest]
    else:
        sizes = heights(np.stack([index.quad for index in sure]))
        low, middle = np.quantile(sizes, [0.15, 0.5]).tolist()
        wanted = [settings.target / middle, settings.target / low]
    scales: list[float] = []
    for scale in wanted:
        scale = min(scale, highest)
        if all(abs(np.log(scale / other)) > 0.25 for other in [start, *scales]):
            scales.append(scale)
    return tuple(scales)


def merged(finds: Sequence[tuple[float, Sequence[FoundIndex]]], settings: ScaleSettings) -> tuple[FoundIndex, ...]:
    """Keep one find of each index, preferring the scale at which it has the best size for the finder."""
    every = [index for _, found in finds for index in found]
    if not every:
        return ()
    quads = np.stack([index.quad for index in every])
    scale = np.array([scale for scale, found in finds for _ in found])
    seen_height = np.maximum(heights(quads) * scale, 1e-6)
    # A find at an unlucky size has a poor quad even where its score is high.
    unlucky = np.abs(np.log(seen_height / settings.target))
    scores = np.array([index.score for index in every]) - 0.25 * np.maximum(unlucky - 0.4, 0)
    chosen = keep_best(quads, np.asarray(scores, np.float32), most=settings.overlap)
    return tuple(every[place] for place in chosen)
