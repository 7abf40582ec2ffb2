"""The count that was led: three answers that agree outvote a lead that was read with another number of cards."""

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.service import Answer


def answers(drill: Drill, *cards: str) -> None:
    for seat, card in zip((Seat.N, Seat.W, Seat.S), cards, strict=True):
        drill.shows(seat, card)


def test_a_card_read_twice_in_the_lead_is_counted_once_and_nobody_is_accused(playing: Drill) -> None:
    playing.shows(Seat.E, "BJ BJ")
    answers(playing, "H3", "H4", "H5")
    now = playing.clears()
    assert now.tricks[0].plays[0].cards == ("BJ",)
    assert now.violations == ()
    assert [kind for kind in playing.kinds if kind != "trick_collected"] == ["card_corrected"]


def test_the_weaker_of_two_equal_readings_goes(playing: Drill) -> None:
    playing.shows_readings(Seat.E, [playing.card("SK", 0.8, ("SQ", 0.1)), playing.card("SK")])
    answers(playing, "S3", "S4", "S5")
    now = playing.clears()
    assert (now.tricks[0].plays[0].cards, now.tricks[0].plays[0].doubtful) == (("SK",), ())


def test_a_card_missed_in_the_lead_is_asked_about_and_nobody_is_accused(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    answers(playing, "S3 S4", "S5 S6", "S7 S8")
    now = playing.clears()
    assert now.tricks[0].plays[0].cards == ("SK", "??")
    assert now.violations == ()
    assert [question.code for question in now.questions] == ["reading.unread"]


def test_a_lead_in_two_goes_is_corrected_as_one(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.E, "SK")
    answers(playing, "S3", "S4", "S5")
    assert playing.clears().tricks[0].plays[0].cards == ("SK",)


def test_the_trick_swept_up_seat_by_seat_is_repaired_as_well(playing: Drill) -> None:
    playing.shows(Seat.E, "SK SK")
    answers(playing, "S3", "S4", "S5")
    for seat in (Seat.E, Seat.N, Seat.W):
        playing.takes(seat)
    now = playing.clears()
    assert now.tricks[0].plays[0].cards == ("SK",)
    assert (len(now.tricks), now.violations) == (1, ())


def test_a_card_told_twice_stays_where_it_was_told_first(playing: Drill) -> None:
    """A king led is told once more after the next seat has played: nobody played before its turn."""
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.N, "S3")
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.W, "S4")
    playing.shows(Seat.S, "S5")
    now = playing.clears()
    assert [(play.seat, play.cards) for play in now.tricks[0].plays] == [
        ("E", ("SK",)),
        ("N", ("S3",)),
        ("W", ("S4",)),
        ("S", ("S5",)),
    ]
    assert (now.violations, now.questions) == ((), ())


def test_what_only_seemed_to_go_back_is_no_card_that_was_missed(playing: Drill) -> None:
    """Sight loses one king of the pair led; three answers of two cards show that it lay there, as the one it was."""
    playing.shows(Seat.E, "SK SK")
    playing.takes(Seat.E, "SK")
    answers(playing, "S3 S4", "S5 S6", "S7 S8")
    for seat in (Seat.N, Seat.W):
        playing.takes(seat)
    now = playing.clears()
    assert now.tricks[0].plays[0].cards == ("SK", "SK")
    assert (now.violations, now.questions) == ((), ())


def test_two_different_cards_are_no_double_reading_and_the_lead_is_asked_about_once(playing: Drill) -> None:
    playing.shows(Seat.E, "SK SQ")
    answers(playing, "S3", "S4", "S5")
    now = playing.clears()
    assert now.tricks[0].plays[0].cards == ("SK", "SQ")
    assert now.violations == ()
    (question,) = now.questions
    assert (question.code, question.params["seat"]) == ("misread.led", "E")
    assert question.options == ("absent:SK", "absent:SQ", "stands")


def test_three_short_answers_are_offences_once_a_person_says_that_the_lead_was_so(playing: Drill) -> None:
    playing.shows(Seat.E, "SK SQ")
    answers(playing, "S3", "S4", "S5")
    playing.clears()
    now = playing.command(Answer(playing.now.questions[0].id, "stands"))
    assert [(each.code, each.seat) for each in now.violations] == [("count.wrong", seat) for seat in "NWS"]
    assert now.questions == ()


def test_the_answer_that_a_card_of_the_lead_was_not_there_strikes_it(playing: Drill) -> None:
    playing.shows(Seat.E, "SK SQ")
    answers(playing, "S3", "S4", "S5")
    playing.clears()
    now = playing.command(Answer(playing.now.questions[0].id, "absent:SQ"))
    assert now.tricks[0].plays[0].cards == ("SK",)
    assert (now.violations, now.questions) == ((), ())


def test_a_failed_throw_is_no_miscount(playing: Drill) -> None:
    playing.shows(Seat.E, "SA SQ SQ")
    playing.takes(Seat.E, "SA")
    answers(playing, "SK", "S4", "S5")
    now = playing.clears()
    assert now.tricks[0].plays[0].cards == ("SQ", "SQ")
