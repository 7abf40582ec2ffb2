"""A hand of Guandan that seems over too early, for a card was counted that was none, or not over at its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.device.players.drill import REFEREE, Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import DealEnded
from paizhuo.rules.service import Answer
from paizhuo.rules.table_service import CountHands

from .test_guandan_lone_leads import alone, codes, goes, left, tricks

E, N, W, S = Seat


def lays(drill: Drill, seat: Seat, cards: str, weak: str = "", present: float = 0.4) -> None:
    """Lay cards, beside which some are seen that hardly lie there."""
    ghosts = [replace(drill.card(token, 0.999), present=present) for token in weak.split()]
    drill.shows_readings(seat, [*(drill.card(token) for token in cards.split()), *ghosts])


def seems_over(weak: str = "H3", present: float = 0.4) -> Drill:
    """East is out. West has three cards, of which it lays one, with something beside it, and one more."""
    drill = Drill().start("guandan-seed")
    drill.command(CountHands((1, 27, 2 + len(weak.split()), 27)))
    drill.shows(E, "S9")
    lays(drill, W, "SJ", weak, present)
    drill.clears()
    drill.shows(W, "S4")
    assert drill.now.phase == "finished"
    return drill


def closed(weak: str = "H3", present: float = 0.4) -> Drill:
    drill = seems_over(weak, present)
    drill.clears()
    assert drill.kinds[-1] == "deal_ended"
    return drill


def test_a_card_that_comes_soon_after_the_end_strikes_the_one_that_was_none() -> None:
    drill = closed()
    drill.shows(W, "S6")
    assert drill.kinds == ["corrected", "card_corrected", "played"]
    assert (drill.now.hand, codes(drill), drill.now.questions) == (1, [], ())
    assert tricks(drill) == [["E S9", "W SJ"], ["W S4"], ["W S6"]]
    drill.clears()
    assert (drill.now.phase, drill.now.levels) == ("finished", {"EW": "5", "NS": "2"})


def test_so_does_one_that_comes_before_the_table_is_cleared_and_one_of_another_seat() -> None:
    drill = seems_over()
    drill.shows(N, "S6")
    assert drill.kinds == ["card_corrected", "played"]
    assert (codes(drill), tricks(drill)[-1]) == ([], ["W S4", "N S6"])


def test_which_of_two_cards_was_none_is_asked() -> None:
    drill = closed("H3 D5")
    drill.shows(W, "S6")
    assert drill.kinds == ["corrected", "played"]
    assert (drill.now.hand, codes(drill), tricks(drill)[-1][-1]) == (1, [], "W S6")
    assert {"absent:H3", "absent:D5"} <= set(drill.now.questions[-1].options)


@pytest.mark.parametrize(
    ("weak", "present", "later", "actor"),
    [("H3", 0.4, 40.0, ""), ("H3", 0.999, 0.0, ""), ("H3", 0.4, 0.0, "referee")],
    ids=["later", "surely there", "ended by the referee"],
)
def test_otherwise_the_next_hand_begins(weak: str, present: float, later: float, actor: str) -> None:
    drill = seems_over(weak, present)
    if actor:
        drill.log(DealEnded(), actor=REFEREE)
    else:
        drill.clears()
    drill.waits(later)
    drill.shows(W, "S6")
    assert drill.kinds[0] == "deal_started"
    assert drill.now.hand == 2


def test_cards_that_the_seat_does_not_hold_even_so_begin_the_next_hand() -> None:
    drill = closed()
    drill.shows(W, "S6 C6")
    assert drill.kinds[0] == "deal_started"


def test_a_seat_that_lays_too_many_cards_strikes_the_one_that_was_none() -> None:
    """East has shown three of three cards, one of them hardly; a fourth comes, while the hand goes on."""
    drill = Drill().start("guandan-seed")
    drill.backs(1)
    drill.command(CountHands((3, 27, 27, 27)))
    alone(drill, "S3")
    lays(drill, E, "S4", "H9")
    goes(drill)
    assert left(drill) == 0
    drill.shows(E, "S6")
    assert "card_corrected" in drill.kinds
    assert (codes(drill), drill.now.questions, left(drill)) == ([], (), 0)
    assert tricks(drill) == [["E S3"], ["E S4"], ["E S6"]]


def test_which_of_two_cards_was_too_many_is_asked() -> None:
    drill = Drill().start("guandan-seed")
    drill.backs(1)
    drill.command(CountHands((4, 27, 27, 27)))
    alone(drill, "S3")
    lays(drill, E, "S4", "H9 D5")
    goes(drill)
    drill.shows(E, "S6")
    assert "card_corrected" not in drill.kinds
    assert codes(drill) == []


def test_a_third_card_of_a_face_strikes_the_one_that_may_be_none() -> None:
    """The king beside the ten hardly lay there; the joker beside the nine did by sight, and was asked about."""
    drill = Drill().start("guandan-seed")
    drill.backs(1)
    lays(drill, E, "ST", "DK")
    drill.shows(N, "DK")
    drill.shows(W, "DK")
    assert drill.kinds == ["card_corrected", "played"]
    assert (codes(drill), drill.now.questions) == ([("W", "play.does_not_beat")], ())
    sure = Drill().start("guandan-seed")
    sure.backs(1)
    sure.shows(E, "S9 LJ")
    sure.shows(N, "ST")
    assert sure.now.questions[-1].options == ("absent:S9", "absent:LJ", "stands")
    sure.shows(W, "LJ")
    sure.shows(S, "LJ")
    assert sure.kinds == ["card_corrected", "played"]
    assert codes(sure) == [("S", "play.does_not_beat")]
    assert tricks(sure) == [["E S9", "N ST", "W LJ", "S LJ"]]


def test_a_third_card_of_a_face_that_hardly_lies_there_itself_strikes_nothing() -> None:
    drill = Drill().start("guandan-seed")
    drill.backs(1)
    lays(drill, E, "ST", "DK")
    drill.shows(N, "DK")
    lays(drill, W, "", "DK")
    assert "card_corrected" not in drill.kinds


def test_a_card_that_a_person_says_was_laid_is_not_struck() -> None:
    drill = Drill().start("guandan-seed")
    drill.backs(1)
    lays(drill, E, "ST", "DK")
    drill.shows(N, "DQ")
    drill.command(Answer(drill.now.questions[-1].id, "stands"))
    assert codes(drill) == [("E", "shape.none")]
    drill.shows(W, "DK")
    drill.shows(S, "DK")
    assert "card_corrected" not in drill.kinds
    assert codes(drill)[0] == ("E", "shape.none")


def test_the_pack_ends_a_hand_too_in_which_nobody_is_out_if_two_partners_may_be() -> None:
    """East and West seem to hold three cards together; with five nobody can tell."""
    few = Drill().start("guandan-seed")
    few.command(CountHands((2, 20, 3, 20)))
    few.shows(E, "S5")
    few.shows(W, "S9")
    few.backs(1)
    assert few.kinds == ["kitty.backs"]
    few.clears()
    few.backs(1)
    assert few.kinds[:2] == ["deal_ended", "deal_started"]
    many = Drill().start("guandan-seed")
    many.command(CountHands((3, 20, 4, 20)))
    many.shows(E, "S5")
    many.shows(W, "S9")
    many.clears()
    many.backs(1)
    assert many.kinds == ["kitty.backs"]
