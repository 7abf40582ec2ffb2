"""What later facts prove: a hand holds 25 cards, every face is there twice, and the account of the hand comes out."""

from collections.abc import Mapping, Sequence

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat, two_decks
from paizhuo.rules.events import CardCorrected, Corrected, Event, Inserted, QuestionAsked, Source
from paizhuo.rules.laid import SURE_FROM
from paizhuo.rules.observations import CardReading
from paizhuo.rules.service import Answer, Undo
from paizhuo.rules.snapshot import TableSnapshot

KITTY = sorted(["C3", "C3", "C4", "C4", "C6", "C6", "C7", "C7"])


def hand() -> list[str]:
    """Give the 100 cards that are played, four a trick in this order, whoever leads."""
    left = [str(card) for card in two_decks()]
    for card in KITTY:
        left.remove(card)
    return sorted(left)


Readings = Mapping[tuple[int, int], Sequence[CardReading]]


def play_out(drill: Drill, otherwise: Readings) -> TableSnapshot:
    """Play the hand out; ``otherwise`` gives what sight reads of the play (trick from 0, place from 0) instead."""
    left, leader = hand(), Seat.E
    for number in range(25):
        seat = leader
        for place in range(4):
            token = left[number * 4 + place]
            readings = otherwise.get((number, place), [drill.card(token)])
            if readings:
                drill.shows_readings(seat, list(readings))
            seat = seat.next
        drill.clears()
        # Who leads next is known to the players, whatever sight made of the trick.
        leader = Seat[WINNERS[number]]
    drill.turns_up(" ".join(KITTY))
    return drill.now


def winners() -> list[str]:
    drill = Drill().start("comp")
    drill.shows(Seat.E, "H2")
    drill.clears()
    left, leader, won = hand(), Seat.E, []
    for number in range(25):
        now = drill.trick(leader, *left[number * 4 : number * 4 + 4])
        won.append(now.tricks[-1].winner)
        leader = Seat[won[-1]]
    drill.turns_up(" ".join(KITTY))
    TRUTH.append(drill.now)
    return won


TRUTH: list[TableSnapshot] = []
WINNERS = winners()


def repairs(drill: Drill) -> list[tuple[str, Event]]:
    """Give the repairs that nobody asked for, with their reasons."""
    made = [entry.event for entry in drill.timeline.log if entry.actor.source is not Source.REFEREE]
    return [(e.reason_code, e) for e in made if isinstance(e, CardCorrected | Corrected | Inserted)]


def shown(now: TableSnapshot) -> list[list[tuple[str, tuple[str, ...]]]]:
    return [[(play.seat, play.cards) for play in trick.plays] for trick in now.tricks]


def offences(now: TableSnapshot) -> list[tuple[str, str | None, int]]:
    return [(each.code, each.seat, each.trick) for each in now.violations]


def weak(drill: Drill, token: str) -> CardReading:
    read = drill.card(token)
    return CardReading(read.card, 0.8, read.track, (), present=0.7)


def asked(now: TableSnapshot) -> list[tuple[str, tuple[str, ...]]]:
    return [(question.code, question.options) for question in now.questions]


def test_the_hand_is_told_as_it_was_when_all_is_read_right(playing: Drill) -> None:
    now = play_out(playing, {})
    assert shown(now) == shown(TRUTH[0])
    assert now.result == TRUTH[0].result
    assert repairs(playing) == []


def test_a_hand_of_26_cards_proves_that_the_weak_one_was_not_there(playing: Drill) -> None:
    token = hand()[4 * 4 + 1]
    now = play_out(playing, {(4, 1): [playing.card(token), weak(playing, "C3")]})
    assert [reason for reason, _ in repairs(playing)] == ["hand.size"]
    assert shown(now) == shown(TRUTH[0])
    assert (now.result, now.questions, offences(now)) == (TRUTH[0].result, (), offences(TRUTH[0]))


def test_a_third_copy_strikes_the_weak_card_that_was_one_too_many(playing: Drill) -> None:
    place = hand().index("HK")
    token = hand()[4 * 4 + 1]
    now = play_out(playing, {(4, 1): [playing.card(token), weak(playing, "HK")]})
    assert place > 17  # the two true kings come later
    assert [reason for reason, _ in repairs(playing)] == ["reading.third_copy"]
    assert shown(now) == shown(TRUTH[0])


