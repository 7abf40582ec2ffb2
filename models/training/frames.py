"""Jokers whose drawing fills the card within a frame, close around the mark in the corner or behind it."""

from __future__ import annotations

import random

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.render.deck import Box

Colour = tuple[int, int, int]

_CUT = (0.05, 0.2)
"""How far from the upper edge and from the sides the drawing is cut out of the sheet, in shares of it."""

_NEARLY_SQUARE = 1.6
"""Up to which ratio of its sides a corner stands in a round niche."""


def lay_in_frame(sheet: NDArray[np.uint8], box: Box, paper: Colour, ink: Colour, rng: random.Random) -> None:
    """Spread the drawing on ``sheet`` ``(height, width, 3)`` over the card, frame it, and clear a niche for ``box``.

    ``box`` is where the index of the upper left corner comes to stand; the niche of the lower right one lies opposite.
    """
    height, width = sheet.shape[:2]
    top, left = round(height * _CUT[0]), round(width * _CUT[1])
    edge = round(width * rng.uniform(0.02, 0.06))
    inside = (width - 2 * edge, height - 2 * edge)
    drawing = cv2.resize(sheet[top : height - top, left : width - left], inside, interpolation=cv2.INTER_AREA)
    sheet[:] = paper
    strength = rng.choice([1.0, 1.0, 0.6])
    part = sheet[edge : height - edge, edge : width - edge]
    part[:] = (part * (1 - strength) + drawing * strength).astype(np.uint8)
    colour = rng.choice([ink, (40, 30, 25), (120, 110, 100)])
    gap = rng.randint(3, 7)
    for line in range(rng.choice([1, 1, 2, 3])):
        at = edge + line * gap
        cv2.rectangle(sheet, (at, at), (width - 1 - at, height - 1 - at), colour, rng.choice([1, 1, 2, 3]), cv2.LINE_AA)
    if rng.random() < 0.75:
        _clear_niches(sheet, box, paper, colour, rng)


def _clear_niches(sheet: NDArray[np.uint8], box: Box, paper: Colour, colour: Colour, rng: random.Random) -> None:
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    grow = rng.uniform(1, 7)
    inner, line = np.zeros(sheet.shape[:2], np.uint8), np.zeros(sheet.shape[:2], np.uint8)
    thickness = rng.choice([1, 2, 3]) if rng.random() < 0.7 else 0
    if max(wide, high) < _NEARLY_SQUARE * min(wide, high) and rng.random() < 0.7:
        middle, radius = (round((left + right) / 2), round((top + bottom) / 2)), round(max(wide, high) / 2 + grow)
        cv2.circle(inner, middle, radius, 255, -1, cv2.LINE_AA)
        if thickness:
            cv2.circle(line, middle, radius, 255, thickness, cv2.LINE_AA)
    else:
        corners = (round(left - grow), round(top - grow)), (round(right + grow), round(bottom + grow))
        cv2.rectangle(inner, *corners, 255, -1)
        if thickness:
            cv2.rectangle(line, *corners, 255, thickness, cv2.LINE_AA)
    for cover, laid in ((inner, paper), (line, colour)):
        for turned in (cover, cover[::-1, ::-1]):
            share = turned[..., None].astype(np.float32) / 255
            sheet[:] = (sheet * (1 - share) + np.array(laid, np.float32) * share).astype(np.uint8)
