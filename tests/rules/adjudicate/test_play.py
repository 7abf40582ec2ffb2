"""Plays, tricks and irregularities: what lies there is recorded, what is wrong with it rides beside."""

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat, two_decks
from paizhuo.rules.observations import CardsRemoved
from paizhuo.rules.shengji_service import EnterKitty
from paizhuo.rules.snapshot import TableSnapshot


def codes(drill: Drill) -> list[tuple[str, str | None, int]]:
    return [(violation.code, violation.seat, violation.trick) for violation in drill.now.violations]


def test_a_trick_is_four_plays_and_goes_to_the_highest(playing: Drill) -> None:
    now = playing.trick(Seat.E, "SK", "S3", "SA", "S5")
    (trick,) = now.tricks
    assert (trick.leader, trick.winner, trick.points) == ("E", "W", 15)
    assert (now.trick.number, now.trick.leader) == (2, "W")
    assert now.seats["W"].is_turn
    assert now.points.attackers == 0  # West is the dealer's partner


def test_points_won_by_the_attackers_count(playing: Drill) -> None:
    now = playing.trick(Seat.E, "SK", "SA", "S3", "S5")
    assert (now.tricks[0].winner, now.points.attackers) == ("N", 15)


def test_cards_that_come_in_two_movements_are_one_play(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    now = playing.shows(Seat.E, "SK")
    assert playing.kinds == ["play_extended"]
    assert [play.cards for play in now.trick.plays] == [("SK", "SK")]
    assert codes(playing) == []


def test_a_follow_with_too_few_cards_so_far_is_pending_and_no_offence(playing: Drill) -> None:
    playing.shows(Seat.E, "SK SK")
    now = playing.shows(Seat.N, "S3")
    assert now.trick.plays[1].pending
    assert codes(playing) == []
    now = playing.shows(Seat.N, "S4")
    assert now.trick.plays[1].cards == ("S3", "S4")
    assert not now.trick.plays[1].pending


def test_a_card_too_many_is_asked_about_once_the_trick_is_full(playing: Drill) -> None:
    """Until then cards may still be put right, and the answers second the number that was led."""
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.N, "S3 S4")
    playing.shows(Seat.W, "S5")
    assert (codes(playing), playing.now.questions) == ([], ())
    playing.shows(Seat.S, "S6")
    assert codes(playing) == []
    assert [question.code for question in playing.now.questions] == ["misread.too_many"]


def test_a_card_too_many_taken_back_is_a_wrong_count_and_known_in_hand(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.N, "S3 S4")
    playing.takes(Seat.N, "S4")
    now = playing.shows(Seat.W, "S5")
    assert now.trick.plays[1].cards == ("S3",)
    assert now.seats["N"].known == ("S4",)
    assert codes(playing) == [("count.wrong", "N", 1)]


