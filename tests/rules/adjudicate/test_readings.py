"""Readings that cannot be right, readings that get better, and the question "revoke or misread?"."""

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import Played
from paizhuo.rules.observations import CardReading, CardsReread
from paizhuo.rules.service import Answer, CorrectCards, Undo


def codes(drill: Drill) -> list[tuple[str, str | None, int]]:
    return [(violation.code, violation.seat, violation.trick) for violation in drill.now.violations]


def test_a_third_copy_is_a_misreading_and_becomes_the_likeliest_free_face(playing: Drill) -> None:
    playing.trick(Seat.E, "SK SK", "S3 S4", "S5 S6", "S7 S8")
    doubtful = playing.card("SK", 0.6, ("SJ", 0.3), ("HK", 0.1))
    now = playing.shows_readings(Seat.E, [doubtful])
    assert now.trick.plays[0].cards == ("SJ",)
    assert now.questions == ()
    assert codes(playing) == []
    played = playing.timeline.log[-1].event
    assert isinstance(played, Played)
    assert played.repairs[0].read == "SK"  # the literal reading stays in the log


def test_of_three_equal_faces_the_weakest_reading_is_the_wrong_one(playing: Drill) -> None:
    playing.shows_readings(Seat.E, [playing.card("SK", 0.55, ("SJ", 0.4))])
    for seat, card in ((Seat.N, "S3"), (Seat.W, "SK"), (Seat.S, "S7")):
        playing.shows(seat, card)
    playing.clears()
    now = playing.shows(Seat.E, "SK")
    assert playing.kinds == ["card_corrected", "played"]
    assert now.tricks[0].plays[0].cards == ("SJ",)
    assert now.trick.plays[0].cards == ("SK",)


def test_a_third_copy_without_another_reading_is_left_unread_and_asked_about(playing: Drill) -> None:
    playing.trick(Seat.E, "SK SK", "S3 S4", "S5 S6", "S7 S8")
    now = playing.shows(Seat.E, "SK")
    assert now.trick.plays[0].cards == ("??",)
    assert [question.code for question in now.questions] == ["reading.unread"]
    now = playing.command(Answer(now.questions[0].id, "SQ"))
    assert now.trick.plays[0].cards == ("SQ",)
    assert now.questions == ()


def test_a_third_copy_that_is_one_too_many_may_never_have_been_there(playing: Drill) -> None:
    playing.trick(Seat.E, "SK SK", "S3 S4", "S5 S6", "S7 S8")
    for seat, cards in ((Seat.E, "S9"), (Seat.N, "S3 SK"), (Seat.W, "S4"), (Seat.S, "S5")):
        playing.shows(seat, cards)
    assert playing.now.trick.plays[1].cards == ("S3", "??")
    asked = {each.code: each.options for each in playing.now.questions}
    assert (asked["reading.unread"], asked["misread.too_many"]) == (("SK",), ("absent:??", "stands"))
    assert codes(playing) == []


def test_a_third_copy_that_is_one_too_many_leaves_weaker_readings_of_the_face_alone(playing: Drill) -> None:
    """The control is the test above of the weakest of three: there no play has too many cards."""
    playing.shows_readings(Seat.E, [playing.card("SK", 0.55, ("SJ", 0.4))])
    for seat, card in ((Seat.N, "S3"), (Seat.W, "SK"), (Seat.S, "S7")):
        playing.shows(seat, card)
    playing.clears()
    playing.shows(Seat.E, "S9")
    now = playing.shows(Seat.N, "S4 SK")
    assert now.tricks[0].plays[0].cards == ("SK",)
    assert now.trick.plays[1].cards == ("S4", "??")


def test_a_card_one_too_many_may_never_have_been_there_once_two_others_of_its_face_are_seen(playing: Drill) -> None:
    """The phantom was read first, as surely as the true ones."""
    for seat, cards in ((Seat.E, "S9"), (Seat.N, "S3 SK"), (Seat.W, "S4"), (Seat.S, "S5")):
        playing.shows(seat, cards)
    playing.clears()
    playing.trick(Seat.E, "S8", "SK", "S6", "S7")
    now = playing.shows(Seat.N, "SK")
    assert now.trick.plays[0].cards == ("??",)
    (options,) = [each.options for each in now.questions if each.code == "misread.too_many"]
    assert options == ("absent:SK", "stands")
    assert codes(playing) == []


def test_a_card_shown_in_a_bid_and_played_later_is_one_card(playing: Drill) -> None:
    playing.trick(Seat.E, "H2", "H3", "H4", "H5")
    now = playing.shows(Seat.E, "H2")
    assert now.trick.plays[0].cards == ("H2",)


