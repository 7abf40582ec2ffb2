"""What a print looks like, in numbers that exposure and the light's colour do not change, and how far two lie apart."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Crops = NDArray[np.uint8]
"""Upright crops ``(n, size, size, 3)`` BGR."""

LOOK_SIDE = 16
_FLOOR = 1e-6
_FAINT = 12.0
"""How much darker than the paper a pixel is before it counts as ink."""


def centred(probabilities: Floats) -> Floats:
    """Give the reader's answers as centred log-probabilities ``(n, classes)``."""
    logs = np.log(np.maximum(probabilities, _FLOOR))
    return np.asarray(logs - logs.mean(axis=1, keepdims=True), np.float32)


def looks(crops: Crops) -> Floats:
    """Describe crops by their lightness and their redness ``(n, 2·16²)``."""
    size = (LOOK_SIDE, LOOK_SIDE)
    small = np.stack([cv2.resize(crop, size, interpolation=cv2.INTER_AREA) for crop in crops]).astype(np.float32)
    pixels = small.reshape(len(small), -1, 3)
    light = pixels.mean(axis=2)
    contrast = light.std(axis=1, keepdims=True) + 8.0
    red = pixels[..., 2] - pixels[..., 1]
    # The paper is most of a crop: its median shade is the light's colour.
    red = red - np.median(red, axis=1, keepdims=True)
    return np.asarray(np.hstack([light - light.mean(axis=1, keepdims=True), red]) / contrast, np.float32)


def lightness(crops: Crops) -> Floats:
    """Describe crops by their lightness alone ``(n, 16²)``."""
    return looks(crops)[:, : LOOK_SIDE**2]


def inks(crops: Crops) -> Floats:
    """Give the colour of what is printed in each crop ``(n, 2)``: how much more red, and more blue, than green.

    Both as parts of how much darker than the paper it is: black gives zeros, a pure red about (1, 0).
    """
    pixels = crops.reshape(len(crops), -1, 3).astype(np.float32)
    light = pixels.mean(axis=2)
    paper = np.percentile(light, 85, axis=1, keepdims=True)
    weights = np.maximum(paper - light - _FAINT, 0) + 1e-3
    blank = light >= np.percentile(light, 60, axis=1, keepdims=True)
    darker = (weights * np.maximum(paper - light, 1)).sum(axis=1)
    shades = []
    for channel in (2, 0):
        shade = pixels[..., channel] - pixels[..., 1]
        base = np.array([np.median(row[free]) for row, free in zip(shade, blank, strict=True)], np.float32)
        shades.append(((shade - base[:, None]) * weights).sum(axis=1) / darker)
    return np.asarray(np.stack(shades, axis=1), np.float32)


def distances(rows: Floats, prototypes: Floats) -> Floats:
    """Give the mean squared differences ``(n, prototypes)``."""
    squares = (rows**2).sum(axis=1)[:, None] + (prototypes**2).sum(axis=1)[None] - 2 * rows @ prototypes.T
    return np.asarray(np.maximum(squares, 0) / rows.shape[1], np.float32)