def test_a_face_read_for_another_comes_out_when_every_face_must_be_there_twice(playing: Drill) -> None:
    """A six of spades is told as a nine; then both true nines come, and one six is never seen."""
    cards = hand()
    six = cards.index("S6")
    misread = playing.card("S9", 0.975, ("S6", 0.02))
    now = play_out(playing, {divmod(six, 4): [misread]})
    assert shown(now) == shown(TRUTH[0])
    assert now.result == TRUTH[0].result
    assert now.questions == ()


def test_readings_that_leave_it_open_are_asked_about_with_the_faces_that_are_left(playing: Drill) -> None:
    cards = hand()
    six = cards.index("S6")
    misread = playing.card("S9", 0.999)  # sure, wrong and without another face
    now = play_out(playing, {divmod(six, 4): [misread]})
    ((code, options),) = asked(now)
    assert code == "reading.unread"
    assert set(options) == {"S9", "S6"}
    now = playing.command(Answer(now.questions[0].id, "S9"))
    ((code, options),) = asked(now)
    assert code == "misread.closure"
    assert len(options) == 4  # one of three nines, or it was so
    assert all(option.startswith("face:S9:S6:") for option in options[:3])
    trick = divmod(six, 4)[0] + 1
    right = next(option for option in options if option.endswith(f":{trick}"))
    now = playing.command(Answer(now.questions[0].id, right))
    assert shown(now) == shown(TRUTH[0])
    assert (now.questions, now.result) == ((), TRUTH[0].result)


def test_two_cards_that_may_have_been_each_other_stand_as_read_when_the_deck_comes_out_so(playing: Drill) -> None:
    """A six and a nine may have been read for each other: the account comes out either way, and no third copy asks."""
    six, nine = (divmod(hand().index(token), 4) for token in ("S6", "S9"))
    doubts = {six: [playing.card("S6", 0.6, ("S9", 0.35))], nine: [playing.card("S9", 0.6, ("S6", 0.35))]}
    now = play_out(playing, doubts)
    assert shown(now) == shown(TRUTH[0])
    assert (repairs(playing), [code for code, _ in asked(now)]) == ([], [])
    assert now.result is not None
    assert now.result.final


def test_a_play_that_nobody_saw_is_put_in_when_only_its_card_is_left(playing: Drill) -> None:
    now = play_out(playing, {(3, 0): []})
    assert [reason for reason, _ in repairs(playing)] == ["deal.closure"]
    assert shown(now) == shown(TRUTH[0])
    assert (now.questions, offences(now), now.result) == ((), offences(TRUTH[0]), TRUTH[0].result)


@pytest.mark.parametrize("doubtful", [False, True])
def test_a_face_that_nobody_read_is_certain_only_where_no_other_card_is_in_doubt(
    playing: Drill, doubtful: bool
) -> None:
    """Named all the same, but if the doubtful card were another one, so would this be: it accuses nobody."""
    token, other = hand()[4 * 4 + 1], hand()[6 * 4 + 2]
    unread = CardReading(Card.UNKNOWN, 0.96, playing.card(token).track, (), present=0.8)
    read = playing.card(other)
    half_sure = CardReading(read.card, 0.915, read.track, (), present=0.999)
    now = play_out(playing, {(4, 1): [unread], **({(6, 2): [half_sure]} if doubtful else {})})
    (named,) = [event for reason, event in repairs(playing) if reason == "deal.closure"]
    assert isinstance(named, CardCorrected)
    assert str(named.card) == token
    assert named.reading is not None
    assert (named.reading.confidence < SURE_FROM) is doubtful
    assert [str(face) for face, _ in named.reading.alternatives] == ([other] if doubtful else [])
    assert shown(now) == shown(TRUTH[0])


def test_a_revoke_that_waits_for_a_doubtful_card_is_proved_when_the_account_confirms_it(playing: Drill) -> None:
    """East did not follow in the sixth trick; what it laid might have been another card, until the deck comes out."""
    doubtful = playing.card("D3", 0.9)
    now = play_out(playing, {(5, 2): [doubtful]})
    asked_before = [e.event.code for e in playing.timeline.log if isinstance(e.event, QuestionAsked)]
    assert asked_before == ["revoke_or_misread"]
    assert [reason for reason, _ in repairs(playing)] == ["deal.closure"]
    assert ("follow.must_follow_suit", "E", 6) in offences(now)
    assert (shown(now), offences(now), now.questions) == (shown(TRUTH[0]), offences(TRUTH[0]), ())


