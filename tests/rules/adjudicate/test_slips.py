"""Every slip of sight that would explain a breach: offered as an answer, and what each answer makes of the record."""

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import CardReading, CardsShown, Evidence
from paizhuo.rules.service import Answer, EnterPlay
from paizhuo.rules.snapshot import QuestionView


def codes(drill: Drill) -> list[tuple[str, str | None, int]]:
    return [(violation.code, violation.seat, violation.trick) for violation in drill.now.violations]


def asked(drill: Drill) -> list[tuple[str, tuple[str, ...]]]:
    return [(question.code, question.options) for question in drill.now.questions]


def only(drill: Drill) -> QuestionView:
    (question,) = drill.now.questions
    return question


def weak(drill: Drill, token: str, confidence: float = 0.999) -> CardReading:
    """Make a card whose face is sure, but not that it lies there."""
    read = drill.card(token, confidence)
    return CardReading(read.card, read.confidence, read.track, read.alternatives, present=0.8)


def shows_unseen(drill: Drill, seat: Seat, card: str, *zones: str) -> None:
    """Lay a card while places were out of sight; an empty zone is the whole table."""
    drill.observe(CardsShown(f"seat-{seat.name}", seat, (drill.card(card),), Evidence(at=50.0, unseen=zones)))


@pytest.fixture
def blinded(playing: Drill) -> Drill:
    """East leads; the whole table goes out of sight, then West lies there, and North is seen to play after that."""
    playing.shows(Seat.E, "SK")
    shows_unseen(playing, Seat.W, "S3", "")
    playing.shows(Seat.N, "S4")
    assert (codes(playing), asked(playing)) == ([], [])
    playing.shows(Seat.S, "S5")
    return playing


def test_a_play_before_its_turn_that_nobody_watched_is_asked_about(blinded: Drill) -> None:
    assert codes(blinded) == []
    assert asked(blinded) == [("misread.turn", ("in_turn", "stands"))]


def test_the_answer_that_it_came_in_turn_accuses_nobody(blinded: Drill) -> None:
    now = blinded.command(Answer(only(blinded).id, "in_turn"))
    assert (codes(blinded), now.questions) == ([], ())
    blinded.clears()
    assert (codes(blinded), asked(blinded)) == ([], [])


def test_the_answer_that_it_came_too_early_states_the_offence(blinded: Drill) -> None:
    now = blinded.command(Answer(only(blinded).id, "stands"))
    assert (codes(blinded), now.questions) == ([("turn.out_of_turn", "W", 1)], ())


def test_two_plays_told_while_the_seat_in_turn_was_out_of_sight_both_came_after_it(playing: Drill) -> None:
    """North's card was put between the two, so that West seemed to have come before its turn."""
    playing.shows(Seat.E, "SK")
    shows_unseen(playing, Seat.W, "S3", "seat-N")
    shows_unseen(playing, Seat.S, "S5", "seat-N")
    now = playing.shows(Seat.N, "S4")
    assert [play.seat for play in now.trick.plays] == ["E", "N", "W", "S"]
    now = playing.clears()
    assert (codes(playing), now.questions) == ([], ())


def test_a_lead_told_after_two_that_answered_it_is_still_the_lead(playing: Drill) -> None:
    playing.trick(Seat.E, "S3", "SA", "S4", "S5")
    shows_unseen(playing, Seat.W, "D3", "seat-N")
    shows_unseen(playing, Seat.S, "D5", "seat-N")
    now = playing.shows(Seat.N, "DK")
    assert [play.seat for play in now.trick.plays] == ["N", "W", "S"]
    playing.shows(Seat.E, "D6")
    assert (codes(playing), asked(playing)) == ([], [])


