"""The picture of a Guandan table to the last field, at three moments of a hand."""

from __future__ import annotations

from typing import Any

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.events import (
    CAMERA,
    DealEnded,
    DealStarted,
    Fact,
    Logged,
    MatchStarted,
    Played,
    PlayLifted,
    Reading,
    Spot,
    TrickCollected,
)
from paizhuo.rules.guandan_events import (
    CardGivenBack,
    CardTurned,
    FinishNamed,
    LeaderNamed,
    Passed,
    Reported,
    TributePaid,
)
from paizhuo.rules.snapshot import as_json
from paizhuo.rules.table_events import BreachNoted, HandsCounted

E, N, W, S = Seat


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def table(*facts: Fact, **begun: Any) -> Drill:
    """Tell facts a second apart."""
    drill = Drill()
    start = MatchStarted("guandan-2017", ("Lin", "Zhou", "Xu", "He"), **begun)
    for seq, fact in enumerate((start, *facts), start=1):
        drill.timeline = drill.timeline.extended([Logged(seq, 1000 * seq, CAMERA, fact)])
    return drill


def shown(drill: Drill) -> dict[str, Any]:
    view = as_json(drill.now.guandan)
    assert isinstance(view, dict)
    del view["breaches"]
    return view


def combo(name: str, size: int, *stands: str) -> dict[str, Any]:
    shape, _, key = name.partition(":")
    return {"name": name, "shape": shape.rstrip("456789"), "key": key, "size": size, "stands": list(stands)}


def act(seq: int, seat: str, laid: str = "", **changes: Any) -> dict[str, Any]:
    made = {
        "seq": seq, "seat": seat, "cards": laid.split(), "inferred": False, "stands": bool(laid), "decided": "",
        "readings": [], "wilds": [], "violations": [], "pending": False, "doubtful": [],
    }  # fmt: skip
    return {**made, **changes}


def count(left: int = 27, **changes: Any) -> dict[str, Any]:
    return {"left": left, "report": "", "said": None, "place": None, "passed": False, **changes}


MATCH = {
    "format": "pass_ace", "hands": 0, "minutes": 0, "played": 0, "ending": "goes_on", "winner": None, "remedies": [],
    "extra_hand": False, "time_up": False,
}  # fmt: skip
NOBODY = {
    "phase": "none", "payers": [], "receivers": [], "gifts": [], "resisted": False, "shown": [], "waiting": [],
    "options": [], "leader": None, "turned": None, "first_drawer": None,
}  # fmt: skip


def test_before_the_first_hand_nothing_is_known_but_the_level() -> None:
    assert shown(table()) == {
        "level": "2", "wild": "H2", "playing": None, "tribute": NOBODY, "turn": None, "to_beat": 0,
        "trick": {"number": 1, "leader": None, "acts": [], "winner": None}, "tricks": [],
        "seats": {seat: count(0) for seat in "ENWS"}, "order": [], "double": False, "failed": {"EW": 0, "NS": 0},
        "attempts": 3, "clock": None, "match": MATCH, "result": None, "hands": [],
    }  # fmt: skip


def test_a_first_hand_before_its_lead() -> None:
    drill = table(DealStarted(1), CardTurned(cards("S6")), LeaderNamed(W))
    view = shown(drill)
    assert view["tribute"] == {**NOBODY, "leader": "W", "waiting": ["W"], "turned": "S6", "first_drawer": "E"}
    assert view["turn"] == "W"
    assert view["trick"] == {"number": 1, "leader": "W", "acts": [], "winner": None}
    assert view["clock"] == {"wait": "first_lead", "seconds": 40, "seats": ["W"], "since": 2000}
    assert view["seats"] == {seat: count() for seat in "ENWS"}


def test_a_double_tribute_half_way() -> None:
    begun = {"order": (E, W), "levels": (Rank.FIVE, Rank.TWO), "hand": 2, "failed": (0, 1)}
    drill = table(DealStarted(2), TributePaid(N, cards("SK")), **begun)
    view = shown(drill)
    unpaid = {"payer": "S", "receiver": None, "card": None, "returned": None, "seq": 0, "returned_seq": 0}
    assert view["tribute"] == {
        **NOBODY, "phase": "tribute", "payers": ["N", "S"], "receivers": ["E", "W"], "waiting": ["S"],
        "gifts": [{**unpaid, "payer": "N", "card": "SK", "seq": 3}, unpaid],
    }  # fmt: skip
    assert (view["level"], view["wild"], view["playing"], view["failed"]) == ("5", "H5", "EW", {"EW": 0, "NS": 1})
    assert view["clock"] == {"wait": "tribute", "seconds": 20, "seats": ["S"], "since": 3000}
    drill = table(DealStarted(2), TributePaid(N, cards("SK")), TributePaid(S, cards("SA")), **begun)
    view = shown(drill)
    assert view["turn"] is None
    assert view["clock"] == {"wait": "return", "seconds": 40, "seats": ["E", "W"], "since": 4000}
    drill = table(
        DealStarted(2), TributePaid(N, cards("SK")), TributePaid(S, cards("SA")), CardGivenBack(W, cards("S3")), **begun
    )
    view = shown(drill)
    assert view["tribute"]["gifts"] == [
        {"payer": "N", "receiver": "W", "card": "SK", "returned": "S3", "seq": 3, "returned_seq": 5},
        {"payer": "S", "receiver": "E", "card": "SA", "returned": None, "seq": 4, "returned_seq": 0},
    ]
    assert view["turn"] == "E"


