"""Two equal cards that lie half over each other: the hardest thing to count, with its truth."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.render.backdrop import backdrop
from paizhuo.vision.render.compose import Shadow, card_corners, paste
from paizhuo.vision.render.deck import SIZE_MM
from paizhuo.vision.render.effects import photographed
from paizhuo.vision.render.scenes import Stock

LEAST_MM = 8.0
"""Offset from which a pair can be told by a person: an index column then shows for the most part."""

_SIDE = 480
_MOST_MM = 45.0


@dataclass(frozen=True, slots=True, eq=False)
class HardPair:
    """A picture of two equal cards: their face, and how far the upper one is moved along the card (mm)."""

    picture: NDArray[np.uint8]
    card: Card
    offset_mm: float


def hard_pair(seed: int, stock: Stock, *, squared: bool = False, harshness: float = 0.6) -> HardPair:
    """Render the pair of ``seed``; ``squared`` lays the two upon each other to a millimetre, so that one card shows.

    The upper card is moved to the right or left as the print stands, by 8 to 45 mm, and turned a little.
    """
    rng = random.Random(seed)
    deck = rng.choice(stock.decks)
    card = rng.choice(tuple(deck.faces))
    face = deck.faces[card]
    width, tall = face.size
    height = rng.uniform(120, 230)
    unit = height / SIZE_MM[1]
    offset = rng.uniform(0, 0.6) if squared else LEAST_MM * math.exp(rng.uniform(0, math.log(_MOST_MM / LEAST_MM)))
    canvas = backdrop(rng, _SIDE, stock.textures)
    angle = rng.uniform(0, 2 * math.pi)
    side = rng.choice([-1, 1])
    along, across = side * offset * unit, rng.uniform(-1, 1) * (0.5 if squared else 4.0) * unit
    move = np.array(
        [
            along * math.cos(angle) - across * math.sin(angle),
            along * math.sin(angle) + across * math.cos(angle),
        ]
    )
    middle = np.array([_SIDE / 2, _SIDE / 2]) - move / 2 + np.array([rng.uniform(-40, 40), rng.uniform(-40, 40)])
    turn = math.radians(rng.gauss(0, 0.3 if squared else 2.0))
    shadow = Shadow(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(1, 3), rng.uniform(0.1, 0.4))
    for place, at in enumerate((middle, middle + move)):
        corners = card_corners((float(at[0]), float(at[1])), height, width / tall, angle + place * turn)
        paste(canvas, face, corners, shadow=shadow)
    return HardPair(photographed(rng, canvas, harshness), card, offset)
