"""A breach that one slip of sight explains, a card missed or invented, is asked about and charged to nobody."""

from __future__ import annotations

from typing import Any

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.events import (
    CardsExposed,
    DealEnded,
    DealStarted,
    Fact,
    Played,
    PlayExtended,
    PlayLifted,
    PlayTakenBack,
    Reading,
    Spot,
    TrickCollected,
)
from paizhuo.rules.guandan.charges import charges
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.guandan_events import CardGivenBack, FinishNamed, Reported, TributePaid, TributeResisted
from paizhuo.rules.observations import Evidence
from paizhuo.rules.service import Answer, CommandRefusedError, EnterPlay, Undo
from paizhuo.rules.snapshot import TableSnapshot
from paizhuo.rules.table_service import CountHands

from . import told
from .told import asked, cards, table

E, N, W, S = Seat

SEEN = Reading(0.999, present=0.999)
GHOST = Reading(0.8, present=0.5)
SURE_FACE = Reading(0.999, present=0.5)


def saw(seat: Seat, text: str, *ghosts: int) -> Played:
    """A play as a camera saw it; the cards at the places of ``ghosts`` may not have been there."""
    faces = cards(text)
    return Played(seat, faces, tuple(SURE_FACE if place in ghosts else SEEN for place in range(len(faces))))


def seen(*facts: Fact) -> Drill:
    return table(DealStarted(1), *facts)


def codes(shown: TableSnapshot) -> list[tuple[str | None, str]]:
    """Give who is charged with what, the short hands with which some of these tables begin left out."""
    return [each for each in told.codes(shown) if each[1] != "count.hand"]


def options(drill: Drill) -> list[tuple[str, ...]]:
    return [each.options for each in drill.now.questions]


def test_a_full_house_of_which_one_card_lay_hidden_is_asked_about_and_stands_meanwhile() -> None:
    drill = seen(saw(E, "S9 C9 D9 S4"))
    assert (codes(drill.now), asked(drill.now)) == ([], ["misread.play"])
    assert options(drill) == [("missed:E", "stands")]
    assert drill.now.questions[0].params["code"] == "shape.none"
    assert drill.now.trick.plays[-1].winning


def test_a_card_too_many_that_may_not_have_been_there_is_asked_about() -> None:
    drill = seen(saw(E, "S9 C9 D9"), saw(N, "ST CT DT H3", 3))
    assert (codes(drill.now), options(drill)) == ([], [("absent:H3", "stands")])
    assert drill.now.trick.plays[-1].winning


def test_a_card_too_few_for_the_pair_to_beat_may_lie_hidden() -> None:
    drill = seen(saw(E, "S9 C9"), saw(N, "ST"))
    assert (codes(drill.now), options(drill)) == ([], [("missed:N", "stands")])


def test_the_play_to_beat_may_be_the_one_of_which_a_card_lay_hidden_or_never_was() -> None:
    assert options(seen(saw(E, "S9 C9"), saw(N, "ST CT DT"))) == [("missed:N", "missed:E", "stands")]
    assert options(seen(saw(E, "S9 C9 D9", 2), saw(N, "ST CT"))) == [("missed:N", "absent:D9", "stands")]


@pytest.mark.parametrize(
    ("lead", "follow"),
    [
        ("S9", "S8"),  # a card that does not beat is none the better for another one or two
        ("S9 C9", "ST CT DT HT S3 C3 D3"),  # three cards would have to be wrong
        ("S9 C9", "SJ H4 D6"),  # no shape, with a card more or less, or with two
        ("S9 C9 D9 S4 C4", "S8 C8 D8 S3 C3"),
    ],
)
def test_what_no_slip_explains_nor_two_is_stated_at_once(lead: str, follow: str) -> None:
    drill = seen(saw(E, lead), saw(N, follow))
    assert len(codes(drill.now)) == 1
    assert asked(drill.now) == []


def test_a_sure_card_too_many_is_asked_about_once_anything_follows_and_stated_when_it_goes_back() -> None:
    """Print may be taken for a card ever so surely; but a play that goes back was wrong."""
    drill = seen(saw(E, "S9 C9 D9"), saw(N, "ST CT DT H3"))
    assert (codes(drill.now), asked(drill.now)) == ([], [])
    drill.log(TrickCollected())
    assert (codes(drill.now), options(drill)) == ([], [("absent:H3", "stands")])
    drill.command(Answer(drill.now.questions[0].id, "absent:H3"))
    assert (codes(drill.now), asked(drill.now)) == ([], [])
    back = seen(saw(E, "S9 C9 D9"), saw(N, "ST CT DT H3"))
    back.log(PlayTakenBack(N, tuple(Spot(4, place) for place in range(4))))
    assert (codes(back.now), asked(back.now)) == ([("N", "shape.none")], [])


