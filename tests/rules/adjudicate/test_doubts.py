"""No verdict without proof: what rests on a weak reading is asked, what rests on sure ones is stated."""

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import CardReading, CardsShown, Evidence
from paizhuo.rules.service import Answer, CorrectCards, NameDealer, Undo
from paizhuo.rules.snapshot import QuestionView


def codes(drill: Drill) -> list[tuple[str, str | None, int]]:
    return [(violation.code, violation.seat, violation.trick) for violation in drill.now.violations]


def asked(drill: Drill) -> list[tuple[str, tuple[str, ...]]]:
    return [(question.code, question.options) for question in drill.now.questions]


def only(drill: Drill) -> QuestionView:
    (question,) = drill.now.questions
    return question


def weak(drill: Drill, token: str, present: float = 0.8) -> CardReading:
    """Make a card of which only the face is sure, not that it lies there."""
    sure = drill.card(token, 0.81, ("HJ", 0.05))
    return CardReading(sure.card, sure.confidence, sure.track, sure.alternatives, present=present)


def phantom(drill: Drill) -> None:
    """West answers two hearts with two, and sight takes the art of a queen for a big joker."""
    drill.shows(Seat.N, "D7 D7")
    readings = [weak(drill, "BJ"), drill.card("D4"), drill.card("DQ")]
    drill.shows_readings(Seat.W, readings)
    drill.shows(Seat.S, "D8 D9")
    drill.shows(Seat.E, "DT DJ")


@pytest.fixture
def north_leads(playing: Drill) -> Drill:
    playing.trick(Seat.E, "S3", "SA", "S4", "S5")
    return playing


def test_a_card_too_many_that_is_not_surely_there_is_asked_about_and_accuses_nobody(north_leads: Drill) -> None:
    """A hand of the simulated table: HQ H4 H4 was told as BJ H4 H4 HQ, and West stood accused of a wrong count."""
    phantom(north_leads)
    assert codes(north_leads) == []
    assert asked(north_leads) == [("misread.too_many", ("absent:BJ", "stands"))]
    now = north_leads.clears()
    assert now.tricks[1].number == 2  # nothing was blocked
    assert codes(north_leads) == []
    assert asked(north_leads) == [("misread.too_many", ("absent:BJ", "stands"))]


def test_the_answer_that_it_was_not_there_strikes_the_card(north_leads: Drill) -> None:
    phantom(north_leads)
    now = north_leads.command(Answer(only(north_leads).id, "absent:BJ"))
    assert now.trick.plays[1].cards == ("D4", "DQ")
    assert (codes(north_leads), now.questions) == ([], ())
    assert now.remaining["BJ"] == 2
    now = north_leads.command(Undo())
    assert now.trick.plays[1].cards == ("BJ", "D4", "DQ")
    assert len(now.questions) == 1


def test_the_answer_that_it_was_so_states_the_wrong_count(north_leads: Drill) -> None:
    phantom(north_leads)
    north_leads.clears()
    now = north_leads.command(Answer(only(north_leads).id, "stands"))
    assert codes(north_leads) == [("count.wrong", "W", 2)]
    assert now.questions == ()
    assert now.tricks[1].plays[1].violations == ("count.wrong",)
    north_leads.command(Undo())
    assert codes(north_leads) == []


def test_the_answer_can_be_given_hands_later(north_leads: Drill) -> None:
    phantom(north_leads)
    north_leads.clears()
    north_leads.trick(Seat.N, "C3", "C4", "C5", "C6")
    north_leads.command(Answer(only(north_leads).id, "stands"))
    assert codes(north_leads) == [("count.wrong", "W", 2)]


def test_a_card_too_many_read_surely_is_asked_about_with_every_card_and_the_lead_in_question(
    north_leads: Drill,
) -> None:
    """A joker that nobody laid was read as surely as any; and three jokers of one trick were once missed at once."""
    north_leads.shows(Seat.N, "D7 D7")
    north_leads.shows(Seat.W, "BJ D4 DQ")
    north_leads.shows(Seat.S, "D8 D9")
    assert (codes(north_leads), asked(north_leads)) == ([], [])  # the other answers may settle it
    north_leads.shows(Seat.E, "DT DJ")
    options = ("absent:BJ", "absent:D4", "absent:DQ", "missed:N", "stands")
    assert (codes(north_leads), asked(north_leads)) == ([], [("misread.too_many", options)])
    north_leads.command(Answer(only(north_leads).id, "stands"))
    assert codes(north_leads) == [("count.wrong", "W", 2)]