def test_a_face_that_nobody_read_proves_no_revoke_however_often_the_account_is_drawn_up(playing: Drill) -> None:
    """The control: what East laid nobody read, and it would be the trump that was led if the doubtful one were not."""
    trump = next(place for place in range(6 * 4, 25 * 4) if hand()[place].startswith("H"))
    half_sure = CardReading(Card(hand()[trump]), 0.915, 901, (), present=0.999)
    unread = CardReading(Card.UNKNOWN, 0.96, 902, (), present=0.999)
    now = play_out(playing, {(5, 2): [unread], divmod(trump, 4): [half_sure]})
    assert [reason for reason, _ in repairs(playing)] == ["deal.closure"]
    assert ("follow.must_follow_suit", "E", 6) not in offences(now)
    assert "revoke_or_misread" in [code for code, _ in asked(now)]


def test_a_doubtful_bid_is_confirmed_once_the_hand_of_its_seat_lies_open(table: Drill) -> None:
    """West held a two of hearts and no queen, as the whole hand shows."""
    table.shows_readings(Seat.W, [table.card("H2", 0.9, ("HQ", 0.09))])
    table.clears()
    now = play_out(table, {})
    assert "trump.misread" in [e.event.code for e in table.timeline.log if isinstance(e.event, QuestionAsked)]
    assert "trump.misread" not in [code for code, _ in asked(now)]
    assert [str(getattr(event, "card", "")) for reason, event in repairs(table) if reason == "deal.closure"] == ["H2"]


def test_a_doubtful_card_that_no_question_is_about_is_left_as_it_is(playing: Drill) -> None:
    """The control: the account confirms it as well, but nobody asked."""
    now = play_out(playing, {(6, 2): [playing.card(hand()[6 * 4 + 2], 0.9)]})
    assert (repairs(playing), now.questions, offences(now)) == ([], (), offences(TRUTH[0]))


def test_a_card_too_many_that_was_surely_seen_is_struck_when_the_hand_has_26(playing: Drill) -> None:
    token = hand()[4 * 4 + 1]
    now = play_out(playing, {(4, 1): [playing.card(token), playing.card("HK")]})
    assert "hand.size" in [reason for reason, _ in repairs(playing)]
    assert (shown(now), now.result) == (shown(TRUTH[0]), TRUTH[0].result)
    assert (offences(now), now.questions) == (offences(TRUTH[0]), ())


def test_a_card_too_many_of_a_lead_is_struck_when_only_so_the_deck_comes_out(playing: Drill) -> None:
    token = hand()[4 * 4]
    now = play_out(playing, {(4, 0): [playing.card(token), playing.card("HK")]})
    assert ("deal.closure", "??") in [(reason, str(getattr(event, "card", ""))) for reason, event in repairs(playing)]
    assert (shown(now), now.result) == (shown(TRUTH[0]), TRUTH[0].result)
    assert (offences(now), now.questions) == (offences(TRUTH[0]), ())


def test_the_kitty_ends_a_hand_in_which_every_seat_lacks_a_card(playing: Drill) -> None:
    """Nobody was seen to lay 25 cards; but with those that four plays lack, everybody has."""
    cards = hand()
    for token in ("SK", "SK", "SQ", "SQ", "S3", "S3", "S4", "S4", "S5", "S5", "S6", "S6", "S7", "S7", "S8", "S8"):
        cards.remove(token)
    for plays in (("SK SK", "S3", "S4", "S5 S5"), ("SQ", "S6 S6", "S7 S7", "S8")):
        now = playing.trick(Seat.E, *plays)
    leader = Seat.E
    for number in range(21):
        now = playing.trick(leader, *cards[number * 4 : number * 4 + 4])
        leader = Seat[now.tricks[-1].winner]
    now = playing.turns_up(" ".join(KITTY))
    assert sorted(now.kitty.cards or ()) == KITTY
    assert {code for code, _ in asked(now)} == {"misread.too_few", "misread.too_many"}


