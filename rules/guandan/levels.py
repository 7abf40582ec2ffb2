"""The levels of both sides (级数) from hand to hand, and how A is passed (过 A)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paizhuo.rules.cards import Rank, Seat, Side
from paizhuo.rules.guandan.finish import gain, partner_place, winner
from paizhuo.rules.guandan.policies import AceAttempts
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook

LADDER: tuple[Rank, ...] = tuple(Rank)
ATTEMPTS = 3
"""Failed attempts at A after which some tables send a side back."""


@dataclass(frozen=True, slots=True)
class Score:
    """Where both sides stand. ``playing`` is the side whose level this hand plays, None in the first hand.

    ``ew``/``ns`` are levels, ``ew_failed``/``ns_failed`` count failed attempts at A; ``passed`` is the side that has
    passed A and so won.
    """

    ew: Rank = Rank.TWO
    ns: Rank = Rank.TWO
    playing: Side | None = None
    ew_failed: int = 0
    ns_failed: int = 0
    passed: Side | None = None

    def of(self, side: Side) -> Rank:
        """Give the level of a side."""
        return self.ew if side is Side.EW else self.ns

    def failed(self, side: Side) -> int:
        """Count a side's failed attempts at A."""
        return self.ew_failed if side is Side.EW else self.ns_failed

    @property
    def level(self) -> Rank:
        """Give the level card's rank (级牌) of the hand that is played now."""
        return self.of(self.playing or Side.EW)


def opening(rules: GuandanRulebook = HOUSE) -> Score:
    """Give the score at the start of a match."""
    return Score(rules.levels.start, rules.levels.start)


def risen(level: Rank, steps: int) -> Rank:
    """Raise a level; nobody jumps over A, which must be played (A 级必打).

    >>> risen(Rank.KING, 3)
    <Rank.ACE: 'A'>
    """
    return LADDER[min(LADDER.index(level) + steps, len(LADDER) - 1)]


def award(score: Score, side: Side, steps: int) -> Score:
    """Raise a side outside play, as a penalty of the other side does; A is not passed that way."""
    return _with_level(score, side, risen(score.of(side), steps))


def after_hand(score: Score, order: Sequence[Seat], rules: GuandanRulebook = HOUSE) -> Score:
    """Give the score after a hand that ended in this finishing order; the winning side's level is played next.

    A is passed by the side whose A is played, when it comes first and its partner not last.

    >>> after = after_hand(Score(Rank.ACE, Rank.NINE, Side.EW), (Seat.E, Seat.N, Seat.W, Seat.S))
    >>> after.passed
    <Side.EW: 'EW'>
    """
    side, at_ace = winner(order), score.playing is not None and score.level is Rank.ACE
    if at_ace and side is score.playing and partner_place(order) < 4:
        return replace(score, passed=side)
    after = award(score, side, gain(order, rules))
    if score.playing is not None and at_ace:
        after = _failed_at_ace(after, score.playing, rules)
    return replace(after, playing=side)


def _failed_at_ace(score: Score, side: Side, rules: GuandanRulebook) -> Score:
    failed = score.failed(side) + 1
    if rules.levels.ace_attempts is AceAttempts.THREE_THEN_TWO and failed >= ATTEMPTS:
        score, failed = _with_level(score, side, rules.levels.start), 0
    return replace(score, ew_failed=failed) if side is Side.EW else replace(score, ns_failed=failed)


def _with_level(score: Score, side: Side, level: Rank) -> Score:
    return replace(score, ew=level) if side is Side.EW else replace(score, ns=level)
