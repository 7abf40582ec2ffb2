"""Hands and other things over the cards."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.float32]


def hand(rng: random.Random, shape: tuple[int, int], card_height: float) -> tuple[Mask, NDArray[np.float32]]:
    """Draw a hand with forearm reaching in from somewhere.

    Returns its coverage ``(height, width)`` 0–1 and its colours ``(height, width, 3)`` BGR.
    """
    height, width = shape
    mask = np.zeros(shape, np.uint8)
    palm = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    direction = rng.uniform(0, 2 * math.pi)
    unit = card_height * rng.uniform(0.85, 1.2)
    wrist = palm - unit * 0.75 * np.array([math.cos(direction), math.sin(direction)])
    elbow = wrist - unit * 4 * np.array([math.cos(direction), math.sin(direction)])
    _limb(mask, elbow, wrist, unit * 0.75)
    _limb(mask, wrist, palm, unit * 0.85)
    for finger in range(rng.randint(1, 4)):
        spread = direction + (finger - 1.5) * rng.uniform(0.12, 0.3)
        knuckle = palm + unit * 0.3 * np.array(
            [math.cos(spread + (finger - 1.5) * 0.5), math.sin(spread + (finger - 1.5) * 0.5)]
        )
        middle = knuckle + unit * rng.uniform(0.35, 0.55) * np.array([math.cos(spread), math.sin(spread)])
        bent = spread + rng.uniform(-0.25, 0.25)
        tip = middle + unit * rng.uniform(0.25, 0.4) * np.array([math.cos(bent), math.sin(bent)])
        _limb(mask, knuckle, middle, unit * 0.24)
        _limb(mask, middle, tip, unit * 0.2)
    thumb = direction + rng.choice([-1, 1]) * rng.uniform(0.6, 1.2)
    _limb(mask, palm, palm + unit * 0.75 * np.array([math.cos(thumb), math.sin(thumb)]), unit * 0.24)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32) / np.float32(255)
    return soft, _skin(rng, mask, unit)


def _limb(mask: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64], width: float) -> None:
    first, last = (tuple(int(v) for v in np.clip(np.round(p), -4000, 4000)) for p in (start, end))
    cv2.line(mask, first, last, 255, max(2, round(width)), cv2.LINE_AA)


def _skin(rng: random.Random, mask: NDArray[np.uint8], unit: float) -> NDArray[np.float32]:
    tone = rng.uniform(0.25, 1.0)
    base = np.array([150, 175, 235], np.float32) * tone + np.array([10, 12, 10], np.float32)
    # Rounder towards the edges: the distance to the outline darkens the sides of fingers.
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    shade = 0.65 + 0.35 * np.clip(depth / max(2.0, unit * 0.1), 0, 1)
    return np.asarray(base * shade[..., None], np.float32)
