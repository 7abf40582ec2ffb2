"""How hands move levels to the end of a match: a level passed, under water, a jack in the bottom."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Rank, Seat, Side, two_decks
from paizhuo.rules.events import DealStarted, MatchStarted
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import Rule
from paizhuo.rules.shengji.closing import closed, settled
from paizhuo.rules.shengji.fold import order_of
from paizhuo.rules.shengji.levels import Level
from paizhuo.rules.shengji.ruleset import Scoring, ShengjiRulebook
from paizhuo.rules.shengji.state import Cause, ShengjiMatch
from paizhuo.rules.shengji.view import bands

KITTY = ["C3", "C3", "C4", "C4", "C6", "C6", "C7", "C7"]


def played_out(rulebook: str, level: Rank, last: tuple[str, str, str, str]) -> ShengjiMatch:
    """Play a hand that East deals to its end; the first of the cards in the last trick is played by an attacker."""
    drill = Drill()
    drill.log(
        MatchStarted(rulebook, ("a", "b", "c", "d"), levels=(level, level), dealer=Seat.E, hand=2), DealStarted(2)
    )
    drill.shows(Seat.E, f"H{level}")
    drill.clears()
    left = [str(card) for card in two_decks()]
    for card in (*KITTY, *last):
        left.remove(card)
    while left:
        drill.trick(Seat[drill.now.trick.leader or "E"], *left[:4])
        del left[:4]
    leader = Seat[drill.now.trick.leader or "E"]
    drill.trick(leader, *(last if leader.side is Side.NS else (last[1], last[0], *last[2:])))
    assert isinstance(drill.timeline.state.game, ShengjiMatch)
    return drill.timeline.state.game


def ended(match: ShengjiMatch, levels: tuple[Level, Level]) -> ShengjiMatch:
    """Close the hand as if the sides had stood at other levels."""
    assert match.deal is not None
    match = replace(match, levels=levels)
    assert match.deal is not None
    deal = settled(match, replace(match.deal, outcome=None, ended=False), order_of(match))
    return closed(replace(match, deal=deal))


def test_a_side_far_enough_under_water_loses_the_match() -> None:
    """ten L329: 对方降到水下30为胜."""
    match = played_out("ten", Rank.TWO, ("S3", "S4", "S5", "S6"))
    assert match.deal is not None
    assert match.deal.outcome is not None
    assert match.deal.outcome.demotion > 0  # beaten on a level that must be played
    deep = ended(match, (Level(Rank.TWO, 29), Level(Rank.TWO)))
    assert (deep.winner, deep.cause, deep.is_over) == (Side.NS, Cause.UNDERWATER, True)
    shallow = ended(match, (Level(Rank.TWO), Level(Rank.TWO)))
    assert (shallow.winner, shallow.cause, shallow.is_over) == (None, None, False)
    assert shallow.level_of(Side.EW).below == match.deal.outcome.demotion


def test_a_jack_that_takes_the_bottom_sends_the_dealers_back() -> None:
    """seven L345: 庄家打J级时，对家用J牌抠底，庄家重新从2级开始."""
    last = ("HJ", "S4", "S5", "S6")
    match = played_out("seven", Rank.JACK, last)
    assert match.deal is not None
    winner = match.deal.tricks[-1].winner
    assert winner is not None
    assert winner.side is Side.NS
    assert match.deal.outcome is not None
    assert match.deal.outcome.levels[0] == Level(Rank.TWO)
    other = played_out("seven", Rank.JACK, ("HA", "S4", "S5", "S6"))
    assert other.deal is not None
    assert other.deal.outcome is not None
    assert other.deal.outcome.levels[0] == Level(Rank.JACK)


def test_a_side_that_passes_the_last_level_wins() -> None:
    """seven: the dealers go up one when the attackers revoke."""
    drill = Drill()
    drill.log(
        MatchStarted("seven", ("a", "b", "c", "d"), levels=(Rank.ACE, Rank.FIVE), dealer=Seat.E, hand=9),
        DealStarted(9),
    )
    drill.shows(Seat.E, "HA")
    drill.clears()
    drill.trick(Seat.E, "SK", "D6", "S7", "S8")
    drill.trick(Seat.E, "SQ", "S9", "ST", "SJ")
    now = drill.command(Rule(drill.now.violations[0].id, "hand_lost"))
    assert (now.ending.winner, now.ending.cause) == ("EW", "level")
    assert now.result is not None
    assert now.result.match_winner == "EW"


def test_the_bands_of_every_text_cover_all_points_without_a_gap() -> None:
    book = load("qq", ShengjiRulebook)
    for scoring in (
        book.scoring,
        replace(book.scoring, dealers=((0, 1),), attackers_from=80),
        Scoring(((0, 3), (35, 2), (75, 1)), 80, 100, 20),
    ):
        shown = bands(replace(book, scoring=scoring))
        assert shown[0].low == 0
        for one, other in pairwise(shown):
            assert one.high is not None
            assert one.high + 5 == other.low
        assert shown[-1].high is None
        turn = next(band for band in shown if band.role == "attackers")
        assert turn.low == scoring.turn
        assert turn.levels == (1 if scoring.attackers_from == scoring.turn else 0)


def test_a_dealers_band_below_the_turn_brings_nothing() -> None:
    book = load("qq", ShengjiRulebook)
    shown = bands(replace(book, scoring=replace(book.scoring, dealers=((0, 1),))))
    assert [(band.low, band.high, band.role, band.levels) for band in shown[:2]] == [
        (0, 0, "dealer", 1),
        (5, 75, "dealer", 0),
    ]
