"""Cards that a side keeps face up beside its pile, and backs on it: told with the pile's zone, never as a play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card
from paizhuo.rules.observations import Blocked, CardsShown, TableCleared
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedTable
from paizhuo.vision.eye import TableEye
from paizhuo.vision.zones import table_zones

POINTS = (ScriptedCard(Card.HK, 320.0, 270.0, -20.0), ScriptedCard(Card.S5, 400.0, 285.0, 8.0))
BACKS = (
    ScriptedCard(Card.UNKNOWN, -340.0, -280.0, 5.0, face_up=False),
    ScriptedCard(Card.UNKNOWN, -352.0, -270.0, 40.0, face_up=False),
)


def test_point_cards_kept_face_up_belong_to_no_seat_and_clear_nothing() -> None:
    table = ScriptedTable()
    eye = TableEye(table.sight, table.table_map, table_zones())
    told = [each for frame in range(30) for each in eye.see(table.frame(POINTS if frame > 6 else ()))]
    shown = [each for each in told if isinstance(each, CardsShown)]
    assert {(each.zone, each.seat) for each in shown} == {("pile-EW", None)}
    assert sorted(card.card for each in shown for card in each.cards) == sorted([Card.HK, Card.S5])
    more = [each for _ in range(12) for each in eye.see(table.frame(POINTS[:1]))]
    assert not any(isinstance(each, TableCleared) for each in more)


@pytest.mark.parametrize("heap", [True, False])
def test_an_untidy_heap_of_backs_is_no_hand_over_the_table(heap: bool) -> None:
    """The negative control: over a zone that is no heap, the same thing is taken for a hand."""
    table = ScriptedTable()
    zones = tuple(replace(zone, heap=zone.heap and heap) for zone in table_zones())
    eye = TableEye(table.sight, table.table_map, zones)
    told = [each for frame in range(45) for each in eye.see(table.frame(BACKS if frame > 6 else ()))]
    assert any(isinstance(each, Blocked) for each in told) is not heap
    assert not any(isinstance(each, CardsShown) and each.seat is not None for each in told)
