"""Points corrected by hand: what a person says beside the cards, and what it does to a hand that is over already."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Rank, Seat, Side, Suit, two_decks
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import (
    DealEnded,
    DealerNamed,
    DealStarted,
    KittyBuried,
    KittyShown,
    MatchStarted,
    Played,
    TrickCollected,
    TrumpNamed,
)
from paizhuo.rules.hearing import hear
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import CommandRefusedError, NameDealer, StartMatch, Undo
from paizhuo.rules.shengji.closing import with_points
from paizhuo.rules.shengji.fold import start
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.scoring import DECK_POINTS
from paizhuo.rules.shengji_events import PointsCorrected
from paizhuo.rules.shengji_service import CorrectPoints
from paizhuo.rules.table_events import LotDrawn
from paizhuo.rules.table_service import CallTime

NAMES = ("a", "b", "c", "d")
DECK = two_decks()


def begun(rulebook: str = "qq", level: Rank = Rank.FIVE) -> Drill:
    """Give a match whose first hand East deals, hearts being trumps."""
    drill = Drill()
    drill.log(MatchStarted(rulebook, NAMES, levels=(level, level), dealer=Seat.E, hand=1), DealStarted(1))
    drill.log(TrumpNamed(Suit.HEARTS), DealerNamed(Seat.E), KittyBuried(Seat.E))
    return drill


def played(drill: Drill, tricks: int = 25) -> Drill:
    """Play one-card tricks off the deck as it lies, and turn the kitty up after the last."""
    for number in range(tricks):
        drill.log(*(Played(Seat(place), (DECK[4 * number + place],)) for place in range(4)), TrickCollected())
    if tricks == 25:
        drill.log(KittyShown(DECK[100:]))
    return drill


def test_a_correction_moves_the_attackers_points_and_leaves_the_cards_alone() -> None:
    drill = played(begun(), 10)
    before = drill.now.points
    now = drill.command(CorrectPoints(10, "unseen")).points
    assert (now.attackers, now.by_hand) == (before.attackers + 10, 10)
    assert (now.tricks, now.deck, now.ruled) == (before.tricks, DECK_POINTS, 0)
    assert drill.command(CorrectPoints(-25)).points.by_hand == -15
    assert drill.command(Undo()).points.by_hand == 10


@pytest.mark.parametrize("tricks", [0, 7, 25])
def test_all_cards_of_both_decks_make_200_whatever_was_corrected(tricks: int) -> None:
    drill = played(begun(), tricks)
    drill.command(CorrectPoints(40))
    points = drill.now.points
    assert (points.deck, points.by_hand) == (DECK_POINTS, 40)
    assert points.attackers == points.tricks["NS"] + 40


def test_a_face_seen_three_times_shows_in_the_sum() -> None:
    drill = begun()
    drill.log(*(Played(Seat(place), (DECK[0],)) for place in range(3)), Played(Seat.S, (DECK[50],)))
    assert drill.now.points.deck == DECK_POINTS + DECK[0].points
    ten = next(card for card in DECK if card.points == 10)
    drill.log(TrickCollected(), *(Played(seat, (ten,)) for seat in Seat))
    assert drill.now.points.deck == DECK_POINTS + 20


def test_the_result_of_a_hand_played_out_follows_the_correction_and_says_so() -> None:
    drill = played(begun())
    first = drill.now.result
    assert first is not None
    assert (first.winner, first.by_hand) == ("NS", 0)
    second = drill.command(CorrectPoints(75 - first.points)).result
    assert second is not None
    assert (second.points, second.winner, second.by_hand) == (75, "EW", 75 - first.points)


def test_a_hand_that_was_closed_is_closed_anew_from_where_the_match_stood() -> None:
    drill = played(begun())
    drill.log(DealEnded())
    attackers_up = dict(drill.now.levels)
    result = drill.now.result
    assert result is not None
    turned = drill.command(CorrectPoints(75 - result.points))
    assert (attackers_up["EW"], attackers_up["NS"]) == ("5", "6")
    assert (turned.levels["EW"], turned.levels["NS"]) == ("6", "5")
    assert turned.result is not None
    assert (result.next_dealer, turned.result.next_dealer) == ("N", "W")
    back = drill.command(Undo())
    assert dict(back.levels) == attackers_up
    drill.command(CorrectPoints(5))
    drill.log(DealStarted(2))
    heard = hear(drill.timeline.log).hands
    assert heard[0].result is not None
    assert (heard[0].result.by_hand, drill.now.points.by_hand) == (5, 0)


def test_a_match_won_by_its_last_hand_goes_on_when_the_points_say_so() -> None:
    drill = played(begun("comp", Rank.ACE))
    drill.log(DealEnded())
    result = drill.now.result
    assert result is not None
    assert (drill.now.ending.winner, drill.now.ending.cause) == ("NS", "level")
    ending = drill.command(CorrectPoints(80 - result.points)).ending
    assert (ending.is_over, ending.winner, ending.cause) == (False, None, None)


def test_an_end_that_no_points_decide_stays() -> None:
    drill = played(begun("ten"))
    drill.log(DealEnded(), LotDrawn(Side.NS))
    assert drill.command(CorrectPoints(5)).ending.winner == "NS"


def test_a_hand_that_time_cut_off_has_no_result_to_move() -> None:
    drill = played(begun("ten"), 3)
    winner = drill.command(CallTime()).ending.winner
    now = drill.command(CorrectPoints(5))
    assert (now.result, now.points.by_hand, now.ending.winner) == (None, 5, winner)


@pytest.mark.parametrize("amount", [0, 3, 205, -205])
def test_points_that_cannot_be_are_refused(amount: int) -> None:
    drill = begun()
    with pytest.raises(CommandRefusedError, match="no_such_points"):
        carry_out(drill.timeline, CorrectPoints(amount))


def test_points_of_no_hand_and_of_nobody_are_refused() -> None:
    drill = Drill().start("qq")
    with pytest.raises(CommandRefusedError, match="no_hand"):
        drill.command(CorrectPoints(5))
    drill.log(DealStarted(1))
    with pytest.raises(CommandRefusedError, match="no_attackers"):
        drill.command(CorrectPoints(5))
    drill.command(NameDealer(Seat.N))
    assert drill.command(CorrectPoints(5)).points.attackers == 5
    guandan = Drill()
    for command in (CorrectPoints(5), StartMatch("guandan-seed", NAMES), CorrectPoints(5)):
        if isinstance(command, StartMatch):
            guandan.command(command)
            continue
        with pytest.raises(CommandRefusedError, match="not_of_this_game"):
            guandan.command(command)


def test_a_correction_outside_any_hand_changes_nothing() -> None:
    match = start(load("qq", ShengjiRulebook))
    assert with_points(match, 5, None) is match
    drill = Drill().start("qq")
    before = drill.now.levels
    drill.log(PointsCorrected(5, "other"))
    assert drill.now.levels == before
