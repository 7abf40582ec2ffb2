"""Find the one card that lies in a picture, by its paper alone, and the corner of it that names it.

For cards that no index can be found on: what a joker is called by differs from maker to maker.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.detections import Quad
from paizhuo.vision.frames import Image
from paizhuo.vision.poses import CARD_HEIGHT_MM, CARD_WIDTH_MM

Grey = NDArray[np.uint8]

_SEARCHED = 480
"""Longer side of the picture in which a card is looked for, in pixels."""

_LEAST, _MOST = 0.04, 0.9
"""Share of the picture that a card covers."""

_FULL = 0.9
"""What part of its bounding rectangle a card fills: its corners are round and the picture is taken a little aslant."""

_SLACK = 0.25
"""How far the ratio of the sides may be from a poker card's, in logarithms: bridge and tarot cards are narrower."""

_PER_MM = 4.0
_EDGE, _LEAST_SIDE, _SPECK = 1.2, 1.0, 4.0
"""Millimetres of a card's edge that are left out, and how large a mark is at least: its shorter side and its longer."""

GAPS = ((0.7, 2.2), (0.7, 1.5), (0.4, 1.5), (0.15, 1.5))
"""Half of how far apart (mm) the parts of a mark may be, beside and below each other: letters stand below each other,
beside them a frame. The wider ones first: the narrower keep the card's picture off, but may cut a word."""

_STARTS, _THICKEST = (11.0, 14.0), 14.0
_WIDEST, _TALLEST = 31.0, 48.0
"""Millimetres from the card's corner: where a mark begins at the latest, and how large it is at most: its
shorter side, across and down. A word that is written across reaches almost to the middle of the card."""

_INK = 45.0
"""How much darker or more coloured than the paper ink is."""


def lone_card(image: Image) -> Quad | None:
    """Give the outline ``(4, 2)`` in pixels of the card that lies alone in ``image``, None where none stands out.

    It starts at a corner from which a short side leads clockwise; which of the two such corners is left open.
    """
    ratio = _SEARCHED / max(image.shape[:2])
    small = np.asarray(cv2.resize(image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA), np.uint8)
    best, outline = math.inf, None
    for shade in _shades(small):
        for level in _levels(shade):
            found, misfit = _card_in(shade > level)
            if found is not None and misfit < best:
                best, outline = misfit, found
    return None if outline is None else ((outline + 0.5) / ratio - 0.5).astype(np.float32)


def corner_quads(outline: Quad, corner: Quad) -> tuple[Quad, Quad]:
    """Lay a corner's quad in millimetres of the card onto both corners of a card with this outline."""
    turned = np.array([card_width(outline), CARD_HEIGHT_MM], np.float32) - corner
    there = cv2.perspectiveTransform(np.stack([corner, turned]).reshape(1, 8, 2), _to_picture(outline))
    both = there.reshape(2, 4, 2).astype(np.float32)
    return both[0], both[1]


def card_width(outline: Quad) -> float:
    """Give the width in mm of a card with this outline, taken to be as high as all are: bridge cards are narrower."""
    wide = np.linalg.norm(outline[1] - outline[0]) + np.linalg.norm(outline[2] - outline[3])
    tall = np.linalg.norm(outline[3] - outline[0]) + np.linalg.norm(outline[2] - outline[1])
    return CARD_HEIGHT_MM * float(wide) / max(float(tall), 1e-6)


