"""Nobody shows, and the bottom is turned: which card decides, and that nobody overrides it any more."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import DealStarted, KittyTurned, MatchStarted
from paizhuo.rules.shengji.state import ShengjiMatch


def turned(rulebook: str, *cards: str, hand: int = 2) -> Drill:
    """Begin a hand in which nobody shows, and turn bottom cards one after the other."""
    drill = Drill()
    dealer = Seat.E if hand > 1 else None
    drill.log(MatchStarted(rulebook, ("a", "b", "c", "d"), dealer=dealer, hand=hand), DealStarted(hand))
    for card in cards:
        drill.log(KittyTurned((drill.card(card).card,)))
    return drill


@pytest.mark.parametrize(
    ("rulebook", "cards", "trump"),
    [
        ("seven", "C9 H3", "C"),  # L371: the first card turned
        ("seven", "LJ H3", "none"),
        ("pass10", "D3", "D"),  # L445
        ("campus", "C9", "C"),  # L487: any one card
        ("campus", "BJ", None),  # a joker is drawn again
        ("campus", "BJ LJ S4", "S"),
        ("ten", "C9 H2 S2 D4 C5 C6 C7 C8", "H"),  # L329: the first level card
        ("ten", "C9 H2", "H"),  # nothing after it matters
        ("ten", "C9 HA SA D4 C5 C6 C7", None),  # one card is still to come
        ("ten", "C9 HA SA D4 C5 C6 C7 C8", "H"),  # the first of the highest
        ("ten", "LJ BJ SA D4 C5 C6 C7 C8", "S"),
        ("ten", "C9 ?? SA D4 C5 C6 C7 C8", None),  # the unread card may be a level card
        ("ten", "C9 H2 ??", "H"),
        ("seven", "?? H3", None),
        ("fj2", "C9", None),  # no-trump, and that is known only when the play begins
    ],
)
def test_the_bottom_names_trump_as_the_text_says(rulebook: str, cards: str, trump: str | None) -> None:
    assert turned(rulebook, *cards.split()).now.trump == trump


def test_where_nobody_showing_means_no_trump_the_first_play_says_so() -> None:
    """fj2, union9k."""
    drill = turned("union9k")
    assert drill.now.trump is None
    assert drill.shows(Seat.E, "CA").trump == "none"


def test_where_it_means_a_new_deal_trump_stays_unknown_and_is_asked() -> None:
    """const2 L551."""
    drill = turned("const2", hand=1)
    drill.shows(Seat.E, "CA")
    drill.shows(Seat.N, "C4")
    assert drill.now.trump is None


def test_a_trump_that_was_turned_cannot_be_overridden() -> None:
    """ten L329: 开底牌后不能再反主; pass10 L445."""
    for rulebook in ("ten", "pass10"):
        drill = turned(rulebook, "H2")
        now = drill.shows(Seat.N, "S2 S2")
        assert now.trump == "H"
        assert now.declarations[-1].violations == ("declare.trump_was_turned",)


def test_cards_turned_after_somebody_showed_decide_nothing() -> None:
    drill = Drill()
    drill.log(MatchStarted("ten", ("a", "b", "c", "d"), dealer=Seat.E, hand=2), DealStarted(2))
    drill.shows(Seat.N, "S2")
    drill.log(KittyTurned((drill.card("H2").card,)))
    assert drill.now.trump == "S"
    game = drill.timeline.state.game
    assert isinstance(game, ShengjiMatch)
    assert game.deal is not None
    assert not game.deal.bidding.turned