def test_a_card_too_many_beside_one_that_a_person_corrected_is_a_wrong_count(north_leads: Drill) -> None:
    """The control: whoever put one card of a play right has looked at the others."""
    north_leads.shows(Seat.N, "D7 D7")
    north_leads.shows(Seat.W, "BJ D4 DQ")
    north_leads.shows(Seat.S, "D8 D9")
    seq = north_leads.now.trick.plays[1].seq
    north_leads.command(CorrectCards(seq, (Card.LJ, Card.D4, Card.DQ)))
    assert (codes(north_leads), asked(north_leads)) == ([("count.wrong", "W", 2)], [])


def test_a_card_whose_face_is_in_doubt_is_there_as_surely_as_the_others(north_leads: Drill) -> None:
    """Six or nine, both its corners were seen: it is not singled out."""
    north_leads.shows(Seat.N, "D7 D7")
    corner = north_leads.card("S6", 0.6, ("S9", 0.38))
    seen = CardReading(corner.card, corner.confidence, corner.track, corner.alternatives, present=0.999)
    north_leads.shows_readings(Seat.W, [seen, north_leads.card("D4"), north_leads.card("DQ")])
    north_leads.shows(Seat.S, "D8 D9")
    north_leads.shows(Seat.E, "DT DJ")
    assert codes(north_leads) == []
    assert only(north_leads).options == ("absent:S6", "absent:D4", "absent:DQ", "missed:N", "stands")


def test_a_card_too_few_may_lie_hidden_and_is_asked_about(playing: Drill) -> None:
    playing.shows(Seat.E, "SK SK")
    playing.shows(Seat.N, "S3")
    playing.shows(Seat.W, "S5 S6")
    assert (codes(playing), asked(playing)) == ([], [])  # nothing is asked before the trick is full
    playing.shows(Seat.S, "S7 S8")
    assert codes(playing) == []
    assert asked(playing) == [("misread.too_few", ("missed:N", "stands"))]
    now = playing.command(Answer(only(playing).id, "missed:N"))
    assert now.trick.plays[1].cards == ("S3", "??")
    assert asked(playing) == [("reading.unread", ())]


