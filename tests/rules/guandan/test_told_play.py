"""The play at a Guandan table, told act by act: every act lies there as it was, judged apart from the cards alone."""

from __future__ import annotations

from tests.rules.guandan.told import asked, cards, codes, guandan, table

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Rank, Seat
from paizhuo.rules.events import (
    DealStarted,
    Played,
    PlayExtended,
    PlayLifted,
    PlayTakenBack,
    QuestionAnswered,
    QuestionAsked,
    Spot,
    TrickCollected,
)
from paizhuo.rules.guandan_events import CountAsked, Passed, ReadingSaid, Reported, TributePaid
from paizhuo.rules.session import unasked
from paizhuo.rules.table_events import BreachNoted, HandsCounted

E, N, W, S = Seat


def test_the_right_to_lead_passes_and_silent_passes_are_told_apart_from_entered_ones() -> None:
    drill = table(DealStarted(1), Played(E, cards("S9")), Passed(N, "knock"), Played(S, cards("ST")), TrickCollected())
    acts = [(act.seat, act.seq, act.inferred) for act in guandan(drill).tricks[0].acts]
    assert acts == [
        ("E", 3, False),
        ("N", 4, False),
        ("W", 0, True),
        ("S", 5, False),
        ("E", 0, True),
        ("N", 0, True),
        ("W", 0, True),
    ]
    assert guandan(drill).turn == "S"
    assert guandan(drill).tricks[0].winner == "S"


def test_an_illegal_play_lies_there_but_does_not_stand() -> None:
    drill = table(DealStarted(1), Played(E, cards("S9 C9")), Played(N, cards("S8 D9")), Played(W, cards("S4 C4")))
    assert codes(drill.now) == [("N", "shape.none"), ("W", "play.does_not_beat")]
    acts = guandan(drill).trick.acts
    assert [(act.seat, act.stands, act.decided) for act in acts] == [
        ("E", True, "only"), ("N", False, "no_shape"), ("W", False, "only"),
    ]  # fmt: skip
    assert guandan(drill).to_beat == 3
    assert [play.winning for play in drill.now.trick.plays] == [True, False, False]
    assert [play.violations for play in drill.now.trick.plays][1:] == [("shape.none",), ("play.does_not_beat",)]


def test_a_card_more_completes_a_play_and_a_card_taken_back_is_known() -> None:
    drill = table(DealStarted(1), Played(E, cards("S9 C9 D9")), PlayExtended(E, cards("S4 C4")))
    assert guandan(drill).trick.acts[0].readings[0].name == "fullHouse:9"
    drill.log(PlayLifted(E, (Spot(4, 1),)))
    assert guandan(drill).trick.acts[0].pending
    drill.log(PlayTakenBack(E, (Spot(4, 0), Spot(4, 1))))
    assert guandan(drill).trick.acts[0].readings[0].name == "triple:9"
    assert drill.now.seats["E"].known == ("C4", "S4")
    assert drill.now.seats["E"].cards_left == 24
    assert codes(drill.now) == [("E", "play.taken_back")]


def plays(drill: Drill) -> list[list[str]]:
    every = [*(trick.plays for trick in drill.now.tricks), drill.now.trick.plays]
    return [[f"{play.seat} {' '.join(play.cards)}" for play in trick] for trick in every]


def test_two_plays_of_a_seat_are_one_once_somebody_says_that_it_added_cards_to_its_own() -> None:
    """A card of the rest was missed, so that the rest alone looked like a lead on which nobody had to wait."""
    drill = table(DealStarted(1), Played(E, cards("S9 C9 D9")), Played(E, cards("S4")))
    assert plays(drill) == [["E S9 C9 D9"], ["E S4"]]
    drill.log(BreachNoted(E, "play.added_later"))
    assert plays(drill) == [["E S9 C9 D9 S4"]]
    assert [(each.code, each.trick) for each in drill.now.violations] == [("shape.none", 1), ("play.added_later", 1)]


def test_what_was_added_is_found_though_others_have_answered_it() -> None:
    drill = table(
        DealStarted(1), Played(E, cards("S9 C9 D9")), Played(E, cards("S4")), Played(N, cards("ST CT DT S5 C5"))
    )
    drill.log(BreachNoted(E, "play.added_later"))
    assert plays(drill) == [["E S9 C9 D9 S4", "N ST CT DT S5 C5"]]


