"""A page to look at what training is made of: decks, scenes with their truth, and the reader's crops by class."""

from __future__ import annotations

import html
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training.dataset import CLASSES, CROP_GROW, crop_quads
from paizhuo.rules.cards import Card
from paizhuo.vision.crops import upright
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.render.scenes import Scene, Stock, scene

Picture = NDArray[np.uint8]

_SHOWN = (Card.SA, Card.HT, Card.DQ, Card.C8, Card.LJ, Card.BJ)
_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem;color:#222}"
    "figure{display:inline-block;margin:0 1rem 1rem 0}img{max-width:100%;height:auto}figcaption{color:#555}"
)
_FACE, _JOKER, _PRINT = (60, 180, 40), (220, 40, 200), (230, 140, 20)


def write_gallery(folder: Path, stock: Stock, *, scenes: int = 24, first_seed: int = 0) -> Path:
    """Write ``index.html`` and its pictures into ``folder`` and return the page."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = [scene(seed, stock) for seed in range(first_seed, first_seed + scenes)]
    decks = list({deck.name: deck for deck in stock.decks}.values())
    sections = [
        ("Decks", [(f"deck-{place}", _faces(deck), deck.name) for place, deck in enumerate(decks)]),
        (
            "Scenes (green: indices, purple: jokers, orange: print; a thin frame is an index that is mostly covered)",
            [(f"scene-{place}", with_truth(one), f"seed {first_seed + place}") for place, one in enumerate(drawn)],
        ),
        ("Crops of the reader", [(f"crops-{name}", sheet, name) for name, sheet in _crop_sheets(drawn)]),
    ]
    parts = [f"<!doctype html><html lang='en'><meta charset='utf-8'><title>Training</title><style>{_STYLE}</style>"]
    for title, pictures in sections:
        parts.append(f"<h2>{html.escape(title)}</h2>")
        for name, picture, caption in pictures:
            cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
            said = html.escape(caption)
            parts.append(f"<figure><img src='{name}.jpg' alt='{said}'><figcaption>{said}</figcaption></figure>")
    page = folder / "index.html"
    page.write_text("\n".join(parts) + "\n", encoding="utf-8")
    return page


def with_truth(drawn: Scene) -> Picture:
    """Draw the truth of a scene into a copy of it."""
    picture = drawn.picture.copy()
    for index in drawn.indices:
        colour = _JOKER if index.card.is_joker else _FACE
        _frame(picture, index.quad, colour, 2 if index.visible > 0.72 else 1)
    for plate in drawn.prints:
        _frame(picture, plate, _PRINT, 1)
    return picture


def _frame(picture: Picture, quad: NDArray[np.float32], colour: tuple[int, int, int], thick: int) -> None:
    cv2.polylines(picture, [np.round(quad).astype(np.int32)], True, colour, thick, cv2.LINE_AA)


def _faces(deck: Deck) -> Picture:
    pictures = [deck.faces[card].levels[0] for card in _SHOWN if card in deck.faces] + [deck.back.levels[0]]
    return np.hstack([_on_grey(cv2.resize(one, (110, 154), interpolation=cv2.INTER_AREA)) for one in pictures])


def _on_grey(picture: NDArray[Any]) -> Picture:
    cover = picture[..., 3:].astype(np.float32) / 255
    return np.asarray(picture[..., :3] * cover + 128 * (1 - cover), np.uint8)


def _crop_sheets(drawn: Sequence[Scene], most: int = 40) -> list[tuple[str, Picture]]:
    """Give one sheet for jokers, one for other faces and one for what is nothing."""
    kinds: dict[str, list[Picture]] = defaultdict(list)
    for place, one in enumerate(drawn):
        for quad, label in crop_quads(one, random.Random(place)):
            name = CLASSES[label]
            kind = name if name == "none" else "jokers" if name in ("LJ", "BJ") else "faces"
            if len(kinds[kind]) < most:
                kinds[kind].append(upright(one.picture, quad, grow=CROP_GROW, size=72))
    return [(kind, _sheet(crops)) for kind, crops in sorted(kinds.items())]


def _sheet(crops: Sequence[Picture], across: int = 20) -> Picture:
    blank = np.full_like(crops[0], 255)
    padded = [*crops, *[blank] * (-len(crops) % across)]
    return np.vstack([np.hstack(padded[start : start + across]) for start in range(0, len(padded), across)])
