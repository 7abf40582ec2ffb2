"""Words that lie about, framed exactly as a joker's lettering is framed: crops of which the reader must say ``none``.

Lettering that runs across, down or sideways is an index only when it says JOKER, and nothing but reading it tells.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training.dataset import CROP_GROW, CROP_SIZE, NONE
from paizhuo.models.training.lettering import Mask, glyph
from paizhuo.models.training.prints import WORDS
from paizhuo.vision.crops import upright
from paizhuo.vision.render.backdrop import backdrop
from paizhuo.vision.render.effects import photographed

Crop = NDArray[np.uint8]
Quad = NDArray[np.float32]
Colour = tuple[int, int, int]

_SIDE = 320
_WORDS_EACH = 6
_VOWELS, _CONSONANTS = "aeiou", "bcdfghklmnprstvwz"
_JOKERS = ("JO", "KER")


def caption_crops(seed: int, count: int, fonts: Sequence[Path]) -> list[Crop]:
    """Give ``count`` crops ``(88, 88, 3)`` of words in ``fonts`` and in plotter lettering; a seed gives the same."""
    rng = random.Random(f"captions {seed}")
    crops: list[Crop] = []
    while len(crops) < count:
        canvas = backdrop(rng, _SIDE, ())
        quads = [quad for quad in (_lay(rng, canvas, fonts) for _ in range(_WORDS_EACH)) if quad is not None]
        picture = photographed(rng, canvas)
        crops += [upright(picture, quad, grow=CROP_GROW, size=CROP_SIZE) for quad in quads]
    return crops[:count]


def write_captions(count: int, fonts: Sequence[Path], target: Path) -> int:
    """Write ``count`` such crops as a piece of the reader's training data, and tell how many there are.

    A piece that is there is left alone.
    """
    if target.exists():
        return len(np.load(target)["labels"])
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part.npz")
    crops = np.array(caption_crops(1, count, fonts), np.uint8)
    np.savez(part, crops=crops, labels=np.full(len(crops), NONE, np.int64))
    part.rename(target)
    return len(crops)


def word(rng: random.Random) -> str:
    """Draw a word of three to nine letters that begins or ends no JOKER: one of the language, or one that could be."""
    while True:
        if rng.random() < 0.5:
            drawn = rng.choice(WORDS)
        else:
            begun = rng.random() < 0.5
            drawn = "".join(
                rng.choice(_VOWELS if (place % 2 == 0) is begun else _CONSONANTS) for place in range(rng.randint(3, 9))
            )
        drawn = rng.choice([str.lower, str.lower, str.upper, str.title])(drawn)
        if len(drawn) >= 3 and drawn.isalpha() and not any(piece in drawn.upper() for piece in _JOKERS):
            return drawn


def _lay(rng: random.Random, canvas: Crop, fonts: Sequence[Path]) -> Quad | None:
    """Print a word on its plate somewhere, and frame it; None where it is too large for the canvas."""
    height = rng.uniform(7, 26)
    ink = _ink(rng, height, fonts)
    margin = round(rng.uniform(0.1, 0.8) * height) + 1
    tall, wide = ink.shape
    if max(tall, wide) + 2 * margin > _SIDE * 0.6:
        return None
    paper, colour = _inks(rng)
    plate = np.empty((tall + 2 * margin, wide + 2 * margin, 3), np.uint8)
    plate[:] = paper
    inside = plate[margin : margin + tall, margin : margin + wide]
    cover = ink[..., None].astype(np.float32) / 255
    inside[:] = (inside * (1 - cover) + np.array(colour, np.float32) * cover).astype(np.uint8)
    x, y = rng.uniform(0.2, 0.8) * _SIDE, rng.uniform(0.2, 0.8) * _SIDE
    middle = (plate.shape[1] / 2, plate.shape[0] / 2)
    matrix = np.asarray(cv2.getRotationMatrix2D(middle, rng.choice([0, rng.uniform(0, 360)]), 1), np.float64)
    matrix[:, 2] += (x - middle[0], y - middle[1])
    cv2.warpAffine(plate, matrix, (_SIDE, _SIDE), dst=canvas, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    box = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float64) + margin
    quad = np.asarray(box @ matrix[:, :2].T + matrix[:, 2], np.float32)
    # A turned word is read from either end, as turned lettering of jokers is.
    return np.roll(quad, rng.choice([0, 0, 0, 1, 3]), axis=0)


def _ink(rng: random.Random, height: float, fonts: Sequence[Path]) -> Mask:
    text = word(rng)
    if rng.random() < 0.4:
        # Plotter lettering, as programs write it over a picture.
        plotter, thick = rng.choice([0, 0, 2, 3]), rng.choice([1, 2])
        (wide, tall), below = cv2.getTextSize(text, plotter, height / 22, thick)
        sheet = np.zeros((tall + below + 4, wide + 4), np.uint8)
        cv2.putText(sheet, text, (2, tall + 2), plotter, height / 22, 255, thick, cv2.LINE_AA)
        if rng.random() < 0.3:
            sheet = np.maximum(sheet, np.roll(sheet, 1, axis=1))
        rows, columns = np.where(sheet.max(axis=1) > 40)[0], np.where(sheet.max(axis=0) > 40)[0]
        return sheet[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    font = rng.choice(fonts)
    if rng.random() < 0.3:
        letters = [glyph(font, letter, height * 0.8) for letter in text[:6].upper()]
        step, wide = round(height * rng.uniform(0.85, 1.1)), max(letter.shape[1] for letter in letters)
        stack = np.zeros((step * len(letters), wide), np.uint8)
        for place, letter in enumerate(letters):
            left = (wide - letter.shape[1]) // 2
            part = stack[place * step : place * step + letter.shape[0], left : left + letter.shape[1]]
            part[:] = letter[: part.shape[0]]
        return stack
    return glyph(font, text, height, squeeze=rng.uniform(0.55, 1.0), weight=rng.choice([0, 0, 2, 4]))


def _inks(rng: random.Random) -> tuple[Colour, Colour]:
    light, dark = rng.randint(215, 255), rng.randint(0, 60)
    paper: Colour = (light, light, light)
    kind = rng.random()
    if kind < 0.6:
        return paper, (dark, dark, dark)
    if kind < 0.85:
        return paper, (rng.randint(0, 60), rng.randint(0, 50), rng.randint(150, 230))
    return paper, (rng.randint(0, 200), rng.randint(0, 200), rng.randint(0, 200))
