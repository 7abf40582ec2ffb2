"""Turns and tricks: who is next, silent passes, seats that are out, who leads."""

import pytest

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.policies import Passing
from paizhuo.rules.guandan.ruleset import HOUSE, Desk, GuandanRulebook
from paizhuo.rules.guandan.state import (
    Hand,
    begin,
    can_pass,
    can_play,
    collect,
    pass_turn,
    play,
    verify_pass,
    verify_play,
)
from paizhuo.rules.guandan.trick import Act, add, lead, passes_before
from paizhuo.rules.guandan.wild import Decided
from paizhuo.rules.rulebook import Title

E, N, W, S = Seat
DEVICES = GuandanRulebook("x", "guandan", Title("某", "some"), desk=Desk(passing=Passing.DEVICE))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def hand(level: str = "2", leader: Seat = E, *, out: tuple[Seat, ...] = (), **left: int) -> Hand:
    """Begin in the middle of a hand: ``out`` have finished, ``left`` gives cards by the seat's letter."""
    east, north, west, south = (0 if seat in out else left.get(seat.name, 27) for seat in Seat)
    return Hand(Rank(level), lead(leader, frozenset(out)), (east, north, west, south), out)


def played(start: Hand, *acts: tuple[Seat, str], rules: GuandanRulebook = HOUSE) -> Hand:
    for seat, text in acts:
        start = play(start, seat, cards(text), rules) if text else pass_turn(start, seat, rules)
    return start


def codes(start: Hand, seat: Seat, text: str, rules: GuandanRulebook = HOUSE) -> list[str]:
    found = verify_play(start, seat, cards(text), rules) if text else verify_pass(start, seat, rules)
    return [one.code for one in found]


def test_the_turn_goes_counter_clockwise_and_comes_back_to_who_passed() -> None:
    """Seed L35: a seat that passed may play when its turn comes again."""
    state = played(begin(Rank.TWO, E), (E, "S9"), (N, ""), (W, "SJ"), (S, ""), (E, ""))
    assert state.turn is N
    assert can_play(state, N, cards("SA"))


def test_the_last_to_play_leads_when_all_others_passed() -> None:
    state = played(begin(Rank.TWO, E), (E, "S9"), (N, "ST"), (W, ""), (S, ""), (E, ""))
    assert state.trick.is_over
    assert (state.turn, state.to_beat) == (N, None)
    assert can_play(state, N, cards("S3"))


def test_a_camera_sees_no_passes_so_the_turn_order_implies_them() -> None:
    state = played(begin(Rank.TWO, E), (E, "S9"), (S, "ST"))
    assert [(act.seat, act.inferred) for act in state.trick.acts if act.is_pass] == [(N, True), (W, True)]
    state = played(state, (S, "S4"))
    assert [trick.leader for trick in state.tricks] == [E]
    assert state.tricks[0].acts[-1] == Act(W, inferred=True)
    assert (state.trick.leader, state.turn) == (S, E)


def test_where_passes_are_shown_a_play_past_a_silent_seat_is_out_of_turn() -> None:
    start = played(begin(Rank.TWO, E), (E, "S9"), rules=DEVICES)
    assert codes(start, W, "ST") == []
    assert codes(start, W, "ST", DEVICES) == ["turn.out_of_turn"]
    assert verify_play(start, W, cards("ST"), DEVICES)[0].params == {"seat": "W", "expected": "N"}
    assert codes(start, W, "", DEVICES) == ["turn.out_of_turn"]
    assert codes(start, W, "") == []
    assert can_pass(start, N, DEVICES)


def test_only_the_leader_may_lead() -> None:
    start = begin(Rank.TWO, E)
    assert codes(start, N, "S9") == ["turn.out_of_turn"]
    after = played(start, (N, "S9"))
    assert after.turn is W
    over = played(begin(Rank.TWO, E), (E, "S9"), (N, ""), (W, ""), (S, ""))
    assert codes(over, N, "ST") == ["turn.out_of_turn"]


def test_a_leader_may_not_pass_and_a_pass_out_of_turn_is_named() -> None:
    """Seed L35."""
    start = begin(Rank.TWO, E)
    assert codes(start, E, "") == ["pass.leader_must_play"]
    assert codes(start, N, "") == ["turn.out_of_turn"]
    over = played(start, (E, "S9"), (N, ""), (W, ""), (S, ""))
    assert codes(over, E, "") == ["pass.leader_must_play"]
    assert codes(over, S, "") == ["turn.out_of_turn"]


def test_seats_that_are_out_are_skipped_and_count_as_no_pass() -> None:
    state = played(hand(leader=N, out=(E,)), (N, "S8"), (W, ""), (S, "SJ"), (N, ""), (W, ""))
    assert (state.trick.is_over, state.turn) == (True, S)
    assert codes(state, E, "SA") == ["turn.seat_is_out", "count.more_than_left"]
    assert codes(state, E, "") == ["turn.seat_is_out"]


def test_the_partner_leads_after_a_last_play_that_stood() -> None:
    """Seed L35: 接风."""
    state = played(hand(E=1), (E, "S9"), (N, ""), (W, ""), (S, ""))
    assert (state.order, state.turn, state.awaits_lead) == ((E,), W, True)
    assert can_play(state, W, cards("S3"))


def test_a_last_play_that_was_beaten_hands_nothing_on() -> None:
    state = played(hand(E=1), (E, "S9"), (N, "SJ"), (W, ""), (S, ""))
    assert state.turn is N


def test_a_partners_small_play_after_a_last_play_that_stood_is_a_lead() -> None:
    state = played(hand(E=1), (E, "S9"), (W, "S3"))
    assert (state.trick.leader, state.trick.top) == (W, state.trick.acts[0])
    assert [act.seat for act in state.tricks[0].acts if act.inferred] == [N, W, S]
    assert codes(played(hand(E=1), (E, "S9")), W, "S3") == []


