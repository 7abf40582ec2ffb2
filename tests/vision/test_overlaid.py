"""Equal cards laid onto equal cards are new ones; cards that are pushed, straightened or added to are the old ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.test_pushes import STEP, Watcher, moved, row, shown

from paizhuo.rules.cards import Card
from paizhuo.rules.observations import CardsMoved
from paizhuo.vision.backends.scripted import ScriptedCard
from paizhuo.vision.eye_settings import EyeSettings
from paizhuo.vision.track import TrackSettings


def under(cards: list[ScriptedCard]) -> list[ScriptedCard]:
    """Give cards of which no index is left to be seen."""
    return [replace(card, shows=()) for card in cards]


@pytest.mark.parametrize(
    ("first", "second", "x", "y"),
    [
        ("HK CK", "SK HK CK DK", STEP, 0.0),
        ("HK CK", "SK HK CK DK", 7.0, 5.0),
        ("HK CK", "HK CK SK DK", 40.0, 18.0),
        ("C9", "H9 C9 D9 S9", 15.0, -3.0),
    ],
)
def test_a_play_laid_onto_equal_cards_of_its_seat_is_told_whole(first: str, second: str, x: float, y: float) -> None:
    watcher = Watcher()
    old = row(first)
    assert shown(watcher.see(old, 7)) == [first.split()]
    told = watcher.see([*under(old), *row(second, x, 220.0 + y)], 10)
    assert shown(told) == [second.split()]
    assert not any(isinstance(each, CardsMoved) for each in told)


def test_an_eye_that_calls_all_of_it_a_still_card_loses_cards_of_that_play() -> None:
    """The negative control: what the look at small shifts is for."""
    watcher = Watcher(EyeSettings(tracks=TrackSettings(still=14.0)))
    old = row("HK CK")
    watcher.see(old, 7)
    told = watcher.see([*under(old), *row("SK HK CK DK", 7.0, 225.0)], 10)
    assert shown(told) == [["SK", "DK"]]


def test_cards_that_are_pushed_as_another_is_laid_onto_them_are_the_old_ones() -> None:
    watcher = Watcher()
    play = row("HK CK")
    watcher.see(play, 7)
    pushed = moved(play, -STEP, 0.0)
    last = pushed[-1]
    told = watcher.see([*pushed, replace(last, card=Card.DK, x=last.x + STEP)], 10)
    assert shown(told) == [["DK"]]


def test_a_card_uncovered_by_straightening_does_not_make_the_others_new() -> None:
    watcher = Watcher()
    play = row("HK CK")
    watcher.see(play, 7)
    pushed = moved(play, STEP, 0.0)
    told = watcher.see([replace(play[0], card=Card.SK), *pushed], 10)
    assert shown(told) == [["SK"]]
    assert any(isinstance(each, CardsMoved) for each in told)


def test_cards_that_are_found_late_do_not_make_those_between_them_new() -> None:
    """A sleeve brushes the cards; sight had not found the outer two before."""
    watcher = Watcher()
    fan = row("SK HK CK DK")
    watcher.see([under(fan)[0], fan[1], fan[2], under(fan)[3]])
    told = watcher.see(moved(fan, 4.0, 3.0), 10)
    assert [card for play in shown(told) for card in play] == ["SK", "HK", "CK", "DK"]