def test_plays_that_nothing_was_added_to_stay_apart() -> None:
    once = table(DealStarted(1), Played(E, cards("S9")), BreachNoted(E, "play.added_later"))
    assert plays(once) == [["E S9"]]
    other = table(DealStarted(1), Played(E, cards("S9")), Played(N, cards("ST")), BreachNoted(N, "play.added_later"))
    assert plays(other) == [["E S9", "N ST"]]
    known = table(DealStarted(1), Played(E, cards("S9")), Played(E, cards("S4")), PlayExtended(E, cards("C4")))
    known.log(BreachNoted(E, "play.added_later"))
    assert plays(known) == [["E S9"], ["E S4 C4"]]
    gathered = table(DealStarted(1), Played(E, cards("S9")), TrickCollected(), Played(E, cards("S4")))
    gathered.log(BreachNoted(E, "play.added_later"))
    assert plays(gathered) == [["E S9"], ["E S4"]]


def test_more_of_a_play_that_nobody_saw_is_a_play_and_empty_ones_are_nothing() -> None:
    drill = table(DealStarted(1), PlayExtended(E, cards("S9")), Played(N, ()), PlayExtended(W, ()))
    assert [play.cards for play in drill.now.trick.plays] == [("S9",)]
    drill.log(TributePaid(S, ()), PlayTakenBack(S, (Spot(9, 0),)), TrickCollected(), TrickCollected())
    assert len(drill.now.tricks) == 1


def test_an_illegal_play_that_was_taken_back_is_one_breach_with_both_events_as_evidence() -> None:
    drill = table(DealStarted(1), Played(E, cards("S9")), Played(N, cards("S8")), PlayTakenBack(N, (Spot(4, 0),)))
    assert [(each.code, each.evidence) for each in drill.now.violations] == [("play.does_not_beat", (4, 5))]
    assert guandan(drill).turn == "N"


def test_an_open_reading_is_asked_while_it_matters_and_a_word_decides_it() -> None:
    straight = cards("S3 H7 S6 D5 S4")
    drill = table(DealStarted(1), Played(E, straight), levels=(Rank.SEVEN, Rank.TWO))
    question = drill.now.questions[0]
    assert (question.code, question.options) == ("reading.open", ("straight:7", "straight:6"))
    act = guandan(drill).trick.acts[0]
    assert (act.decided, act.wilds, len(act.readings)) == ("open", (1,), 2)
    assert act.readings[0].stands == ("7",)
    drill.log(Played(N, cards("S8 D7 C6 C5 C4")))
    assert asked(drill.now) == []
    drill.log(ReadingSaid(3, "straight:7"))
    assert guandan(drill).trick.acts[0].decided == "said"
    drill.log(ReadingSaid(3, "bomb4:A"))
    assert guandan(drill).trick.acts[0].decided == "open"


def test_an_open_reading_that_only_one_follower_beat_stays_a_question() -> None:
    drill = table(DealStarted(1), Played(E, cards("S3 H7 S6 D5 S4")), levels=(Rank.SEVEN, Rank.TWO))
    drill.log(Played(N, cards("D7 C6 C5 C4 C3")))
    assert asked(drill.now) == ["reading.open"]
    assert codes(drill.now) == []
    drill.log(TrickCollected())
    assert asked(drill.now) == ["reading.open"]


def test_an_open_reading_that_everybody_passed_on_no_longer_matters() -> None:
    drill = table(DealStarted(1), Played(E, cards("S3 H7 S6 D5 S4")), levels=(Rank.SEVEN, Rank.TWO))
    drill.log(TrickCollected())
    assert asked(drill.now) == []


def test_an_unread_card_stands_is_asked_about_and_can_be_called_nothing() -> None:
    drill = table(DealStarted(1), Played(E, cards("S9 ??")), ReadingSaid(3, "pair:9"), Played(N, cards("S3")))
    assert asked(drill.now) == ["reading.unread"]
    assert codes(drill.now) == []
    assert guandan(drill).trick.acts[0].decided == "unread"
    drill.log(Played(W, cards("S3 D9")))
    assert codes(drill.now) == [("W", "shape.none")]


