"""Illegal or misread? A breach that one doubtful card explains away is asked about and charged to nobody."""

from __future__ import annotations

from typing import Any

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.events import DealStarted, Fact, MatchStarted, Played, Reading
from paizhuo.rules.guandan_events import CardGivenBack, TributePaid, TributeResisted
from paizhuo.rules.service import Answer

E, N, W, S = Seat
NAMES = ("Lin", "Zhou", "Xu", "He")
ORDER: dict[str, Any] = {"order": (E, N, W, S), "levels": (Rank.FIVE, Rank.TWO), "hand": 2}
DOUBLE: dict[str, Any] = {"order": (E, W), "levels": (Rank.FIVE, Rank.TWO), "hand": 2}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def weak(*others: str, confidence: float = 0.7) -> Reading:
    return Reading(confidence, tuple((Card(other), 0.2) for other in others))


SURE = Reading()


def table(*facts: Fact, **begun: Any) -> Drill:
    drill = Drill()
    drill.log(MatchStarted("guandan-seed", NAMES, **begun), *facts)
    return drill


def told(drill: Drill) -> tuple[list[str], list[str]]:
    """Give the codes of what is charged and of what is asked."""
    return [each.code for each in drill.now.violations], [each.code for each in drill.now.questions]


def test_a_pair_of_which_one_card_may_be_its_twin_is_asked_about_and_stands_meanwhile() -> None:
    drill = table(DealStarted(1), Played(E, cards("S8 C8")), Played(N, cards("S9 D6"), (SURE, weak("D9"))))
    assert told(drill) == ([], ["play_or_misread"])
    question = drill.now.questions[0]
    assert question.options == ("D6", "D9")
    assert question.params["code"] == "shape.none"
    assert question.params["percent"] == 70
    assert drill.now.trick.plays[-1].winning
    assert drill.now.guandan is not None
    assert drill.now.guandan.trick.acts[-1].readings[0].name == "pair:9"


def test_the_answer_that_it_was_read_right_makes_it_a_breach_and_the_other_one_makes_it_right() -> None:
    facts = (DealStarted(1), Played(E, cards("S8 C8")), Played(N, cards("S9 D6"), (SURE, weak("D9"))))
    drill = table(*facts)
    drill.command(Answer(drill.now.questions[0].id, "D6"))
    assert told(drill) == (["shape.none"], [])
    drill = table(*facts)
    drill.command(Answer(drill.now.questions[0].id, "D9"))
    assert told(drill) == ([], [])


def test_the_card_to_beat_may_be_the_one_that_was_misread() -> None:
    drill = table(DealStarted(1), Played(E, cards("SK"), (weak("SJ"),)), Played(N, cards("SQ")))
    assert told(drill) == ([], ["play_or_misread"])
    assert drill.now.questions[0].options == ("SK", "SJ")
    assert drill.now.questions[0].about == (3, 4)


def test_two_misread_cards_together_are_no_proof_either() -> None:
    readings = (weak("D9"), weak("C9"))
    drill = table(DealStarted(1), Played(E, cards("S8 C8")), Played(N, cards("D6 C7"), readings))
    assert told(drill) == ([], ["play_or_misread"])


def test_too_many_ways_to_read_a_play_leave_it_in_doubt() -> None:
    readings = tuple(Reading(0.5) for _ in range(3))
    drill = table(DealStarted(1), Played(E, cards("S8 C8")), Played(N, cards("D6 C7 SK"), readings))
    assert told(drill) == ([], ["play_or_misread"])


@pytest.mark.parametrize(
    ("lead", "follow", "readings"),
    [
        ("S8 C8", "S6 D6", (SURE, weak("D5"))),  # with no face that it may have does the pair beat
        ("S8 C8", "S9 D6", ()),  # nothing is in doubt
        ("S8 C8", "S9 D6", (weak("H9"), SURE)),  # the sure card alone spoils it
    ],
)
def test_a_breach_that_no_other_face_explains_stays_a_breach(
    lead: str, follow: str, readings: tuple[Reading, ...]
) -> None:
    drill = table(DealStarted(1), Played(E, cards(lead)), Played(N, cards(follow), readings))
    assert len(told(drill)[0]) == 1
    assert told(drill)[1] == []


