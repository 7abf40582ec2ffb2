"""How the jokers of one deck are marked, and the search for such a mark where the networks saw something, or little.

No part of a deck differs more from maker to maker: a star in a ring, a cap, lettering that runs across. The finder
finds such a mark faintly and stretches it to the shape of an ordinary index; its height and its middle are about right.
From there the enrolled mark itself is laid over the picture and moved until it fits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.boxes import angles, heights
from paizhuo.vision.detections import Quad
from paizhuo.vision.frames import Image
from paizhuo.vision.poses import CARD_WIDTH_MM

Floats = NDArray[np.float32]

_CELLS = 640.0
"""How many pixels a mark's own picture has."""

_MARGIN = 0.18
"""What is kept around a mark, as a part of the root of its area."""

_REACH = 0.35
"""How far a mark is looked for around a find's middle, as a part of its width and of its height."""

_SIZES, _FINER_SIZES = (-0.3, -0.12, 0.06, 0.24), (-0.07, 0.0, 0.07)
_TURNS, _FINER_TURNS = (-9.0, 0.0, 9.0), (-4.0, 0.0, 4.0)
"""By how much (logarithms, degrees) a mark may be smaller or larger than a find is high and turned against it: first
roughly, then about the best of these."""

_LOW, _ANY_TURN = 1.4, tuple(float(turn) for turn in range(-90, 91, 12))

_LEAST_TURN, _TURN_STEP = 20, 4
_SAME, _AS_GOOD = 0.75, 0.3
"""Turns of a mark in degrees that are tried, the correlation from which on it looks the same, and how far down from the
best to the worst one that goes."""


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A joker's mark: its box ``(4, 2)`` in millimetres of the card and its picture ``(h, w)`` with a margin.

    ``card_width`` is how wide (mm) the card is that bears it, if it is 88 mm high.
    """

    card: Card
    box: Quad
    picture: NDArray[np.uint8]
    card_width: float = CARD_WIDTH_MM

    @property
    def size(self) -> tuple[float, float]:
        """Give width and height in mm."""
        wide, tall = (self.box[2] - self.box[0]).tolist()
        return float(wide), float(tall)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Where a mark fits best: the quad of its box in pixels, and the correlation with its picture (−1 to 1)."""

    quad: Quad
    likeness: float


def pixels_per_mm(size: tuple[float, float]) -> float:
    """Give the scale of a mark's own picture."""
    return math.sqrt(_CELLS / (size[0] * size[1]))


def margin_of(size: tuple[float, float]) -> float:
    """Give the margin around a mark in mm."""
    return _MARGIN * math.sqrt(size[0] * size[1])


def cut_mark(image: Image, quad: Quad, size: tuple[float, float]) -> NDArray[np.uint8]:
    """Cut the picture of a mark of ``size`` mm that lies under ``quad`` (pixels), upright and grey."""
    scale, margin = pixels_per_mm(size), margin_of(size)
    wide, tall = (round((side + 2 * margin) * scale) for side in size)
    box = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    shrunk, corners = _shrunk(image, quad.astype(np.float32), scale * math.sqrt(size[0] * size[1]))
    # The middle of the mark is the middle of its picture; pixels count from their own middles.
    inside = (box - np.array(size) / 2) * scale + (np.array([wide, tall]) - 1) / 2
    matrix = cv2.getPerspectiveTransform(corners, inside.astype(np.float32))
    cut = cv2.warpPerspective(shrunk, matrix, (wide, tall), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), np.uint8)


