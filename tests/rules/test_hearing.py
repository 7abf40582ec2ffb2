"""A record judged as a whole: hand by hand, with the articles that its rulings rest on."""

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.hearing import articles, hear
from paizhuo.rules.rulebooks import load
from paizhuo.rules.snapshot import TrickView, as_json


def test_an_empty_record_has_no_hands() -> None:
    assert hear([]).hands == ()


def test_each_hand_is_heard_with_what_was_proved_in_it() -> None:
    drill = Drill().start("pass10")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.trick(Seat.E, "SA", "D6", "S7", "S8")
    drill.trick(Seat.E, "SK", "S9", "ST", "SJ")
    heard = hear(drill.timeline.log)
    (hand,) = heard.hands
    assert (heard.rulebook, heard.names["N"], hand.level, hand.trump) == ("pass10", "Zhou", "2", "H")
    (ruling,) = hand.rulings
    assert (ruling.code, ruling.article) == ("follow.must_follow_suit", "penalties.revoke")
    assert hand.articles["penalties.revoke"].value == "level_down"
    assert hand.articles["penalties.revoke"].where == "L447"


def test_keys_that_a_rulebook_does_not_have_are_left_out() -> None:
    assert set(articles(load("pass10"), ["penalties.revoke", "penalties.x", "x.y", ""])) == {"penalties.revoke"}


def test_what_is_no_part_of_a_snapshot_has_no_json() -> None:
    assert as_json(TrickView(1, None)) == {"number": 1, "leader": None, "plays": []}
    assert as_json([0.5, True]) == [0.5, True]
    with pytest.raises(TypeError, match="not part of a snapshot: object"):
        as_json(object())
