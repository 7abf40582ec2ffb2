"""Printed matter that lies about on tables and is no card: lines of text, signs, lists of figures, stacked letters.

Lettering of this kind is what a joker's index is most easily taken for, so scenes hold much of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Plate = NDArray[np.uint8]
Colour = tuple[int, int, int]

_WORDS = (
    "PLAYING CARDS POKER BRIDGE HOTEL COFFEE TEA SCORE NORTH SOUTH EAST WEST TABLE SALE OPEN EXIT TOTAL BANK HOUSE "
    "the of and to in is for on with as by from you are at be this that it not or Made in Quality No. Ltd"
).split()
_CAPTIONS = "the first trick won hand play deal trump lead next round oros copas bastos taglio coupe jeu Stich".split()
WORDS = tuple(word for word in (*_WORDS, *_CAPTIONS) if word.isalpha())
"""Words of more than one language that stand on print."""

_CHINESE = "牌桌茶酒食品有限公司中国出品价格元日月年人口东南西北请勿"
_CAPITALS = "ABCDEFGHIKLMNOPRSTUVWXYZ"


def printed(seed: int, fonts: Sequence[Path], chinese: Sequence[Path] = ()) -> Plate:
    """Print a plate (BGR, some 60 to 320 pixels a side): the same for the same seed and fonts."""
    rng = random.Random(seed)
    paper, ink = _inks(rng)
    kind = rng.random()
    size = rng.choice([9, 11, 13, 16, 20, 26, 34, 46])
    use_chinese = bool(chinese) and rng.random() < 0.25
    font = ImageFont.truetype(str(rng.choice(chinese if use_chinese else fonts)), size)
    if kind < 0.12:
        # A caption: a word or two by themselves, in the ink of card indices and no larger than a joker's lettering.
        return _set([" ".join(rng.choices(_CAPTIONS, k=rng.choice([1, 1, 2])))], font, size, paper, ink)
    if kind < 0.45:
        lines = [_line(rng, rng.randint(2, 7), chinese=use_chinese) for _ in range(rng.randint(2, 9))]
        return _set(lines, font, size, paper, ink)
    if kind < 0.6:
        return _set([_line(rng, rng.randint(1, 2), chinese=use_chinese).upper()], font, size, paper, ink)
    if kind < 0.85:
        # Letters one under the other, as on signs, spines and banners.
        letters = _CHINESE if use_chinese else _CAPITALS
        columns = ["".join(rng.choice(letters) for _ in range(rng.randint(3, 7))) for _ in range(rng.choice([1, 1, 2]))]
        return np.asarray(np.hstack([_set(list(column), font, size, paper, ink) for column in _equal(columns)]))
    figures = [" ".join(str(rng.randint(0, 999)) for _ in range(rng.randint(1, 5))) for _ in range(rng.randint(3, 9))]
    plate = _set(figures, font, size, paper, ink)
    for row in range(0, plate.shape[0], round(size * 1.3)):
        cv2.line(plate, (0, row), (plate.shape[1], row), ink, 1)
    return plate


def printed_stock(seed: int, count: int, fonts: Sequence[Path], chinese: Sequence[Path] = ()) -> list[Plate]:
    """Print ``count`` plates."""
    return [printed(seed * 1000 + place, fonts, chinese) for place in range(count)]


def _inks(rng: random.Random) -> tuple[Colour, Colour]:
    light, dark = rng.randint(205, 255), rng.randint(0, 90)
    paper: Colour = (light - rng.randint(0, 40), light - rng.randint(0, 20), light)
    ink: Colour = (dark, dark, dark)
    if rng.random() < 0.35:
        ink = (rng.randint(0, 60), rng.randint(0, 50), rng.randint(150, 220))
    if rng.random() < 0.25:
        ink = (rng.randint(0, 200), rng.randint(0, 200), rng.randint(0, 200))
    if rng.random() < 0.2:
        paper, ink = ink, paper
    return paper, ink


def _line(rng: random.Random, words: int, *, chinese: bool) -> str:
    if chinese:
        return "".join(rng.choice(_CHINESE) for _ in range(words * 3))
    return " ".join(rng.choice(_WORDS) for _ in range(words))


def _equal(columns: Sequence[str]) -> list[str]:
    longest = max(map(len, columns))
    return [column.ljust(longest) for column in columns]


def _set(lines: Sequence[str], font: ImageFont.FreeTypeFont, size: int, paper: Colour, ink: Colour) -> Plate:
    step = round(size * 1.3)
    width = max(8, *(round(font.getlength(line)) for line in lines)) + 10
    picture = Image.new("RGB", (min(width, 420), step * len(lines) + 8), paper[::-1])
    pen = ImageDraw.Draw(picture)
    for row, line in enumerate(lines):
        pen.text((5, 4 + row * step), line, font=font, fill=ink[::-1])
    return np.ascontiguousarray(np.asarray(picture)[..., ::-1])
