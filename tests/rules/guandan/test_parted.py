"""Two plays of a seat that looked like one: the first was gathered, nobody saw that, and the rest was its next lead."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import Event, Played, PlayExtended, TrickCollected
from paizhuo.rules.observations import Evidence
from paizhuo.rules.service import Undo
from paizhuo.rules.table_events import BreachNoted

from .test_slips import SEEN, codes, options, saw, seen
from .test_unseen import answer, tricks
from .told import asked, cards

E, N, W, S = Seat


def at(drill: Drill, seconds: float, *events: Event) -> None:
    drill.log(*events, evidence=Evidence(at=seconds))


def more(seat: Seat, text: str) -> PlayExtended:
    return PlayExtended(seat, cards(text), (SEEN,) * len(text.split()))


def four_in_two_parts(first: str = "C4 D4 S4", rest: str = "S4", after: float = 4.0) -> Drill:
    """East lays some cards and, after some seconds, more beside them; North, West and South lay a single card each."""
    drill = seen()
    at(drill, 10.0, saw(E, first))
    at(drill, 10.0 + after, more(E, rest))
    for seat, card in ((N, "H7"), (W, "C8"), (S, "SA")):
        at(drill, 16.0, saw(seat, card))
    return drill


def test_what_lies_over_the_newest_cards_alone_is_asked_about() -> None:
    drill = four_in_two_parts()
    assert (codes(drill.now), asked(drill.now)) == ([], ["misread.play"])
    assert "parted:E" in options(drill)[0]
    answer(drill, "parted:E")
    assert tricks(drill) == [["E C4 D4 S4"], ["E S4", "N H7", "W C8", "S SA"]]
    assert (codes(drill.now), asked(drill.now)) == ([], [])
    drill.command(Undo())
    assert asked(drill.now) == ["misread.play"]


def test_that_it_was_one_play_states_what_is_wrong() -> None:
    drill = four_in_two_parts()
    answer(drill, "stands")
    assert ("N", "play.does_not_beat") in codes(drill.now)


@pytest.mark.parametrize(
    ("first", "rest", "after"),
    [
        ("C4 D4 S4", "S4", 2.0),  # nobody passes so fast
        ("C4 D4 S4 H4", "S4 C4", 4.0),  # a single card comes over no pair either
        ("D4 H5 S6 C7", "C3", 4.0),  # what was laid first is no play of its own
        ("C3 D3", "S3 H4 S4", 4.0),  # nor is what was laid after it
    ],
)
def test_one_play_is_one_play_where_two_explain_nothing(first: str, rest: str, after: float) -> None:
    """The control: whoever does not beat it is charged."""
    drill = four_in_two_parts(first, rest, after)
    assert codes(drill.now) == [(each, "play.does_not_beat") for each in "NWS"]
    assert asked(drill.now) == []


def test_four_at_once_are_a_bomb_that_a_seven_does_not_beat() -> None:
    drill = seen(saw(E, "C4 D4 S4 S4"), saw(N, "H7"), saw(W, "C8"))
    assert ("N", "play.does_not_beat") in codes(drill.now)


def test_what_a_referee_saw_added_to_a_play_was_no_lead() -> None:
    """East's last card seemed to be a play of its own until the referee noted that it was added."""
    drill = seen()
    at(drill, 10.0, saw(E, "C4 D4"))
    at(drill, 14.0, more(E, "S4"))
    at(drill, 18.0, saw(E, "S4"))
    drill.log(BreachNoted(E, "play.added_later"))
    at(drill, 20.0, saw(N, "H7"))
    assert tricks(drill) == [["E C4 D4 S4 S4", "N H7"]]
    assert (codes(drill.now), asked(drill.now)) == ([("N", "play.does_not_beat"), ("E", "play.added_later")], [])


def test_what_a_person_entered_is_one_play() -> None:
    drill = seen()
    at(drill, 10.0, Played(E, cards("C4 D4 S4")))
    at(drill, 14.0, PlayExtended(E, cards("S4")))
    at(drill, 16.0, saw(N, "H7"), TrickCollected())
    assert ("N", "play.does_not_beat") in codes(drill.now)
