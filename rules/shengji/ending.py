"""The end of a match: a level passed, under water, or time up."""

from __future__ import annotations

from collections.abc import Mapping

from paizhuo.rules.cards import Side
from paizhuo.rules.shengji.levels import Level
from paizhuo.rules.shengji.policies import TimeTie
from paizhuo.rules.shengji.ruleset import ShengjiRulebook


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