def test_either_card_of_a_lead_may_be_the_one_too_many() -> None:
    drill = seen(saw(E, "S5 C7"), saw(N, "S9"))
    assert options(drill) == [("absent:S5", "absent:C7", "stands")]


def test_two_sure_cards_too_many_are_stated_at_once() -> None:
    """The control: no one card explains it."""
    drill = seen(saw(E, "S9 C9 D9"), saw(N, "ST CT DT H3 S6"))
    assert (codes(drill.now), asked(drill.now)) == ([("N", "shape.none")], [])


def test_what_a_person_entered_is_taken_at_his_word() -> None:
    """The control: the very plays that are asked about when a camera saw them."""
    drill = seen()
    drill.command(EnterPlay(E, cards("S9 C9 D9 S4")))
    assert (codes(drill.now), asked(drill.now)) == ([("E", "shape.none")], [])
    drill = seen()
    drill.command(EnterPlay(E, cards("S9 C9")))
    drill.command(EnterPlay(N, cards("ST")))
    assert (codes(drill.now), asked(drill.now)) == ([("N", "play.does_not_beat")], [])


def test_a_play_to_beat_that_would_be_wrong_with_the_slip_explains_nothing() -> None:
    """North had to beat three cards: as a full house it would have been wrong itself."""
    drill = seen(saw(E, "S7 C7 D7"), saw(N, "S9 C9 D9"), saw(W, "ST CT DT SJ CJ"))
    assert (codes(drill.now), asked(drill.now)) == ([("W", "play.does_not_beat")], [])


def test_a_play_over_one_in_doubt_is_right_if_it_beats_what_lies_below() -> None:
    drill = seen(saw(E, "S9 C9"), saw(N, "SK CK DK"), saw(W, "ST CT"))
    assert (codes(drill.now), asked(drill.now)) == ([], ["misread.play"])
    drill = seen(saw(E, "S9 C9"), saw(N, "SK CK DK"), saw(W, "SA CA DA"))
    assert (codes(drill.now), asked(drill.now)) == ([], ["misread.play"])
    drill = seen(saw(E, "S9 C9"), saw(N, "SK CK DK"), saw(W, "S3 C4 D6"))
    assert (codes(drill.now), asked(drill.now)) == ([("W", "shape.none")], ["misread.play"])


def test_a_hidden_card_is_refuted_once_the_seat_has_shown_all_of_its_cards() -> None:
    drill = seen()
    drill.command(CountHands((5, 1, 27, 27)))
    drill.log(saw(E, "S9 C9 D9 S4"))
    assert asked(drill.now) == ["misread.play"]
    drill.log(TrickCollected(), saw(E, "SA"))
    assert (codes(drill.now), asked(drill.now)) == ([("E", "shape.none")], [])
    assert drill.now.tricks[0].plays[0].violations == ("shape.none",)
    assert told.guandan(drill).tricks[0].acts[0].violations == ("shape.none",)


def test_a_hidden_card_is_not_refuted_by_a_card_that_may_not_have_been_there() -> None:
    drill = seen()
    drill.command(CountHands((5, 1, 27, 27)))
    drill.log(saw(E, "S9 C9 D9 S4"), TrickCollected(), saw(E, "SA", 0))
    assert (codes(drill.now), asked(drill.now)) == ([], ["misread.play"])


def test_that_a_seat_laid_no_more_cards_does_not_prove_that_it_had_none() -> None:
    drill = seen()
    drill.command(CountHands((4, 1, 1, 1)))
    drill.log(saw(E, "S9 C9 D3", 2), Reported(E, 2), TrickCollected(), saw(E, "SA"), TrickCollected(), saw(W, "S4"))
    assert (codes(drill.now), asked(drill.now)) == ([], ["misread.play"])
    drill.log(DealEnded())
    assert (codes(drill.now), asked(drill.now)) == ([], ["misread.play"])


def test_cards_left_over_count_among_those_that_a_seat_has_shown() -> None:
    drill = seen()
    drill.command(CountHands((6, 1, 27, 1)))
    drill.log(saw(E, "S9 C9 D9 S4"), FinishNamed((N, S)), CardsExposed(E, cards("SA CA"), (SEEN, SEEN)))
    assert (codes(drill.now), asked(drill.now)) == ([("E", "shape.none")], [])


