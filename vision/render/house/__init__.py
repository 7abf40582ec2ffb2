"""The product's own deck, drawn once and shipped as an atlas: see ``paizhuo.models.training.house``."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.render.deck import Deck, Face, Picture, face_from


@lru_cache(maxsize=1)
def house_deck() -> Deck:
    """Load the product's own deck: all 54 faces and the back.

    >>> len(house_deck().faces)
    54
    """
    folder = files(__package__)
    facts = json.loads((folder / "atlas.json").read_text(encoding="utf-8"))
    packed = np.frombuffer((folder / "atlas.png").read_bytes(), np.uint8)
    atlas = np.asarray(cv2.imdecode(packed, cv2.IMREAD_UNCHANGED), np.uint8)
    width, height = facts["size"]

    def picture(place: int) -> Picture:
        row, column = divmod(place, facts["columns"])
        return atlas[row * height : (row + 1) * height, column * width : (column + 1) * width]

    faces: dict[Card, Face] = {}
    for place, token in enumerate(facts["faces"]):
        quads = [np.array(quad, np.float32) for quad in facts["quads"][token]]
        faces[Card(token)] = face_from(picture(place), quads)
    return Deck("house", faces, face_from(picture(len(facts["faces"]))))