def test_a_partners_larger_play_after_a_last_play_follows_it() -> None:
    state = played(hand(E=1), (E, "S9"), (W, "SJ"))
    assert (state.trick.leader, state.tricks) == (E, ())


def test_no_shape_is_no_lead_either() -> None:
    start = played(hand(E=1), (E, "S9"))
    assert codes(start, W, "S3 S4") == ["shape.none"]


def test_a_collected_trick_was_passed_by_all_who_had_not_acted() -> None:
    state = collect(played(begin(Rank.TWO, E), (E, "S9"), (N, "ST")))
    assert (state.turn, len(state.tricks)) == (N, 1)
    assert [act.seat for act in state.tricks[0].acts if act.inferred] == [W, S, E]
    assert collect(state) == state


def test_collecting_after_the_hand_changes_no_result() -> None:
    over = played(hand(E=1, W=1), (E, "S9"), (W, "SJ"))
    assert over.is_over
    assert collect(over).order == (E, W)
    assert pass_turn(over, N) is over


def test_a_collected_lead_without_a_shape_hands_the_lead_on() -> None:
    state = collect(played(begin(Rank.TWO, E), (E, "S9 S3")))
    assert (state.turn, state.trick.acts) == (N, ())


def test_an_illegal_lead_lies_there_and_the_next_seat_may_pass_or_play() -> None:
    state = played(begin(Rank.TWO, E), (E, "S9 S3"))
    assert (state.to_beat, state.turn, state.left[E]) == (None, N, 25)
    assert codes(state, N, "") == []
    assert codes(state, N, "S4") == []
    assert codes(state, W, "") == ["turn.out_of_turn"]


def test_an_illegal_play_is_recorded_but_does_not_stand() -> None:
    state = played(begin(Rank.TWO, E), (E, "S9 C9"), (N, "S8 C8"))
    assert state.to_beat == state.trick.acts[0]
    assert state.left[N] == 25
    assert codes(state, W, "ST CT") == []
    assert codes(played(begin(Rank.TWO, E), (E, "S9 C9")), N, "S8 C8") == ["play.does_not_beat"]


def test_a_play_laid_too_small_tells_what_it_could_have_been() -> None:
    """Ruling gd-cmp-29: the wild card at the left is a nine and does not beat, at the right it would be an ace."""
    start = played(begin(Rank.EIGHT, E), (E, "S9 CT DJ SQ HK"))
    found = verify_play(start, N, cards("H8 ST CJ DQ SK"))
    assert [one.code for one in found] == ["play.laid_does_not_beat"]
    assert found[0].params == {"reading": "straight:K", "to_beat": "straight:K", "could_be": "straight:A"}
    assert can_play(start, N, cards("ST CJ DQ SK H8"))
    ace = next(one for one in played(start, (N, "ST CJ DQ SK H8")).trick.acts[-1].possible if one.name == "straight:A")
    assert can_play(start, N, cards("H8 ST CJ DQ SK"), said=ace)


def test_an_open_reading_favours_both_who_laid_it_and_who_beats_it() -> None:
    """3456 and a wild card in no order: 2–6 or 3–7."""
    state = played(begin(Rank.SEVEN, E), (E, "S3 H7 S6 S5 D4"))
    assert state.trick.acts[0].ruling is not None
    assert state.trick.acts[0].ruling.decided is Decided.OPEN
    assert codes(state, N, "C3 C4 C5 C6 D7") == []  # beats 2–6
    assert codes(state, N, "CA C2 C3 C4 D5") == ["play.does_not_beat"]
    after = played(state, (N, "C4 C5 C6 S7 D8"), (W, "S3 H7 S6 S5 D4"))
    assert after.to_beat == after.trick.acts[1]


def test_nobody_can_play_more_cards_than_are_left() -> None:
    start = hand(E=1)
    found = verify_play(start, E, cards("S9 C9"))
    assert [one.code for one in found] == ["count.more_than_left"]
    assert found[0].params == {"seat": "E", "left": 1, "played": 2}
    assert played(start, (E, "S9 C9")).left[E] == 0


def test_after_the_hand_nobody_plays() -> None:
    over = played(hand(E=1, W=1), (E, "S9"), (W, "SJ"))
    assert codes(over, N, "SA") == ["turn.hand_over"]
    assert codes(over, N, "") == ["turn.hand_over"]
    assert (over.turn, over.places) == (None, (E, W))


def test_the_third_out_ends_the_hand_and_the_last_place_follows() -> None:
    state = played(hand(E=1, N=1, W=1), (E, "S9"), (N, "SJ"), (W, "SQ"))
    assert (state.is_over, state.places) == (True, (E, N, W, S))


def test_a_trick_with_nothing_standing_goes_round_until_something_does() -> None:
    trick = add(add(lead(E), Act(E), left=27), Act(N), left=27)
    assert (trick.turn, trick.next_leader, trick.is_over) == (W, None, False)
    assert passes_before(trick, E) == (W, S)


@pytest.mark.parametrize("seat", Seat)
def test_nobody_passes_in_silence_before_the_lead(seat: Seat) -> None:
    assert passes_before(lead(E), seat) == ()


def test_a_trick_ends_without_a_leader_when_nobody_has_cards() -> None:
    trick = add(lead(E, frozenset({N, W, S})), Act(E, cards("S3 S9")), left=0)
    assert (trick.turn, trick.next_leader) == (None, None)


def test_a_seat_that_is_out_makes_nobody_pass_beyond_its_place() -> None:
    trick = add(lead(E, frozenset({S})), Act(E), left=27)
    assert passes_before(trick, S) == (N, W)
