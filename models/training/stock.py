"""The decks and table tops that training scenes draw from: artwork of packages, procedural decks, the house deck."""

from __future__ import annotations

import json
import os
import random
from collections import defaultdict
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training.prints import printed_stock
from paizhuo.models.training.procedural import Supplies, procedural_deck
from paizhuo.rules.cards import Card
from paizhuo.vision.render.deck import Deck, Face, corner_quads, face_from, rounded
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Stock

_FACE_HEIGHT = 420
_SLOTS = 12
_PRINTS = 90
_WEAR = 0.25


def art_folder() -> Path:
    """Give the cache folder of the artwork: ``PAIZHUO_ART``, else ``$XDG_CACHE_HOME/paizhuo/art``."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("PAIZHUO_ART") or cache / "paizhuo" / "art")


def training_stock(seed: int, procedural: int = 60, *, framed: float = 0.0) -> Stock:
    """Gather training stock: ``procedural`` fresh decks of ``seed``, all training artwork, the house deck.

    ``framed`` is the share of procedural decks whose jokers are framed. About half of the cards come from procedural
    decks, two fifths from artwork (families in equal shares) and a tenth from the house deck. Without artwork in the
    cache only drawn decks are used.
    """
    art = _art_decks(held_out=False)
    courts = court_pictures(art)
    supplies = replace(_supplies(courts), framed=framed)
    made = [procedural_deck(seed * 1000 + place, supplies) for place in range(procedural)]
    pieces = [deck for family in art.values() for deck in _slots(family)]
    share = max(1, round(len(pieces) * 1.15 / max(1, len(made)))) if pieces else 1
    drawn = made * share
    house = [house_deck()] * max(1, round((len(pieces) + len(drawn)) * 0.1))
    decks = pieces + drawn + house
    fonts, chinese = index_fonts()
    prints = printed_stock(seed, _PRINTS, fonts, chinese)
    return Stock(decks, _textures(held_out=False), _backs() + made, jokers=0.12, prints=prints, wear=_WEAR)


def held_out_stock(seed: int, procedural: int = 20) -> Stock:
    """Gather the stock of column X: artwork, table tops and lettering that training never shows.

    Half of the cards come from held-out artwork, half from ``procedural`` decks of ``seed`` with held-out fonts; their
    courts and jokers bear drawings of held-out artwork.
    """
    art = _art_decks(held_out=True)
    fonts, chinese = index_fonts(held_out=True)
    supplies = Supplies(fonts, chinese, court_pictures(art))
    # Seeds far from those of training: the same seed would draw the same proportions.
    first = 5_000_000 + seed * 1000
    made = [procedural_deck(first + place, supplies) for place in range(procedural)]
    pieces = [deck for family in art.values() for deck in _slots(family)]
    drawn = made * max(1, round(len(pieces) / max(1, len(made))))
    prints = printed_stock(5000 + seed, _PRINTS, fonts, chinese)
    return Stock(pieces + drawn, _textures(held_out=True), _backs(), jokers=0.08, prints=prints, wear=_WEAR)


def _slots(family: list[Deck]) -> list[Deck]:
    return [family[place % len(family)] for place in range(max(_SLOTS, len(family)))]


@lru_cache(maxsize=2)
def _art_decks(*, held_out: bool) -> dict[str, list[Deck]]:
    index = art_folder() / "decks" / "index.json"
    families: dict[str, list[Deck]] = defaultdict(list)
    if not index.exists():
        return {}
    for entry in json.loads(index.read_text(encoding="utf-8")):
        if bool(entry["held_out"]) == held_out:
            families[entry["family"]].append(art_deck(entry))
    return dict(families)


def art_deck(entry: dict[str, object]) -> Deck:
    """Load one deck of the artwork's index; faces that are missing are left out."""
    name = str(entry["deck"])
    boxes = entry["faces"]
    assert isinstance(boxes, dict)
    faces: dict[Card, Face] = {}
    for token, box in boxes.items():
        picture = cv2.imread(str(art_folder() / "decks" / name / f"{token}.png"), cv2.IMREAD_UNCHANGED)
        if picture is not None:
            faces[Card(token)] = _art_face(np.asarray(picture, np.uint8), box, four=entry["corners"] == 4)
    back = next(iter(faces.values())) if not _backs() else random.Random(name).choice(_backs()).back
    return Deck(name, faces, back)


