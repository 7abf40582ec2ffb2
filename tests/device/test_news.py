"""What is told to those outside: each thing once, in order, and nothing hidden."""

from __future__ import annotations

import json
from dataclasses import replace

from paizhuo.device.news import KINDS, News, news
from paizhuo.device.news_guandan import GUANDAN_KINDS
from paizhuo.rules.snapshot import (
    HandView,
    KittyView,
    PastTrickView,
    PlayView,
    ResultView,
    SeatView,
    TableSnapshot,
    TrickView,
    TrustView,
    ViolationView,
)

SEATS = {seat: SeatView(seat.lower(), 25) for seat in "ENWS"}
EMPTY = TableSnapshot(0, "", "shengji", "waiting", 0, SEATS, {"EW": "2", "NS": "2"})
BEGUN = replace(EMPTY, seq=3, rulebook="comp", phase="playing", hand=1, level="2", dealer="E", trump="S")
LEAD = PlayView(4, "E", ("HA",))
LED = replace(BEGUN, seq=4, trick=TrickView(1, "E", (LEAD,)))
FULL = tuple(
    PlayView(4 + place, seat, (card,))
    for place, (seat, card) in enumerate(zip("ENWS", ("HA", "H5", "HT", "HK"), strict=True))
)
COLLECTED = replace(LED, seq=8, trick=TrickView(2, "E"), tricks=(PastTrickView(1, "E", "E", 25, FULL),))
RESULT = ResultView(80, 70, 10, 2, "NS", 0, {"EW": "2", "NS": "2"}, "N", "N")


def kinds(told: tuple[News, ...]) -> list[str]:
    return [each.kind for each in told]


def test_the_first_state_is_no_news() -> None:
    assert news(None, LED) == ()


def test_a_match_its_hand_and_its_trump_are_told_once() -> None:
    told = news(EMPTY, BEGUN)
    assert kinds(told) == ["match_started", "hand_started", "trump_named"]
    assert told[0].facts == {"rulebook": "comp", "game": "shengji", "names": {"E": "e", "N": "n", "W": "w", "S": "s"}}
    assert news(BEGUN, BEGUN) == ()


def test_a_play_is_told_with_its_trick() -> None:
    (told,) = news(BEGUN, LED)
    assert told.as_json() == {"seq": 4, "kind": "played", "hand": 1, "trick": 1, "seat": "E", "cards": ["HA"]}


def test_plays_that_came_between_two_looks_are_all_told_before_their_trick() -> None:
    told = news(LED, COLLECTED)
    assert kinds(told) == ["played", "played", "played", "trick_finished"]
    assert [each.facts["seat"] for each in told[:3]] == ["N", "W", "S"]
    assert told[3].facts == {"trick": 1, "winner": "E", "points": 25}
    assert [each.id for each in told] == ["8-0-played", "8-1-played", "8-2-played", "8-3-trick_finished"]


def test_a_corrected_play_is_no_news() -> None:
    corrected = replace(LED, seq=9, trick=TrickView(1, "E", (replace(LEAD, cards=("DA",)),)))
    assert news(LED, corrected) == ()


def test_an_offence_is_told_when_proved_and_when_ruled() -> None:
    offence = ViolationView("v1", "follow.revoke", {"group": "H"}, "N", 1)
    proved = replace(LED, seq=5, violations=(offence,))
    ruled = replace(proved, seq=6, violations=(replace(offence, ruling="warning"),))
    assert [each.facts["ruling"] for each in (*news(LED, proved), *news(proved, ruled))] == [None, "warning"]
    assert news(ruled, replace(ruled, seq=7)) == ()


def test_a_result_is_told_once_when_it_is_final() -> None:
    open_result = replace(COLLECTED, seq=9, result=replace(RESULT, final=False))
    final = replace(COLLECTED, seq=10, result=RESULT)
    following = replace(BEGUN, seq=11, hand=2, hands=(HandView(1, "2", "S", "E", RESULT),))
    assert kinds(news(COLLECTED, open_result)) == []
    (told,) = news(open_result, final)
    assert (told.kind, told.facts["finished"]) == ("hand_finished", 1)
    assert "hand_finished" not in kinds(news(final, following))
    assert kinds(news(open_result, following)).count("hand_finished") == 1


def test_the_light_is_told_when_it_changes() -> None:
    asking = replace(LED, seq=5, trust=TrustView("ask", "trust.questions"))
    (told,) = news(LED, asking)
    assert told.facts == {"light": "ask", "code": "trust.questions"}


def test_every_kind_that_is_told_is_a_documented_one_and_plain_json() -> None:
    last = replace(
        COLLECTED,
        seq=12,
        result=RESULT,
        violations=(ViolationView("v", "x", {"cards": ("HA", "HK")}, "E", 1),),
        trust=TrustView("alarm", "x"),
        kitty=KittyView(8, None),
    )
    told = news(EMPTY, last)
    assert set(kinds(told)) == set(KINDS) - set(GUANDAN_KINDS)
    assert json.loads(json.dumps([each.as_json() for each in told]))
