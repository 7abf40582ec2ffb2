"""Cut an index upright out of a picture: the one function that training and reading share."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

GROW = 1.25
"""How much larger than the index quad the crop is, about the quad's centre."""

SIZE = 64
"""Side of the square crop in pixels; the quad is stretched to it."""


def upright(
    image: NDArray[np.uint8], quad: NDArray[np.float32], *, grow: float = GROW, size: int = SIZE
) -> NDArray[np.uint8]:
    """Warp the index under ``quad`` upright to a ``(size, size, 3)`` crop.

    ``quad`` is ``(4, 2)`` in pixels: top left, top right, bottom right, bottom left as the print is read. Both axes
    are stretched to the square. Parts outside the picture repeat its edge. A quad without area gives a grey crop.
    """
    corners = np.asarray(quad, np.float32)
    centre = corners.mean(axis=0)
    wide = centre + (corners - centre) * grow
    if abs(cv2.contourArea(wide.astype(np.float32))) < 1.0:
        return np.full((size, size, 3), 127, np.uint8)
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    # Shrinking by more than two would alias: cut the surroundings out and shrink them first.
    longest = max(float(np.linalg.norm(wide[i] - wide[i - 1])) for i in range(4))
    if longest > 2 * size:
        image, wide = _shrink_around(image, wide, longest / size)
    matrix = cv2.getPerspectiveTransform(wide.astype(np.float32), square)
    crop = cv2.warpPerspective(image, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def wide_view(image: NDArray[np.uint8], quad: NDArray[np.float32], side: float, size: int) -> NDArray[np.uint8]:
    """Cut the surroundings of a find, ``(size, size, 3)``: ``side`` pixels about its middle, turned as it is.

    Only the find's middle and the direction of its upper edge count, whatever its shape.
    """
    across = quad[1] - quad[0]
    length = float(np.linalg.norm(across))
    right = across / length if length > 0 else np.array([1.0, 0.0])
    half = np.stack([right, np.array([-right[1], right[0]])]) * side / 2
    square = quad.mean(axis=0) + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ half
    return upright(image, square.astype(np.float32), grow=1.0, size=size)


def _shrink_around(
    image: NDArray[np.uint8], quad: NDArray[np.float32], factor: float
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    height, width = image.shape[:2]
    left, top = (max(0, int(v)) for v in np.floor(quad.min(axis=0)) - 2)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int) + 3
    right, bottom = min(width, int(right)), min(height, int(bottom))
    if right - left < 2 or bottom - top < 2:
        return image, quad
    part = image[top:bottom, left:right]
    small_size = (max(2, round((right - left) / factor)), max(2, round((bottom - top) / factor)))
    small = cv2.resize(part, small_size, interpolation=cv2.INTER_AREA)
    scale = np.array([small_size[0] / (right - left), small_size[1] / (bottom - top)], np.float32)
    return np.asarray(small, np.uint8), ((quad - np.array([left, top], np.float32)) * scale).astype(np.float32)
