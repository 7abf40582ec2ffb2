"""The hand of a seed: where its match stands, what its players do, and the event that opens it at a table."""

from __future__ import annotations

import random

from paizhuo.device.players.guandan import hand as guandan
from paizhuo.device.players.guandan.hand import GuandanPlan, GuandanStanding
from paizhuo.device.players.hand import HandPlan, Standing, play_hand
from paizhuo.device.players.match import Plan, Playable, Played, plan_for
from paizhuo.rules.cards import Rank, Seat, Side
from paizhuo.rules.events import MatchStarted
from paizhuo.rules.guandan.finish import winner
from paizhuo.rules.guandan.levels import LADDER, Score
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.shengji.levels import Level
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

NAMES = ("East", "North", "West", "South")

_OPENING = 0.2
"""The share of hands that open a match; the others come anywhere in one."""


def hand_of(rulebook: Playable, seed: int, plan: Plan | None = None) -> tuple[MatchStarted, Played]:
    """Play the hand of a seed and give the event that opens its match. Raises ``TypeError`` for the other game's plan.

    Equal arguments give the same hand, whatever other hands were played before.
    """
    rng, plan = random.Random(f"hand:{seed}"), plan or plan_for(rulebook, 1)
    if isinstance(rulebook, GuandanRulebook):
        if not isinstance(plan, GuandanPlan):
            raise TypeError("a plan of Shengji does not fit a Guandan rulebook")
        standing = guandan_standing(rulebook, seed)
        return _opened_guandan(rulebook, standing), guandan.play_hand(rulebook, standing, plan, rng)
    if not isinstance(plan, HandPlan):
        raise TypeError("a plan of Guandan does not fit a Shengji rulebook")
    stands = standing_of(rulebook, seed)
    return opened(rulebook, stands), play_hand(rulebook, stands, plan, rng)


def standing_of(rulebook: ShengjiRulebook, seed: int) -> Standing:
    """Give where the match of a seed stands: one hand in five opens a match, the others come anywhere in one."""
    rng = random.Random(f"standing:{seed}")
    if rng.random() < _OPENING:
        return Standing.first(rulebook)
    levels = {side: Level(rng.choice(rulebook.levels.ladder)) for side in Side}
    return Standing(levels, rng.choice(tuple(Seat)), rng.randint(2, 20))


def guandan_standing(rulebook: GuandanRulebook, seed: int) -> GuandanStanding:
    """Give where the match of a seed stands: one hand in five opens a match, before the others somebody owes tribute.

    >>> from paizhuo.rules.rulebooks import load
    >>> guandan_standing(load("guandan-seed", GuandanRulebook), 1).hand > 1
    True
    """
    rng = random.Random(f"standing:{seed}")
    if rng.random() < _OPENING:
        return GuandanStanding.first(rulebook)
    order = tuple(rng.sample(tuple(Seat), 4))
    if order[0].side is order[1].side:
        order = order[:2]  # both partners out: the hand ends there
    score = Score(rng.choice(LADDER), rng.choice(LADDER), winner(order))
    return GuandanStanding(score, order, rng.randint(2, 20))


def opened(rulebook: ShengjiRulebook, standing: Standing) -> MatchStarted:
    """Give the event that takes up a match of Shengji where it stands."""
    if standing.dealer is None:
        return MatchStarted(rulebook.id, NAMES)
    levels: list[Rank] = [standing.levels[side].rank for side in Side]
    return MatchStarted(rulebook.id, NAMES, "", (levels[0], levels[1]), standing.dealer, standing.hand)


def _opened_guandan(rulebook: GuandanRulebook, standing: GuandanStanding) -> MatchStarted:
    if not standing.order:
        return MatchStarted(rulebook.id, NAMES)
    score = standing.score
    failed = (score.ew_failed, score.ns_failed)
    return MatchStarted(
        rulebook.id, NAMES, levels=(score.ew, score.ns), hand=standing.hand, order=standing.order, failed=failed
    )