def test_a_play_to_beat_that_would_be_no_shape_with_the_other_face_explains_nothing() -> None:
    drill = table(DealStarted(1), Played(E, cards("S8 C8"), (SURE, weak("C7"))), Played(N, cards("S6 D6")))
    assert told(drill) == (["play.does_not_beat"], [])


def test_out_of_turn_is_no_matter_of_faces() -> None:
    drill = table(
        DealStarted(1), Played(E, cards("S8 C8")), Played(N, cards("S9 C9")), Played(N, cards("S3"), (weak("SA"),))
    )
    assert "turn.out_of_turn" not in told(drill)[1]


def wrong_tribute(paid: Reading = SURE, later: Reading = SURE, back: Reading = SURE) -> Drill:
    facts = (TributePaid(S, cards("SK"), (paid,)), CardGivenBack(E, cards("S4"), (back,)))
    return table(DealStarted(2), *facts, Played(S, cards("SA"), (later,)), **ORDER)


def test_a_wrong_tribute_is_proved_by_sure_cards_alone() -> None:
    assert told(wrong_tribute()) == (["tribute.not_largest"], [])


@pytest.mark.parametrize(
    "doubts", [{"later": weak("S2")}, {"paid": weak("SA")}, {"back": weak("SA")}, {"paid": Reading(0.5)}]
)
def test_a_wrong_tribute_that_rests_on_a_doubtful_card_is_asked_about(doubts: dict[str, Reading]) -> None:
    drill = wrong_tribute(**doubts)
    assert told(drill) == ([], ["tribute_or_misread"])
    assert drill.now.questions[0].params["code"] == "tribute.not_largest"


def test_a_doubt_that_changes_nothing_leaves_the_proof_standing() -> None:
    assert told(wrong_tribute(paid=weak("SQ"))) == (["tribute.not_largest"], [])


def test_a_return_that_is_wrong_as_read_and_right_with_the_other_face_is_asked_about() -> None:
    facts = (DealStarted(2), TributePaid(S, cards("S9")), CardGivenBack(E, cards("SK"), (weak("S7"),)))
    assert told(table(*facts, **ORDER)) == ([], ["tribute_or_misread"])
    wild = TributePaid(S, cards("H5"), (weak("D5"),))
    assert told(table(DealStarted(2), wild, **ORDER)) == ([], ["tribute_or_misread"])


def test_nobody_is_out_of_turn_while_the_larger_tribute_is_in_doubt() -> None:
    facts = (TributePaid(N, cards("SK")), TributePaid(S, cards("SQ"), (weak("SA"),)))
    drill = table(DealStarted(2), *facts, CardGivenBack(E, cards("S3")), CardGivenBack(W, cards("S4")), **DOUBLE)
    drill.log(Played(S, cards("S6")))
    assert told(drill)[0] == []
    many = tuple(TributePaid(seat, cards("SK"), (Reading(0.5),)) for seat in (N, S))
    drill = table(DealStarted(2), *many, Played(W, cards("S6")), **DOUBLE)
    assert told(drill)[0] == []


def test_a_tribute_that_is_wrong_whichever_of_two_is_the_larger_is_proved() -> None:
    """Read as an ace, South's tribute would go to the first player; North held a big joker all the same."""
    facts = (TributePaid(N, cards("SK")), TributePaid(S, cards("SQ"), (weak("SA"),)))
    drill = table(DealStarted(2), *facts, CardGivenBack(E, cards("S3")), CardGivenBack(W, cards("S4")), **DOUBLE)
    drill.log(Played(N, cards("S6")), Played(S, cards("ST")), Played(N, cards("BJ")))
    assert told(drill)[0][0] == "tribute.not_largest"


def test_a_big_joker_elsewhere_refutes_a_resistance_only_if_it_was_read_surely() -> None:
    begun = (DealStarted(2), TributeResisted(S), Played(E, cards("S3")))
    assert told(table(*begun, Played(N, cards("BJ"), (weak("LJ"),)), **ORDER)) == ([], ["tribute_or_misread"])
    assert told(table(*begun, Played(N, cards("BJ"), (weak("LJ"),)), Played(W, cards("BJ")), **ORDER))[0] != []
    shown = (DealStarted(2), TributeResisted(S, cards("BJ LJ"), (SURE, weak("BJ"))), Played(E, cards("S3")))
    assert told(table(*shown, **ORDER)) == ([], ["tribute_or_misread"])
