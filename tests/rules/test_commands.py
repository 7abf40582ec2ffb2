"""What a referee can do, and what is refused: every command is one entry, taken back by one undo."""

from dataclasses import replace

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat, Suit
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import CardCorrected, MatchStarted, QuestionAnswered
from paizhuo.rules.service import (
    Answer,
    CollectTrick,
    Command,
    CommandRefusedError,
    CorrectCards,
    CorrectSeat,
    EndDeal,
    EnterPlay,
    NameDealer,
    NameTrump,
    Redo,
    RenameSeats,
    Rule,
    SplitPlay,
    StaleSequenceError,
    StartMatch,
    Strike,
    Undo,
    VoidDeal,
)
from paizhuo.rules.shengji_service import EnterKitty
from paizhuo.rules.timeline import Timeline


@pytest.fixture
def drill() -> Drill:
    """A first hand in which East bid hearts and leads a pair in two goes; North has played, too."""
    drill = Drill().start("comp")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.shows(Seat.E, "SK")
    drill.shows(Seat.E, "SK")
    drill.shows(Seat.N, "S3 S4")
    return drill


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def shown(drill: Drill, place: int = 0) -> tuple[str, ...]:
    return drill.now.trick.plays[place].cards


def test_a_play_laid_in_two_goes_is_corrected_as_it_is_shown(drill: Drill) -> None:
    seq = drill.now.trick.plays[0].seq
    drill.command(CorrectCards(seq, cards("SQ SQ")))
    assert shown(drill) == ("SQ", "SQ")
    drill.command(CorrectCards(seq, cards("SQ SJ ST")))
    assert shown(drill) == ("SQ", "SJ", "ST")
    drill.command(Undo())
    assert shown(drill) == ("SQ", "SQ")
    drill.command(Undo())
    assert shown(drill) == ("SK", "SK")
    drill.command(Redo())
    assert shown(drill) == ("SQ", "SQ")


def test_what_is_left_of_a_failed_throw_is_corrected_without_touching_what_was_returned() -> None:
    drill = Drill().start("comp")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.shows(Seat.E, "SA SQ SQ")
    drill.takes(Seat.E, "SQ SQ")
    drill.shows(Seat.N, "S3")
    now = drill.command(CorrectCards(drill.now.trick.plays[0].seq, cards("SK")))
    assert now.trick.plays[0].cards == ("SK",)
    assert now.trick.plays[0].returned == ("SQ", "SQ")


def test_confirming_a_doubtful_card_makes_it_sure(drill: Drill) -> None:
    drill.shows(Seat.W, "S5 S6", 0.6)
    assert drill.now.trick.plays[2].doubtful == (0, 1)
    now = drill.command(CorrectCards(drill.now.trick.plays[2].seq, cards("S5 S6"), "confirmed"))
    assert now.trick.plays[2].doubtful == ()
    now = drill.command(CorrectCards(now.trick.plays[2].seq, cards("S5 S6"), "confirmed"))
    assert now.trick.plays[2].cards == ("S5", "S6")


def test_a_corrected_card_is_still_found_when_it_is_taken_up(drill: Drill) -> None:
    drill.command(CorrectCards(drill.now.trick.plays[1].seq, cards("S3 S9")))
    drill.takes(Seat.N, "S4")  # sight still names it as it did
    now = drill.shows(Seat.W, "S5 S6")
    assert now.trick.plays[1].cards == ("S3",)
    assert now.seats["N"].known == ("S9",)


def test_a_play_is_given_to_another_seat(drill: Drill) -> None:
    now = drill.command(CorrectSeat(drill.now.trick.plays[1].seq, Seat.S))
    assert [play.seat for play in now.trick.plays] == ["E", "S"]


def test_an_invented_play_is_struck_and_comes_back_by_undo(drill: Drill) -> None:
    before = drill.now.trick
    assert len(drill.command(Strike(before.plays[1].seq)).trick.plays) == 1
    assert drill.command(Undo()).trick == before


def test_a_missed_play_is_entered_now_or_where_it_belongs(drill: Drill) -> None:
    drill.shows(Seat.S, "S7 S8")
    before_seq = drill.now.trick.plays[2].seq
    now = drill.command(EnterPlay(Seat.W, cards("S5 S6"), before_seq))
    assert [play.seat for play in now.trick.plays] == ["E", "N", "W", "S"]
    assert now.violations == ()
    drill.command(CollectTrick())
    now = drill.command(EnterPlay(Seat.E, cards("DA")))
    assert (now.trick.number, now.trick.plays[0].cards) == (2, ("DA",))


def test_a_play_that_nobody_saw_is_filled_in_later(drill: Drill) -> None:
    drill.shows(Seat.W, "S5 S6")
    drill.clears()
    (question,) = drill.now.questions
    assert question.code == "trick.missing_play"
    now = drill.command(EnterPlay(Seat.S, cards("S7 S8"), question.about[0]))
    assert now.questions == ()
    assert now.tricks[0].plays[3].cards == ("S7", "S8")


def test_trump_and_dealer_named_late_hold_from_the_first_play() -> None:
    drill = Drill().start("comp")
    drill.backs(3)
    for seat, card in ((Seat.W, "SA"), (Seat.S, "H3"), (Seat.E, "SK"), (Seat.N, "S5")):
        drill.shows(seat, card)
    drill.clears()
    assert drill.now.tricks[0].winner == ""
    by_id = {question.code: question for question in drill.now.questions}
    drill.command(Answer(by_id["dealer.unknown"].id, "W"))
    now = drill.command(Answer(by_id["trump.unknown"].id, "H"))
    assert (now.dealer, now.trump, now.tricks[0].winner, now.points.attackers) == ("W", "H", "S", 15)
    assert now.questions == ()


