"""Plain JSON and back: what does not fit is named with its place, and with what is allowed there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.codec import decode, decode_union, encode
from paizhuo.rules.errors import RecordSyntaxError
from paizhuo.rules.events import DealStarted, Event, Logged, MatchStarted, Played, QuestionAsked, Reading
from paizhuo.rules.observations import Evidence


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        (DealStarted, {"hand": "1"}, "hand: found '1', allowed is int"),
        (DealStarted, {"hand": True}, "allowed is int"),
        (DealStarted, {}, "hand: found None, allowed is a value"),
        (DealStarted, {"hand": 1, "x": 2}, "x: found 'x', allowed is one of hand kind"),
        (DealStarted, {"hand": 1, "kind": "played"}, "allowed is one of deal_started"),
        (DealStarted, [], "the entry: found [], allowed is object"),
        (Played, {"seat": "Q", "cards": []}, "seat: found 'Q', allowed is one of E N W S"),
        (Played, {"seat": 0, "cards": []}, "allowed is one of E N W S"),
        (Played, {"seat": "E", "cards": "SA"}, "cards: found 'SA', allowed is list"),
        (Played, {"seat": "E", "cards": ["SZ"]}, "cards[0]: found 'SZ'"),
        (MatchStarted, {"rulebook": 5, "names": ["", "", "", ""]}, "rulebook: found 5, allowed is text in Unicode"),
        (MatchStarted, {"rulebook": "\ud800", "names": ["", "", "", ""]}, "allowed is text in Unicode"),
        (MatchStarted, {"rulebook": "x", "names": ["", ""]}, "names: found ['', ''], allowed is list of 4"),
        (
            MatchStarted,
            {"rulebook": "x", "names": ["", "", "", ""], "dealer": 3},
            "dealer: found 3",
        ),
        (Reading, {"confidence": "high"}, "confidence: found 'high', allowed is number"),
        (Reading, {"confidence": True}, "allowed is number"),
        (Reading, {"confidence": float("nan")}, "allowed is number"),
        (Evidence, {"at": None}, "at: found None, allowed is number"),
        (
            QuestionAsked,
            {"question": "q", "code": "c", "params": 3, "options": []},
            "params: found 3, allowed is object",
        ),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(kind: type, value: object, told: str) -> None:
    with pytest.raises(RecordSyntaxError) as refused:
        decode(kind, value)
    assert told in str(refused.value)


def test_an_event_of_no_known_kind_is_refused_with_the_kinds_there_are() -> None:
    with pytest.raises(RecordSyntaxError, match=r"kind: found 'danced', allowed is one of match_started"):
        decode_union(Event, {"kind": "danced"})


def test_a_value_may_be_one_of_several_plain_types() -> None:
    asked = {"question": "q", "code": "c", "params": {"a": 1, "b": "x", "c": ["y"]}, "options": ["z"]}
    event = decode(QuestionAsked, asked)
    assert event.params == {"a": 1, "b": "x", "c": ("y",)}
    assert encode(event) == {"kind": "question_asked", **asked}


def test_what_holds_its_default_is_left_out_and_read_again() -> None:
    started = MatchStarted("comp", ("a", "b", "c", "d"), levels=(Rank.TWO, Rank.THREE), dealer=Seat.N)
    plain = encode(started)
    assert plain == {
        "kind": "match_started",
        "rulebook": "comp",
        "names": ["a", "b", "c", "d"],
        "levels": ["2", "3"],
        "dealer": "N",
    }
    assert decode(MatchStarted, plain) == started
    assert encode(Logged(1, 0, decode(Logged, encode_of_actor()).actor, Played(Seat.E, (Card.SA,)))) is not None


def encode_of_actor() -> Mapping[str, object]:
    return {"seq": 1, "at": 0, "actor": {"source": "camera"}, "event": {"kind": "deal_started", "hand": 1}}


@pytest.mark.parametrize("value", [object(), {1, 2}, Played])
def test_what_no_record_holds_cannot_be_written(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be written"):
        encode(value)


def test_a_number_is_written_as_it_is_and_a_kind_without_one_has_none() -> None:
    assert encode(0.5) == 0.5
    assert encode(Evidence(at=2.0)) == {"at": 2.0}


@pytest.mark.parametrize("hint", [list[int], "Seat"])
def test_a_type_that_no_record_knows_is_refused(hint: object) -> None:
    with pytest.raises(TypeError, match="no record type"):
        decode_union(hint, 3)
