"""Pictures of a deck that is fanned out to be enrolled: every card in one picture, its index in view."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.render.backdrop import backdrop
from paizhuo.vision.render.compose import Shadow, card_corners, paste
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.render.effects import photographed

Picture = NDArray[np.uint8]

A_FAN = 9
FANS = 3
_SIDE = 1200
_ALONE = 900


def sweeps(
    deck: Deck, cards: Sequence[Card], seed: int, *, textures: Sequence[Picture] = (), harshness: float = 0.4
) -> Iterator[Picture]:
    """Render pictures of 1200 × 1200 pixels that show ``cards`` in their order, three fans of nine in each."""
    rng = random.Random(seed)
    a_picture = A_FAN * FANS
    for start in range(0, len(cards), a_picture):
        canvas = backdrop(rng, _SIDE, textures)
        for row in range(FANS):
            fan = cards[start + row * A_FAN : start + (row + 1) * A_FAN]
            _fan(rng, canvas, deck, fan, (row + 0.5) * _SIDE / FANS)
        yield photographed(rng, canvas, harshness)


def _fan(rng: random.Random, canvas: Picture, deck: Deck, cards: Sequence[Card], y: float) -> None:
    height = _SIDE / FANS * rng.uniform(0.62, 0.7)
    step = height * rng.uniform(0.33, 0.37)
    bend = rng.uniform(0.0, 0.04)
    left = rng.uniform(0.8, 1.0) * height * 0.72
    for place, card in enumerate(cards):
        face = deck.faces[card]
        width, tall = face.size
        off = place - (A_FAN - 1) / 2
        middle = (left + place * step, y + off**2 * bend * height * 0.12 + rng.uniform(-0.02, 0.02) * height)
        angle = bend * off + rng.gauss(0, 0.012)
        paste(canvas, face, card_corners(middle, height, width / tall, angle), shadow=Shadow(depth=0.3))


def alone(deck: Deck, card: Card, seed: int, *, textures: Sequence[Picture] = (), harshness: float = 0.4) -> Picture:
    """Render a picture of 900 × 900 pixels that shows one card and nothing else, as a person lays it down."""
    rng = random.Random(seed)
    canvas = backdrop(rng, _ALONE, textures)
    face = deck.faces[card]
    width, tall = face.size
    middle = (_ALONE * rng.uniform(0.46, 0.54), _ALONE * rng.uniform(0.46, 0.54))
    corners = card_corners(middle, _ALONE * rng.uniform(0.5, 0.72), width / tall, rng.gauss(0, 0.15))
    paste(canvas, face, corners, shadow=Shadow(depth=0.3))
    return photographed(rng, canvas, harshness)