def test_a_trick_in_progress_with_a_pass_a_wild_card_and_a_doubtful_one() -> None:
    weak = (Reading(), Reading(0.8, ((Card.S9, 0.2),)))
    drill = table(
        DealStarted(1), HandsCounted((13, 27, 27, 27)), Played(E, cards("S7 C7")), TrickCollected(),
        Played(E, cards("S8 H2")), Reported(E, 9), Passed(N), Played(W, cards("SJ CJ"), weak),
        Played(S, cards("S3 C3")), PlayLifted(S, (Spot(10, 0),)), order=(E, N, W, S), levels=(Rank.TWO, Rank.TWO),
    )  # fmt: skip
    view = shown(drill)
    assert view["trick"] == {
        "number": 2, "leader": "E", "winner": None, "acts": [
            act(6, "E", "S8 H2", decided="only", readings=[combo("pair:8", 2, "8")], wilds=[1]),
            act(8, "N"),
            act(9, "W", "SJ CJ", decided="only", readings=[combo("pair:J", 2)], doubtful=[1]),
            act(10, "S", "S3 C3", stands=False, decided="only", readings=[combo("pair:3", 2)], pending=True,
                violations=["play.does_not_beat"]),
        ],
    }  # fmt: skip
    passes = [act(0, seat, inferred=True) for seat in "NWS"]
    first = act(4, "E", "S7 C7", decided="only", readings=[combo("pair:7", 2)])
    assert view["tricks"] == [{"number": 1, "leader": "E", "winner": "E", "acts": [first, *passes]}]
    assert view["seats"] == {"E": count(9, report="said", said=9), "N": count(), "W": count(25), "S": count(25)}
    assert (view["turn"], view["to_beat"]) == ("E", 9)
    assert view["clock"] == {"wait": "play", "seconds": 20, "seats": ["E"], "since": 10000}
    assert [(play.seq, play.seat, play.winning, play.pending, play.doubtful) for play in drill.now.trick.plays] == [
        (6, "E", False, False, ()), (9, "W", True, False, (1,)), (10, "S", False, True, ()),
    ]  # fmt: skip
    assert {seat: (each.cards_left, each.is_turn) for seat, each in drill.now.seats.items()} == {
        "E": (9, True), "N": (27, False), "W": (25, False), "S": (25, False),
    }  # fmt: skip
    assert drill.now.remaining["S8"] == 1
    assert drill.now.unseen == 108 - 8
    assert (drill.now.phase, drill.now.hand, drill.now.points.to_turn, drill.now.kitty.count) == ("playing", 1, 0, 0)


def test_a_finished_hand_and_the_list_of_hands() -> None:
    facts = (DealStarted(1), FinishNamed((E, N, S, W)), DealEnded(), DealStarted(2), BreachNoted(W, "signal.given"))
    drill = table(*facts)
    view = shown(drill)
    hand = {
        "hand": 1, "level": "2", "order": ["E", "N", "S", "W"], "double": False, "winner": "EW", "gain": 1,
        "levels": {"EW": "3", "NS": "2"}, "playing": "EW", "ace": "", "failed": {"EW": 0, "NS": 0}, "counts": True,
        "match_winner": None,
    }  # fmt: skip
    assert view["hands"] == [hand]
    assert (view["result"], view["playing"], view["level"], view["match"]) == (None, "EW", "3", {**MATCH, "played": 1})
    assert view["tribute"]["payers"] == ["W"]
    drill = table(*facts[:2])
    view = shown(drill)
    assert view["result"] == hand
    assert view["seats"]["S"]["place"] == 3
    assert (view["turn"], view["clock"], view["order"]) == (None, None, ["E", "N", "S", "W"])
    result = drill.now.result
    assert result is not None
    assert (result.winner, result.change, result.final, result.points, result.levels) == (
        "EW", 1, False, 0, {"EW": "3", "NS": "2"},
    )  # fmt: skip
    drill = table(*facts[:3])
    assert drill.now.result is not None
    assert drill.now.result.final
    assert drill.now.levels == {"EW": "3", "NS": "2"}
    assert drill.now.level == "2"
