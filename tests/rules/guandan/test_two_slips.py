"""A breach that two slips of sight in one trick explain, and no single one, is asked about and charged to nobody."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Played, PlayTakenBack, Reading, Spot, TrickCollected
from paizhuo.rules.guandan_events import FinishNamed, LeaderNamed, Reported
from paizhuo.rules.service import Answer, EnterPlay
from paizhuo.rules.table_service import CountHands

from .test_slips import codes, options, saw, seen
from .told import asked, cards, guandan

E, N, W, S = Seat


def only(drill: Drill) -> tuple[str, ...]:
    """Give the answers to the only question, once the trick is taken up; nobody is accused."""
    drill.log(TrickCollected())
    assert (codes(drill.now), asked(drill.now)) == ([], ["misread.play"])
    return options(drill)[0]


@pytest.mark.parametrize(
    ("lead", "follow"),
    [
        ("S9 C9 D9", "ST"),  # two of three
        ("S9 C9", "S8 C8"),  # two of a bomb
        ("S9", "LJ BJ"),  # two of the four jokers
    ],
)
def test_two_cards_of_one_play_may_lie_hidden(lead: str, follow: str) -> None:
    drill = seen(saw(E, lead), saw(N, follow))
    assert drill.now.trick.plays[-1].winning
    assert only(drill) == ("missed:N", "stands")


def test_a_lead_of_which_two_cards_lie_hidden() -> None:
    assert only(seen(saw(E, "S9 C9 DT"))) == ("missed:E", "stands")


def test_one_card_each_of_two_plays_may_lie_hidden() -> None:
    """Three pairs, of which the two below were seen as single cards."""
    drill = seen(saw(E, "S7"), saw(N, "S9"), saw(W, "ST CT"))
    assert only(drill) == ("missed:W", "missed:N", "missed:E", "stands")


def test_a_play_that_never_stood_below_may_have_been_right_or_wrong() -> None:
    drill = seen(saw(E, "S9"), saw(N, "S7"), saw(W, "S8 C8"))
    assert codes(drill.now) == [("N", "play.does_not_beat")]
    drill = seen(saw(E, "S9 C9 D9"), saw(N, "S4 H6 DJ"), saw(W, "ST"))
    drill.log(TrickCollected())
    assert (codes(drill.now), options(drill)) == ([("N", "shape.none")], [("missed:W", "stands")])


def test_a_card_that_never_was_and_one_that_lies_hidden() -> None:
    """With D4 gone and a ten more, North lays a full house over East's."""
    drill = seen(saw(E, "S9 C9 D9 S3 C3"), saw(N, "ST CT H6 C6 D4", 4))
    assert only(drill) == ("absent:D4", "missed:N", "stands")


def test_a_card_that_never_was_below_and_one_that_was_another() -> None:
    doubtful = Reading(0.8, ((Card.ST, 0.2),), present=0.999)
    drill = seen(saw(E, "S9"), saw(N, "SK", 0), Played(W, cards("S8"), (doubtful,)))
    assert only(drill) == ("face:S8:ST", "absent:SK", "stands")


def test_what_lies_over_an_unread_card_may_be_anything() -> None:
    unread = Played(N, cards("??"), (Reading(0.0, present=0.999),))
    drill = seen(saw(E, "S9"), unread, saw(W, "ST CT DJ"))
    drill.log(TrickCollected())
    assert (codes(drill.now), options(drill)[-1]) == ([], ("missed:W", "stands"))


def test_over_two_hidden_cards_any_shape_may_come() -> None:
    drill = seen(saw(E, "S9 C9 D9"), saw(N, "ST"), saw(W, "SJ CJ DJ"))
    assert only(drill) == ("missed:N", "stands")


def test_three_slips_in_one_trick_are_stated() -> None:
    """The control."""
    drill = seen(saw(E, "S9 C9 D9 S3 C3"), saw(N, "S8"))
    assert (codes(drill.now), asked(drill.now)) == ([("N", "play.does_not_beat")], [])


def test_what_a_person_entered_hides_no_two_cards() -> None:
    """The control: the very plays that are asked about when a camera saw them."""
    drill = seen(saw(E, "S9 C9"))
    drill.command(EnterPlay(N, cards("S8 C8")))
    assert (codes(drill.now), asked(drill.now)) == ([("N", "play.does_not_beat")], [])


def test_two_hidden_cards_are_refuted_once_their_seat_has_no_room_for_them() -> None:
    drill = seen()
    drill.command(CountHands((27, 4, 27, 27)))
    drill.log(saw(E, "S9 C9"), saw(N, "S8 C8"))
    assert only(drill) == ("missed:N", "stands")
    drill.log(saw(N, "SA"))
    assert codes(drill.now)[0] == ("N", "play.does_not_beat")
    room = seen()
    room.command(CountHands((27, 4, 27, 27)))
    room.log(saw(E, "S9 C9"), saw(N, "S8 C8"), TrickCollected(), saw(N, "SA", 0))
    assert codes(room.now) == []


