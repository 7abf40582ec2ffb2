"""One face for both games: who can be played by, what is heard, and which zones a table has."""

from __future__ import annotations

import pytest

from paizhuo.device.players.acts import CountsHands, Lays, Reports
from paizhuo.device.players.guandan.hand import GuandanPlan
from paizhuo.device.players.hand import HandPlan
from paizhuo.device.players.match import heard, plan_for, play_match, playable, playable_ids, zones_for
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.errors import NoSuchRulebookError
from paizhuo.rules.guandan_service import EnterReport
from paizhuo.rules.table_service import CountHands


def test_both_games_are_played_and_a_garbled_text_is_not() -> None:
    assert {"comp", "pass10", "guandan-seed", "guandan-2017"} <= set(playable_ids())
    for name in ("task4", "nonsense"):
        with pytest.raises(NoSuchRulebookError):
            playable(name)


@pytest.mark.parametrize(("name", "plan"), [("comp", GuandanPlan()), ("guandan-seed", HandPlan())])
def test_a_plan_of_the_other_game_is_refused(name: str, plan: HandPlan | GuandanPlan) -> None:
    with pytest.raises(TypeError, match="does not fit"):
        play_match(playable(name), 1, plan)


@pytest.mark.parametrize("name", ["comp", "guandan-seed"])
def test_a_match_of_either_game_has_as_many_faults_as_planned(name: str) -> None:
    rules = playable(name)
    (honest,) = play_match(rules, 3, plan_for(rules, 0), 1)
    assert honest.truth.offences == ()
    faulty = [played for played in play_match(rules, 3, plan_for(rules, 4), 3) if played.truth.offences]
    assert faulty


def test_only_what_is_said_is_heard() -> None:
    assert heard(Reports(Seat.N, 9)) == EnterReport(Seat.N, 9)
    assert heard(CountsHands((27, 28, 27, 26))) == CountHands((27, 28, 27, 26))
    assert heard(Lays(Seat.N, (Card.SA,))) is None


def test_every_seat_has_a_pile_in_guandan_and_every_side_in_shengji() -> None:
    names = {name: {zone.name for zone in zones_for(playable(name))} for name in ("comp", "guandan-seed")}
    assert {"pile-EW", "pile-NS"} <= names["comp"]
    assert {"pile-E", "pile-N", "pile-W", "pile-S"} <= names["guandan-seed"]
