"""A deck as pictures: the 54 faces with the places of their index corners, and the back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card

Picture = NDArray[np.uint8]
"""A picture with transparency, shape ``(height, width, 4)``, BGRA, 8 bit."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of a face picture."""

SIZE_MM = (63.0, 88.0)
"""Width and height of a poker-size card."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One printed side of a card with smaller copies for clean shrinking.

    ``levels`` are the picture and its halves; ``quads`` (``(4, 2)`` each, pixels of ``levels[0]``) are the index
    corners: top left, top right, bottom right, bottom left in reading orientation.
    """

    levels: tuple[Picture, ...]
    quads: tuple[NDArray[np.float32], ...]

    @property
    def size(self) -> tuple[int, int]:
        """Give width and height of the full picture in pixels."""
        height, width = self.levels[0].shape[:2]
        return width, height


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """A named deck: faces by card (a few may be missing) and a back."""

    name: str
    faces: Mapping[Card, Face]
    back: Face

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", MappingProxyType(dict(self.faces)))


def face_from(picture: Picture, quads: Iterable[NDArray[np.float32]] = ()) -> Face:
    """Make a face of a BGRA picture and its index quads, with halves down to about 60 px height."""
    levels = [np.ascontiguousarray(picture)]
    while levels[-1].shape[0] > 120:
        levels.append(_half(levels[-1]))
    for level in levels:
        level.flags.writeable = False
    return Face(tuple(levels), tuple(np.asarray(quad, np.float32) for quad in quads))


def corner_quads(box: Box, size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the quad of a top-left index box and of its twin: the same box turned by half a turn about the middle.

    >>> [quad[0].tolist() for quad in corner_quads((2, 3, 10, 30), (100, 140))]
    [[2.0, 3.0], [98.0, 137.0]]
    """
    left, top, right, bottom = box
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    return quad, np.array(size, np.float32) - quad


def rounded(picture: NDArray[np.uint8], radius: float) -> Picture:
    """Give a BGR or BGRA picture an alpha channel with round corners of ``radius`` pixels."""
    height, width = picture.shape[:2]
    big = np.zeros((height * 2, width * 2), np.uint8)
    turn = max(1, int(radius * 2))
    cv2.rectangle(big, (turn, 0), (2 * width - turn - 1, 2 * height - 1), 255, -1)
    cv2.rectangle(big, (0, turn), (2 * width - 1, 2 * height - turn - 1), 255, -1)
    for x in (turn, 2 * width - turn - 1):
        for y in (turn, 2 * height - turn - 1):
            cv2.circle(big, (x, y), turn, 255, -1)
    alpha = cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA)
    return np.dstack([picture[..., :3], alpha])


def _half(picture: Picture) -> Picture:
    # Colours are weighted by alpha, or the transparent corners would bleed dark into the edge.
    height, width = picture.shape[:2]
    alpha = picture[..., 3:].astype(np.float32) / 255
    weighted = np.dstack([picture[..., :3] * alpha, alpha])
    small = cv2.resize(weighted, (max(1, width // 2), max(1, height // 2)), interpolation=cv2.INTER_AREA)
    colour = small[..., :3] / np.maximum(small[..., 3:], 1e-3)
    return np.dstack([np.clip(colour, 0, 255), small[..., 3:] * 255]).astype(np.uint8)