def fitted(image: Image, quad: Quad, mark: Mark) -> Fit:
    """Move a mark over the surroundings of a find (``quad``, pixels) until it fits best."""
    wide, tall = mark.size
    scale = pixels_per_mm(mark.size)
    shrunk, corners = _shrunk(image, quad.astype(np.float32), scale * math.sqrt(wide * tall))
    grey = np.asarray(cv2.cvtColor(shrunk, cv2.COLOR_BGR2GRAY), np.uint8)
    # An index is tall: across a low, wide mark the finder lays one as tall as the mark is wide, turned at random.
    turns = _ANY_TURN if wide > _LOW * tall else _TURNS
    unit = float(heights(corners[None])[0]) / max(wide, tall)
    start = _Place(corners.mean(axis=0), unit, float(angles(corners[None])[0]))
    best, most = _best(grey, mark, scale, start, _SIZES, turns)
    best, most = _best(grey, mark, scale, best, _FINER_SIZES, _FINER_TURNS)
    axes = _axes(best.angle)
    corner = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2 * best.unit
    # Back from the cut-out to the picture: both quads are the same find.
    back = float(heights(quad[None])[0]) / max(float(heights(corners[None])[0]), 1e-6)
    moved = quad.mean(axis=0) + (best.middle - corners.mean(axis=0)) * back
    return Fit((moved + corner @ axes * back).astype(np.float32), most)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Where a mark lies: its middle in pixels, pixels a mm, and its direction in radians."""

    middle: NDArray[np.floating]
    unit: float
    angle: float


def _best(
    grey: NDArray[np.uint8], mark: Mark, scale: float, start: _Place, sizes: Sequence[float], turns: Sequence[float]
) -> tuple[_Place, float]:
    """Try sizes and turns about a place; at each the mark may lie anywhere within its reach."""
    wide, tall = mark.size
    rows, columns = mark.picture.shape
    window = (columns + 2 * math.ceil(_REACH * wide * scale), rows + 2 * math.ceil(_REACH * tall * scale))
    best, most = start, -2.0
    for size in sizes:
        for turn in turns:
            unit, angle = start.unit * math.exp(size), start.angle + math.radians(turn)
            across, down = _axes(angle) * unit / scale
            corner = start.middle - across * (window[0] - 1) / 2 - down * (window[1] - 1) / 2
            place = np.column_stack([across, down, corner])
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            seen = cv2.warpAffine(grey, place, window, flags=flags, borderMode=cv2.BORDER_REPLICATE)
            _, likeness, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(seen, mark.picture, cv2.TM_CCOEFF_NORMED))
            if likeness > most:
                # How far the middle of the mark lies from the middle of the window.
                x, y = x + (columns - window[0]) / 2, y + (rows - window[1]) / 2
                best, most = _Place(start.middle + across * x + down * y, unit, angle), float(likeness)
    return best, most


def _axes(angle: float) -> NDArray[np.float64]:
    """Give the directions to the right and down of print that is read in a direction, one in each row."""
    return np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])


def turns_alike(picture: NDArray[np.uint8]) -> tuple[float, ...]:
    """Give the turns (radians) after which a mark's picture looks the same: a star has four, a word has none."""
    rows, columns = picture.shape
    if max(rows, columns) > _LOW * min(rows, columns):
        return ()
    middle = ((columns - 1) / 2, (rows - 1) / 2)
    turns = range(_LEAST_TURN, 361 - _LEAST_TURN, _TURN_STEP)
    alike = []
    for turn in turns:
        matrix = cv2.getRotationMatrix2D(middle, -turn, 1.0)
        turned = cv2.warpAffine(picture, matrix, (columns, rows), borderMode=cv2.BORDER_REPLICATE)
        alike.append(float(cv2.matchTemplate(picture, turned, cv2.TM_CCOEFF_NORMED)[0, 0]))
    # A ring looks the same however it is turned: what stands in it tells the turns apart.
    least = max(_SAME, max(alike) - _AS_GOOD * (max(alike) - min(alike)))
    return tuple(math.radians(turn) for turn, likeness in zip(turns, alike, strict=True) if likeness >= least)


def _shrunk(image: Image, quad: Quad, side: float) -> tuple[Image, Quad]:
    """Cut out the surroundings of a quad, at most about twice as fine as its picture of ``side`` pixels."""
    reach = float(np.linalg.norm(quad - quad.mean(axis=0), axis=1).max())
    middle = quad.mean(axis=0)
    height, width = image.shape[:2]
    low = np.floor(middle - 2.2 * reach - 2).astype(int)
    high = np.ceil(middle + 2.2 * reach + 2).astype(int)
    left, top = np.clip(low, 0, [max(width - 2, 0), max(height - 2, 0)]).tolist()
    right, bottom = np.clip(high, [left + 2, top + 2], [max(width, left + 2), max(height, top + 2)]).tolist()
    part = image[top:bottom, left:right]
    area = math.sqrt(max(float(cv2.contourArea(quad)), 1.0))
    ratio = min(1.0, 1.5 * side / area)
    moved = quad - np.array([left, top], np.float32)
    if ratio == 1.0:
        return part, moved.astype(np.float32)
    wide, tall = max(2, round(part.shape[1] * ratio)), max(2, round(part.shape[0] * ratio))
    small = np.asarray(cv2.resize(part, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
    return small, (moved * np.array([wide / part.shape[1], tall / part.shape[0]], np.float32)).astype(np.float32)