def test_two_plays_that_nobody_saw_are_asked_about(playing: Drill) -> None:
    """The control: two faces are left for two plays, and nothing says which is which."""
    now = play_out(playing, {(3, 1): [], (9, 2): []})
    assert repairs(playing) == []
    assert [(code, len(options)) for code, options in asked(now)] == [("cards.alike", 2)]


def test_a_card_missed_in_a_pair_is_found_by_the_account(playing: Drill) -> None:
    """North answers a pair with two cards of which one is missed; at the end one face and one seat lack."""
    cards = hand()
    for token in ("SK", "SK", "S3", "S3", "S4", "S4", "S5", "S5"):
        cards.remove(token)
    playing.shows(Seat.E, "SK SK")
    playing.shows(Seat.N, "S3")
    playing.shows(Seat.W, "S4 S4")
    playing.shows(Seat.S, "S5 S5")
    now = playing.clears()
    assert asked(now) == [("misread.too_few", ("missed:N", "stands"))]
    leader = Seat.E
    for number in range(23):
        now = playing.trick(leader, *cards[number * 4 : number * 4 + 4])
        leader = Seat[now.tricks[-1].winner]
    now = playing.turns_up(" ".join(KITTY))
    assert now.tricks[0].plays[1].cards == ("S3", "S3")
    assert [reason for reason, _ in repairs(playing)] == ["deal.closure"]
    assert (now.questions, [each.code for each in now.violations if each.trick == 1]) == ((), [])
    assert now.result is not None
    assert now.result.final


def test_all_cards_that_were_missed_in_one_play_are_put_back_at_once(playing: Drill) -> None:
    cards = hand()
    for token in ("SK", "SK", "SQ", "SQ", "S3", "S3", "S4", "S4", "S5", "S5", "S6", "S6", "S7", "S7", "S8", "S8"):
        cards.remove(token)
    playing.shows(Seat.E, "SK SK SQ SQ")
    playing.shows(Seat.N, "S4 S3")
    playing.shows(Seat.W, "S5 S5 S6 S6")
    playing.shows(Seat.S, "S7 S7 S8 S8")
    playing.clears()
    leader = Seat.E
    for number in range(21):
        now = playing.trick(leader, *cards[number * 4 : number * 4 + 4])
        leader = Seat[now.tricks[-1].winner]
    now = playing.turns_up(" ".join(KITTY))
    assert sorted(now.tricks[0].plays[1].cards) == ["S3", "S3", "S4", "S4"]
    assert [reason for reason, _ in repairs(playing)] == ["deal.closure"]
    assert (now.questions, [each.code for each in now.violations if each.trick == 1]) == ((), [])


@pytest.mark.parametrize("laid_again", [False, True])
def test_a_card_that_went_back_and_was_laid_in_no_other_trick_was_only_lost_from_sight(
    playing: Drill, laid_again: bool
) -> None:
    """Two plays of a trick of pairs lack a card, so that North's was one too many; in the control it comes again."""
    cards = hand()
    for token in ("SK", "SK", "S3", "S4", "S5", "S6", "S7", "S8"):
        cards.remove(token)
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.N, "S3 S4")
    playing.takes(Seat.N, "S4")
    playing.shows(Seat.W, "S5")
    playing.shows(Seat.S, "S7 S8")
    playing.clears()
    assert ("count.wrong", "N", 1) in offences(playing.now)
    leader = Seat.E
    for number in range(23):
        seat = leader
        for token in cards[number * 4 : number * 4 + 4]:
            again = " S4" if laid_again and number == 22 and seat is Seat.N else ""
            playing.shows(seat, token + again)
            seat = seat.next
        now = playing.clears()
        leader = Seat[now.tricks[-1].winner]
    now = playing.turns_up(" ".join(KITTY))
    assert (("count.wrong", "N", 1) in offences(now)) is laid_again
    assert sorted(now.tricks[0].plays[1].cards) == (["S3"] if laid_again else ["S3", "S4"])