def test_one_of_two_plays_that_has_no_room_for_a_hidden_card_refutes_both() -> None:
    drill = seen()
    drill.command(CountHands((2, 27, 2, 27)))
    drill.log(saw(E, "S7"), saw(N, "S9"), saw(W, "ST CT"))
    assert only(drill) == ("missed:N", "missed:E", "stands")
    drill.log(saw(E, "SA"))
    assert ("W", "play.does_not_beat") in codes(drill.now)


def test_a_play_that_two_slips_explain_was_wrong_if_it_goes_back() -> None:
    drill = seen(saw(E, "S9 C9"), saw(N, "S8 C8"))
    drill.log(PlayTakenBack(N, (Spot(4, 0), Spot(4, 1))))
    assert (codes(drill.now), asked(drill.now)) == ([("N", "play.does_not_beat")], [])
    part = seen(saw(E, "S9"), saw(N, "LJ BJ"))
    part.log(PlayTakenBack(N, (Spot(4, 1),)))
    assert (codes(part.now), asked(part.now)) == ([], [])


def test_the_answer_that_one_card_lay_hidden_leaves_the_other_to_be_named() -> None:
    drill = seen(saw(E, "S9 C9"), saw(N, "S8 C8"))
    assert asked(drill.now) == []
    drill.log(saw(W, "ST CT"))
    question = drill.now.questions[0].id
    drill.command(Answer(question, "missed:N"))
    assert guandan(drill).trick.acts[1].cards == ("S8", "C8", "??")
    assert (codes(drill.now), asked(drill.now)) == ([], ["reading.unread"])
    stands = seen(saw(E, "S9 C9"), saw(N, "S8 C8"), saw(W, "ST CT"))
    stands.command(Answer(question, "stands"))
    assert (codes(stands.now), asked(stands.now)) == ([("N", "play.does_not_beat")], [])


def test_the_partner_of_a_seat_that_holds_two_cards_by_the_count_may_lead() -> None:
    """Two cards of East were missed before; it is out, and West need not beat its ace."""
    drill = seen()
    drill.command(CountHands((3, 27, 27, 27)))
    drill.log(saw(E, "SA"), saw(W, "S5"))
    assert only(drill) == ("missed:E", "stands")
    more = seen()
    more.command(CountHands((4, 27, 27, 27)))
    more.log(saw(E, "SA"), saw(W, "S5"))
    assert codes(more.now) == [("W", "play.does_not_beat")]


def test_the_last_play_of_a_hand_waits_for_nothing() -> None:
    drill = seen(saw(E, "S9 C9"), saw(N, "S8 C8"))
    assert asked(drill.now) == []
    drill.log(FinishNamed((E, W)))
    assert asked(drill.now) == ["misread.play"]


def test_a_number_said_that_asked_cards_explain_is_not_asked_about_again() -> None:
    """North says one card fewer than the count: the pair that was seen as one card is asked about already."""
    drill = seen(saw(E, "S9 C9"), saw(N, "ST"))
    drill.log(Reported(N, 25))
    assert asked(drill.now) == ["misread.play"]
    drill.log(Reported(N, 24))
    assert asked(drill.now) == ["misread.play", "report.count_differs"]
    drill.command(Answer(drill.now.questions[0].id, "missed:N"))
    assert asked(drill.now) == ["reading.unread", "report.count_differs"]
    answered = seen(saw(E, "S9 C9"), saw(N, "ST"))
    answered.log(Reported(N, 25))
    answered.command(Answer(answered.now.questions[0].id, "stands"))
    assert asked(answered.now) == ["report.count_differs"]


@pytest.mark.parametrize(("said", "is_asked"), [(26, False), (24, True), (27, True)])
def test_a_card_that_never_was_explains_a_number_above_the_count_only(said: int, is_asked: bool) -> None:
    drill = seen(saw(E, "S9"), saw(N, "ST C4", 1), saw(W, "SJ"))
    drill.log(Reported(N, said), saw(S, "SQ"))
    assert ("report.count_differs" in asked(drill.now)) is is_asked


def test_what_two_hidden_cards_explain_is_not_asked_about_again() -> None:
    drill = seen(saw(E, "S9 C9 D9"), saw(N, "ST"), saw(W, "SJ CJ DJ"))
    drill.log(Reported(N, 24))
    assert asked(drill.now) == ["misread.play"]
    drill.log(Reported(W, 23))
    assert asked(drill.now) == ["misread.play", "report.count_differs"]


def test_a_card_missed_in_a_lead_that_was_told_after_the_play_over_it() -> None:
    """East's lead came before North's full house, and lacks a card besides: neither is an offence."""
    drill = seen()
    drill.log(LeaderNamed(E), saw(N, "S9 C9 D9 S3 C3"), saw(E, "S7 C7 D7 SK"), TrickCollected())
    assert codes(drill.now) == []
    assert [(each.code, each.options[0]) for each in drill.now.questions] == [
        ("misread.turn", "in_turn"),
        ("misread.play", "missed:E"),
    ]
    drill = seen()
    drill.log(LeaderNamed(W), saw(N, "S9 C9 D9 S3 C3"), saw(E, "S7 C7 D7 SK"), TrickCollected())
    assert codes(drill.now) == [("E", "shape.none")]
