"""Two equal cards beside each other on the live table are two, however many zones were read that show them."""

from __future__ import annotations

import pytest

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import CardsShown
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedTable
from paizhuo.vision.eye import TableEye
from paizhuo.vision.zones import rectangle

ZONES = [
    rectangle("seat-S", Seat.S, -200, 120, 0, 350),
    rectangle("seat-E", Seat.E, 0, 120, 200, 350),
]
"""Both are read with 50 mm around them, so that either shows what lies between them."""


def told(gap: float) -> list[str]:
    """Lay a card and an equal one ``gap`` mm to its right, half over it, and give what the eye tells."""
    table = ScriptedTable()
    # Of the lower card only the upper left index shows: the other one lies under the upper card.
    pair = [ScriptedCard(Card.H7, -20, 220, shows=(0,)), ScriptedCard(Card.H7, -20 + gap, 220)]
    eye = TableEye(table.sight, table.table_map, ZONES)
    seen = [each for cards in ([], pair) for _ in range(8) for each in eye.see(table.frame(cards))]
    return [card.card.value for each in seen if isinstance(each, CardsShown) for card in each.cards]


@pytest.mark.parametrize("gap", [8.0, 9.0, 10.0, 12.0, 20.0])
def test_equal_cards_from_eight_millimetres_on_are_told_as_two(gap: float) -> None:
    assert told(gap) == ["H7", "H7"]


def test_two_finds_a_millimetre_apart_are_one_print() -> None:
    assert told(1.0) == ["H7"]
