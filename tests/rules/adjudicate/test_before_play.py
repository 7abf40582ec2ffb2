"""Drawing, bidding, overriding and the kitty, read from the table alone (seed text ``comp``, chapter 抢庄)."""

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import Blocked, CardReading, CardsShown, Evidence


def test_backs_in_the_middle_begin_a_hand(table: Drill) -> None:
    assert table.backs(3).phase == "drawing"
    assert table.kinds == ["deal_started"]


def test_the_first_level_card_shown_names_trump_and_dealer(table: Drill) -> None:
    now = table.shows(Seat.N, "S2")
    assert (now.trump, now.dealer, now.phase) == ("S", "N", "drawing")
    assert table.kinds == ["deal_started", "declared"]


def test_a_pair_overrides_a_single_and_moves_the_deal(table: Drill) -> None:
    table.shows(Seat.N, "S2")
    now = table.shows(Seat.W, "D2 D2")
    assert (now.trump, now.dealer) == ("D", "W")
    assert [bid.stands for bid in now.declarations] == [False, True]


def test_a_pair_of_a_lower_suit_is_recorded_but_does_not_override(table: Drill) -> None:
    table.shows(Seat.N, "S2 S2")
    now = table.shows(Seat.W, "D2 D2")
    assert (now.trump, now.dealer) == ("S", "N")
    assert now.declarations[1].violations == ("declare.not_stronger",)
    assert [violation.code for violation in now.violations] == ["declare.not_stronger"]


def test_the_twin_laid_beside_the_own_single_reinforces_it(table: Drill) -> None:
    table.shows(Seat.N, "S2")
    table.shows(Seat.N, "S2")
    now = table.shows(Seat.W, "H2 H2")
    assert now.trump == "S"  # a pair of spades now, which hearts do not override


def test_a_bid_taken_back_is_known_to_be_in_that_hand(table: Drill) -> None:
    table.shows(Seat.N, "S2")
    assert table.now.seats["N"].known == ()
    assert table.clears().seats["N"].known == ("S2",)
    assert table.kinds == ["cards_returned"]


def test_taking_back_one_of_two_bids_returns_that_one(table: Drill) -> None:
    table.shows(Seat.N, "S2")
    table.shows(Seat.W, "H2 H2")
    now = table.takes(Seat.N)
    assert now.seats["N"].known == ("S2",)
    assert now.seats["W"].known == ()


def test_a_card_shown_by_accident_is_no_bid(table: Drill) -> None:
    table.backs(3)
    now = table.shows(Seat.N, "S9")
    assert (now.phase, now.trump) == ("drawing", None)
    assert table.kinds == ["cards_exposed"]
    assert table.clears().seats["N"].known == ("S9",)


def test_the_dealer_takes_the_kitty_when_no_back_is_left(table: Drill) -> None:
    table.backs(3)
    table.shows(Seat.E, "H2")
    table.backs_go(1)
    assert table.now.phase == "drawing"  # somebody drew, the pile is still there
    assert table.backs_go(2).phase == "kitty"
    assert table.backs(1).phase == "kitty"
    assert table.kinds == ["kitty_buried"]


def test_a_bid_after_burying_is_too_late(table: Drill) -> None:
    table.backs(3)
    table.shows(Seat.E, "H2")
    table.backs_go(3)
    table.backs(1)
    now = table.shows(Seat.N, "S2 S2")
    assert (now.trump, now.dealer) == ("H", "E")
    assert now.declarations[1].violations == ("declare.too_late",)


def test_nothing_of_the_kitty_needs_to_be_seen_for_the_play_to_begin(playing: Drill) -> None:
    now = playing.shows(Seat.E, "SA")
    assert (now.phase, now.trick.leader) == ("playing", "E")
    assert now.trick.plays[0].cards == ("SA",)


def test_the_dealer_may_lead_a_level_card_after_burying(table: Drill) -> None:
    table.backs(3)
    table.shows(Seat.E, "H2")
    table.backs_go(3)
    table.backs(1)
    assert table.shows(Seat.E, "H2").phase == "playing"


def test_a_level_card_taken_for_a_bid_becomes_the_lead_when_the_next_seat_follows(playing: Drill) -> None:
    playing.shows(Seat.E, "H2")  # nobody saw the kitty: this could be the twin
    assert playing.now.phase == "drawing"
    now = playing.shows(Seat.N, "D3")
    assert now.phase == "playing"
    assert [(play.seat, play.cards) for play in now.trick.plays] == [("E", ("H2",)), ("N", ("D3",))]