def test_a_seat_whose_phantom_was_counted_lays_its_last_card_and_nobody_is_accused() -> None:
    drill = seen()
    drill.command(CountHands((3, 27, 27, 27)))
    drill.log(saw(E, "S9 C9 D3", 2))
    drill.log(TrickCollected(), saw(E, "SA"))
    assert codes(drill.now) == []
    assert [each.params["code"] for each in drill.now.questions] == ["shape.none", "turn.seat_is_out"]
    sure = seen()
    sure.command(CountHands((2, 27, 27, 27)))
    sure.log(saw(E, "S9 C9"), TrickCollected(), saw(E, "SA"))
    assert (codes(sure.now), options(sure)) == ([], [("absent:S9", "absent:C9", "absent:SA", "stands")])
    given = seen()
    given.command(CountHands((2, 27, 27, 27)))
    given.log(Played(E, cards("S9 C9")), TrickCollected(), Played(E, cards("SA")))
    assert ("E", "turn.seat_is_out") in codes(given.now)


def test_more_cards_than_are_left_may_be_one_that_was_never_there() -> None:
    drill = seen()
    drill.command(CountHands((4, 27, 27, 27)))
    drill.log(saw(E, "S9", 0), saw(N, "ST"), saw(E, "SJ"))
    drill.log(TrickCollected(), saw(E, "SA CA DA"))
    assert [each.params["code"] for each in drill.now.questions] == ["count.more_than_left"]
    two = seen()
    two.command(CountHands((3, 27, 27, 27)))
    two.log(saw(E, "S9", 0), saw(N, "ST"), saw(E, "SJ"), TrickCollected(), saw(E, "SA CA DA"))
    assert (codes(two.now), options(two)) == ([], [("absent:S9", "stands")])
    two.command(Answer(two.now.questions[0].id, "stands"))
    assert codes(two.now) == [("E", "count.more_than_left")]


def test_a_play_after_a_hand_that_a_phantom_ended() -> None:
    drill = seen()
    drill.command(CountHands((1, 27, 3, 27)))
    drill.log(saw(E, "S9"), saw(W, "ST"), TrickCollected(), saw(W, "SJ CJ", 1), saw(W, "SA"))
    assert codes(drill.now) == []
    assert options(drill) == [("missed:W", "absent:CJ", "stands")]
    sure = seen()
    sure.command(CountHands((1, 27, 3, 27)))
    sure.log(saw(E, "S9"), saw(W, "ST"), TrickCollected(), saw(W, "SJ CJ"), saw(W, "SA"))
    assert (codes(sure.now), asked(sure.now)) == ([], ["misread.play"])
    sure.command(Answer(sure.now.questions[0].id, "stands"))
    assert ("W", "turn.hand_over") in codes(sure.now)


def test_a_lead_before_its_turn_is_asked_about_once_somebody_else_has_acted() -> None:
    drill = seen(saw(E, "S9"))
    drill.log(TrickCollected(), saw(N, "S5"))
    assert (codes(drill.now), asked(drill.now)) == ([], [])
    drill.log(saw(W, "S6"))
    assert (codes(drill.now), options(drill)) == ([], [("in_turn", "unseen:N:1", "unseen:E:2", "stands")])
    drill.command(Answer(drill.now.questions[0].id, "stands"))
    assert (codes(drill.now), asked(drill.now)) == ([("N", "turn.out_of_turn")], [])


def test_a_lead_of_several_cards_before_its_turn_was_in_its_turn_if_a_person_says_so() -> None:
    drill = seen(saw(E, "S9"))
    drill.log(TrickCollected(), saw(N, "S5 C5"), saw(W, "S6 C6"))
    assert options(drill) == [("in_turn", "unseen:N:1", "unseen:E:2", "stands")]
    drill.command(Answer(drill.now.questions[0].id, "in_turn"))
    assert (codes(drill.now), asked(drill.now)) == ([], [])


@pytest.mark.parametrize(
    ("unseen", "is_asked"), [(("seat-N",), True), (("",), True), (("seat-S",), False), ((), False)]
)
def test_a_play_told_late_may_have_come_before_the_one_that_it_does_not_beat(
    unseen: tuple[str, ...], is_asked: bool
) -> None:
    drill = seen(saw(E, "S5"))
    drill.log(saw(W, "SJ"), evidence=Evidence(at=20.0, unseen=unseen))
    drill.log(saw(N, "S9"))
    assert options(drill) == ([("in_turn", "stands")] if is_asked else [])
    assert codes(drill.now) == ([] if is_asked else [("N", "play.does_not_beat")])
    if is_asked:
        assert drill.now.questions[0].params["expected"] == "N"
        drill.command(Answer(drill.now.questions[0].id, "in_turn"))
        assert (codes(drill.now), asked(drill.now)) == ([], [])


