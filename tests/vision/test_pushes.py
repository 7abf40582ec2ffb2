"""Cards that are pushed, laid over their twins, or lie half over each other: each is one card, told once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import CardsMoved, CardsRemoved, CardsShown, Observation
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedTable
from paizhuo.vision.eye import TableEye
from paizhuo.vision.eye_settings import EyeSettings
from paizhuo.vision.track import TrackSettings
from paizhuo.vision.zones import table_zones

STEP = 24.0
"""Millimetres from card to card in a play."""


class Watcher:
    """A drawn table and its eye."""

    def __init__(self, settings: EyeSettings | None = None) -> None:
        self.table = ScriptedTable()
        self.eye = TableEye(self.table.sight, self.table.table_map, table_zones(), settings)
        self.see([], 6)

    def see(self, cards: Sequence[ScriptedCard], frames: int = 10) -> list[Observation]:
        return [each for _ in range(frames) for each in self.eye.see(self.table.frame(cards))]


def row(faces: str, x: float = 0.0, y: float = 220.0, angle: float = 0.0) -> list[ScriptedCard]:
    """Lay cards in a row in front of the South, each over the one before."""
    turn = math.radians(angle)
    cards = [Card(face) for face in faces.split()]
    shifts = [STEP * (place - (len(cards) - 1) / 2) for place in range(len(cards))]
    return [
        ScriptedCard(card, x + math.cos(turn) * along, y + math.sin(turn) * along, angle, shows=(0,))
        for card, along in zip(cards, shifts, strict=True)
    ]


def moved(cards: Sequence[ScriptedCard], x: float, y: float) -> list[ScriptedCard]:
    return [replace(card, x=card.x + x, y=card.y + y) for card in cards]


def shown(told: Sequence[Observation]) -> list[list[str]]:
    return [[card.card.value for card in each.cards] for each in told if isinstance(each, CardsShown)]


@pytest.mark.parametrize("faces", ["H9 S9", "BJ BJ", "C4 D4 S4 H8 C8"])
@pytest.mark.parametrize("way", [(STEP, 0.0), (-STEP, 0.0), (17.0, -17.0)])
def test_a_play_pushed_by_a_card_step_is_no_second_play(faces: str, way: tuple[float, float]) -> None:
    watcher = Watcher()
    play = row(faces)
    assert shown(watcher.see(play)) == [faces.split()]
    told = watcher.see(moved(play, *way), 14)
    assert [type(each) for each in told if not isinstance(each, CardsMoved)] == []
    assert {card.card.value for each in told if isinstance(each, CardsMoved) for card in each.cards} <= set(
        faces.split()
    )
    assert shown(watcher.see([*moved(play, *way), ScriptedCard(Card.D2, 330, 0, -90)])) == [["D2"]]


@pytest.mark.parametrize(
    ("under", "over", "shift"),
    [
        ("SQ CQ HQ DJ CJ", "C2 H2 H2 SQ HQ", -16.0),
        ("S4 D4 S4 H8 D8", "H4 C4 C4 D4", -18.0),
        ("HA SA", "HA SA", 36.0),
    ],
)
def test_a_second_play_over_the_first_is_whole_although_twins_lie_under_it(under: str, over: str, shift: float) -> None:
    watcher = Watcher()
    first = row(under)
    assert shown(watcher.see(first)) == [under.split()]
    told = watcher.see([*first, *row(over, shift / 3, 220.0 + shift, 6.0)], 14)
    assert shown(told) == [over.split()]
    assert not any(isinstance(each, CardsMoved | CardsRemoved) for each in told)


def test_a_tracker_that_calls_every_twin_a_push_loses_cards_of_that_play() -> None:
    """The negative control: what the rule about covered cards is for."""
    watcher = Watcher(EyeSettings(tracks=TrackSettings(push_share=0.0)))
    first = row("SQ CQ HQ DJ CJ")
    watcher.see(first)
    told = watcher.see([*first, *row("C2 H2 H2 SQ HQ", -5.0, 204.0, 6.0)], 14)
    assert shown(told) != [["C2", "H2", "H2", "SQ", "HQ"]]


@pytest.mark.parametrize("step", [10.0, 16.0, 32.0])
@pytest.mark.parametrize("face", [Card.BJ, Card.S9])
def test_two_equal_cards_half_over_each_other_are_two(face: Card, step: float) -> None:
    watcher = Watcher()
    pair = [ScriptedCard(face, 0.0, 220.0, shows=(0,)), ScriptedCard(face, step, 221.0)]
    told = watcher.see(pair, 14)
    assert shown(told) == [[face.value, face.value]]
    if step > 12.0:
        told = watcher.see(pair[:1], 14)
        assert [[card.card for card in each.cards] for each in told if isinstance(each, CardsRemoved)] == [[face]]


def test_a_card_pushed_alone_keeps_its_identity() -> None:
    watcher = Watcher()
    play = row("SK")
    watcher.see(play)
    (track,) = (card.track for card in watcher.eye.table.cards)
    told = watcher.see(moved(play, 60.0, 20.0))
    (push,) = told
    assert isinstance(push, CardsMoved)
    assert [card.track for card in watcher.eye.table.cards] == [track]
    assert push.seat is Seat.S


@pytest.mark.parametrize("way", [(20.0, 4.0), (14.0, 9.0), (-17.0, -6.0), (12.0, 13.0)])
def test_a_row_with_twins_pushed_by_less_than_a_step_is_no_second_play(way: tuple[float, float]) -> None:
    """Each card comes to lie where its neighbour lay; a twin's place is not its own."""
    watcher = Watcher()
    play = row("D4 D4 DA DT", angle=12.0)
    assert shown(watcher.see(play)) == [["D4", "D4", "DA", "DT"]]
    told = watcher.see(moved(play, *way), 14)
    assert [type(each) for each in told if not isinstance(each, CardsMoved)] == []
