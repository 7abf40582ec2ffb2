"""Cards that have been played with: worn, bent and sleeved ones (旧牌, 弯牌, 牌套), made of clean faces."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.render.deck import Face

Points = NDArray[np.float32]
Sheet = NDArray[np.float32]

_GRID = 17
_BLEED = 0.12


class Wear(Enum):
    """What has become of a card."""

    WORN = "worn"
    BENT = "bent"
    SLEEVED = "sleeved"


@dataclass(frozen=True, slots=True)
class _Work:
    """A face in work: colour ``(h, w, 3)`` and cover ``(h, w)``, 0–255, and its index quads in their pixels."""

    colour: Sheet
    cover: Sheet
    quads: tuple[Points, ...]


def used(face: Face, wear: Wear, rng: random.Random, shown: float) -> Face:
    """Give ``face`` as it looks after use. ``shown`` is its height on the canvas in pixels.

    The picture is no finer than needed for that height; the index quads follow what happens to the print.
    """
    level = max((i for i, picture in enumerate(face.levels) if picture.shape[0] >= shown), default=0)
    picture = face.levels[level]
    scale = picture.shape[0] / face.levels[0].shape[0]
    clean = _Work(
        picture[..., :3].astype(np.float32),
        picture[..., 3].astype(np.float32),
        tuple(np.asarray(quad * scale, np.float32) for quad in face.quads),
    )
    done = _WAYS[wear](clean, rng)
    whole = np.dstack([np.clip(done.colour, 0, 255), np.clip(done.cover, 0, 255)]).astype(np.uint8)
    whole.flags.writeable = False
    return Face((whole,), done.quads)


def _worn(work: _Work, rng: random.Random) -> _Work:
    """Soil the paper, fade the ink, rub the edges bare, scratch the print, crease it or break a corner off."""
    height, width = work.cover.shape
    colour, cover = work.colour.copy(), work.cover.copy()
    grime = _field(rng, (height, width), 5) * rng.uniform(2, 12) + rng.uniform(0, 22)
    tint = np.array([rng.uniform(1.0, 1.7), rng.uniform(0.9, 1.2), rng.uniform(0.6, 1.0)], np.float32)
    colour -= np.maximum(grime, 0)[..., None] * tint
    fade = rng.uniform(0, 0.3)
    colour += (np.float32(225) - colour) * fade
    bare = rng.uniform(0.004, 0.016) * height
    # Faces may fill their picture to the border: what lies beyond it is no card.
    solid = cv2.copyMakeBorder((cover > 127).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    edge = cv2.distanceTransform(solid, cv2.DIST_L2, 3)[1:-1, 1:-1]
    uneven = np.clip(1 + 0.6 * _field(rng, (height, width), 14), 0.2, 2.5)
    rubbed = np.clip(1.3 - edge / (bare * uneven), 0, 1)[..., None]
    colour += (np.array([rng.uniform(150, 215)] * 3, np.float32) - colour) * rubbed * rng.uniform(0.3, 0.9)
    marks = np.zeros((height, width), np.float32)
    for _ in range(rng.randint(0, 9)):
        start = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        end = start + np.array([rng.gauss(0, 0.25), rng.gauss(0, 0.25)]) * height
        _line(marks, start, end, rng.uniform(0.2, 0.7), 1)
    if rng.random() < 0.3:
        # A crease runs from edge to edge and has a bright and a dark flank.
        down, up = rng.uniform(0, height), rng.uniform(0, height)
        dark = np.zeros_like(marks)
        thick = max(1, round(height / 200))
        _line(marks, np.array([0, down]), np.array([width, up]), rng.uniform(0.3, 0.8), thick)
        _line(dark, np.array([0, down + thick]), np.array([width, up + thick]), rng.uniform(0.2, 0.5), thick)
        colour *= 1 - dark[..., None]
    colour += (np.float32(235) - colour) * marks[..., None]
    if rng.random() < 0.2:
        bite = rng.uniform(0.02, 0.06) * height
        corner = np.array([rng.choice([0, width]), rng.choice([0, height])], np.float32)
        inward = np.where(corner > 0, -1, 1).astype(np.float32)
        triangle = corner + np.array([[0, 0], [bite * inward[0], 0], [0, bite * inward[1] * rng.uniform(0.5, 1)]])
        cv2.fillConvexPoly(cover, np.round(triangle).astype(np.int32), 0, cv2.LINE_AA)
    return _Work(colour, cover, work.quads)


def _bent(work: _Work, rng: random.Random) -> _Work:
    """Curl the card about an axis: what rises nears the lens and turns to or from the light."""
    height, width = work.cover.shape
    turn = rng.uniform(-0.5, 0.5) + rng.choice([0.0, np.pi / 2])
    along = np.array([np.cos(turn), np.sin(turn)], np.float32)
    strength, middle = rng.uniform(0.03, 0.11) * rng.choice([-1, 1]), rng.uniform(-0.4, 0.4)
    lean = np.array([rng.uniform(-1, 1), rng.uniform(-1, 1)], np.float32) * 0.35
    half = np.array([width, height], np.float32) / 2

    def rise(points: Points) -> NDArray[np.float32]:
        return np.asarray(strength * ((points @ along - middle) ** 2 - 0.4), np.float32)

    def forward(points: Points) -> Points:
        """Move points of the flat card, −1 to 1 either way, to where the bent one shows them."""
        up = rise(points)[..., None]
        return np.asarray(points * (1 + 0.5 * up) + lean * up, np.float32)

    reach = 1 + 2 * _BLEED
    # Middles of cells, as resizing takes them; the outer half of the outermost cells lies beyond the card.
    steps = ((np.arange(_GRID) + 0.5) / _GRID * 2 - 1) * reach
    grid = np.stack(np.meshgrid(steps, steps), -1)
    target = np.asarray(grid, np.float32)
    source = target.copy()
    for _ in range(4):
        source += target - forward(source)
    size = np.round(half * 2 * reach).astype(int)
    pixels = cv2.resize((source + 1) * half, (int(size[0]), int(size[1])), interpolation=cv2.INTER_LINEAR)
    slope = 2 * strength * (grid.astype(np.float32) @ along - middle)
    light = 1 + np.clip(slope * rng.uniform(-3, 3), -0.45, 0.25)
    shade = cv2.resize(light.astype(np.float32), (int(size[0]), int(size[1])), interpolation=cv2.INTER_LINEAR)
    flat = np.dstack([work.colour, work.cover])
    moved = cv2.remap(flat, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    placed = [forward(np.asarray(quad / half - 1, np.float32)) for quad in work.quads]
    quads = tuple(np.asarray((quad + reach) * half, np.float32) for quad in placed)
    colour, cover = moved[..., :3] * shade[..., None], moved[..., 3]
    return _trimmed(_Work(np.asarray(colour, np.float32), np.asarray(cover, np.float32), quads))


def _sleeved(work: _Work, rng: random.Random) -> _Work:
    """Put the card into a clear or a matt sleeve: a rim of film, less contrast, and the lamp in streaks."""
    height, width = work.cover.shape
    rim = max(1, round(rng.uniform(0.012, 0.035) * height))
    colour = np.full((height + 2 * rim, width + 2 * rim, 3), rng.uniform(140, 250), np.float32)
    cover = np.full(colour.shape[:2], rng.uniform(20, 90), np.float32)
    inside = np.s_[rim : rim + height, rim : rim + width]
    share = work.cover[..., None] / 255
    colour[inside] = colour[inside] * (1 - share) + work.colour * share
    cover[inside] = np.maximum(cover[inside], work.cover)
    haze = rng.uniform(0.0, 0.12) if rng.random() < 0.6 else rng.uniform(0.12, 0.32)
    colour += (np.float32(205) - colour) * haze
    y, x = np.mgrid[0 : colour.shape[0], 0 : colour.shape[1]].astype(np.float32) / height
    for _ in range(rng.choice([0, 1, 1, 2])):
        angle = rng.uniform(0, np.pi)
        off = x * np.cos(angle) + y * np.sin(angle) - rng.uniform(0.1, 1.0)
        streak = np.exp(-((off / rng.uniform(0.02, 0.15)) ** 2)) * rng.uniform(0.1, 0.6)
        colour += (np.float32(255) - colour) * streak[..., None]
    return _Work(colour, cover, tuple(quad + np.float32(rim) for quad in work.quads))


_WAYS: dict[Wear, Callable[[_Work, random.Random], _Work]] = {
    Wear.WORN: _worn,
    Wear.BENT: _bent,
    Wear.SLEEVED: _sleeved,
}


def _trimmed(work: _Work) -> _Work:
    """Cut the empty margin away, so that the picture's corners are about the card's."""
    rows, columns = np.where(work.cover.max(axis=1) > 127)[0], np.where(work.cover.max(axis=0) > 127)[0]
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    corner = np.array([left, top], np.float32)
    return _Work(
        work.colour[top:bottom, left:right],
        work.cover[top:bottom, left:right],
        tuple(quad - corner for quad in work.quads),
    )


def _field(rng: random.Random, shape: tuple[int, int], cells: int) -> Sheet:
    generator = np.random.default_rng(rng.getrandbits(32))
    noise = generator.standard_normal((cells * 3 // 2, cells)).astype(np.float32)
    return np.asarray(cv2.resize(noise, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _line(sheet: Sheet, start: NDArray[np.float64], end: NDArray[np.float64], depth: float, thick: int) -> None:
    first, last = (tuple(int(v) for v in np.round(point)) for point in (start, end))
    cv2.line(sheet, first, last, depth, thick, cv2.LINE_8)