def test_a_play_over_an_unread_card_that_was_led_before_its_turn_is_judged_for_itself() -> None:
    drill = seen(saw(E, "S9"))
    drill.log(TrickCollected(), Played(N, cards("??"), (Reading(0.0, present=0.999),)), saw(W, "S6 C8 DJ SK"))
    assert codes(drill.now) == [("W", "shape.none")]


def test_the_partner_of_a_seat_that_may_have_laid_its_last_card_may_lead() -> None:
    drill = seen()
    drill.command(CountHands((2, 27, 27, 27)))
    drill.log(saw(E, "S9"), TrickCollected(), saw(W, "S5"), saw(S, "S6"))
    places = ("unseen:W:1", "unseen:E:2", "unseen:E:1")
    assert options(drill) == [("in_turn", "missed:E", *places, "stands")]


def test_a_lead_of_one_card_that_may_not_have_been_there() -> None:
    drill = seen(saw(E, "S9"))
    drill.log(TrickCollected(), saw(N, "S5", 0), saw(E, "S6"))
    assert options(drill) == [("in_turn", "unseen:N:1", "unseen:E:2", "absent:S5", "stands")]
    drill.command(Answer(drill.now.questions[0].id, "absent:S5"))
    assert (codes(drill.now), asked(drill.now)) == ([], [])
    assert [play.cards for play in drill.now.trick.plays] == [("S6",)]


def test_a_lead_before_its_turn_is_proved_when_it_goes_back_and_the_seat_in_turn_leads() -> None:
    drill = seen(saw(E, "S9"))
    drill.log(TrickCollected(), saw(N, "S5"))
    drill.log(PlayTakenBack(N, (Spot(5, 0),)))
    assert codes(drill.now) == []
    drill.log(saw(E, "S6"))
    assert (codes(drill.now), asked(drill.now)) == ([("N", "turn.out_of_turn")], [])


def test_it_is_not_while_its_seat_may_be_out_with_it_and_its_partner_leads() -> None:
    """West may have been out with S5, over a lead of East that nobody saw. Once West lays another card it was not."""
    drill = seen()
    drill.command(CountHands((27, 27, 3, 27)))
    drill.log(saw(E, "S9"), TrickCollected(), saw(W, "S5"))
    drill.log(PlayTakenBack(W, (Spot(drill.timeline.state.seq, 0),)), saw(E, "S6"))
    assert codes(drill.now) == []
    drill.log(saw(W, "S8"))
    assert codes(drill.now) == [("W", "turn.out_of_turn")]


def test_a_lead_entered_by_hand_before_its_turn_is_stated_at_once() -> None:
    drill = seen(saw(E, "S9"))
    drill.log(TrickCollected())
    drill.command(EnterPlay(N, cards("S5")))
    assert codes(drill.now) == [("N", "turn.out_of_turn")]


def test_nobody_leads_before_his_turn_while_the_play_that_won_is_in_doubt() -> None:
    drill = seen(saw(E, "S9 C9"), saw(N, "ST"))
    drill.log(TrickCollected(), saw(E, "S5"), saw(N, "S6"))
    assert (codes(drill.now), [each.params["code"] for each in drill.now.questions]) == ([], ["play.does_not_beat"])


def gone(drill: Drill, seat: Seat, spot: Spot) -> Drill:
    drill.log(PlayLifted(seat, (spot,)), PlayTakenBack(seat, (spot,)))
    return drill


def test_cards_shown_again_or_a_whole_hand_without_them_prove_that_they_went_back() -> None:
    hand = seen()
    hand.command(CountHands((27, 2, 27, 27)))
    hand.log(saw(E, "S9"), saw(N, "ST"))
    spot = Spot(hand.timeline.log[-1].seq, 0)
    gone(hand, N, spot)
    hand.log(saw(W, "SJ"), TrickCollected(), saw(W, "S3"), saw(N, "ST"))
    assert codes(hand.now) == []
    hand.log(saw(W, "SQ"), saw(N, "SA"))
    assert codes(hand.now) == [("N", "play.taken_back")]
    pair = seen(saw(E, "S9 C9"), saw(N, "ST CT"))
    spots = tuple(Spot(pair.timeline.log[-1].seq, place) for place in (0, 1))
    pair.log(PlayLifted(N, spots), PlayTakenBack(N, spots), saw(W, "SJ CJ"), TrickCollected(), saw(W, "S3 C3"))
    assert codes(pair.now) == []
    pair.log(saw(N, "ST CT"))
    assert codes(pair.now) == [("N", "play.taken_back")]


