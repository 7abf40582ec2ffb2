"""One deck and one table top for a whole simulated hand: of training's artwork, or of what was kept from training."""

from __future__ import annotations

import json
import random

import cv2
import numpy as np

from paizhuo.models.training.procedural import Supplies, procedural_deck
from paizhuo.models.training.stock import art_deck, art_folder, court_pictures, files_of, index_fonts
from paizhuo.rules.cards import FACES
from paizhuo.vision.render.backdrop import Picture
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.render.house import house_deck

_HOUSE = 0.1
_DRAWN = 0.55
"""Up to which draw of chance the deck is procedural: as many as there are decks of artwork, beside the house deck."""

_FIRST = {False: 0, True: 9_000_000}
"""The first seed of procedural decks; those of held-out hands are far from every deck that training drew."""


def playing_deck(seed: int, *, held_out: bool) -> Deck:
    """Give the deck that the hand of ``seed`` is played with: all 54 faces, of artwork or procedural.

    Training's decks count the house deck; held-out hands never see it.
    """
    rng = random.Random(f"deck:{seed}")
    chance = rng.uniform(_HOUSE if held_out else 0.0, 1.0)
    if chance < _HOUSE:
        return house_deck()
    entries = _whole_decks(held_out=held_out)
    chosen = None
    if entries:
        family = rng.choice(sorted({str(entry["family"]) for entry in entries}))
        chosen = art_deck(rng.choice([entry for entry in entries if entry["family"] == family]))
    if chosen is not None and chance >= _DRAWN:
        return chosen
    fonts, chinese = index_fonts(held_out=held_out)
    # A procedural deck bears the courts and jokers of the artwork that was chosen.
    courts = {} if chosen is None else court_pictures({chosen.name: [chosen]})
    return procedural_deck(_FIRST[held_out] + seed, Supplies(fonts, chinese, courts))


def table_top(seed: int, *, held_out: bool) -> Picture | None:
    """Give the table top of the hand of ``seed``, None for the product's own cloth (never in held-out hands)."""
    rng = random.Random(f"top:{seed}")
    paths = files_of("backgrounds", held_out=held_out)
    if not paths or (not held_out and rng.random() < 0.4):
        return None
    picture = cv2.imread(str(rng.choice(paths)), cv2.IMREAD_COLOR)
    return None if picture is None else np.asarray(picture, np.uint8)


def _whole_decks(*, held_out: bool) -> list[dict[str, object]]:
    index = art_folder() / "decks" / "index.json"
    if not index.exists():
        return []
    needed = {str(face) for face in FACES}
    entries: list[dict[str, object]] = json.loads(index.read_text(encoding="utf-8"))
    return [entry for entry in entries if bool(entry["held_out"]) == held_out and needed <= set(_faces(entry))]


def _faces(entry: dict[str, object]) -> dict[str, list[float]]:
    faces = entry["faces"]
    assert isinstance(faces, dict)
    return faces