def test_one_card_led_and_two_answered_by_everybody_is_nobodys_fault(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    for seat, cards in ((Seat.N, "S3 S4"), (Seat.W, "S5 S6"), (Seat.S, "S7 S8")):
        playing.shows(seat, cards)
    assert codes(playing) == []
    playing.clears()
    assert codes(playing) == []


def test_a_lead_out_of_turn_while_the_other_was_not_seen_is_no_offence(north_leads: Drill) -> None:
    """A hand of the simulated table: a joker led went unread, and two seats stood accused of playing out of turn."""
    for seat, card in ((Seat.W, "D3"), (Seat.S, "D5"), (Seat.E, "D6")):
        north_leads.shows(seat, card)
    now = north_leads.clears()
    assert [play.seat for play in now.tricks[1].plays] == ["N", "W", "S", "E"]
    assert now.tricks[1].plays[0].cards == ("??",)
    assert codes(north_leads) == []
    assert [code for code, _ in asked(north_leads)] == ["trick.missing_play"]


def test_a_lead_after_a_trick_that_is_in_question_is_asked_about_once(playing: Drill) -> None:
    """Who led the next trick was not the winner as read: the missing card may have made the other the winner."""
    playing.shows(Seat.E, "SK SK")
    for seat, cards in ((Seat.N, "S3 S4"), (Seat.W, "SA"), (Seat.S, "S7 S8")):
        playing.shows(seat, cards)
    playing.clears()
    playing.trick(Seat.W, "D3", "D4", "D5", "D6")
    assert codes(playing) == []
    assert asked(playing) == [("misread.too_few", ("missed:W", "stands"))]
    playing.command(Answer(only(playing).id, "stands"))
    assert codes(playing) == [("count.wrong", "W", 1), ("turn.out_of_turn", "W", 2)]


def test_a_play_told_while_the_place_of_the_seat_in_turn_was_out_of_sight_came_in_turn(playing: Drill) -> None:
    """Nobody saw which of the two came first, so that nothing can be held against either."""
    playing.shows(Seat.E, "SK")
    early = Evidence(at=50.0, unseen=("seat-N",))
    playing.observe(CardsShown("seat-W", Seat.W, (playing.card("S3"),), early))
    now = playing.shows(Seat.N, "S4")
    assert [play.seat for play in now.trick.plays] == ["E", "N", "W"]
    playing.shows(Seat.S, "S5")
    assert (codes(playing), asked(playing)) == ([], [])


def test_a_lead_told_late_is_still_the_lead(north_leads: Drill) -> None:
    early = Evidence(at=50.0, unseen=("seat-N",))
    north_leads.observe(CardsShown("seat-W", Seat.W, (north_leads.card("D3"),), early))
    now = north_leads.shows(Seat.N, "DK")
    assert [play.seat for play in now.trick.plays] == ["N", "W"]
    north_leads.shows(Seat.S, "D5")
    assert codes(north_leads) == []


def test_a_play_before_its_turn_is_one_though_another_place_was_out_of_sight(playing: Drill) -> None:
    """The control: South's place has nothing to do with whether North had played."""
    playing.shows(Seat.E, "SK")
    early = Evidence(at=50.0, unseen=("seat-S",))
    playing.observe(CardsShown("seat-W", Seat.W, (playing.card("S3"),), early))
    playing.shows(Seat.N, "S4")
    assert codes(playing) == [("turn.out_of_turn", "W", 1)]


@pytest.mark.parametrize(("seconds", "is_asked"), [(0.0, True), (1.9, True), (2.0, False)])
def test_of_two_plays_told_at_once_nobody_can_say_which_came_first(
    playing: Drill, seconds: float, is_asked: bool
) -> None:
    """Sight tells of a play up to two seconds late: North may have been before West."""
    playing.shows(Seat.E, "SK")
    for seat, card, at in ((Seat.W, "S3", 50.0), (Seat.N, "S4", 50.0 + seconds)):
        playing.observe(CardsShown(f"seat-{seat.name}", seat, (playing.card(card),), Evidence(at=at)))
    playing.shows(Seat.S, "S5")
    assert codes(playing) == ([] if is_asked else [("turn.out_of_turn", "W", 1)])
    assert asked(playing) == ([("misread.turn", ("in_turn", "stands"))] if is_asked else [])


def test_a_lead_of_two_suits_is_asked_about_if_one_card_may_be_another(playing: Drill) -> None:
    playing.shows_readings(Seat.E, [playing.card("S5"), playing.card("C5", 0.7, ("S5", 0.28))])
    for seat, cards in ((Seat.N, "S3 S4"), (Seat.W, "S6 S7"), (Seat.S, "S8 S9")):
        playing.shows(seat, cards)
    assert codes(playing) == []
    assert asked(playing)[0][0] == "misread.lead"
    assert "face:C5:S5" in asked(playing)[0][1]
    now = playing.command(Answer(only(playing).id, "face:C5:S5"))
    assert now.trick.plays[0].cards == ("S5", "S5")
    assert now.questions == ()


def test_a_weak_card_that_comes_and_goes_was_not_taken_back(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    ghost = weak(playing, "BJ")
    playing.shows_readings(Seat.N, [playing.card("S3"), ghost])
    playing.takes(Seat.N, "BJ")
    playing.shows(Seat.W, "S5")
    assert codes(playing) == []
    assert asked(playing) == [("misread.too_many", ("absent:BJ", "stands"))]
    assert playing.now.seats["N"].known == ()


def test_a_weak_card_proves_no_revoke_where_it_is_one_too_many(playing: Drill) -> None:
    playing.trick(Seat.E, "SK", "D3", "SA", "S5")
    playing.shows(Seat.W, "C8")
    playing.shows(Seat.S, "C6")
    playing.shows(Seat.E, "CT")
    playing.shows_readings(Seat.N, [playing.card("C7"), weak(playing, "S9")])
    playing.clears()
    assert codes(playing) == []
    assert [code for code, _ in asked(playing)] == ["misread.too_many"]


def test_a_doubtful_lead_may_excuse_a_follow(playing: Drill) -> None:
    """If the lead was really clubs, North's discard on it was none."""
    playing.shows_readings(Seat.E, [playing.card("SK", 0.7, ("CK", 0.28))])
    for seat, card in ((Seat.N, "C3"), (Seat.W, "SA"), (Seat.S, "S5")):
        playing.shows(seat, card)
    playing.clears()
    playing.trick(Seat.W, "S8", "S6", "ST", "S7")
    assert codes(playing) == []
    assert asked(playing) == [("revoke_or_misread", ("SK", "CK"))]


def test_a_doubtful_card_shown_before_is_not_known_in_the_hand(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.shows_readings(Seat.N, [playing.card("S3", 0.6, ("C3", 0.38))])
    playing.takes(Seat.N)
    playing.shows(Seat.N, "D3")
    assert ("follow.must_follow_suit", "N", 1) not in codes(playing)


def test_a_bid_that_may_be_a_pair_is_asked_about_and_no_verdict_rests_on_its_trump(table: Drill) -> None:
    """A lone two of clubs does not override; with its twin hidden under it, it would, and all would be otherwise."""
    table.shows(Seat.E, "H2")
    table.shows(Seat.S, "C2")
    assert asked(table) == [("misread.bid", ("missed:S", "stands"))]
    table.clears()
    table.trick(Seat.E, "SK", "D3", "SA", "S5")
    table.trick(Seat.W, "S9", "S6", "ST", "S7")
    assert codes(table) == []
    now = table.command(Answer(only(table).id, "stands"))
    assert ("declare.not_stronger", "S", 0) in codes(table)
    assert ("follow.must_follow_suit", "N", 1) in codes(table)
    table.command(Undo())
    now = table.command(Answer(only(table).id, "missed:S"))
    assert (now.trump, now.dealer) == ("C", "S")
    assert now.declarations[1].cards == ("C2", "C2")


def test_a_pair_told_in_two_parts_is_one_bid(table: Drill) -> None:
    table.shows(Seat.E, "H2")
    table.shows(Seat.S, "C2")
    now = table.shows(Seat.S, "C2")
    assert (now.trump, now.dealer) == ("C", "S")
    assert [bid.cards for bid in now.declarations] == [("H2",), ("C2", "C2")]
    assert (codes(table), asked(table)) == ([], [])


def test_what_a_record_gives_is_taken_at_its_word(north_leads: Drill) -> None:
    phantom(north_leads)
    seq = north_leads.now.trick.plays[1].seq
    north_leads.command(CorrectCards(seq, (Card.BJ, Card.D4, Card.DQ)))
    assert codes(north_leads) == [("count.wrong", "W", 2)]
    assert asked(north_leads) == []


def test_a_bid_with_a_weak_card_beside_it_is_still_a_bid(table: Drill) -> None:
    table.shows_readings(Seat.S, [table.card("C2"), table.card("C2"), weak(table, "H4")])
    assert asked(table) == [("misread.bid", ("absent:H4", "stands"))]
    now = table.command(Answer(only(table).id, "absent:H4"))
    assert (now.trump, now.dealer) == ("C", "S")


def test_a_throw_that_all_others_answered_in_full_has_not_failed(north_leads: Drill) -> None:
    """Sight lost the ace that lay there; three full answers show that nobody took it back."""
    north_leads.shows(Seat.N, "DA D7 D7")
    north_leads.takes(Seat.N, "DA")
    for seat, cards in ((Seat.W, "D3 D4 D5"), (Seat.S, "D6 D8 D9"), (Seat.E, "DT DJ DQ")):
        north_leads.shows(seat, cards)
    now = north_leads.clears()
    assert now.tricks[1].plays[0].cards == ("DA", "D7", "D7")
    assert (codes(north_leads), asked(north_leads)) == ([], [])


def test_what_was_shown_and_may_have_been_played_is_not_known_any_more(table: Drill) -> None:
    """A level card that was bid, played and told as another one once proved two revokes that were none."""
    table.shows(Seat.E, "H2")
    table.shows(Seat.S, "C2 C2")
    table.clears()
    assert table.now.seats["E"].known == ("H2",)
    table.shows(Seat.S, "SK")
    after = table.shows_readings(Seat.E, [table.card("D2", 0.85, ("H2", 0.1))])
    assert after.seats["E"].known == ()


def test_no_verdict_rests_on_a_trump_that_may_be_another(table: Drill) -> None:
    """The level card that was bid may be a club: then spades are spades, and nobody has revoked."""
    table.shows_readings(Seat.E, [table.card("H2", 0.8, ("C2", 0.18))])
    table.clears()
    table.trick(Seat.E, "SK", "D3", "SA", "S5")
    table.trick(Seat.W, "S9", "S6", "ST", "S7")
    assert codes(table) == []
    assert asked(table) == [("trump.misread", ("H2", "C2"))]
    table.command(Answer(only(table).id, "H2"))
    assert codes(table) == [("follow.must_follow_suit", "N", 1)]


def test_cards_of_two_seats_that_go_are_a_trick_taken_up_though_a_play_was_missed(north_leads: Drill) -> None:
    """Nobody takes back another's card; the clearing of the table was not told, and the next lead comes."""
    north_leads.shows(Seat.N, "DK")
    north_leads.shows(Seat.W, "D3")
    north_leads.shows(Seat.E, "D6")
    north_leads.takes(Seat.N)
    north_leads.takes(Seat.W)
    now = north_leads.shows(Seat.N, "C3")
    assert (len(now.tricks), now.trick.plays[0].cards) == (2, ("C3",))
    assert codes(north_leads) == []
    assert [code for code, _ in asked(north_leads)] == ["trick.missing_play"]


def test_no_trump_because_nobody_was_seen_to_show_is_asked_about_and_carries_no_verdict(table: Drill) -> None:
    table.backs(3)
    table.command(NameDealer(Seat.E))
    table.backs_go(3)
    table.shows(Seat.E, "SK SK SQ")
    for seat, cards in ((Seat.N, "D3 D4 D5"), (Seat.W, "S3 S4 S5"), (Seat.S, "S6 S7 S8")):
        table.shows(seat, cards)
    table.clears()
    table.trick(Seat.E, "SA", "S9", "ST", "SJ")
    assert ("follow.must_follow_suit", "N", 1) not in codes(table)
    assert "trump.unknown" in [code for code, _ in asked(table)]


def test_a_lead_by_whom_a_doubtful_card_would_have_made_the_winner_is_asked_about(playing: Drill) -> None:
    """South's queen may be an ace: then the trick was South's, and so is the lead."""
    playing.shows(Seat.E, "SJ")
    playing.shows(Seat.N, "S3")
    playing.shows(Seat.W, "SK")
    playing.shows_readings(Seat.S, [playing.card("SQ", 0.8, ("ST", 0.1), ("SA", 0.08))])
    playing.clears()
    playing.trick(Seat.S, "D3", "D4", "D5", "D6")
    assert codes(playing) == []
    assert asked(playing) == [("misread.turn", ("face:SQ:SA", "stands"))]
    now = playing.command(Answer(only(playing).id, "face:SQ:SA"))
    assert (now.tricks[0].winner, codes(playing), now.questions) == ("S", [], ())


def test_a_doubtful_card_that_changes_no_winner_excuses_no_lead_out_of_turn(playing: Drill) -> None:
    """The control: South's card is a queen or a ten, and West's king is the highest either way."""
    playing.shows(Seat.E, "SJ")
    playing.shows(Seat.N, "S3")
    playing.shows(Seat.W, "SK")
    playing.shows_readings(Seat.S, [playing.card("SQ", 0.8, ("ST", 0.18))])
    playing.clears()
    playing.trick(Seat.S, "D3", "D4", "D5", "D6")
    assert codes(playing) == [("turn.out_of_turn", "S", 2)]
    assert asked(playing) == []


def test_an_answered_question_about_a_trick_excuses_no_later_lead(playing: Drill) -> None:
    """Once a person has said that West's one card was all, who won the trick is beyond doubt."""
    playing.shows(Seat.E, "SK SK")
    for seat, cards in ((Seat.N, "S3 S4"), (Seat.W, "SA"), (Seat.S, "S7 S8")):
        playing.shows(seat, cards)
    playing.clears()
    playing.command(Answer(only(playing).id, "stands"))
    playing.trick(Seat.W, "D3", "D4", "D5", "D6")
    assert codes(playing) == [("count.wrong", "W", 1), ("turn.out_of_turn", "W", 2)]
    assert asked(playing) == []


def test_part_of_a_follow_that_vanished_and_was_not_replaced_is_put_back(playing: Drill) -> None:
    playing.shows(Seat.E, "SK SK")
    playing.shows(Seat.N, "S3 S4")
    playing.takes(Seat.N, "S4")
    for seat, cards in ((Seat.W, "S5 S6"), (Seat.S, "S7 S8")):
        playing.shows(seat, cards)
    now = playing.clears()
    assert now.tricks[0].plays[1].cards == ("S3", "S4")
    assert now.seats["N"].known == ()
    assert (codes(playing), asked(playing)) == ([], [])