def test_a_card_that_sight_lost_accuses_nobody_until_it_is_shown_again_or_replaced() -> None:
    drill = gone(seen(saw(E, "S9"), saw(N, "ST")), N, Spot(4, 0))
    drill.log(saw(W, "SJ"))
    assert (codes(drill.now), asked(drill.now)) == ([], [])
    drill.log(TrickCollected(), saw(W, "S3"), saw(N, "ST"))
    assert codes(drill.now) == []  # it may be the twin
    drill.log(TrickCollected(), saw(N, "S4"), saw(W, "ST"))
    assert codes(drill.now) == [("N", "play.taken_back")]
    other = gone(seen(saw(E, "S9"), saw(N, "ST")), N, Spot(4, 0))
    other.log(saw(N, "SQ"))
    assert codes(other.now) == [("N", "play.taken_back")]


def test_a_card_taken_back_that_may_never_have_been_there_is_asked_about() -> None:
    drill = gone(seen(saw(E, "S9"), saw(N, "ST", 0)), N, Spot(4, 0))
    drill.log(saw(N, "SQ"))
    assert (codes(drill.now), options(drill)) == ([], [("absent:ST", "stands")])
    drill.command(Answer(drill.now.questions[0].id, "stands"))
    assert (codes(drill.now), asked(drill.now)) == ([("N", "play.taken_back")], [])


def test_a_card_that_may_never_have_been_there_does_not_explain_that_another_went_back_with_it() -> None:
    drill = seen(saw(E, "S9"), saw(N, "ST SJ", 1))
    assert asked(drill.now) == ["misread.play"]
    spots = (Spot(4, 0), Spot(4, 1))
    drill.log(PlayLifted(N, spots), PlayTakenBack(N, spots), saw(N, "SQ"))
    assert (codes(drill.now), asked(drill.now)) == ([("N", "shape.none")], [])


def test_a_doubtful_play_that_was_taken_back_for_another_was_wrong() -> None:
    drill = seen(saw(E, "S9 C9 D9 S4"))
    drill.log(PlayTakenBack(E, tuple(Spot(3, place) for place in range(4))), saw(E, "S9 C9 D9"))
    assert (codes(drill.now), asked(drill.now)) == ([("E", "shape.none")], [])


def test_the_answers_make_the_play_what_it_was() -> None:
    drill = seen(saw(E, "S9 C9 D9 S4"))
    question = drill.now.questions[0].id
    drill.command(Answer(question, "stands"))
    assert codes(drill.now) == [("E", "shape.none")]
    assert not drill.now.trick.plays[-1].winning
    drill.command(Undo())
    assert (codes(drill.now), asked(drill.now)) == ([], ["misread.play"])
    drill.command(Answer(question, "missed:E"))
    assert drill.now.trick.plays[-1].cards == ("S9", "C9", "D9", "S4", "??")
    assert asked(drill.now) == ["reading.unread"]
    with pytest.raises(CommandRefusedError, match="no_such_question"):
        drill.command(Answer(question, "stands"))


def test_a_card_that_was_never_there_is_struck_by_the_answer() -> None:
    drill = seen(saw(E, "S9 C9 D9"), saw(N, "ST CT DT H3", 3))
    drill.command(Answer(drill.now.questions[0].id, "absent:H3"))
    assert (codes(drill.now), asked(drill.now)) == ([], [])
    assert drill.now.trick.plays[-1].cards == ("ST", "CT", "DT")


def test_a_misread_face_is_offered_beside_the_other_slips() -> None:
    doubtful = Reading(0.8, ((Card.H4, 0.2),), present=0.999)
    drill = table(DealStarted(1), Played(E, cards("S9 C9 D9 S4 H3"), (SEEN, SEEN, SEEN, SEEN, doubtful)))
    assert asked(drill.now) == ["play_or_misread"]
    ghost = Reading(0.8, ((Card.HT, 0.2),), present=0.5)
    drill = table(DealStarted(1), saw(E, "S9 C9 D9"), Played(N, cards("ST CT DT H3"), (SEEN, SEEN, SEEN, ghost)))
    assert options(drill) == [("absent:H3", "face:H3:HT", "stands")]
    drill.command(Answer(drill.now.questions[0].id, "face:H3:HT"))
    assert (codes(drill.now), asked(drill.now)) == ([], [])


