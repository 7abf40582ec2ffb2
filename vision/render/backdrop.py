"""What lies under the cards: cloth, wood, paper, carpets and the clutter that must not be taken for an index."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
Quad = NDArray[np.float32]


def backdrop(rng: random.Random, side: int, textures: Sequence[Picture]) -> Picture:
    """Make a table top of ``side`` × ``side`` pixels: a cut of a texture, or a drawn cloth, carpet or wood."""
    kind = rng.random()
    if textures and kind < 0.55:
        return _cut(rng, side, rng.choice(textures))
    if kind < 0.75:
        return _cloth(rng, side)
    if kind < 0.87:
        return _wood(rng, side)
    return _carpet(rng, side)


def clutter(rng: random.Random, picture: Picture, prints: Sequence[Picture] = ()) -> list[Quad]:
    """Draw things that are no cards onto ``picture`` in place: chips, print, stripes, coins, notes.

    Gives where plates of ``prints`` were laid, each as its four corners ``(4, 2)`` in pixels.
    """
    side = picture.shape[0]
    laid: list[Quad] = []
    for _ in range(rng.choice([0, 0, 1, 1, 3]) if prints else 0):
        plate = rng.choice(prints)
        at = rng.randint(0, side), rng.randint(0, side)
        laid.append(_turned(rng, picture, plate, at, size=math.exp(rng.uniform(math.log(0.5), math.log(1.6)))))
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
        x, y = rng.randint(0, side), rng.randint(0, side)
        kind = rng.random()
        if kind < 0.3:
            _chip(rng, picture, (x, y), round(rng.uniform(0.02, 0.08) * side))
        elif kind < 0.65:
            _print(rng, picture, (x, y))
        elif kind < 0.85:
            _note(rng, picture, (x, y))
        else:
            cv2.line(
                picture,
                (x, y),
                (rng.randint(0, side), rng.randint(0, side)),
                _any_colour(rng),
                rng.randint(1, 8),
                cv2.LINE_AA,
            )
    return laid


def _any_colour(rng: random.Random) -> Colour:
    return rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255)


def _field(rng: random.Random, side: int, grain: int) -> NDArray[np.float32]:
    """Give smooth noise ``(side, side)`` of about unit variance; ``grain`` is the size of its features in pixels."""
    generator = np.random.default_rng(rng.getrandbits(32))
    small = max(2, side // grain + 2)
    noise = generator.standard_normal((small, small)).astype(np.float32)
    return np.asarray(cv2.resize(noise, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _cut(rng: random.Random, side: int, texture: Picture) -> Picture:
    height, width = texture.shape[:2]
    edge = rng.randint(min(height, width, side) // 2, min(height, width))
    x, y = rng.randint(0, width - edge), rng.randint(0, height - edge)
    cut = cv2.resize(texture[y : y + edge, x : x + edge], (side, side), interpolation=cv2.INTER_AREA)
    cut = np.rot90(cut, rng.randint(0, 3)).copy()
    if rng.random() < 0.35:
        # The same weave in another dye: real cloths come in more colours than the textures do.
        grey = cut.mean(axis=2, keepdims=True)
        tint = np.array(_any_colour(rng), np.float32) / 128
        cut = np.clip(grey * tint, 0, 255).astype(np.uint8)
    return np.asarray(cut, np.uint8)


def _cloth(rng: random.Random, side: int) -> Picture:
    colours: Sequence[Colour] = (
        (rng.randint(20, 90), rng.randint(70, 150), rng.randint(0, 60)),
        (rng.randint(60, 160), rng.randint(30, 80), rng.randint(0, 60)),
        (rng.randint(0, 50), rng.randint(0, 50), rng.randint(90, 190)),
        (rng.randint(0, 40),) * 3,
        (rng.randint(200, 250),) * 3,
        _any_colour(rng),
    )
    colour = np.array(rng.choice(colours), np.float32)
    weave = _field(rng, side, rng.choice([1, 1, 2, 3])) * rng.uniform(0, 16) + _field(
        rng, side, side // 3
    ) * rng.uniform(0, 10)
    return np.clip(colour + weave[..., None], 0, 255).astype(np.uint8)


def _wood(rng: random.Random, side: int) -> Picture:
    light = np.array((rng.randint(70, 170), rng.randint(110, 200), rng.randint(150, 230)), np.float32)
    dark = light * rng.uniform(0.45, 0.85)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    angle = rng.uniform(0, math.pi)
    across = x * math.cos(angle) + y * math.sin(angle)
    rings = np.sin(across / rng.uniform(2.5, 14) + _field(rng, side, side // 4) * rng.uniform(1, 5))
    mix = (rings * 0.5 + 0.5 + _field(rng, side, 2) * 0.1)[..., None]
    wood = light * mix + dark * (1 - mix)
    if rng.random() < 0.5:
        step = rng.uniform(0.15, 0.5) * side
        wood[(across % step) < 1.5] *= 0.4
    return np.asarray(np.clip(wood, 0, 255), np.uint8)


def _carpet(rng: random.Random, side: int) -> Picture:
    colour = np.array((rng.randint(50, 170), rng.randint(60, 180), rng.randint(70, 190)), np.float32)
    tufts = _field(rng, side, rng.choice([2, 3, 4])) * rng.uniform(10, 34)
    carpet = colour + tufts[..., None]
    if rng.random() < 0.35:
        bands = np.sin((np.arange(side) + rng.uniform(0, 100)) / rng.uniform(4, 25))[:, None, None]
        carpet = carpet + bands * rng.uniform(10, 60)
    return np.clip(carpet, 0, 255).astype(np.uint8)


def _chip(rng: random.Random, picture: Picture, centre: tuple[int, int], radius: int) -> None:
    colour = _any_colour(rng)
    cv2.circle(picture, centre, radius, colour, -1, cv2.LINE_AA)
    for step in range(0, 360, 60):
        cv2.ellipse(
            picture, centre, (radius, radius), 0, step, step + 22, (240, 240, 240), max(1, radius // 4), cv2.LINE_AA
        )
    cv2.circle(picture, centre, max(1, radius * 2 // 3), tuple(min(255, v + 50) for v in colour), -1, cv2.LINE_AA)


def _print(rng: random.Random, picture: Picture, at: tuple[int, int]) -> None:
    letters = "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") for _ in range(rng.randint(1, 9)))
    paper = _any_colour(rng) if rng.random() < 0.4 else (rng.randint(200, 255),) * 3
    size = rng.uniform(0.25, 1.3)
    (width, height), _ = cv2.getTextSize(letters, rng.randint(0, 7), size, 1)
    plate = np.full((height + 10, width + 10, 3), paper, np.uint8)
    cv2.putText(
        plate, letters, (5, height + 4), rng.randint(0, 7), size, _any_colour(rng), rng.randint(1, 2), cv2.LINE_AA
    )
    _turned(rng, picture, plate, at)


def _note(rng: random.Random, picture: Picture, at: tuple[int, int]) -> None:
    side = picture.shape[0]
    height, width = round(rng.uniform(0.1, 0.3) * side), round(rng.uniform(0.15, 0.5) * side)
    plate = np.full((height, width, 3), (rng.randint(120, 255),) * 3, np.uint8)
    for row in range(3, height - 3, rng.randint(4, 9)):
        cv2.line(plate, (4, row), (rng.randint(width // 2, width), row), (rng.randint(0, 120),) * 3, 1)
    _turned(rng, picture, plate, at)


def _turned(rng: random.Random, picture: Picture, plate: Picture, at: tuple[int, int], *, size: float = 1.0) -> Quad:
    """Lay a plate with its middle ``at``, turned and ``size`` times as large, and give its corners."""
    height, width = plate.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(0, 360), size)
    matrix[:, 2] += np.array(at) - np.array([width / 2, height / 2])
    whole = (picture.shape[1], picture.shape[0])
    cv2.warpAffine(plate, matrix, whole, dst=picture, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    return np.asarray(corners @ matrix[:, :2].T + matrix[:, 2], np.float32)
