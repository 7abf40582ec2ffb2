"""A card whose face nobody can read is told as one that lies there, once, and as itself when it can be read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from tests.vision.test_eye import H5, SA, Watcher, arm, kinds, shown

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import CardsMoved, CardsReread, CardsShown, TableCleared
from paizhuo.vision.backends.scripted import ScriptedCard

BLANK = ScriptedCard(Card.LJ, 0, 220, 10, shows=())
LEGIBLE = replace(BLANK, shows=(0, 1), x=5)


def told(watcher: Watcher) -> list[CardsShown]:
    return [each for each in watcher.told if isinstance(each, CardsShown)]


def test_a_face_that_is_never_read_is_told_as_an_unread_card() -> None:
    watcher = Watcher()
    assert shown(watcher.lay([], [BLANK], Seat.S)) == [("seat-S", ["??"])]
    (play,) = told(watcher)
    (card,) = play.cards
    assert card.face_up
    assert card.present is not None
    assert 0.5 < card.present < 0.9
    assert watcher.see([BLANK], 30) == []


def test_it_is_reread_when_its_index_is_found_at_last() -> None:
    watcher = Watcher()
    watcher.lay([], [BLANK], Seat.S)
    again = watcher.lay([BLANK], [LEGIBLE], Seat.S)
    (reread,) = [each for each in again if isinstance(each, CardsReread)]
    assert (reread.before[0].card, reread.cards[0].card) == (Card.UNKNOWN, Card.LJ)
    assert reread.before[0].track == reread.cards[0].track
    assert shown(again) == []


def test_a_play_waits_for_the_card_beside_it_that_is_hard_to_read() -> None:
    """A play of which one card is read and one is not comes as one."""
    watcher = Watcher()
    other = replace(BLANK, card=Card.H3, x=-90, shows=(0, 1))
    assert shown(watcher.lay([], [BLANK, other], Seat.S)) == [("seat-S", ["H3", "??"])]


def test_a_known_card_whose_index_is_missed_in_one_read_stays_what_it_is() -> None:
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    watcher.lay([SA], [replace(SA, shows=())], Seat.S)
    watcher.see([replace(SA, shows=())], 20)
    assert [card.card for each in told(watcher) for card in each.cards] == [Card.SA]
    assert not any(isinstance(each, CardsReread) for each in watcher.told)


def test_an_unread_card_that_is_pushed_is_no_second_play() -> None:
    watcher = Watcher()
    watcher.lay([], [BLANK], Seat.S)
    again = watcher.lay([BLANK], [replace(BLANK, x=40, y=200)], Seat.S)
    assert [type(each) for each in again if kinds([each]) != ["Blocked"]] == [CardsMoved]


def test_it_is_gone_with_its_trick() -> None:
    watcher = Watcher()
    watcher.lay([], [BLANK], Seat.S)
    watcher.lay([BLANK], [BLANK, H5], Seat.E)
    watcher.see([BLANK, H5], 2, hand=arm(Seat.S, 60))
    again = watcher.see([], 12)
    assert kinds([each for each in again if kinds([each]) != ["Blocked"]]) == ["TableCleared"]
    assert any(isinstance(each, TableCleared) for each in again)


def test_white_paper_of_another_size_is_no_card() -> None:
    """The control: a note a third larger than a card lies there, for as long as one likes."""
    watcher = Watcher()
    note = np.array([(-45.0, 150.0), (45.0, 150.0), (45.0, 270.0), (-45.0, 270.0)])
    watcher.see([], 30, hand=note)
    assert shown(watcher.told) == []


def test_a_coloured_back_before_a_seat_stays_a_back() -> None:
    watcher = Watcher()
    watcher.lay([], [replace(BLANK, face_up=False)], Seat.S)
    assert [card.face_up for each in told(watcher) for card in each.cards] == [False]