def test_a_face_of_the_play_to_beat_is_offered_too() -> None:
    doubtful = Reading(0.8, ((Card.S3, 0.2),), present=0.999)
    drill = table(DealStarted(1), saw(E, "SQ"), Played(N, cards("SK"), (doubtful,)), saw(W, "SJ", 0))
    assert options(drill) == [("absent:SJ", "face:SK:S3", "stands")]


def test_a_card_that_may_not_have_been_there_proves_nothing_about_a_tribute() -> None:
    begun: dict[str, Any] = {"order": (E, N, W, S), "levels": (Rank.FIVE, Rank.TWO), "hand": 2}
    paid = (DealStarted(2), TributePaid(S, cards("SK")), CardGivenBack(E, cards("S4")))
    assert codes(table(*paid, saw(S, "SA", 0), **begun).now) == []
    assert codes(table(*paid, saw(S, "SA"), **begun).now) == [("S", "tribute.not_largest")]
    claimed = (DealStarted(2), TributeResisted(S), saw(E, "S3"))
    assert codes(table(*claimed, saw(N, "BJ", 0), **begun).now) == []
    assert codes(table(*claimed, saw(N, "BJ"), **begun).now) == [("S", "tribute.resisted_without_jokers")]


def test_a_question_of_an_earlier_hand_can_still_be_answered() -> None:
    drill = seen(saw(E, "S9 C9 D9 S4"))
    drill.log(FinishNamed((E, W)), DealEnded(), DealStarted(2))
    assert "misread.play" in asked(drill.now)
    question = next(each for each in drill.now.questions if each.code == "misread.play")
    drill.command(Answer(question.id, "stands"))
    assert "misread.play" not in asked(drill.now)
    match = drill.timeline.state.game
    assert isinstance(match, GuandanMatch)
    assert [each.violation.code for each in charges(match.hands[0], match.rulebook)] == ["shape.none"]


def test_a_wrong_number_is_not_proved_by_a_count_that_holds_a_card_that_may_never_have_been_there() -> None:
    drill = seen()
    drill.command(CountHands((3, 27, 27, 27)))
    drill.log(saw(E, "S9", 0), Reported(E, 3), TrickCollected(), saw(E, "SJ CJ"))
    assert [code for _, code in codes(drill.now)] == []
    sure = seen()
    sure.command(CountHands((3, 27, 27, 27)))
    sure.log(saw(E, "S9"), Reported(E, 3), TrickCollected(), saw(E, "SJ CJ"))
    assert codes(sure.now) == [("E", "report.wrong_number")]


@pytest.mark.parametrize("said", [1, 3])
def test_a_card_that_may_be_none_leaves_a_report_open_even_if_the_count_is_right_in_all(said: int) -> None:
    """It may be one of those counted before, or stand for one that was missed before it."""
    drill = seen()
    drill.command(CountHands((3, 27, 27, 27)))
    drill.log(saw(E, "S9", 0), Reported(E, said), TrickCollected(), saw(E, "SJ CJ"))
    assert (codes(drill.now), asked(drill.now)) == ([], ["report.count_differs"])
    later = seen()
    later.command(CountHands((3, 27, 27, 27)))
    later.log(saw(E, "S9 C9"), Reported(E, 2), TrickCollected(), saw(E, "SJ", 0))
    assert "report.wrong_number" not in [code for _, code in codes(later.now)]


def test_a_card_that_the_play_needs_is_there_however_weakly_it_was_seen() -> None:
    """The control: without D9 it were no lead of three over three, and S9 C9 beat nothing."""
    drill = seen()
    drill.command(CountHands((27, 5, 27, 27)))
    drill.log(saw(E, "S7 C7 D7"), saw(N, "S9 C9 D9", 2), Reported(N, 1), TrickCollected(), saw(N, "SJ CJ"))
    assert codes(drill.now) == [("N", "report.wrong_number")]


def test_a_rest_that_was_added_is_judged_with_what_lay_there() -> None:
    drill = seen(saw(E, "S9 C9 D9 S4"))
    drill.log(PlayExtended(E, cards("C4"), (SEEN,)))
    assert (codes(drill.now), asked(drill.now)) == ([], [])
