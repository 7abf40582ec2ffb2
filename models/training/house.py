"""Draw the product's own deck: a Chinese-style two-index deck with plain emblems for courts and jokers.

The result is an atlas that ships with the renderer, so that neither the demo nor a test needs a font or artwork.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training.procedural import Supplies, procedural_deck
from paizhuo.rules.cards import FACES
from paizhuo.vision.render.deck import Deck

Sheet = NDArray[np.uint8]
COLUMNS = 11
_INK, _FELT, _GOLD, _RED, _PALE = (40, 34, 28), (75, 86, 20), (60, 170, 225), (46, 16, 200), (236, 244, 246)


def draw_house_deck(font: Path, seed: int = 762) -> Deck:
    """Draw the 54 faces and the back with ``font`` as index font."""
    courts = {letter: (_emblem(letter),) for letter in ("J", "Q", "K", "LJ", "BJ")}
    return procedural_deck(seed, Supplies((font,), courts=courts, court_share=1.0), style="chinese")


def write_atlas(deck: Deck, folder: Path) -> None:
    """Write ``atlas.png`` (all faces and the back, BGRA) and ``atlas.json`` (their places and index quads)."""
    pictures = [deck.faces[card].levels[0] for card in FACES] + [deck.back.levels[0]]
    height, width = pictures[0].shape[:2]
    rows = -(-len(pictures) // COLUMNS)
    atlas = np.zeros((rows * height, COLUMNS * width, 4), np.uint8)
    for place, picture in enumerate(pictures):
        top, left = place // COLUMNS * height, place % COLUMNS * width
        atlas[top : top + height, left : left + width] = picture
    cv2.imwrite(str(folder / "atlas.png"), atlas, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    quads = {card.value: [quad.round(1).tolist() for quad in deck.faces[card].quads] for card in FACES}
    facts = {"columns": COLUMNS, "size": [width, height], "faces": [card.value for card in FACES], "quads": quads}
    (folder / "atlas.json").write_text(json.dumps(facts, indent=None, separators=(",", ":")) + "\n")


def _emblem(letter: str) -> Sheet:
    height, width = 396, 220
    sheet = np.full((height, width, 3), _PALE, np.uint8)
    half = sheet[: height // 2]
    grey = letter == "LJ"
    main, second = (_INK, (150, 150, 150)) if grey else (_RED, _GOLD)
    if letter in ("LJ", "BJ"):
        _star(half, (110, 108), 72, main)
        _star(half, (110, 108), 40, second)
    else:
        _crown(half, letter, second, main)
        cv2.rectangle(half, (58, 150), (162, 197), _FELT, -1)
        for x in range(66, 162, 16):
            cv2.circle(half, (x, 174), 5, _GOLD, -1, cv2.LINE_AA)
    sheet[height // 2 :] = half[::-1, ::-1]
    cv2.rectangle(sheet, (0, 0), (width - 1, height - 1), _INK, 2)
    cv2.line(sheet, (0, height // 2), (width, height // 2), _INK, 2, cv2.LINE_AA)
    return sheet


def _crown(half: Sheet, letter: str, fill: tuple[int, int, int], jewel: tuple[int, int, int]) -> None:
    if letter == "J":
        cap = [[58, 140], [58, 84], [100, 48], [162, 66], [162, 140]]
        cv2.fillPoly(half, [np.array(cap, np.int32)], fill, cv2.LINE_AA)
        cv2.line(half, (150, 70), (192, 22), jewel, 9, cv2.LINE_AA)
    elif letter == "Q":
        cv2.fillPoly(
            half,
            [np.array([[58, 140], [44, 72], [84, 104], [110, 56], [136, 104], [176, 72], [162, 140]])],
            fill,
            cv2.LINE_AA,
        )
        for x, y in ((44, 66), (110, 48), (176, 66)):
            cv2.circle(half, (x, y), 11, jewel, -1, cv2.LINE_AA)
    else:
        points = [[50, 140], [50, 60], [80, 92], [110, 40], [140, 92], [170, 60], [170, 140]]
        cv2.fillPoly(half, [np.array(points, np.int32)], fill, cv2.LINE_AA)
        cv2.line(half, (110, 12), (110, 44), jewel, 8, cv2.LINE_AA)
        cv2.line(half, (97, 26), (123, 26), jewel, 8, cv2.LINE_AA)
    cv2.rectangle(half, (54, 122), (166, 140), jewel, -1)


def _star(half: Sheet, centre: tuple[int, int], radius: int, colour: tuple[int, int, int]) -> None:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    radii = np.where(np.arange(10) % 2 == 0, radius, radius * 0.42)
    points = np.stack([centre[0] + radii * np.cos(angles), centre[1] + radii * np.sin(angles)], axis=1)
    cv2.fillPoly(half, [np.round(points).astype(np.int32)], colour, cv2.LINE_AA)