def test_a_lead_taken_up_again_returns_to_the_bidding(playing: Drill) -> None:
    playing.shows(Seat.E, "SA")
    now = playing.clears()
    assert (now.phase, now.trick.plays) == ("drawing", ())
    assert now.seats["E"].known == ("SA",)
    assert playing.shows(Seat.N, "C2 C2").dealer == "N"


def test_without_any_bid_the_table_asks_for_dealer_and_trump_and_goes_on(table: Drill) -> None:
    table.backs(3)
    table.shows(Seat.W, "SA")
    now = table.shows(Seat.S, "S3")
    assert now.phase == "playing"
    assert {question.code for question in now.questions} == {"dealer.unknown", "trump.unknown"}
    assert len(table.shows(Seat.E, "S5").trick.plays) == 3


def test_cards_without_a_seat_or_with_their_backs_up_are_no_bid(table: Drill) -> None:
    table.observe(CardsShown("pile-EW", None, (table.card("S2"),)))
    assert table.kinds == ["shown.no_seat"]
    table.observe(CardsShown("seat-E", Seat.E, (table.card("??"),)))
    assert table.now.hand == 1


@pytest.mark.parametrize("zone", ["", "kitty"])
def test_blocked_sight_is_recorded_once(table: Drill, zone: str) -> None:
    table.observe(Blocked(zone, "covered"))
    assert table.now.trust.light == "alarm"
    table.observe(Blocked(zone, "covered"))
    assert table.kinds == ["sight.unchanged"]
    table.observe(Blocked(zone, "covered", over=True))
    assert table.now.trust.light == "good"


def test_a_level_card_that_the_dealer_shows_while_others_draw_is_a_bid_and_no_lead(table: Drill) -> None:
    """The dealer's pair was read as one card, which does not override: it was taken for a lead, and trump was wrong."""
    table.shows(Seat.N, "S2 S2")
    table.clears()
    for suit in "HDC":
        table.shows(Seat.N, f"{suit}2")
        assert "declared" in table.kinds
        assert table.now.trick.plays == ()
    assert table.now.trump == "S"


def test_a_card_of_another_seat_after_the_burying_is_a_play_out_of_turn(table: Drill) -> None:
    table.backs(3)
    table.shows(Seat.E, "H2")
    table.backs_go(3)
    table.backs(1)
    now = table.shows(Seat.W, "SA")
    assert table.kinds == ["played"]
    assert (now.phase, now.trick.leader) == ("playing", "W")
    table.shows(Seat.E, "SK")
    assert [(each.code, each.seat) for each in table.now.violations] == [("turn.out_of_turn", "W")]


def test_backs_that_come_back_at_once_are_the_same_pile_and_no_burying(table: Drill) -> None:
    """A sleeve over the pile: nobody takes the kitty and buries another within a second."""
    table.backs(3)
    table.shows(Seat.E, "H2")
    table.backs_go(3)
    taken = table.timeline.log[-1].evidence.at
    assert table.now.phase == "kitty"
    back = CardReading(Card.UNKNOWN, face_up=False)
    table.observe(CardsShown("kitty", None, (back,) * 3, Evidence(at=taken + 0.5)))
    assert table.kinds == ["kitty.same_pile"]
    table.backs(1)
    assert table.kinds == ["kitty_buried"]


@pytest.mark.parametrize(
    ("rulebook", "became", "trump"), [("pass10", "kitty_turned", "C"), ("comp", "kitty.face_up_during_play", None)]
)
def test_the_bottom_turned_up_names_trump_where_the_rulebook_has_it_so(
    rulebook: str, became: str, trump: str | None
) -> None:
    """pass10 L445: nobody shows, and the bottom is turned. comp deals anew: a card that is seen names nothing."""
    table = Drill().start(rulebook)
    table.backs(3)
    now = table.turns_up("C9")
    assert table.kinds == [became]
    assert (now.trump, now.phase) == (trump, "drawing")


def test_what_lay_there_before_the_camera_was_moved_is_not_laid_again(playing: Drill) -> None:
    playing.shows(Seat.E, "SK SK")
    for over in (False, True):
        playing.observe(Blocked("", "bumped", over=over))
    playing.shows(Seat.E, "SK SK")
    assert playing.kinds == ["shown.seen_before"]
    now = playing.shows(Seat.E, "SQ")
    assert playing.kinds == ["play_extended"]
    assert now.trick.plays[0].cards == ("SK", "SK", "SQ")