def in_card(outline: Quad, points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give points ``(n, 2)`` of the picture in millimetres of the card."""
    back = np.linalg.inv(_to_picture(outline))
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float32), back)[0], np.float32)


def marked_corner(image: Image, outline: Quad, gap: tuple[float, float] = GAPS[0]) -> Quad | None:
    """Give the box of what is printed in the top left corner of a card, in millimetres of it.

    ``gap`` is one of ``GAPS``. None where nothing is, or where it hangs together with the card's picture.
    """
    size = (round(CARD_WIDTH_MM * _PER_MM), round(CARD_HEIGHT_MM * _PER_MM))
    to_card = np.diag([_PER_MM, _PER_MM, 1.0]) @ np.linalg.inv(_to_picture(outline))
    card = cv2.warpPerspective(image, to_card, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    ink = _ink(np.asarray(card[: round(_TALLEST * _PER_MM), : round(_WIDEST * _PER_MM)], np.uint8))
    edge = round(_EDGE * _PER_MM)
    ink[:edge], ink[:, :edge] = 0, 0
    return _mark(ink, gap)


def _mark(ink: Grey, gap: tuple[float, float]) -> Quad | None:
    """Give the box (mm) of the ink that begins nearest to the corner and goes on with gaps of twice ``gap`` at most."""
    beside, below = (2 * round(half * _PER_MM) + 1 for half in gap)
    _, labels = cv2.connectedComponents(cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (beside, below))))
    begins = (slice(round(_STARTS[1] * _PER_MM)), slice(round(_STARTS[0] * _PER_MM)))
    boxes = [_box((labels == label) & (ink > 0)) for label in np.unique(labels[begins][ink[begins] > 0]).tolist()]
    # A speck is no mark, nor what comes in from beyond the card's edge.
    boxes = [box for box in boxes if float((box[2] - box[0]).max()) >= _SPECK and float(box[0].min()) > _EDGE + 0.1]
    if not boxes:
        return None
    first = min(boxes, key=lambda box: float(box[0].sum()))
    thick, fits = float((first[2] - first[0]).min()), first[2] <= (_WIDEST - 0.5, _TALLEST - 0.5)
    return first if _LEAST_SIDE <= thick <= _THICKEST and bool(fits.all()) else None


def _box(ink: NDArray[np.bool_]) -> Quad:
    rows, columns = np.nonzero(ink)
    left, right = float(columns.min()) / _PER_MM, float(columns.max() + 1) / _PER_MM
    top, bottom = float(rows.min()) / _PER_MM, float(rows.max() + 1) / _PER_MM
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def _to_picture(outline: Quad) -> NDArray[np.float64]:
    width = card_width(outline)
    card = np.array([[0, 0], [width, 0], [width, CARD_HEIGHT_MM], [0, CARD_HEIGHT_MM]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(card, outline.astype(np.float32)), np.float64)


def _ink(card: Image) -> Grey:
    """Mark what is not blank paper."""
    pixels = card.astype(np.float32)
    paper = np.percentile(pixels.reshape(-1, 3), 80, axis=0)
    away = np.abs(pixels - paper).max(axis=2)
    return np.asarray(away > _INK, np.uint8)


def _shades(image: Image) -> tuple[Grey, ...]:
    """Give pictures in which a card is lighter than the cloth: how white, how light, how unlike the border it is."""
    light = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = max(2, round(0.03 * min(image.shape[:2])))
    border = np.concatenate([light[:rim].reshape(-1, 3), light[-rim:].reshape(-1, 3), light[:, :rim].reshape(-1, 3)])
    unlike = np.linalg.norm(light - np.median(border, axis=0), axis=2)
    every = (image.min(axis=2), image.max(axis=2), np.minimum(unlike * 2, 255).astype(np.uint8))
    return tuple(np.asarray(cv2.GaussianBlur(shade, (0, 0), 1.2), np.uint8) for shade in every)


def _levels(shade: Grey) -> tuple[float, ...]:
    middle, _ = cv2.threshold(shade, 0, 255, cv2.THRESH_OTSU)
    above = shade[shade > middle]
    upper = float(np.median(above)) if above.size else middle
    return middle, middle + 0.4 * (upper - middle), middle + 0.7 * (upper - middle)


def _card_in(light: NDArray[np.bool_]) -> tuple[Quad | None, float]:
    """Give the most card-like thing of a mask and how far from a card's shape it is."""
    area_seen = light.size
    mask = cv2.morphologyEx(light.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    best, outline = math.inf, None
    for contour in contours:
        hull = cv2.convexHull(contour)
        area = float(cv2.contourArea(hull))
        if not _LEAST * area_seen < area < _MOST * area_seen:
            continue
        (_, sides, _) = cv2.minAreaRect(hull)
        short, long = sorted(sides)
        unlike = abs(math.log(max(long, 1.0) / max(short, 1.0)) - math.log(CARD_HEIGHT_MM / CARD_WIDTH_MM))
        full = area / max(short * long, 1.0)
        if unlike > _SLACK or full < _FULL:
            continue
        misfit = unlike + 2 * (1 - full)
        if misfit < best:
            best, outline = misfit, _four_corners(hull)
    return outline, best


def _four_corners(hull: cv2.typing.MatLike) -> Quad:
    """Give the corners at which the straight sides of a card would meet, from an upper left one on."""
    corners = np.asarray(cv2.approxPolyN(hull, 4), np.float32).reshape(-1, 2)
    if len(corners) != 4:
        corners = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float32)
    if cv2.contourArea(corners, oriented=True) < 0:
        corners = corners[::-1]
    if np.linalg.norm(corners[1] - corners[0]) > np.linalg.norm(corners[2] - corners[1]):
        corners = np.roll(corners, -1, axis=0)
    return np.ascontiguousarray(corners, np.float32)
