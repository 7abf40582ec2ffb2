"""Stirring (炒底): overriding trump after the dealer has buried, with or without the bottom."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import MatchStarted
from paizhuo.rules.rulebooks import load
from paizhuo.rules.session import MatchState, fold
from paizhuo.rules.shengji.bidding import Moment
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import Deal, ShengjiMatch


def deal_of(state: MatchState) -> Deal:
    assert isinstance(state.game, ShengjiMatch)
    assert state.game.deal is not None
    return state.game.deal


def buried(rulebook: str, dealer: Seat | None = Seat.E) -> Drill:
    """Begin a hand in which East shows a heart, takes the bottom and buries; without a dealer it is the first hand."""
    drill = Drill()
    first = load(rulebook, ShengjiRulebook).levels.start
    drill.log(
        MatchStarted(rulebook, ("a", "b", "c", "d"), levels=(first, first), dealer=dealer, hand=2 if dealer else 1)
    )
    drill.backs(8)
    drill.shows(Seat.E, f"H{first}")
    drill.takes(Seat.E)
    drill.backs_go(8)
    assert drill.kinds == ["kitty_taken"]
    for _ in range(6):
        drill.pushes(Seat.E)  # burying takes its time
    drill.backs(8)
    assert drill.kinds == ["kitty_buried"]
    return drill


def test_whoever_stirs_takes_the_bottom_and_buries_but_the_dealer_leads() -> None:
    """ten L329, pass10 L445."""
    drill = buried("ten")
    now = drill.shows(Seat.N, "S2 S2")
    assert (now.trump, now.dealer, now.phase) == ("S", "E", "drawing")
    assert now.declarations[-1].stands
    drill.takes(Seat.N)
    drill.backs_go(8)
    assert drill.kinds == ["kitty_taken"]
    for _ in range(6):
        drill.pushes(Seat.N)
    drill.backs(8)
    deal = deal_of(drill.timeline.state)
    assert deal.buriers == (Seat.E, Seat.E, Seat.N, Seat.N)
    assert deal.bidding.moment is Moment.BURIED
    assert drill.now.seats["E"].is_turn
    drill.shows(Seat.E, "CA")
    assert drill.now.phase == "playing"
    assert deal_of(drill.timeline.state).known[Seat.N] == ()  # the twos may lie in the bottom


def test_a_stronger_stir_follows_a_stir() -> None:
    drill = buried("ten")
    drill.shows(Seat.N, "S2 S2")
    now = drill.shows(Seat.W, "LJ LJ")
    assert (now.trump, now.dealer) == ("none", "E")
    assert deal_of(drill.timeline.state).burier(load("ten", ShengjiRulebook)) is Seat.W


def test_where_the_bottom_stays_the_trump_alone_changes() -> None:
    """fj2: 反主不可以反底牌."""
    drill = buried("fj2")
    now = drill.shows(Seat.N, "S2 S2")
    assert (now.trump, now.dealer, now.phase) == ("S", "E", "kitty")
    assert deal_of(drill.timeline.state).burier(load("fj2", ShengjiRulebook)) is Seat.E


@pytest.mark.parametrize(("rulebook", "dealer"), [("ten", None), ("fj2", None), ("const2", Seat.E), ("gloss", Seat.E)])
def test_where_the_text_refuses_it_a_stir_comes_too_late(rulebook: str, dealer: Seat | None) -> None:
    """ten and fj2 in the first hand, const2 and gloss always."""
    drill = buried(rulebook, dealer)
    level = drill.now.level
    now = drill.shows(Seat.N, f"S{level} S{level}")
    assert now.trump == "H"
    assert now.declarations[-1].violations == ("declare.too_late",)


def test_a_show_while_the_pile_seems_to_be_gone_means_that_it_was_only_covered() -> None:
    drill = Drill().start("gloss")
    drill.backs(8)
    drill.shows(Seat.E, "H2")
    drill.takes(Seat.E)
    drill.backs_go(8)
    now = drill.shows(Seat.N, "S2 S2")
    assert (now.trump, now.dealer, now.phase) == ("S", "N", "drawing")
    assert deal_of(drill.timeline.state).buriers == ()


def test_before_the_burying_a_stir_is_a_stir_where_the_text_allows_it() -> None:
    """ten L329: 可在扣底牌前反主，也可在扣底牌后反主."""
    drill = Drill()
    drill.log(MatchStarted("ten", ("a", "b", "c", "d"), dealer=Seat.E, hand=2))
    drill.backs(8)
    drill.shows(Seat.E, "H2")
    drill.takes(Seat.E)
    drill.backs_go(8)
    drill.shows(Seat.N, "S2 S2")
    assert deal_of(drill.timeline.state).bidding.declarations[-1].moment is Moment.BOTTOM_TAKEN
    assert drill.now.dealer == "E"


def test_a_lead_taken_back_returns_to_the_kitty_in_hand() -> None:
    drill = Drill().start("comp")
    drill.backs(8)
    drill.shows(Seat.E, "H2")
    drill.takes(Seat.E)
    drill.backs_go(8)
    drill.shows(Seat.E, "CA")
    drill.takes(Seat.E, "CA")
    drill.shows(Seat.E, "CK")
    before = deal_of(fold(drill.timeline.log[:-1]))
    assert (before.bidding.moment, before.known[Seat.E]) == (Moment.BOTTOM_TAKEN, (Card.CA,))
    assert deal_of(drill.timeline.state).known[Seat.E] == ()  # it may have been buried meanwhile


def test_a_dealer_who_leads_a_level_card_is_not_accused_of_a_bid() -> None:
    """Nobody saw the burying: the lead was taken for a bid that overrides the dealer's own, until North followed."""
    drill = Drill().start("comp")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.shows(Seat.E, "S2")
    assert drill.kinds == ["declared"]
    now = drill.shows(Seat.N, "S3")
    assert [play.cards for play in now.trick.plays] == [("S2",), ("S3",)]
    assert (now.trump, len(now.declarations)) == ("H", 1)
    assert not any(each.code.startswith("declare.") for each in now.violations)
