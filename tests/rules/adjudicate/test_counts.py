"""The count that was led: three answers that agree outvote a lead that was read with another number of cards."""

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat


def answers(drill: Drill, *cards: str) -> None:
    for seat, card in zip((Seat.N, Seat.W, Seat.S), cards, strict=True):
        drill.shows(seat, card)


def test_a_card_read_twice_in_the_lead_is_counted_once_and_nobody_is_accused(playing: Drill) -> None:
    playing.shows(Seat.E, "BJ BJ")
    answers(playing, "H3", "H4", "H5")
    now = playing.clears()
    assert now.tricks[0].plays[0].cards == ("BJ",)
    assert now.violations == ()
    assert [kind for kind in playing.kinds if kind != "trick_collected"] == ["corrected"]


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


def test_without_an_equal_pair_or_agreement_the_count_stands_as_it_is(playing: Drill) -> None:
    """The control: two different cards are no double reading, and one wrong answer is that seat's own fault."""
    playing.shows(Seat.E, "SK SQ")
    answers(playing, "S3", "S4", "S5")
    now = playing.clears()
    assert now.tricks[0].plays[0].cards == ("SK", "SQ")
    assert len(now.violations) == 3
    playing.shows(Seat.E, "DK DK")
    answers(playing, "D3", "D4 D5", "D6 D7")
    now = playing.clears()
    assert [(each.code, each.seat) for each in now.violations if each.trick == 2] == [("count.wrong", "N")]


def test_a_failed_throw_is_no_miscount(playing: Drill) -> None:
    playing.shows(Seat.E, "SA SQ SQ")
    playing.takes(Seat.E, "SA")
    answers(playing, "SK", "S4", "S5")
    now = playing.clears()
    assert now.tricks[0].plays[0].cards == ("SQ", "SQ")
