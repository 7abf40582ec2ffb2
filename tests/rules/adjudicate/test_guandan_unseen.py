"""A tribute that sight missed: what comes back for it is no lead, once the payer leads."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.events import DealStarted, Inserted, MatchStarted, Played
from paizhuo.rules.guandan_snapshot import GuandanView

E, N, W, S = Seat


def owed(*order: Seat) -> Drill:
    """A hand at level five after one that ended in this order."""
    drill = Drill()
    drill.log(
        MatchStarted("guandan-seed", ("Lin", "Zhou", "Xu", "He"), levels=(Rank.FIVE, Rank.TWO), hand=2, order=order)
    )
    drill.backs(1)
    return drill


@pytest.fixture
def drill() -> Drill:
    """South owes East a tribute."""
    return owed(E, N, W, S)


def guandan(drill: Drill) -> GuandanView:
    assert drill.now.guandan is not None
    return drill.now.guandan


def plays(drill: Drill) -> list[tuple[str, str]]:
    laid = [*(play for trick in drill.now.tricks for play in trick.plays), *drill.now.trick.plays]
    return [(play.seat, " ".join(play.cards)) for play in laid]


def asked(drill: Drill) -> list[str]:
    return [each.code for each in drill.now.questions]


def test_a_small_card_that_went_before_the_payer_led_was_given_back(drill: Drill) -> None:
    drill.shows(E, "H6")
    assert (plays(drill), asked(drill)) == ([("E", "H6")], ["tribute.not_seen"])
    drill.clears()
    drill.shows(S, "C3 S3 D3 H6 D6")
    assert plays(drill) == [("S", "C3 S3 D3 H6 D6")]
    gift = guandan(drill).tribute.gifts[0]
    assert (gift.payer, gift.receiver, gift.card, gift.returned) == ("S", "E", "??", "H6")
    assert drill.now.violations == ()
    assert asked(drill) == ["reading.unread"]
    assert guandan(drill).turn == "E"
    drill.shows(E, "H9 H9 D9 ST CT")
    drill.clears()
    drill.shows(E, "S4")
    assert drill.now.violations == ()


def test_the_card_given_back_is_not_counted_twice(drill: Drill) -> None:
    """South lays both sixes of hearts: one of them is East's return."""
    drill.shows(E, "H6")
    drill.clears()
    drill.shows(S, "H6 H6")
    assert plays(drill) == [("S", "H6 H6")]
    assert asked(drill) == ["reading.unread"]


@pytest.mark.parametrize(
    ("first", "card", "leads"),
    [
        (E, "H6", E),  # East goes on: it leads because South resisted
        (E, "HK", S),  # too high to be given back
        (E, "S6 C6", S),  # nobody gives back two
        (W, "H6", S),  # West is owed nothing
    ],
)
def test_what_is_no_return_stays_a_play(drill: Drill, first: Seat, card: str, leads: Seat) -> None:
    drill.shows(first, card)
    drill.clears()
    drill.shows(leads, "SA CA")
    assert all(not isinstance(entry.event, Inserted) for entry in drill.timeline.log)


def test_a_play_that_still_lies_or_that_a_person_entered_was_played(drill: Drill) -> None:
    drill.shows(E, "H6")
    drill.shows(S, "SA CA")
    assert plays(drill) == [("E", "H6"), ("S", "SA CA")]
    entered = owed(E, N, W, S)
    entered.log(DealStarted(2), Played(E, (Card.H6,)))
    entered.clears()
    entered.shows(S, "SA CA")
    assert all(not isinstance(entry.event, Inserted) for entry in entered.timeline.log)


def test_after_a_tribute_that_was_seen_nothing_is_put_in(drill: Drill) -> None:
    drill.shows(S, "SK")
    drill.clears()
    drill.shows(E, "H6")
    drill.clears()
    drill.shows(S, "S3")
    assert all(not isinstance(entry.event, Inserted) for entry in drill.timeline.log)
    assert guandan(drill).tribute.gifts[0].card == "SK"


@pytest.fixture
def two() -> Drill:
    """North and South owe a tribute each; North's is seen to go, South's is missed."""
    table = owed(E, W, N, S)
    table.shows(N, "LJ")
    table.clears()
    return table


def test_of_two_tributes_the_one_that_was_missed_is_put_in_when_a_receiver_gives_back(two: Drill) -> None:
    two.shows(E, "H6")
    two.shows(W, "C3")
    assert (plays(two), asked(two)) == ([], ["reading.unread"])
    assert [entry.event.kind for entry in two.timeline.log].count("card_given_back") == 2
    two.clears()
    two.shows(S, "S9 C9")
    two.shows(E, "ST CT")
    assert plays(two) == [("S", "S9 C9"), ("E", "ST CT")]
    assert (two.now.violations, asked(two)) == ((), ["reading.unread"])


@pytest.mark.parametrize("card", ["HK", "??"])
def test_a_card_too_high_to_be_given_back_or_unread_puts_no_tribute_in(two: Drill, card: str) -> None:
    two.shows(E, card)
    assert plays(two) == [("E", card)]
    assert "tribute.not_seen" in asked(two)


def test_before_any_payer_has_paid_a_small_card_of_a_receiver_may_be_a_lead() -> None:
    """The control: both may have resisted."""
    none = owed(E, W, N, S)
    none.shows(E, "H6")
    assert (plays(none), asked(none)) == ([("E", "H6")], ["tribute.not_seen"])


def test_who_has_given_back_already_leads_with_another_card(two: Drill) -> None:
    two.shows(E, "H6")
    two.clears()
    two.shows(E, "C4")
    assert plays(two) == [("E", "C4")]


def test_a_tribute_that_looks_like_a_play_is_none_that_was_taken_back(drill: Drill) -> None:
    """Print of the table top was told as a joker of East before South laid its tribute."""
    drill.shows(E, "LJ")
    drill.shows(S, "BJ")
    drill.takes(S, "BJ")
    drill.shows(E, "H6")
    drill.takes(E, "H6")
    drill.shows(S, "C3 S3 D3 H3")
    assert not drill.now.violations
    drill.shows(N, "H7 S7 C7 D7")
    drill.takes(N)
    drill.shows(N, "H8 S8 C8 D8")
    assert [(each.seat, each.code) for each in drill.now.violations] == [("N", "play.taken_back")]
