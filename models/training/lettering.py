"""Glyphs of index fonts as coverage masks."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]


@lru_cache(maxsize=256)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


@lru_cache(maxsize=4096)
def _drawn(path: Path, text: str, weight: int) -> Mask:
    font = _font(path, 160)
    left, top, right, bottom = font.getbbox(text, stroke_width=weight)
    picture = Image.new("L", (max(1, round(right - left)) + 4, max(1, round(bottom - top)) + 4))
    ImageDraw.Draw(picture).text((2 - left, 2 - top), text, font=font, fill=255, stroke_width=weight, stroke_fill=255)
    mask = np.array(picture)
    rows, columns = np.where(mask.max(axis=1) > 40)[0], np.where(mask.max(axis=0) > 40)[0]
    if len(rows) == 0:
        raise ValueError(f"{path.name} has no glyph for {text!r}")
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def glyph(path: Path, text: str, height: float, *, squeeze: float = 1.0, weight: int = 0) -> Mask:
    """Draw ``text`` trimmed to its ink, ``height`` pixels high, its width multiplied by ``squeeze``."""
    mask = _drawn(path, text, weight)
    width = max(2, round(mask.shape[1] * height / mask.shape[0] * squeeze))
    return np.asarray(cv2.resize(mask, (width, max(2, round(height))), interpolation=cv2.INTER_AREA), np.uint8)


def rank_glyph(path: Path, rank: str, height: float, *, squeeze: float, weight: int) -> Mask:
    """Draw a rank as index printers do: the ten narrow, the Q a little taller for its tail."""
    if rank == "T":
        return _ten(path, height, squeeze, weight)
    tall = height * 1.08 if rank == "Q" else height
    return glyph(path, rank, tall, squeeze=squeeze, weight=weight)


def _ten(path: Path, height: float, squeeze: float, weight: int) -> Mask:
    one = glyph(path, "1", height, squeeze=squeeze * 0.9, weight=weight)
    zero = glyph(path, "0", height, squeeze=squeeze * 0.85, weight=weight)
    gap = max(1, round(height * 0.05))
    both = np.zeros((one.shape[0], one.shape[1] + gap + zero.shape[1]), np.uint8)
    both[:, : one.shape[1]] = one
    both[:, one.shape[1] + gap :] = zero
    return both