def test_a_better_reading_corrects_the_record(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    now = playing.rereads(Seat.E, "SK", "SQ")
    assert playing.kinds == ["card_corrected"]
    assert now.trick.plays[0].cards == ("SQ",)
    assert playing.timeline.log[-2].event.kind == "played"  # the first reading stays in the log


def test_a_reading_that_only_grows_surer_settles_a_doubt_once(playing: Drill) -> None:
    playing.shows(Seat.E, "SK", 0.7)
    assert playing.now.trick.plays[0].doubtful == (0,)
    playing.rereads(Seat.E, "SK", "SK", 0.9)
    assert playing.kinds == ["reread.nothing_new"]
    assert playing.rereads(Seat.E, "SK", "SK", 0.99).trick.plays[0].doubtful == ()
    playing.rereads(Seat.E, "SK", "SK", 1.0)
    assert playing.kinds == ["reread.nothing_new"]


def test_a_better_reading_of_a_bid_changes_trump(table: Drill) -> None:
    table.shows(Seat.E, "S2", 0.7)
    assert table.rereads(Seat.E, "S2", "C2").trump == "C"


def test_a_back_turned_over_in_its_place_is_a_card_shown(playing: Drill) -> None:
    back, face = CardReading(playing.card("??").card, 1.0, 77, face_up=False), CardReading(playing.card("SA").card)
    playing.observe(CardsReread("seat-E", Seat.E, (back,), (face,)))
    now = playing.now
    assert now.trick.plays[0].cards == ("SA",)


def test_a_discard_claims_a_void_and_a_later_card_of_the_suit_proves_the_revoke(playing: Drill) -> None:
    now = playing.trick(Seat.E, "SK", "D3", "SA", "S5")
    assert now.seats["N"].voids == ("S",)
    assert [(claim.seat, claim.group, claim.trick) for claim in now.claims] == [("N", "S", 1)]
    now = playing.trick(Seat.W, "S9", "S6", "ST", "S7")
    assert codes(playing) == [("follow.must_follow_suit", "N", 1)]
    (violation,) = now.violations
    assert violation.evidence == (now.tricks[0].plays[1].seq, now.tricks[1].plays[3].seq)
    assert violation.params["proved_by_trick"] == 2
    assert now.seats["N"].voids == ()


def test_a_level_card_of_the_suit_is_no_proof(playing: Drill) -> None:
    playing.trick(Seat.E, "SK", "D3", "SA", "S5")
    now = playing.trick(Seat.W, "HA", "H3", "H4", "S2")
    assert codes(playing) == []
    assert now.seats["N"].voids == ("S",)


def test_a_doubtful_reading_that_would_excuse_the_play_is_asked_about_and_accuses_nobody(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.shows_readings(Seat.N, [playing.card("C9", 0.62, ("S9", 0.36))])
    playing.shows(Seat.W, "SA")
    playing.shows(Seat.S, "S5")
    playing.clears()
    now = playing.trick(Seat.W, "S8", "S6", "ST", "S7")
    assert codes(playing) == []
    (question,) = now.questions
    assert question.code == "revoke_or_misread"
    assert question.options == ("C9", "S9")
    assert (question.params["seat"], question.params["trick"], question.params["by_trick"]) == ("N", 1, 2)
    assert now.trust.light == "ask"


def asked(playing: Drill) -> str:
    test_a_doubtful_reading_that_would_excuse_the_play_is_asked_about_and_accuses_nobody(playing)
    return playing.now.questions[0].id


def test_the_answer_misread_corrects_the_card_and_nobody_revoked(playing: Drill) -> None:
    now = playing.command(Answer(asked(playing), "S9"))
    assert now.tricks[0].plays[1].cards == ("S9",)
    assert (codes(playing), now.questions, now.seats["N"].voids) == ([], (), ())


def test_the_answer_as_read_proves_the_revoke(playing: Drill) -> None:
    now = playing.command(Answer(asked(playing), "C9"))
    assert codes(playing) == [("follow.must_follow_suit", "N", 1)]
    assert now.questions == ()
    now = playing.command(Undo())
    assert codes(playing) == []
    assert len(now.questions) == 1


def test_correcting_the_card_by_hand_settles_the_question_as_well(playing: Drill) -> None:
    asked(playing)
    seq = playing.now.tricks[0].plays[1].seq
    now = playing.command(CorrectCards(seq, (playing.card("S9").card,)))
    assert (codes(playing), now.questions) == ([], ())


def test_a_second_clear_card_of_the_suit_ends_the_doubt_about_the_first(playing: Drill) -> None:
    """One doubtful later card excuses nothing once another card, read surely, says the same."""
    playing.trick(Seat.E, "SK", "D3", "SA", "S5")
    for seat, card in ((Seat.W, "S8"), (Seat.S, "S6"), (Seat.E, "ST")):
        playing.shows(seat, card)
    playing.shows_readings(Seat.N, [playing.card("S7", 0.6, ("C7", 0.39))])
    playing.clears()
    assert len(playing.now.questions) == 1
    now = playing.trick(Seat.E, "SJ", "S9", "S4", "S4")
    assert codes(playing) == [("follow.must_follow_suit", "N", 1)]
    assert now.questions == ()


def test_two_singles_on_a_pair_claim_no_pair_and_the_twin_proves_otherwise(playing: Drill) -> None:
    now = playing.trick(Seat.E, "SK SK", "S3 S4", "S5 S6", "S7 S8")
    assert now.seats["N"].no_pairs == ("S",)
    now = playing.trick(Seat.E, "SA", "S4", "S9", "ST")
    assert codes(playing) == [("follow.must_play_pair", "N", 1)]


def test_a_card_known_in_hand_proves_a_revoke_at_once(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.N, "S3")
    playing.takes(Seat.N)
    playing.shows(Seat.N, "D3")
    assert codes(playing) == [("play.taken_back", "N", 1), ("follow.must_follow_suit", "N", 1)]
