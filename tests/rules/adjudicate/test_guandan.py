"""A Guandan table that is watched: tribute across it, plays over plays, silent passes, cards that go away."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import FACE_DOWN, Drill
from paizhuo.rules.adjudicate import adjudicate
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.events import DealEnded, MatchStarted, Played, SightChanged
from paizhuo.rules.guandan_events import FinishNamed
from paizhuo.rules.guandan_snapshot import GuandanView
from paizhuo.rules.observations import (
    CardReading,
    CardsMoved,
    CardsRemoved,
    CardsReread,
    CardsShown,
    Evidence,
    Observation,
    TableCleared,
)
from paizhuo.rules.table_service import CountHands

E, N, W, S = Seat
NAMES = ("Lin", "Zhou", "Xu", "He")


@pytest.fixture
def first() -> Drill:
    """A first hand: the pack lies in the middle."""
    drill = Drill().start("guandan-seed")
    drill.backs(1)
    return drill


def later(*order: Seat) -> Drill:
    """A later hand: the last one ended in this order, at level five."""
    drill = Drill()
    drill.log(MatchStarted("guandan-seed", NAMES, levels=(Rank.FIVE, Rank.TWO), hand=2, order=order))
    drill.backs(1)
    return drill


@pytest.fixture
def single() -> Drill:
    """South owes East a tribute."""
    return later(E, N, W, S)


@pytest.fixture
def double() -> Drill:
    """North and South owe East and West."""
    return later(E, W)


def guandan(drill: Drill) -> GuandanView:
    view = drill.now.guandan
    assert view is not None
    return view


def events(drill: Drill) -> list[str]:
    return [entry.event.kind for entry in drill.timeline.log if entry.event.kind != "question_asked"]


def plays(drill: Drill) -> list[tuple[str, str]]:
    laid = [*(play for trick in drill.now.tricks for play in trick.plays), *drill.now.trick.plays]
    return [(play.seat, " ".join(play.cards)) for play in laid]


def codes(drill: Drill) -> list[str]:
    return [each.code for each in drill.now.violations]


def turns_down(drill: Drill, *seats: Seat, after: float = 6.0) -> None:
    """Let seats turn their cards down onto their piles, some time after the last play."""
    for _ in range(round(after / 2)):
        drill.observe(CardsMoved("seat-E", E, (), Evidence(at=time_of(drill))))
    for seat in seats:
        if sum(bool(lying) for lying in drill._lying.values()) > 1:
            drill.takes(seat)
        else:
            drill.clears()
        drill.observe(CardsShown(f"pile-{seat.name}", None, (FACE_DOWN,), drill._evidence()))


def time_of(drill: Drill) -> float:
    return drill._evidence().at


def test_the_pack_opens_a_hand_and_a_card_beside_it_is_the_turned_one(first: Drill) -> None:
    assert events(first) == ["match_started", "deal_started"]
    first.turns_up("S6")
    assert guandan(first).tribute.turned == "S6"
    first.backs(1)
    assert first.kinds == ["kitty.backs"]
    first.shows(E, "S3")
    first.turns_up("S9")
    assert first.kinds == ["middle.face_up"]


def test_a_card_turned_up_in_the_middle_opens_a_hand_by_itself() -> None:
    drill = Drill().start("guandan-seed")
    drill.turns_up("S6")
    assert events(drill) == ["match_started", "deal_started", "card_turned"]


def test_a_tribute_crosses_the_table_and_a_card_comes_back(single: Drill) -> None:
    single.shows(S, "SK")
    single.clears()
    single.shows(E, "S4")
    single.clears()
    single.shows(S, "S3 C3")
    assert events(single)[2:] == ["tribute_paid", "cards_returned", "card_given_back", "cards_returned", "played"]
    gift = guandan(single).tribute.gifts[0]
    assert (gift.payer, gift.receiver, gift.card, gift.returned) == ("S", "E", "SK", "S4")
    assert (codes(single), single.now.questions) == ([], ())


def test_two_tributes_and_two_returns_turned_over_together(double: Drill) -> None:
    double.shows(N, "SK")
    double.shows(S, "SA")
    double.takes(S)
    double.clears()
    for seat in (E, W):
        double.observe(CardsShown(f"seat-{seat.name}", seat, (FACE_DOWN,), double._evidence()))
        assert double.kinds == ["shown.face_down"]
    for seat, face in ((E, Card.S4), (W, Card.S6)):
        turned = CardReading(face, 0.99, 70 + seat)
        double.observe(CardsReread(f"seat-{seat.name}", seat, (FACE_DOWN,), (turned,), double._evidence()))
    gifts = [(gift.payer, gift.receiver, gift.card, gift.returned) for gift in guandan(double).tribute.gifts]
    assert gifts == [("N", "W", "SK", "S6"), ("S", "E", "SA", "S4")]
    double.takes(E, "") if double._lying[E] else double.clears()
    double.shows(S, "S3")
    assert codes(double) == []


def test_a_payer_who_replaces_a_wrong_tribute_has_paid_the_second(single: Drill) -> None:
    single.shows(S, "SK")
    single.clears()
    single.shows(S, "SA")
    assert single.kinds == ["corrected", "tribute_paid"]
    assert guandan(single).tribute.gifts[0].card == "SA"
    single.clears()
    single.shows(S, "S3")
    assert plays(single) == [("S", "S3")]
    assert codes(single) == []


def test_a_lead_after_a_return_that_nobody_saw_is_a_lead(single: Drill) -> None:
    single.shows(S, "SK")
    single.clears()
    single.shows(S, "S3")
    assert plays(single) == [("S", "S3")]
    unread = later(E, N, W, S)
    unread.shows(S, "??")
    unread.clears()
    unread.shows(S, "S3")
    assert plays(unread) == [("S", "S3")]


def test_whoever_owes_nothing_leads(single: Drill) -> None:
    single.shows(N, "S3")
    assert plays(single) == [("N", "S3")]
    assert [each.code for each in single.now.questions] == ["tribute.not_seen"]


def test_both_big_jokers_of_one_payer_are_no_tribute(single: Drill) -> None:
    single.shows(S, "BJ BJ")
    assert guandan(single).tribute.resisted
    single.clears()
    single.shows(E, "S3")
    assert (codes(single), single.now.questions) == ([], ())


def test_one_big_joker_is_a_tribute_until_the_other_payer_lays_the_second(double: Drill) -> None:
    double.shows(N, "BJ")
    assert double.kinds == ["tribute_paid"]
    double.shows(S, "BJ")
    assert double.kinds == ["corrected", "tribute_resisted"]
    assert guandan(double).tribute.shown == ("BJ", "BJ")
    double.takes(N)
    double.clears()
    double.shows(E, "S3")
    assert (codes(double), double.now.questions) == ([], ())


def test_one_big_joker_of_a_single_payer_is_paid_like_any_card(single: Drill) -> None:
    single.shows(S, "BJ")
    assert guandan(single).tribute.gifts[0].card == "BJ"


def test_skipped_seats_have_passed_and_earlier_plays_stay_on_the_table(first: Drill) -> None:
    first.shows(E, "S3")
    first.shows(S, "S4")
    first.shows(E, "S6")
    first.shows(N, "S7")
    turns_down(first, E, S, N)
    first.shows(N, "C3")
    acts = [(act.seat, " ".join(act.cards)) for act in guandan(first).tricks[0].acts]
    assert acts == [
        ("E", "S3"), ("N", ""), ("W", ""), ("S", "S4"), ("E", "S6"), ("N", "S7"), ("W", ""), ("S", ""), ("E", ""),
    ]  # fmt: skip
    assert codes(first) == []


def test_cards_that_complete_a_shape_belong_to_the_play_and_others_are_a_new_one(first: Drill) -> None:
    first.shows(E, "S9 C9 D9")
    first.shows(E, "S4 C4")
    assert first.kinds == ["play_extended"]
    first.shows(E, "S5 D6")
    assert first.kinds == ["play_extended"]
    other = Drill().start("guandan-seed")
    other.shows(E, "S9 C9")
    other.shows(E, "S4")
    assert other.kinds == ["played"]
    other.shows(N, "SJ ??")
    other.shows(N, "SJ")
    assert other.kinds[0] == "play_extended"


def test_a_hidden_card_that_comes_to_light_later_completes_its_play(first: Drill) -> None:
    first.shows(E, "S9 C9 D9 S4")
    first.shows(N, "SJ")
    first.shows(E, "C4")
    assert first.kinds[0] == "play_extended"
    assert plays(first)[0] == ("E", "S9 C9 D9 S4 C4")
    first.shows(W, "??")
    first.shows(S, "S2")
    first.shows(W, "DA")
    assert first.kinds[0] == "played"


def test_a_lone_lead_that_everybody_passed_on_was_collected(first: Drill) -> None:
    first.shows(E, "S3")
    turns_down(first, E)
    first.shows(E, "S4")
    assert len(first.now.tricks) == 1
    assert codes(first) == []


def test_a_lone_lead_that_went_at_once_and_onto_no_pile_was_taken_back(first: Drill) -> None:
    first.shows(E, "S3")
    first.observe(TableCleared(Evidence(at=first._at + 0.5)))
    assert first.kinds == ["play_lifted"]
    first.shows(E, "S4")
    assert first.kinds == ["play_taken_back", "played"]
    assert codes(first) == ["play.taken_back"]
    assert first.now.seats["E"].known == ("S3",)


def test_a_lone_lead_that_was_told_late_did_not_go_at_once(first: Drill) -> None:
    """Sight saw it four seconds before it could read it, just as it was taken up."""
    late = Evidence(at=20.0, since=16.0)
    first.observe(CardsShown("seat-E", E, (first.card("S3"),), late))
    first.observe(TableCleared(Evidence(at=20.5)))
    first.shows(E, "S4")
    assert first.kinds == ["trick_collected", "played"]
    assert codes(first) == []


def test_a_lone_lead_that_went_at_once_onto_its_pile_was_collected(first: Drill) -> None:
    first.shows(E, "S3")
    first.observe(TableCleared(Evidence(at=first._at + 0.5)))
    first.observe(CardsShown("pile-E", None, (FACE_DOWN,), Evidence(at=first._at + 0.6)))
    first.shows(E, "S4")
    assert first.kinds[:2] == ["trick_collected", "played"]
    soon = Drill().start("guandan-seed")
    soon.shows(E, "S3")
    soon.observe(CardsShown("pile-E", None, (FACE_DOWN,), Evidence(at=soon._at + 0.1)))
    soon.observe(TableCleared(Evidence(at=soon._at + 0.5)))
    assert soon.kinds == ["trick_collected"]


def test_an_illegal_play_that_goes_alone_was_taken_back_and_stays_a_breach(first: Drill) -> None:
    first.shows(E, "S3 C9")
    first.clears()
    first.shows(E, "S4")
    assert codes(first) == ["shape.none"]
    assert plays(first) == [("E", "S4")]


def test_the_newest_play_alone_lifted_was_taken_back(first: Drill) -> None:
    first.shows(E, "S9")
    first.shows(N, "S3")
    first.takes(N)
    assert guandan(first).trick.acts[-1].pending
    first.shows(N, "ST")
    assert first.kinds == ["play_taken_back", "played"]
    assert codes(first) == ["play.does_not_beat"]


def test_an_older_play_that_is_tidied_up_changes_nothing(first: Drill) -> None:
    first.shows(E, "S9")
    first.shows(N, "ST")
    first.takes(E)
    first.shows(W, "SJ")
    assert first.kinds == ["played"]


def test_cards_of_several_seats_that_went_were_a_trick(first: Drill) -> None:
    for seat, card in ((E, "S3"), (N, "S4"), (W, "S5")):
        first.shows(seat, card)
    first.takes(N)
    first.takes(W)
    first.shows(W, "S6")
    assert first.kinds == ["trick_collected", "played"]
    both = Drill().start("guandan-seed")
    both.shows(E, "S3")
    both.shows(N, "S4")
    both.takes(E)
    both.observe(CardsRemoved("seat-N", N, tuple(both._lying[N]), both._evidence()))
    assert both.kinds == ["play_lifted", "trick_collected"]


def test_a_wrong_answer_that_went_long_before_the_trick_was_taken_back(first: Drill) -> None:
    first.shows(E, "S9")
    first.shows(N, "S3")
    first.takes(N)
    turns_down(first, E)
    assert events(first)[-3:] == ["play_lifted", "play_taken_back", "trick_collected"]
    assert codes(first) == ["play.does_not_beat"]
    legal = Drill().start("guandan-seed")
    legal.shows(E, "S9")
    legal.shows(N, "ST")
    legal.takes(N)
    turns_down(legal, E, after=10.0)
    assert events(legal)[-2:] == ["play_taken_back", "trick_collected"]
    quick = Drill().start("guandan-seed")
    quick.shows(E, "S9")
    quick.shows(N, "ST")
    quick.takes(N)
    quick.clears()
    assert events(quick)[-2:] == ["play_lifted", "trick_collected"]


def two_left() -> Drill:
    """East and West are about to go out; North and South have two cards each."""
    drill = Drill().start("guandan-seed")
    drill.command(CountHands((1, 2, 1, 2)))
    drill.shows(E, "SA")
    return drill


def test_the_last_trick_closes_the_hand_and_the_pack_opens_the_next() -> None:
    drill = two_left()
    drill.shows(W, "LJ")
    assert drill.now.phase == "finished"
    drill.shows(N, "S3 C3")
    assert drill.kinds == ["cards_exposed"]
    drill.clears()
    assert drill.kinds[-2:] == ["trick_collected", "deal_ended"]
    assert drill.now.levels == {"EW": "5", "NS": "2"}
    drill.shows(S, "S6 C6")
    assert drill.kinds == ["cards_exposed"]
    drill.shows(S, "S7")
    assert drill.kinds == ["deal_started", "tribute_paid"]
    again = two_left()
    again.shows(W, "LJ")
    again.backs(1)
    assert again.kinds == ["deal_ended", "deal_started"]


def test_a_tribute_laid_while_the_last_trick_still_lies_opens_the_next_hand() -> None:
    drill = two_left()
    drill.shows(W, "LJ")
    drill.shows(N, "S3 C3 D3")
    assert drill.kinds[:2] == ["deal_ended", "deal_started"]


def test_a_face_seen_twice_already_is_no_card_left_over() -> None:
    drill = two_left()
    drill.shows(W, "SA")
    drill.shows(N, "SA")
    assert "cards_exposed" not in drill.kinds


def test_the_pack_in_the_middle_shows_that_a_hand_is_over_whose_cards_were_not_all_seen() -> None:
    drill = two_left()
    drill.backs(1)
    assert drill.kinds == ["kitty.backs"]
    drill.clears()
    drill.backs(1)
    assert drill.kinds[:2] == ["deal_ended", "deal_started"]
    assert [each.code for each in drill.now.questions] == ["finish.unknown"]


def test_a_third_copy_was_misread_and_the_weaker_reading_gives_way(first: Drill) -> None:
    first.shows(E, "S9 S9")
    first.shows_readings(N, [first.card("S9", 0.7, ("C9", 0.2)), first.card("D9")])
    assert plays(first)[-1] == ("N", "C9 D9")
    other = Drill().start("guandan-seed")
    other.shows_readings(E, [other.card("S9", 0.6, ("C9", 0.3))])
    other.shows(N, "S9")
    other.shows(W, "S9")
    assert plays(other)[0] == ("E", "C9")
    none = Drill().start("guandan-seed")
    none.shows(E, "S9 S9")
    none.shows(N, "S9")
    assert plays(none)[-1] == ("N", "??")
    assert [each.code for each in none.now.questions] == ["reading.unread"]
    weak = Drill().start("guandan-seed")
    weak.shows_readings(E, [weak.card("S9", 0.6, ("S9", 0.3), ("??", 0.1))])
    weak.shows(N, "S9")
    weak.shows(W, "S9 ??")
    assert plays(weak)[0] == ("E", "??")


def test_a_tribute_known_in_another_hand_is_a_copy_that_cannot_be_here(single: Drill) -> None:
    single.shows(S, "SK")
    single.clears()
    single.shows(E, "S4")
    single.clears()
    single.shows(S, "SK")
    single.shows(N, "SK")
    assert plays(single)[-1] == ("N", "??")


def test_a_card_that_is_read_better_later_is_corrected(first: Drill) -> None:
    first.shows_readings(E, [first.card("S9", 0.7, ("S6", 0.2))])
    first.rereads(E, "S9", "S6")
    assert first.kinds == ["card_corrected"]
    assert plays(first) == [("E", "S6")]
    first.rereads(E, "S6", "S6", 0.5)
    assert first.kinds == ["reread.nothing_new"]
    first.shows_readings(S, [first.card("SA", 0.7, ("S4", 0.2))])
    first.rereads(S, "SA", "SA")
    assert first.kinds == ["card_corrected"]
    assert first.now.trick.plays[-1].doubtful == ()
    first.shows(N, "S7 S7")
    first.shows_readings(W, [first.card("S8", 0.9)])
    first.rereads(W, "S8", "S7")
    assert plays(first)[-1] == ("W", "??")
    first.rereads(W, "S7", "S7")
    assert first.kinds == []


def test_a_better_reading_that_makes_an_earlier_card_the_third_copy(first: Drill) -> None:
    first.shows_readings(E, [first.card("S7", 0.6, ("S2", 0.3))])
    first.shows(N, "S7 D7")
    first.shows(W, "S8")
    first.rereads(W, "S8", "S7")
    assert [play for play in plays(first) if play[0] != "N"] == [("E", "S2"), ("W", "S7")]


def test_what_means_nothing_is_left_out_with_a_reason(first: Drill) -> None:
    ghost = CardReading(Card.S9, 0.9, 99)
    left_out: list[tuple[Observation, str]] = [
        (CardsShown("corner", None, (ghost,)), "shown.no_seat"),
        (CardsRemoved("seat-E", E, (ghost,)), "removed.unknown_card"),
        (CardsRemoved("seat-E", E, (FACE_DOWN,)), "removed.face_down"),
        (TableCleared(), "cleared.nothing_lay_there"),
        (CardsReread("seat-E", E, (ghost,), (ghost,)), "reread.nothing_new"),
        (CardsReread("seat-E", E, (FACE_DOWN,), (FACE_DOWN,)), "reread.nothing_new"),
        (CardsMoved("seat-E", E, (ghost,)), "moved.is_no_play"),
    ]
    for observation, code in left_out:
        first.observe(observation)
        assert first.kinds == [code]
    waiting = Drill().start("guandan-seed")
    waiting.observe(TableCleared())
    assert waiting.kinds == ["no_hand"]


def test_cards_seen_before_sight_was_lost_are_not_played_again(first: Drill) -> None:
    first.shows(E, "S9")
    first.log(SightChanged("", "lost"), SightChanged("", "lost", over=True))
    first.shows(E, "S9")
    assert first.kinds == ["shown.seen_before"]
    first.shows(N, "ST")
    assert first.kinds == ["played"]


def test_a_match_that_is_won_is_watched_no_more() -> None:
    drill = later(E, N, W, S)
    drill.log(FinishNamed((E, W)), DealEnded())
    assert drill.now.levels["EW"] == "8"
    won = Drill()
    won.log(MatchStarted("guandan-seed", NAMES, levels=(Rank.ACE, Rank.TWO), order=(E, N, W, S)))
    won.backs(1)
    won.log(FinishNamed((E, W)), DealEnded())
    won.shows(E, "S3")
    assert won.kinds == ["match_is_over"]


def test_a_tribute_is_followed_into_the_hand_that_takes_it_by_its_track(single: Drill) -> None:
    """The same face lies twice in two zones: the track tells which one went."""
    single.shows(S, "SK")
    reading = single._lying[S][0]
    decisions = adjudicate(single.timeline.state, CardsRemoved("seat-S", S, (reading,)))
    assert [getattr(each, "event", None) and each.event.seat for each in decisions] == [E]  # type: ignore[union-attr]
    single.log(Played(N, (Card.SK,)))
    single.takes(S)
    assert single.kinds == ["cards_returned"]
