"""The turn clock: how long a seat took is told by what was seen, and only where all of it was seen."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import Held, Played, PlayTakenBack, Resumed, SightChanged, Spot
from paizhuo.rules.observations import CardsShown, Evidence


def playing(rulebook: str = "const2") -> Drill:
    """Begin a first hand: East deals and has led the first trick and the next."""
    drill = Drill().start(rulebook)
    drill.shows(Seat.E, f"H{drill.now.levels['EW']}")
    drill.clears()
    drill.trick(Seat.E, "SA", "S4", "S5", "S6")
    drill.shows(Seat.E, "SK")
    return drill


def slow(drill: Drill) -> list[tuple[str | None, object]]:
    return [(each.seat, each.params["seconds"]) for each in drill.now.violations if each.code == "time.too_slow"]


@pytest.mark.parametrize(("seconds", "expected"), [(58, []), (59, []), (61, [("N", 61)]), (200, [("N", 200)])])
def test_a_play_that_takes_longer_than_the_text_allows_is_noted(seconds: int, expected: list[object]) -> None:
    """const2 L559: 除庄家外，出牌时间不得多于1分钟. Sight may be two seconds late: a drill sees each act after two."""
    drill = playing()
    drill.waits(seconds)
    drill.shows(Seat.N, "S7")
    drill.shows(Seat.W, "S8")
    assert slow(drill) == expected


def test_a_slow_play_costs_what_the_text_says_which_is_nothing() -> None:
    drill = playing()
    drill.waits(100)
    drill.shows(Seat.N, "S7")
    drill.shows(Seat.W, "S8")
    (violation,) = drill.now.violations
    assert (violation.article, violation.proposed) == ("time.play_seconds", ())


def test_the_dealer_may_think_where_the_text_lets_him() -> None:
    drill = playing()
    for seat, card in ((Seat.N, "S7"), (Seat.W, "S8"), (Seat.S, "S9")):
        drill.shows(seat, card)
    drill.clears()
    drill.waits(300)
    drill.shows(Seat.E, "SQ")
    drill.shows(Seat.N, "ST")
    assert slow(drill) == []


def test_the_clock_of_a_lead_starts_when_the_trick_is_gathered() -> None:
    drill = Drill().start("const2")
    drill.shows(Seat.E, "H3")
    drill.clears()
    for seat, card in ((Seat.E, "S4"), (Seat.N, "SA"), (Seat.W, "S5"), (Seat.S, "S6")):
        drill.shows(seat, card)
    drill.waits(100)
    drill.clears()
    drill.shows(Seat.N, "CK")
    drill.shows(Seat.W, "C4")
    assert slow(drill) == []
    for seat, card in ((Seat.S, "C5"), (Seat.E, "C6")):
        drill.shows(seat, card)
    drill.clears()
    drill.waits(100)
    drill.shows(Seat.N, "CQ")
    drill.shows(Seat.W, "C7")
    assert slow(drill) == [("N", 100)]


def test_other_texts_set_no_limit() -> None:
    drill = playing("qq")
    drill.waits(1000)
    drill.shows(Seat.N, "S7")
    drill.shows(Seat.W, "S8")
    assert slow(drill) == []
    assert drill.now.clock is None


@pytest.mark.parametrize(
    "events",
    [
        (SightChanged("", "lost"), SightChanged("", "lost", over=True)),
        (Held(), Resumed()),
    ],
    ids=["out_of_sight", "held"],
)
def test_nobody_was_slow_while_nobody_watched(events: tuple[SightChanged | Held | Resumed, ...]) -> None:
    drill = playing()
    drill.waits(100)
    drill.log(*events)
    drill.shows(Seat.N, "S7")
    drill.shows(Seat.W, "S8")
    assert slow(drill) == []


def test_a_seat_whose_place_was_out_of_sight_is_not_called_slow() -> None:
    drill = playing()
    evidence = Evidence(at=500.0, unseen=("seat-N",))
    drill.observe(CardsShown("seat-N", Seat.N, (drill.card("S7"),), evidence))
    drill.shows(Seat.W, "S8")
    assert slow(drill) == []


def test_a_play_out_of_turn_is_not_slow_and_one_taken_back_starts_no_clock() -> None:
    drill = playing()
    drill.waits(100)
    drill.shows(Seat.W, "S8")
    drill.shows(Seat.N, "S7")
    assert slow(drill) == []
    again = playing()
    again.log(Played(Seat.N, ()))
    again.shows(Seat.N, "S7")
    seq = again.now.trick.plays[1].seq
    again.waits(100)
    again.log(PlayTakenBack(Seat.N, (Spot(seq, 0),)))
    again.shows(Seat.N, "S9")
    again.shows(Seat.W, "S8")
    assert slow(again) == []


def test_the_running_clock_names_the_seat_and_the_limit() -> None:
    drill = playing()
    clock = drill.now.clock
    assert clock is not None
    assert (clock.wait, clock.seconds, clock.seats) == ("play", 60, ("N",))
    for seat, card in ((Seat.N, "S7"), (Seat.W, "S8"), (Seat.S, "S9")):
        drill.shows(seat, card)
    assert drill.now.clock is None  # the trick is complete
    drill.clears()
    assert drill.now.clock is None  # the dealer's turn, whom the limit does not bind