def test_passing_in_another_manner_and_passing_as_leader_are_named() -> None:
    drill = table(DealStarted(1), Passed(E), Played(N, cards("S9")), Passed(W, "word"), TrickCollected())
    drill.log(Played(N, cards("S8")), Passed(W, "device"), Passed(S, "dance"))
    assert codes(drill.now) == [("E", "pass.leader_must_play"), ("W", "pass.manner_changed")]
    assert guandan(drill).seats["W"].passed
    assert not guandan(drill).seats["E"].passed


# Reports


def hand_of_nine() -> Drill:
    """East has nine cards left after two big plays."""
    return table(DealStarted(1), HandsCounted((14, 27, 27, 27)), Played(E, cards("S3 D3 C3 S4 D4")))


def test_a_report_is_due_at_ten_and_said_is_said() -> None:
    drill = hand_of_nine()
    assert guandan(drill).seats["E"].report == "due"
    drill.log(Reported(E, 9))
    assert (guandan(drill).seats["E"].report, guandan(drill).seats["E"].said) == ("said", 9)
    drill.log(Reported(E, 9), CountAsked(N, E))
    assert codes(drill.now) == [("E", "count.hand"), ("E", "report.repeated"), ("N", "report.asking_forbidden")]


def test_a_report_that_differs_from_the_count_is_a_question_until_the_seat_is_out() -> None:
    drill = hand_of_nine()
    drill.log(Reported(E, 8))
    assert asked(drill.now) == ["report.count_differs"]
    said = table(*(entry.event for entry in drill.timeline.log[1:] if entry.event.kind != "question_asked"))  # type: ignore[arg-type]
    said.log(QuestionAnswered("count:5", "said"))
    assert asked(said.now) == []
    assert ("E", "report.wrong_number") not in codes(said.now)
    counted = hand_of_nine()
    counted.log(Reported(E, 8), QuestionAnswered("count:5", "counted"))
    assert ("E", "report.wrong_number") in codes(counted.now)
    drill.log(Played(E, cards("S6 C6 D6 H6 S6 C6 D6 H6 H2")))
    assert asked(drill.now) == []
    assert ("E", "report.wrong_number") in codes(drill.now)


def test_a_breach_that_no_card_shows_is_noted_with_what_its_sentence_needs() -> None:
    drill = table(DealStarted(1), BreachNoted(S, "cut.too_near_end", {"cards": 3}), BreachNoted(E, "late.arrived"))
    drill.log(BreachNoted(W, "record.wrong_checker"), BreachNoted(N, "signal.given"))
    params = {each.code: each.params for each in drill.now.violations}
    assert params["cut.too_near_end"] == {"seat": "S", "cards": 3, "least": 6}
    assert params["record.wrong_checker"]["expected"] == "N"
    assert params["late.arrived"]["minutes"] == 1
    assert "cut.too_near_end" in guandan(drill).breaches


def test_a_question_is_asked_once() -> None:
    """The log holds a question that stands; it is not put again with every act."""
    drill = table(DealStarted(1), Played(E, cards("S9 ??")))
    first = unasked(drill.timeline.state)
    assert [each.code for each in first] == ["reading.unread"]
    question = first[0]
    drill.log(QuestionAsked(question.id, question.code, question.params, question.options, question.about))
    assert unasked(drill.timeline.state) == ()
    assert asked(drill.now) == ["reading.unread"]


def test_what_stays_of_a_play_keeps_what_was_lifted_of_it() -> None:
    drill = table(DealStarted(1), Played(E, cards("S9 C9 D9")), PlayLifted(E, (Spot(3, 0), Spot(3, 1))))
    drill.log(PlayTakenBack(E, (Spot(3, 0),)))
    act = guandan(drill).trick.acts[0]
    assert (act.cards, act.pending) == (("C9", "D9"), True)
    drill.log(PlayTakenBack(E, (Spot(3, 1),)))
    act = guandan(drill).trick.acts[0]
    assert (act.cards, act.pending) == (("D9",), False)
    drill.log(PlayTakenBack(E, (Spot(3, 2),)))
    assert guandan(drill).trick.acts == ()
    assert drill.now.seats["E"].known == ("C9", "D9", "S9")
