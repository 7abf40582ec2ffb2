"""The score of a hand: attackers' points to levels, and whether the deal changes."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.rules.cards import Rank
from paizhuo.rules.shengji.levels import Role
from paizhuo.rules.shengji.policies import Demotion, Negative
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

DECK_POINTS = 200
"""The points in two decks (总分)."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a hand brings: the side that won it, its levels up, and what the dealers lose on a must-play level."""

    winners: Role
    level_change: int
    demotion: int = 0

    @property
    def deal_changes(self) -> bool:
        """Say whether the attackers deal next."""
        return self.winners is Role.ATTACKERS


def deal_result(attackers_points: int, rulebook: ShengjiRulebook, dealers_level: Rank | None = None) -> DealResult:
    """Judge a hand by the attackers' points, the bottom and penalties included.

    >>> from paizhuo.rules.rulebooks import load
    >>> deal_result(35, load("intro80", ShengjiRulebook))
    DealResult(winners=<Role.DEALERS: 'dealers'>, level_change=2, demotion=0)
    """
    rules = rulebook.scoring
    points = settled(attackers_points, rulebook)
    if points < rules.turn:
        for bound, levels in rules.dealers:
            if points <= bound:
                return DealResult(Role.DEALERS, levels)
        return DealResult(Role.DEALERS, 0)
    steps = 0
    if points >= rules.attackers_from:
        steps = 1 + (points - rules.attackers_from) // rules.attackers_step
    return DealResult(Role.ATTACKERS, steps, _demotion(steps, rulebook, dealers_level))


def settled(attackers_points: int, rulebook: ShengjiRulebook) -> int:
    """Give the points that count: below nought only where the rulebook allows it."""
    if rulebook.scoring.negative is Negative.CLAMPED:
        return max(attackers_points, 0)
    return attackers_points


def after_penalty(attackers_points: int, penalty: int, offender: Role, rulebook: ShengjiRulebook) -> int:
    """Give the attackers' points after a penalty in points: those of the attackers go down, those of the dealers up.

    >>> from paizhuo.rules.rulebooks import load
    >>> after_penalty(0, 10, Role.ATTACKERS, load("ten", ShengjiRulebook))
    -10
    """
    return settled(attackers_points + (penalty if offender is Role.DEALERS else -penalty), rulebook)


def _demotion(steps: int, rulebook: ShengjiRulebook, dealers_level: Rank | None) -> int:
    levels = rulebook.levels
    if levels.demotion is Demotion.NONE or dealers_level not in levels.must_play:
        return 0
    return min(steps, 1) if levels.demotion is Demotion.ONE_LEVEL else steps