def test_named_before_the_play_they_need_no_insertion(drill: Drill) -> None:
    fresh = Drill().start("comp")
    fresh.backs(3)
    fresh.command(NameDealer(Seat.N))
    now = fresh.command(NameTrump(None))
    assert (now.dealer, now.trump) == ("N", "none")
    now = drill.command(NameTrump(Suit.CLUBS, Seat.W))
    assert (now.dealer, now.trump) == ("W", "C")


def test_a_hand_is_called_off_or_closed_as_it_stands(drill: Drill) -> None:
    assert drill.command(VoidDeal("misdeal")).phase == "waiting"
    assert drill.command(Undo()).trick.plays
    now = drill.command(EndDeal())
    assert (now.phase, now.result) == ("finished", None)
    assert drill.shows(Seat.N, "C2").hand == 2


def test_names_are_put_right(drill: Drill) -> None:
    now = drill.command(RenameSeats(("A", "B", "C", "D")))
    assert [seat.name for seat in now.seats.values()] == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (StartMatch("nix", ("a", "b", "c", "d")), "no_such_rulebook"),
        (CorrectCards(999, cards("SA")), "no_such_event"),
        (CorrectCards(1, cards("SA")), "has_no_cards"),
        (CorrectCards(3, ()), "no_cards"),
        (CorrectSeat(1, Seat.E), "has_no_seat"),
        (Strike(999), "no_such_event"),
        (EnterPlay(Seat.E, ()), "no_cards"),
        (EnterPlay(Seat.E, cards("SA"), 999), "no_such_event"),
        (Answer("card:1:0", "SA"), "no_such_question"),
        (Rule("1:1:E:x", "none"), "no_such_violation"),
        (Undo(999), "no_such_event"),
        (Redo(), "nothing_to_redo"),
        (SplitPlay(999, 1, Seat.E), "no_such_event"),
        (EnterKitty(()), "no_cards"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(drill: Drill, command: Command, code: str) -> None:
    length = len(drill.timeline.log)
    with pytest.raises(CommandRefusedError, match=f"command.{code}"):
        drill.command(command)
    assert len(drill.timeline.log) == length


@pytest.mark.parametrize(
    "command",
    [EnterPlay(Seat.E, cards("SA")), CollectTrick(), NameTrump(None), NameDealer(Seat.E), VoidDeal(), EndDeal()],
)
def test_without_a_hand_there_is_nothing_to_do(command: Command) -> None:
    with pytest.raises(CommandRefusedError, match="no_hand"):
        Drill().start("comp").command(command)


@pytest.mark.parametrize("option", ["", "??", "S1", "W"])
def test_an_answer_must_be_one_that_makes_sense(option: str) -> None:
    drill = Drill().start("comp")
    drill.backs(3)
    drill.shows(Seat.E, "??")
    drill.shows(Seat.N, "S3")
    for question in drill.now.questions:
        if option != "W" or question.code != "dealer.unknown":
            with pytest.raises(CommandRefusedError):
                drill.command(Answer(question.id, option))


def test_before_a_match_there_is_no_play_to_split() -> None:
    with pytest.raises(CommandRefusedError, match="no_such_event"):
        Drill().command(SplitPlay(1, 1, Seat.E))


def test_nothing_is_left_to_undo_in_an_empty_log() -> None:
    with pytest.raises(CommandRefusedError, match="nothing_to_undo"):
        Drill().command(Undo())


def test_two_pairs_sit_where_their_lots_fall() -> None:
    """seven L339: 交叉落座，抽签而定."""
    start = StartMatch("seven", ("甲", "乙", "丙", "丁"), (Seat.W, Seat.N))
    (started,) = carry_out(Timeline(), start)
    assert isinstance(started, MatchStarted)
    assert started.names == ("乙", "丙", "甲", "丁")
    with pytest.raises(CommandRefusedError, match="lots_on_one_side"):
        carry_out(Timeline(), replace(start, lots=(Seat.W, Seat.E)))


def test_a_command_written_for_an_older_state_says_where_the_table_is() -> None:
    stale = StaleSequenceError(3, 5)
    assert (stale.expected, stale.seq, str(stale)) == (3, 5, "written for state 3, the table is at 5")
    assert str(CommandRefusedError("command.no_hand")) == "command.no_hand"
    assert str(CommandRefusedError("command.no_such_event", seq=4)) == "command.no_such_event {'seq': 4}"


@pytest.mark.parametrize(("option", "reason"), [("S9", "confirmed"), ("H9", "misread")])
def test_an_answer_about_a_card_says_whether_sight_had_it_right(option: str, reason: str) -> None:
    drill = Drill().start("comp")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.trick(Seat.E, "SA", "D6", "S7", "S8")
    drill.shows(Seat.E, "SK")
    drill.shows_readings(Seat.N, [drill.card("S9", 0.8, ("H9", 0.2))])
    drill.shows(Seat.W, "ST")
    (question,) = drill.now.questions
    assert question.code == "revoke_or_misread"
    (told,) = carry_out(drill.timeline, Answer(question.id, option))
    assert isinstance(told, QuestionAnswered)
    assert isinstance(told.correction, CardCorrected)
    assert (told.correction.reason_code, told.correction.card, told.option) == (reason, Card(option), option)
    now = drill.command(Answer(question.id, option))
    assert [each.code for each in now.violations] == (["follow.must_follow_suit"] if option == "S9" else [])
