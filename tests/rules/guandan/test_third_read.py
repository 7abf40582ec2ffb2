"""A play that seems wrong, and a face in it that is read a third time later: one of the three was another card."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.service import Answer, CorrectCards

E, N, W, S = Seat


@pytest.fixture
def drill() -> Drill:
    """North lays a five under East's queen, and two more are read later: the third stays unread."""
    drill = Drill().start("guandan-seed")
    drill.backs(1)
    drill.shows(E, "SQ")
    drill.shows(N, "S5")
    assert codes(drill) == [("N", "play.does_not_beat")]
    drill.clears()
    drill.shows(E, "S5")
    assert codes(drill) == [("N", "play.does_not_beat")]
    drill.shows(N, "S6")
    drill.shows(W, "S5")
    return drill


def codes(drill: Drill) -> list[tuple[str | None, str]]:
    return [(each.seat, each.code) for each in drill.now.violations]


def question(drill: Drill, code: str) -> str:
    return next(each.id for each in drill.now.questions if each.code == code and each.params["seat"] == "N")


def test_nobody_is_accused_while_one_of_three_may_be_another_card(drill: Drill) -> None:
    assert ("N", "play.does_not_beat") not in codes(drill)
    options = next(each.options for each in drill.now.questions if each.id == question(drill, "misread.play"))
    assert options == ("face:S5:??", "stands")


def test_it_is_stated_if_a_person_says_so(drill: Drill) -> None:
    drill.command(Answer(question(drill, "misread.play"), "stands"))
    assert ("N", "play.does_not_beat") in codes(drill)


def test_it_is_no_breach_if_that_card_was_another(drill: Drill) -> None:
    drill.command(Answer(question(drill, "misread.play"), "face:S5:??"))
    assert ("N", "play.does_not_beat") not in codes(drill)
    assert [each.code for each in drill.now.questions if each.params["seat"] == "N"] == ["reading.unread"]


def test_it_is_stated_once_the_third_is_named(drill: Drill) -> None:
    unread = next(each for each in drill.now.questions if each.code == "reading.unread")
    drill.command(CorrectCards(unread.about[0], (Card.S7,), "misread"))
    assert ("N", "play.does_not_beat") in codes(drill)
