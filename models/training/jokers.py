"""Index corners of jokers: lettering that runs down, turned or across, with and without a mark, or two characters.

No part of a deck differs more from maker to maker. The rule that all of them share is kept: the little joker is printed
black or grey, the big one in colour.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from paizhuo.models.training.lettering import Mask, glyph
from paizhuo.rules.cards import Card

Colour = tuple[int, int, int]
Stamp = tuple[Mask, float, float, Colour]
"""Ink, its left and top in pixels of the face, and its colour (BGR)."""

_CHINESE = ("down",) * 9 + ("mark_down",) * 3 + ("turned",) * 2 + ("characters",) * 2 + ("across", "mark")
_OTHERS = ("down",) * 6 + ("mark_down",) * 3 + ("turned",) * 3 + ("across",) * 4 + ("mark",) * 4
_COLOURS: tuple[Colour, ...] = (
    (30, 30, 210),
    (20, 20, 170),
    (20, 90, 230),
    (40, 150, 30),
    (190, 80, 20),
    (150, 30, 120),
    (20, 140, 200),
)


@dataclass(frozen=True, slots=True)
class JokerStyle:
    """How a deck marks its jokers. Lengths are shares of the card's height.

    ``letter`` is a letter's height, ``width`` its width at most, in letter heights, ``step`` from one letter to the
    next in letter heights. ``upwards`` turned lettering is read from below.
    """

    mode: str
    word: str
    letter: float
    width: float
    step: float
    weight: int
    mark: str
    mark_size: float
    upwards: bool
    little: Colour
    big: tuple[Colour, ...]


def joker_style(rng: random.Random, *, chinese: bool, characters: bool, red: Colour, black: Colour) -> JokerStyle:
    """Draw a style; ``characters`` says whether a font for them is there, ``red`` and ``black`` are the deck's inks."""
    mode = rng.choice(_CHINESE if chinese else _OTHERS)
    if mode == "characters" and not characters:
        mode = "down"
    thin = rng.random() < 0.45
    grey = rng.randint(60, 120)
    motley = tuple(rng.sample(_COLOURS, 5)) if rng.random() < 0.12 else (rng.choice(_COLOURS),)
    return JokerStyle(
        mode=mode,
        word=rng.choice(["JOKER"] * 16 + ["Joker", "JOLLY"]),
        letter=rng.uniform(0.026, 0.045) if thin else rng.uniform(0.04, 0.078),
        width=rng.uniform(0.35, 0.65) if thin else rng.uniform(0.5, 0.95),
        step=rng.uniform(1.06, 1.38),
        weight=rng.choice([0, 0, 0, 2, 4]),
        mark=rng.choice(["star", "star", "ring", "disc", "cap", "face"]),
        mark_size=rng.uniform(0.045, 0.08) * (1.5 if mode == "mark" else 1.0),
        upwards=rng.random() < 0.25,
        little=black if rng.random() < 0.8 else (grey, grey, grey),
        big=(red,) if rng.random() < 0.75 else motley,
    )


def joker_stamps(
    style: JokerStyle, card: Card, font: Path, at: tuple[float, float], height: float, character_font: Path | None
) -> list[Stamp]:
    """Give the ink of a joker's top left corner, beginning at ``at``, on a card ``height`` pixels high."""
    inks = style.big if card is Card.BJ else (style.little,)
    x, y = at
    if style.mode == "characters" and character_font is not None:
        return _characters("大王" if card is Card.BJ else "小王", character_font, at, height * style.letter * 1.7, inks)
    stamps: list[Stamp] = []
    # Lettering in one piece is printed no smaller than single letters are wide.
    letter = height * (max(style.letter, 0.036) if style.mode in ("turned", "across") else style.letter)
    if style.mode in ("mark", "mark_down"):
        side = max(6, round(height * style.mark_size))
        stamps.append((mark(style.mark, side), x, y, inks[0]))
        y += side * 1.15
    if style.mode in ("down", "mark_down"):
        stamps += _down(style, font, (x, y), letter, inks)
    elif style.mode in ("turned", "across"):
        word = glyph(font, style.word, letter, squeeze=min(1.0, style.width * 1.3), weight=style.weight)
        if style.mode == "turned":
            word = np.ascontiguousarray(np.rot90(word, 1 if style.upwards else -1))
        stamps.append((word, x, y, inks[0]))
    return stamps


def _down(style: JokerStyle, font: Path, at: tuple[float, float], letter: float, inks: Sequence[Colour]) -> list[Stamp]:
    x, y = at
    widest = letter * style.width
    stamps: list[Stamp] = []
    for place, character in enumerate(style.word.upper()):
        drawn = glyph(font, character, letter, weight=style.weight)
        wide = max(2, round(min(widest, drawn.shape[1])))
        drawn = np.asarray(cv2.resize(drawn, (wide, drawn.shape[0]), interpolation=cv2.INTER_AREA), np.uint8)
        stamps.append((drawn, x + (widest - wide) / 2, y, inks[place % len(inks)]))
        y += letter * style.step
    return stamps


def _characters(text: str, font: Path, at: tuple[float, float], height: float, inks: Sequence[Colour]) -> list[Stamp]:
    x, y = at
    stamps: list[Stamp] = []
    for character in text:
        drawn = glyph(font, character, height)
        stamps.append((drawn, x + (height - drawn.shape[1]) / 2, y, inks[0]))
        y += height * 1.15
    return stamps


def mark(kind: str, side: int) -> Mask:
    """Draw a joker's mark: a ``star``, one in a ``ring`` or cut out of a ``disc``, a jester's ``cap`` or ``face``."""
    big = max(48, side * 3)
    sheet = np.zeros((big, big), np.uint8)
    middle = (big // 2, big // 2)
    if kind == "star":
        _star(sheet, middle, big * 0.5)
    elif kind == "ring":
        cv2.circle(sheet, middle, round(big * 0.46), 255, max(1, big // 14), cv2.LINE_AA)
        _star(sheet, middle, big * 0.34)
    elif kind == "disc":
        cv2.circle(sheet, middle, round(big * 0.48), 255, -1, cv2.LINE_AA)
        _star(sheet, middle, big * 0.36, ink=0)
    else:
        if kind == "face":
            cv2.ellipse(sheet, (big // 2, round(big * 0.7)), (big // 5, round(big * 0.28)), 0, 0, 360, 255, -1)
            cv2.ellipse(sheet, (big // 2, round(big * 0.72)), (big // 8, big // 6), 0, 0, 360, 0, -1)
        cap = np.array([[0.15, 0.62], [0.02, 0.2], [0.33, 0.42], [0.5, 0.05], [0.67, 0.42], [0.98, 0.2], [0.85, 0.62]])
        cv2.fillPoly(sheet, [np.round(cap * (big - 1)).astype(np.int32)], 255, cv2.LINE_AA)
        for x, y in ((0.06, 0.2), (0.5, 0.07), (0.94, 0.2)):
            cv2.circle(sheet, (round(x * big), round(y * big)), big // 15, 255, -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(sheet, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _star(sheet: Mask, middle: tuple[int, int], radius: float, ink: int = 255) -> None:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    radii = np.where(np.arange(10) % 2 == 0, radius, radius * 0.4)
    points = np.stack([middle[0] + radii * np.cos(angles), middle[1] + radii * np.sin(angles)], axis=1)
    cv2.fillPoly(sheet, [np.round(points).astype(np.int32)], ink, cv2.LINE_AA)