def _art_face(picture: NDArray[np.uint8], box: list[float], *, four: bool) -> Face:
    height, width = picture.shape[:2]
    size = (round(width * _FACE_HEIGHT / height), _FACE_HEIGHT)
    picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    if picture.shape[2] == 3:
        picture = rounded(picture, size[0] * 0.04)
    left, top, right, bottom = (v * s for v, s in zip(box, (*size, *size), strict=True))
    quads = list(corner_quads((left, top, right, bottom), size))
    if four:
        quads += list(corner_quads((size[0] - right, top, size[0] - left, bottom), size))
    return face_from(picture, quads)


_BACKS: list[Deck] = []


def _backs() -> list[Deck]:
    if not _BACKS:
        for path in sorted((art_folder() / "backs").glob("*.png")):
            picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
            if picture is None or picture.ndim != 3:
                continue
            size = (round(picture.shape[1] * _FACE_HEIGHT / picture.shape[0]), _FACE_HEIGHT)
            small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
            face = face_from(small if small.shape[2] == 4 else rounded(small, size[0] * 0.04))
            _BACKS.append(Deck(path.stem, {}, face))
    return _BACKS


def files_of(kind: str, *, held_out: bool) -> list[Path]:
    """List the cached files of a kind on one side of the split that the artwork's index draws."""
    folder = art_folder() / kind
    index = folder / "sources.json"
    if not index.exists():
        return []
    entries = json.loads(index.read_text(encoding="utf-8"))
    return sorted(folder / entry["file"] for entry in entries if bool(entry["held_out"]) == held_out)


@lru_cache(maxsize=2)
def _textures(*, held_out: bool) -> list[NDArray[np.uint8]]:
    textures = []
    for path in files_of("backgrounds", held_out=held_out):
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None or min(picture.shape[:2]) < 120:
            continue
        scale = min(1.0, 900 / min(picture.shape[:2]))
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        textures.append(np.asarray(small, np.uint8))
    return textures


def court_pictures(families: dict[str, list[Deck]]) -> dict[str, tuple[NDArray[np.uint8], ...]]:
    """Cut the pictures of courts and jokers out of the artwork, for use on procedural decks."""
    found: dict[str, list[NDArray[np.uint8]]] = defaultdict(list)
    for family in families.values():
        for card, face in family[0].faces.items():
            letter = card.value if card.is_joker else card.value[1]
            if letter not in ("J", "Q", "K", "LJ", "BJ"):
                continue
            picture = face.levels[0][..., :3]
            height, width = picture.shape[:2]
            # Jokers are cut closer: their own lettering must not stand beside that of the deck they are printed on.
            top, left = (0.14, 0.24) if card.is_joker else (0.06, 0.17)
            found[letter].append(
                picture[
                    round(height * top) : round(height * (1 - top)), round(width * left) : round(width * (1 - left))
                ]
            )
    return {letter: tuple(pictures) for letter, pictures in found.items()}


def _supplies(courts: dict[str, tuple[NDArray[np.uint8], ...]]) -> Supplies:
    return Supplies(*index_fonts(), courts)


def index_fonts(*, held_out: bool = False) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Give the index fonts and the Chinese ones."""
    chinese = tuple(sorted(Path("/usr/share/fonts/opentype/noto").glob("*CJK-*.ttc")))
    return tuple(files_of("fonts", held_out=held_out)) or _plain_fonts(), chinese


def _plain_fonts() -> tuple[Path, ...]:
    """Give the fonts that come with matplotlib: enough to try the training without any artwork."""
    folder = Path(str(files("matplotlib") / "mpl-data" / "fonts" / "ttf"))
    return tuple(folder / f"DejaVu{name}.ttf" for name in ("Sans", "Sans-Bold", "Serif", "Serif-Bold"))
