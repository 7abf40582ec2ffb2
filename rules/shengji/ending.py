"""The end of a match: a level passed, under water, or time up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from paizhuo.rules.cards import Side
from paizhuo.rules.shengji.levels import Level
from paizhuo.rules.shengji.policies import TimeTie
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import Cause, ShengjiMatch


def is_time_up(minutes: float, rulebook: ShengjiRulebook) -> bool:
    """Say whether the match has run out of time; an unfinished hand does not count."""
    limit = rulebook.time.match_minutes
    return bool(limit) and minutes >= limit


def ahead(levels: Mapping[Side, Level], dealers: Side | None, rulebook: ShengjiRulebook) -> Side | None:
    """Give the side that wins when time is up: the higher level, else as the rulebook settles a tie; None is a draw.

    >>> from paizhuo.rules.cards import Rank
    >>> from paizhuo.rules.rulebooks import load
    >>> ahead({Side.EW: Level(Rank.SEVEN), Side.NS: Level(Rank.SEVEN)}, Side.NS, load("pass10", ShengjiRulebook))
    <Side.NS: 'NS'>
    """
    ladder = rulebook.levels.ladder

    def height(side: Side) -> int:
        level = levels[side]
        return ladder.index(level.rank) - level.below

    if height(Side.EW) != height(Side.NS):
        return max(Side, key=height)
    return dealers if rulebook.time.tie is TimeTie.DEALERS else None


def side_on_deal(match: ShengjiMatch) -> Side | None:
    """Give the side that deals now or next (台上一方), None while nobody knows."""
    deal = match.deal
    dealer = deal.dealer if deal is not None and deal.outcome is None else match.next_dealer
    return None if dealer is None else dealer.side


def ended_by_time(match: ShengjiMatch) -> ShengjiMatch:
    """End a match whose time is up: the higher level wins, a tie as the rulebook settles it."""
    levels = {side: match.level_of(side) for side in Side}
    winner = ahead(levels, side_on_deal(match), match.rulebook)
    return replace(match, winner=winner, tied=winner is None, cause=Cause.TIME)
