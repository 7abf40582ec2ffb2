"""Lay cards onto a picture: perspective, anti-aliasing and a soft shadow, touching only the pixels concerned."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.render.deck import Face

Points = NDArray[np.float32]
Canvas = NDArray[np.uint8]
Region = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels, right and bottom excluded."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """A soft shadow: its offset in pixels, blur (sigma, pixels) and depth 0–1."""

    dx: float = 2.0
    dy: float = 3.0
    blur: float = 2.5
    depth: float = 0.35


def card_corners(
    centre: tuple[float, float], height: float, aspect: float, angle: float, stretch: NDArray[np.float64] | None = None
) -> Points:
    """Give the four corners of a card in pixels, clockwise from the printed top left.

    ``angle`` is in radians, growing clockwise in the picture; ``aspect`` is width over height; ``stretch`` is an
    optional 3×3 homography applied afterwards.
    """
    half_w, half_h = height * aspect / 2, height / 2
    cos, sin = math.cos(angle), math.sin(angle)
    local = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
    turned = local @ np.array([[cos, sin], [-sin, cos]]) + np.array(centre)
    if stretch is not None:
        turned = cv2.perspectiveTransform(turned[None], stretch)[0]
    return np.asarray(turned, np.float32)


def face_map(face: Face, corners: Points) -> NDArray[np.float64]:
    """Give the homography from pixels of ``face.levels[0]`` to the canvas."""
    width, height = face.size
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, corners.astype(np.float32)), np.float64)


def placed_quads(face: Face, corners: Points) -> tuple[Points, ...]:
    """Give the index quads of ``face`` on the canvas when its corners lie at ``corners``."""
    to_canvas = face_map(face, corners)
    return tuple(cv2.perspectiveTransform(quad[None], to_canvas)[0].astype(np.float32) for quad in face.quads)


def region_of(points: Points, shape: tuple[int, ...], margin: int = 0) -> Region:
    """Give the whole-pixel rectangle around ``points`` inside a picture of ``shape``; it may be empty."""
    left, top = np.floor(points.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin + 1
    return max(0, int(left)), max(0, int(top)), min(shape[1], int(right)), min(shape[0], int(bottom))


def paste(
    canvas: Canvas, face: Face, corners: Points, *, brightness: float = 1.0, shadow: Shadow | None = None
) -> tuple[Region, NDArray[np.float32]]:
    """Draw ``face`` onto ``canvas`` in place, its corners at ``corners`` (pixels).

    Returns the region touched by the card and its coverage there (0–1), both empty when it lies outside.
    """
    region = region_of(corners, canvas.shape, margin=1)
    left, top, right, bottom = region
    if left >= right or top >= bottom:
        return (0, 0, 0, 0), np.zeros((0, 0), np.float32)
    if shadow is not None:
        _darken(canvas, corners, shadow)
    warped = _warp(face, corners, region)
    coverage = warped[..., 3].astype(np.float32) / np.float32(255)
    part = canvas[top:bottom, left:right]
    blend = coverage[..., None]
    mixed = part * (1 - blend) + warped[..., :3] * (blend * brightness)
    np.clip(mixed, 0, 255, out=mixed)
    part[:] = mixed.astype(np.uint8)
    return region, coverage


def _warp(face: Face, corners: Points, region: Region) -> NDArray[np.uint8]:
    left, top, right, bottom = region
    shown = max(float(np.linalg.norm(corners[3] - corners[0])), float(np.linalg.norm(corners[2] - corners[1])))
    # The smallest level that is still at least as large as shown: bilinear sampling then stays free of aliasing.
    level = max(
        (i for i, picture in enumerate(face.levels) if picture.shape[0] >= shown),
        default=0,
    )
    source = face.levels[level]
    height, width = source.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    shift = np.array([left, top], np.float32)
    matrix = cv2.getPerspectiveTransform(frame, (corners - shift).astype(np.float32))
    flags = cv2.INTER_AREA if shown < height * 0.6 else cv2.INTER_LINEAR
    warped = cv2.warpPerspective(
        source, matrix, (right - left, bottom - top), flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=(0,) * 4
    )
    return np.asarray(warped, np.uint8)


def _darken(canvas: Canvas, corners: Points, shadow: Shadow) -> None:
    moved = corners + np.array([shadow.dx, shadow.dy], np.float32)
    left, top, right, bottom = region_of(moved, canvas.shape, margin=int(3 * shadow.blur) + 1)
    if left >= right or top >= bottom:
        return
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.round(moved - np.array([left, top])).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, shadow.blur)).astype(np.float32) * (shadow.depth / 255)
    part = canvas[top:bottom, left:right]
    part[:] = (part * (1 - soft[..., None])).astype(np.uint8)