def test_a_throw_whose_returned_card_may_never_have_been_there_is_asked_about(playing: Drill) -> None:
    """Sight took a shadow for an ace beside the pair: when it vanished, East seemed to have thrown and failed."""
    playing.shows_readings(Seat.E, [weak(playing, "SA"), playing.card("SQ"), playing.card("SQ")])
    playing.takes(Seat.E, "SA")
    for seat, cards in ((Seat.N, "S3 S4"), (Seat.W, "S5 S6"), (Seat.S, "S7 S8")):
        playing.shows(seat, cards)
    assert codes(playing) == []
    assert asked(playing) == [("misread.throw", ("absent:SA", "stands"))]
    playing.command(Answer(only(playing).id, "absent:SA"))
    assert (codes(playing), asked(playing)) == ([], [])
    assert playing.now.seats["E"].known == ()


def test_the_answer_that_the_throw_was_so_states_that_it_failed(playing: Drill) -> None:
    playing.shows_readings(Seat.E, [weak(playing, "SA"), playing.card("SQ"), playing.card("SQ")])
    playing.takes(Seat.E, "SA")
    for seat, cards in ((Seat.N, "S3 S4"), (Seat.W, "S5 S6"), (Seat.S, "S7 S8")):
        playing.shows(seat, cards)
    playing.command(Answer(only(playing).id, "stands"))
    assert codes(playing) == [("throw.failed", "E", 1)]


def test_a_card_that_comes_and_goes_was_taken_back_if_a_person_says_so(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.shows_readings(Seat.N, [playing.card("S3"), weak(playing, "BJ")])
    playing.takes(Seat.N, "BJ")
    playing.shows(Seat.W, "S5")
    assert asked(playing) == [("misread.too_many", ("absent:BJ", "stands"))]
    now = playing.command(Answer(only(playing).id, "stands"))
    assert (codes(playing), now.questions) == ([("count.wrong", "N", 1)], ())


def test_a_card_of_a_lead_that_may_be_another_is_asked_for_when_the_reader_named_none(playing: Drill) -> None:
    """One answer says that it was another card; which one is the next question."""
    playing.shows_readings(Seat.E, [playing.card("S5"), playing.card("C5", 0.7)])
    for seat, cards in ((Seat.N, "S3 S4"), (Seat.W, "S6 S7"), (Seat.S, "S8 S9")):
        playing.shows(seat, cards)
    ((code, options),) = asked(playing)
    assert (code, "face:C5:??" in options) == ("misread.lead", True)
    now = playing.command(Answer(only(playing).id, "face:C5:??"))
    assert now.trick.plays[0].cards == ("S5", "??")
    assert asked(playing) == [("reading.unread", ())]
    now = playing.command(Answer(only(playing).id, "S5"))
    assert (now.trick.plays[0].cards, codes(playing), now.questions) == (("S5", "S5"), [], ())


def test_a_show_of_two_doubtful_cards_is_asked_about_once(table: Drill) -> None:
    """A person says of two different level cards that they lay there so: no show, though either may be misread."""
    doubtful = table.card("C2", 0.7, ("S2", 0.28))
    first = CardReading(doubtful.card, doubtful.confidence, doubtful.track, doubtful.alternatives, present=0.999)
    table.shows_readings(Seat.S, [first, weak(table, "S2")])
    assert asked(table) == [("misread.bid", ("face:C2:S2", "absent:S2", "stands"))]
    assert codes(table) == []
    now = table.command(Answer(only(table).id, "stands"))
    assert (now.trump, now.questions) == (None, ())
    assert [(code, seat) for code, seat, _ in codes(table)] == [("declare.not_a_show", "S")]


def test_what_went_back_was_no_throw_once_the_lead_that_nobody_saw_is_put_in(playing: Drill) -> None:
    """West followed with a card too many and took it back; before North's lead was known it looked like a throw."""
    playing.trick(Seat.E, "S3", "SA", "S4", "S5")
    playing.shows(Seat.W, "D5 D9")
    playing.takes(Seat.W, "D9")
    playing.shows(Seat.S, "D6")
    playing.shows(Seat.E, "D7")
    assert ("throw.failed", "W", 2) in codes(playing)
    lead = playing.now.trick.plays[0].seq
    playing.command(EnterPlay(Seat.N, (Card.DK,), before_seq=lead))
    assert codes(playing) == [("count.wrong", "W", 2)]