def test_a_push_is_no_second_play(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    before = playing.now.trick
    playing.pushes(Seat.E)
    assert playing.kinds == ["moved.is_no_play"]
    assert playing.now.trick == before


def test_a_play_out_of_turn_stands_and_is_named(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    now = playing.shows(Seat.W, "S3")
    assert [play.seat for play in now.trick.plays] == ["E", "W"]
    assert codes(playing) == []  # North may have played unseen
    playing.shows(Seat.N, "S4")
    assert codes(playing) == [("turn.out_of_turn", "W", 1)]
    playing.shows(Seat.S, "S5")
    assert codes(playing) == [("turn.out_of_turn", "W", 1)]


def test_a_lead_by_the_wrong_seat_stands_and_is_named(playing: Drill) -> None:
    playing.trick(Seat.E, "SK", "S3", "SA", "S5")
    now = playing.shows(Seat.E, "DK")
    assert now.trick.leader == "E"
    assert codes(playing) == []
    playing.shows(Seat.W, "DA")
    assert codes(playing) == [("turn.out_of_turn", "E", 2)]


def test_a_lead_of_two_suits_is_named(playing: Drill) -> None:
    playing.shows(Seat.E, "SK DK")
    assert codes(playing) == []
    playing.shows(Seat.N, "S3 S4")
    assert codes(playing) == [("lead.mixed_groups", "E", 1)]


def test_a_play_taken_back_and_replaced_is_recorded_with_both(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.N, "D3")
    playing.takes(Seat.N)
    assert playing.now.trick.plays[1].pending
    now = playing.shows(Seat.N, "S3")
    assert playing.kinds == ["play_taken_back", "played"]
    assert now.trick.plays[1].cards == ("S3",)
    assert now.seats["N"].known == ("D3",)
    assert codes(playing) == [("play.taken_back", "N", 1)]


def test_a_play_out_of_turn_taken_back_leaves_the_trick(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.S, "S3")
    playing.takes(Seat.S)
    now = playing.shows(Seat.N, "S4")
    assert [play.seat for play in now.trick.plays] == ["E", "N"]
    assert codes(playing) == []  # until South plays again, sight may have lost the card
    playing.shows(Seat.W, "S6")
    playing.shows(Seat.S, "S3")
    assert codes(playing) == [("play.taken_back", "S", 1)]


def test_a_card_that_sight_lost_comes_back_when_the_trick_lacks_just_that(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.shows(Seat.N, "S4")
    playing.takes(Seat.N)
    playing.shows(Seat.W, "S6")
    playing.shows(Seat.S, "S3")
    now = playing.clears()
    assert [(play.seat, play.cards) for play in now.tricks[0].plays][1] == ("N", ("S4",))
    assert (codes(playing), now.questions) == ([], ())


def test_a_lone_lead_taken_back_is_no_trick(playing: Drill) -> None:
    playing.trick(Seat.E, "SK", "S3", "SA", "S5")
    playing.shows(Seat.W, "DK")
    now = playing.clears()
    assert (now.trick.number, now.trick.plays) == (2, ())
    assert now.seats["W"].known == ("DK",)


def test_cards_swept_up_one_seat_after_the_other_are_the_trick_collected(playing: Drill) -> None:
    for seat, card in zip((Seat.E, Seat.N, Seat.W, Seat.S), ("SK", "S3", "SA", "S5"), strict=True):
        playing.shows(seat, card)
    for seat in (Seat.W, Seat.E, Seat.N):
        playing.takes(seat)
    now = playing.clears()
    assert len(now.tricks) == 1
    assert codes(playing) == []


def test_a_trick_swept_up_while_other_cards_lie_there_is_collected_with_its_last_card(table: Drill) -> None:
    """A bid still lies before South: the table is never clear, and the trick is taken up all the same."""
    table.shows(Seat.S, "C2")
    table.shows(Seat.E, "H2 H2")
    table.takes(Seat.E)
    for seat, card in zip((Seat.E, Seat.N, Seat.W, Seat.S), ("SK", "S3", "SA", "S5"), strict=True):
        table.shows(seat, card)
    for seat, cards in ((Seat.W, ""), (Seat.E, ""), (Seat.N, "")):
        table.takes(seat, cards)
        assert table.kinds == ["play_lifted"]
    now = table.takes(Seat.S, "S5")
    assert table.kinds == ["play_lifted", "trick_collected"]
    assert (len(now.tricks), now.tricks[0].winner, codes(table)) == (1, "W", [])


def test_the_winner_may_lead_before_the_last_card_is_swept_up(playing: Drill) -> None:
    for seat, card in zip((Seat.E, Seat.N, Seat.W, Seat.S), ("SK", "S3", "SA", "S5"), strict=True):
        playing.shows(seat, card)
    for seat in (Seat.W, Seat.E):
        playing.takes(seat)
    now = playing.shows(Seat.W, "DA")
    assert (len(now.tricks), now.trick.leader) == (1, "W")
    assert codes(playing) == []


def test_a_new_lead_over_a_trick_that_nobody_saw_collected_collects_it(playing: Drill) -> None:
    for seat, card in zip((Seat.E, Seat.N, Seat.W, Seat.S), ("SK", "S3", "SA", "S5"), strict=True):
        playing.shows(seat, card)
    now = playing.shows(Seat.W, "DA")
    assert (len(now.tricks), now.trick.leader) == (1, "W")


def test_the_last_player_may_replace_a_card_in_a_full_trick(playing: Drill) -> None:
    for seat, card in zip((Seat.E, Seat.N, Seat.W, Seat.S), ("SK", "S3", "SA", "D5"), strict=True):
        playing.shows(seat, card)
    playing.takes(Seat.S)
    now = playing.shows(Seat.S, "S6")
    assert now.trick.plays[3].cards == ("S6",)
    assert codes(playing) == [("play.taken_back", "S", 1)]


def test_a_trick_cleared_with_a_play_missing_asks_and_goes_on(playing: Drill) -> None:
    for seat, card in ((Seat.E, "SK"), (Seat.N, "S3"), (Seat.S, "S5")):
        playing.shows(seat, card)
    now = playing.clears()
    assert [play.seat for play in now.tricks[0].plays] == ["E", "N", "W", "S"]
    assert now.tricks[0].plays[2].cards == ("??",)
    assert [question.code for question in now.questions] == ["trick.missing_play"]
    assert now.seats["W"].cards_left == 24
    assert codes(playing) == []  # West may well have played before South


def test_cards_that_nobody_laid_are_ignored_when_they_go(playing: Drill) -> None:
    playing.shows(Seat.E, "SK")
    playing.observe(CardsRemoved("seat-N", Seat.N, (playing.card("H9"),)))
    assert playing.kinds == ["removed.unknown_card"]


@pytest.mark.parametrize("rulebook", ["comp", "intro80", "qq"])
def test_a_failed_throw_leaves_one_unit_and_the_returned_cards_are_known(rulebook: str) -> None:
    drill = Drill().start(rulebook)
    drill.shows(Seat.E, "H2")
    drill.clears()
    now = drill.shows(Seat.E, "SA SQ SQ")
    assert now.trick.plays[0].throw == "attempt"
    drill.takes(Seat.E, "SQ SQ")
    now = drill.shows(Seat.N, "SK")
    assert drill.kinds == ["throw_failed", "played"]
    assert now.trick.plays[0].cards == ("SA",)
    assert now.trick.plays[0].returned == ("SQ", "SQ")
    assert now.trick.plays[0].throw == "failed"
    assert now.seats["E"].known == ("SQ", "SQ")
    assert [code for code, _, _ in codes(drill)] == ["throw.failed"]


def test_a_throw_taken_up_whole_and_laid_again_in_part_has_failed(playing: Drill) -> None:
    playing.shows(Seat.E, "SA SQ SQ")
    playing.clears()
    now = playing.shows(Seat.E, "SQ SQ")
    assert now.trick.plays[0].cards == ("SQ", "SQ")
    assert now.seats["E"].known == ("SA",)


def test_a_throw_taken_up_card_by_card_is_still_awaited_when_the_table_is_clear(playing: Drill) -> None:
    playing.shows(Seat.E, "SA SQ SQ")
    playing.takes(Seat.E)
    playing.clears()
    assert playing.kinds == ["cleared.nothing_lay_there"]
    now = playing.shows(Seat.E, "SA")
    assert (now.trick.plays[0].cards, now.trick.plays[0].returned) == (("SA",), ("SQ", "SQ"))


def test_cards_of_another_lead_taken_back_in_part_are_no_failed_throw(playing: Drill) -> None:
    playing.shows(Seat.E, "SK SK")
    playing.takes(Seat.E, "SK")
    now = playing.shows(Seat.N, "S3")
    assert now.trick.plays[0].cards == ("SK",)
    assert codes(playing) == [("play.taken_back", "E", 1)]


def test_the_hand_is_over_after_25_cards_each_and_the_kitty_closes_it(playing: Drill) -> None:
    now = play_out(playing)
    assert now.phase == "finished"
    assert now.result is not None
    assert not now.result.final
    assert now.kitty.deduced
    assert sorted(now.kitty.cards or ()) == KITTY
    now = playing.turns_up(" ".join(KITTY))
    assert now.result is not None
    assert now.result.final
    assert not now.kitty.deduced


def test_a_kitty_of_which_a_card_was_missed_closes_the_hand_when_it_goes(playing: Drill) -> None:
    play_out(playing)
    now = playing.turns_up(" ".join(KITTY[:7]))
    assert playing.kinds == ["kitty_shown"]
    assert now.result is not None
    assert not now.result.final
    gone = tuple(playing.card(token) for token in KITTY[:7])
    playing.observe(CardsRemoved("kitty", None, gone))
    now = playing.now
    assert playing.kinds == ["deal_ended"]
    assert now.result is not None
    assert now.result.final
    playing.observe(CardsRemoved("kitty", None, gone))
    assert playing.kinds == ["removed.kitty"]


def test_the_kitty_of_a_hand_that_is_closed_is_not_turned_up_again(playing: Drill) -> None:
    play_out(playing)
    playing.turns_up(" ".join(KITTY))
    before = playing.now
    playing.turns_up("C3")
    assert playing.kinds == ["kitty.hand_is_closed"]
    assert (playing.now.kitty, playing.now.result) == (before.kitty, before.result)


def test_the_kitty_turned_up_over_the_last_trick_collects_it(playing: Drill) -> None:
    play_out(playing, collected=24)
    assert (len(playing.now.tricks), len(playing.now.trick.plays)) == (24, 4)
    now = playing.turns_up(" ".join(KITTY))
    assert playing.kinds == ["trick_collected", "kitty_shown", "deal_ended"]
    assert now.result is not None
    assert now.result.final


def test_a_kitty_that_a_person_has_entered_is_not_entered_again_when_it_is_turned_up(playing: Drill) -> None:
    play_out(playing, collected=24)
    playing.command(EnterKitty(tuple(Card(token) for token in KITTY)))
    now = playing.turns_up(" ".join(KITTY))
    assert playing.kinds == ["trick_collected", "deal_ended"]
    assert sorted(now.kitty.cards or ()) == KITTY
    assert now.result is not None
    assert now.result.final


def test_the_next_hand_begins_by_itself_with_the_right_level_and_dealer(playing: Drill) -> None:
    result = play_out(playing).result
    assert result is not None
    playing.turns_up(" ".join(KITTY))
    playing.clears()
    playing.backs(3)
    now = playing.now
    assert (now.hand, now.phase, now.dealer) == (2, "drawing", result.next_dealer)
    assert now.level == now.levels["EW" if result.next_dealer in "EW" else "NS"]
    assert len(now.hands) == 1


def test_a_bid_alone_opens_the_next_hand_when_nobody_saw_the_kitty(playing: Drill) -> None:
    result = play_out(playing).result
    assert result is not None
    level = result.levels["EW" if result.next_dealer in "EW" else "NS"]
    now = playing.shows(Seat.N, f"C{level}")
    assert playing.kinds == ["deal_ended", "deal_started", "declared"]
    assert now.hand == 2


KITTY = sorted(["C3", "C3", "C4", "C4", "C6", "C6", "C7", "C7"])


def play_out(drill: Drill, collected: int = 25) -> TableSnapshot:
    """Play every card but the kitty in sorted order, four a trick; ``collected`` tricks are seen to be taken up."""
    left = [str(card) for card in two_decks()]
    for card in KITTY:
        left.remove(card)
    left.sort()
    leader = Seat.E
    for number in range(25):
        seat = leader
        for token in left[number * 4 : number * 4 + 4]:
            drill.shows(seat, token)
            seat = seat.next
        if number < collected:
            drill.clears()
        leader = Seat[drill.now.trick.leader or "E"]
    return drill.now
