"""Tables with decks that training never showed, to enrol: what the print of a deck, and its jokers, are measured on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training.stock import held_out_stock
from paizhuo.vision.render.deck import Deck

_STOCK = 8000
_PROCEDURAL = 6
_FIRST, _A_SEED, _A_DECK = 8_000_000, 100_000, 1000
"""Seeds of pictures: the first of all, and how many a seed and a deck have to themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A deck, the table tops that it may lie on (BGR), and the first seed of its pictures."""

    deck: Deck
    textures: Sequence[NDArray[np.uint8]]
    first: int


def tables(seed: int) -> list[Table]:
    """Give a table for each held-out deck, the same with every seed, and for six procedural decks of this seed."""
    stock = held_out_stock(_STOCK + seed, _PROCEDURAL)
    decks = {deck.name: deck for deck in stock.decks if len(deck.faces) > 50}
    first = _FIRST + seed * _A_SEED
    return [Table(decks[name], stock.textures, first + place * _A_DECK) for place, name in enumerate(sorted(decks))]