def test_a_card_too_few_is_proved_when_the_hand_still_comes_to_25(playing: Drill) -> None:
    """The control: North really laid one card on a pair, and has it left at the end."""
    cards = hand()
    for token in ("SK", "SK", "S3", "S4", "S4", "S5", "S5"):
        cards.remove(token)
    playing.shows(Seat.E, "SK SK")
    playing.shows(Seat.N, "S3")
    playing.shows(Seat.W, "S4 S4")
    playing.shows(Seat.S, "S5 S5")
    playing.clears()
    leader = Seat.E
    for number in range(22):
        now = playing.trick(leader, *cards[number * 4 : number * 4 + 4])
        leader = Seat[now.tricks[-1].winner]
    last, seat = cards[22 * 4 :], leader
    for _ in Seat:
        playing.shows(seat, " ".join(last.pop() for _ in range(2 if seat is Seat.N else 1)))
        seat = seat.next
    playing.clears()
    # One card missed and one that was never there would look the same, until every face was seen twice.
    assert ("count.wrong", "N", 1) not in offences(playing.now)
    playing.turns_up(" ".join(KITTY))
    assert ("count.wrong", "N", 1) in offences(playing.now)
    assert "misread.too_few" not in [code for code, _ in asked(playing.now)]


@pytest.mark.parametrize(("dealer", "impact"), [(Seat.N, 10), (Seat.E, 0)])
def test_a_repair_says_what_it_did_to_the_score(table: Drill, dealer: Seat, impact: int) -> None:
    """A king is told as a queen in a trick that East wins; the third queen shows it: ten points for the attackers."""
    table.shows(dealer, "H2")
    table.clears()
    king = divmod(hand().index("HK") + 1, 4)
    assert WINNERS[king[0]] == "E"
    play_out(table, {king: [table.card("HQ", 0.975, ("HK", 0.02))]})
    (change,) = (event for reason, event in repairs(table) if reason == "reading.third_copy")
    assert isinstance(change, CardCorrected)
    assert (change.card, change.impact) == ("HK", impact)


def test_a_card_invented_and_one_missed_in_the_same_hand_are_not_set_off_against_each_other(playing: Drill) -> None:
    """North shows 25 cards all the same: the weak one does not stand in for the one missed, and nobody is accused."""
    cards = hand()
    for token in ("SK", "SK", "S3", "S3", "S4", "S4", "S5", "S5"):
        cards.remove(token)
    playing.shows(Seat.E, "SK SK")
    playing.shows(Seat.N, "S3")
    playing.shows(Seat.W, "S4 S4")
    playing.shows(Seat.S, "S5 S5")
    playing.clears()
    leader = Seat.E
    for number in range(23):
        seat = leader
        for token in cards[number * 4 : number * 4 + 4]:
            extra = [weak(playing, "S3")] if number == 9 and seat is Seat.N and seat is not leader else []
            playing.shows_readings(seat, [playing.card(token), *extra])
            seat = seat.next
        now = playing.clears()
        leader = Seat[now.tricks[-1].winner]
    now = playing.turns_up(" ".join(KITTY))
    assert any(play.cards[1:] == ("S3",) for trick in now.tricks for play in trick.plays)
    assert not [code for code, seat, _ in offences(now) if code == "count.wrong"]


def test_a_third_copy_in_the_kitty_shows_that_an_earlier_card_was_misread(playing: Drill) -> None:
    """A three of hearts is told as a three of clubs; both true ones lie in the kitty."""
    three = divmod(hand().index("H3"), 4)
    now = play_out(playing, {three: [playing.card("C3", 0.85)]})
    assert shown(now) == shown(TRUTH[0])
    assert (now.result, now.questions) == (TRUTH[0].result, ())
    assert {reason for reason, _ in repairs(playing)} == {"reading.third_copy", "deal.closure"}


@pytest.mark.parametrize("again", [1, 3])
def test_a_repair_that_a_person_takes_back_is_not_made_again(playing: Drill, again: int) -> None:
    token = hand()[4 * 4 + 1]
    play_out(playing, {(4, 1): [playing.card(token), weak(playing, "C3")]})
    (seq,) = (e.seq for e in playing.timeline.log if isinstance(e.event, CardCorrected))
    for _ in range(again):
        now = playing.command(Undo(seq))
    assert now.tricks[4].plays[1].cards == (token, "C3")
    assert len(repairs(playing)) == 1
