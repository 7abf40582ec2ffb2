"""Draw a forearm and hand over the table: a sleeve, a wrist, a palm and fingers, with a soft shadow."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.device.twin.scene import FRAMES, Arm, Point
from paizhuo.rules.cards import Seat
from paizhuo.vision.frames import Image

# BGR of skin and sleeve by seat: four people.
_SKIN: dict[Seat, tuple[int, int, int]] = {
    Seat.E: (132, 168, 214),
    Seat.N: (96, 132, 186),
    Seat.W: (150, 184, 226),
    Seat.S: (84, 112, 160),
}
_SLEEVE: dict[Seat, tuple[int, int, int]] = {
    Seat.E: (92, 60, 44),
    Seat.N: (58, 58, 62),
    Seat.W: (128, 118, 104),
    Seat.S: (50, 44, 118),
}

_FINGERS = ((-26.0, 62.0), (-9.0, 84.0), (10.0, 86.0), (28.0, 70.0))
_REACH_BACK = 950.0


def draw_arm(canvas: Image, arm: Arm, to_pixels: NDArray[np.float64]) -> None:
    """Draw ``arm`` onto ``canvas`` in place; ``to_pixels`` is the homography from table millimetres to pixels."""
    frame = FRAMES[arm.seat]
    tip = (arm.x, arm.y)
    palm = frame.at(tip, 0.0, -88.0)
    wrist = frame.at(tip, 4.0, -150.0)
    elbow = frame.at(tip, 30.0, -_REACH_BACK)
    scale = _scale(to_pixels, palm)
    skin, sleeve = _SKIN[arm.seat], _SLEEVE[arm.seat]
    points = {name: _pixel(to_pixels, point) for name, point in (("palm", palm), ("wrist", wrist), ("elbow", elbow))}
    fingers = [_pixel(to_pixels, frame.at(palm, side, length)) for side, length in _FINGERS]
    thumb = _pixel(to_pixels, frame.at(palm, -58.0, 26.0))
    cuff = _pixel(to_pixels, frame.at(tip, 7.0, -185.0))
    _shade(canvas, points["palm"], points["elbow"], scale)
    for finger in fingers:
        cv2.line(canvas, points["palm"], finger, _darker(skin, 0.9), round(21 * scale), cv2.LINE_AA)
        cv2.line(canvas, points["palm"], finger, skin, round(17 * scale), cv2.LINE_AA)
    cv2.line(canvas, points["palm"], thumb, skin, round(22 * scale), cv2.LINE_AA)
    cv2.circle(canvas, points["palm"], round(42 * scale), skin, -1, cv2.LINE_AA)
    cv2.line(canvas, points["palm"], points["wrist"], skin, round(62 * scale), cv2.LINE_AA)
    cv2.line(canvas, points["wrist"], cuff, _darker(skin, 0.95), round(56 * scale), cv2.LINE_AA)
    cv2.line(canvas, cuff, points["elbow"], sleeve, round(92 * scale), cv2.LINE_AA)
    cv2.line(canvas, cuff, points["elbow"], _darker(sleeve, 1.12), round(40 * scale), cv2.LINE_AA)


def _pixel(to_pixels: NDArray[np.float64], point: Point) -> tuple[int, int]:
    x, y, w = to_pixels @ np.array([point[0], point[1], 1.0])
    return round(float(x / w)), round(float(y / w))


def _scale(to_pixels: NDArray[np.float64], at: Point) -> float:
    near, beside = _pixel(to_pixels, at), _pixel(to_pixels, (at[0] + 100.0, at[1]))
    return math.dist(near, beside) / 100.0


def _darker(colour: tuple[int, int, int], factor: float) -> tuple[int, int, int]:
    blue, green, red = (min(255, round(part * factor)) for part in colour)
    return blue, green, red


def _shade(canvas: Image, palm: tuple[int, int], elbow: tuple[int, int], scale: float) -> None:
    """Darken the cloth and cards beside the arm, as light from above and behind would."""
    height, width = canvas.shape[:2]
    margin = round(90 * scale)
    left, right = sorted((palm[0], elbow[0]))
    top, bottom = sorted((palm[1], elbow[1]))
    left, top = max(0, left - margin), max(0, top - margin)
    right, bottom = min(width, right + margin), min(height, bottom + margin)
    if left >= right or top >= bottom:
        return
    small = 4
    mask = np.zeros(((bottom - top) // small + 1, (right - left) // small + 1), np.uint8)
    shift = round(14 * scale)

    def local(point: tuple[int, int]) -> tuple[int, int]:
        return (point[0] - left + shift) // small, (point[1] - top + shift) // small

    cv2.line(mask, local(palm), local(elbow), 90, max(1, round(96 * scale) // small))
    soft = cv2.resize(cv2.GaussianBlur(mask, (0, 0), 5), (right - left, bottom - top))
    part = canvas[top:bottom, left:right]
    shade = cv2.cvtColor(255 - soft, cv2.COLOR_GRAY2BGR)
    cv2.multiply(part, shade, dst=part, scale=1 / 255)
