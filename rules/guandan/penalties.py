"""What an offence costs under a rulebook, by how often it has happened (判罚)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.cards import Side
from paizhuo.rules.guandan.levels import Score, award
from paizhuo.rules.guandan.policies import Sanction
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook, Ladder


class Offence(StrEnum):
    """An offence that a rulebook may price. The value is the rulebook's key in ``[penalties]``."""

    TRIBUTE_BEFORE_PLAY = "tribute_before_play"
    TRIBUTE_AFTER_PLAY = "tribute_after_play"
    HIDDEN_CARD = "hidden_card"
    SIGNALS = "signals"
    SLOW_PLAY = "slow_play"
    LATE = "late"
    ILLEGAL_PLAY = "illegal_play"
    OUT_OF_TURN = "out_of_turn"
    TOUCHED_DISCARDS = "touched_discards"
    REPORT = "report"
    PROCEDURE = "procedure"


_OFFENCES: dict[str, Offence] = {
    "turn": Offence.OUT_OF_TURN,
    "shape": Offence.ILLEGAL_PLAY,
    "play": Offence.ILLEGAL_PLAY,
    "pass": Offence.ILLEGAL_PLAY,
    "time": Offence.SLOW_PLAY,
    "discard": Offence.TOUCHED_DISCARDS,
    "report": Offence.REPORT,
    "cut": Offence.PROCEDURE,
    "deal": Offence.PROCEDURE,
    "record": Offence.PROCEDURE,
    "signal": Offence.SIGNALS,
    "card": Offence.HIDDEN_CARD,
    "late": Offence.LATE,
}


def offence_of(code: str, *, plays: int) -> Offence | None:
    """Give the offence that a violation's code belongs to, after ``plays`` plays in the hand; None if it is none.

    >>> offence_of("tribute.not_largest", plays=4)
    <Offence.TRIBUTE_AFTER_PLAY: 'tribute_after_play'>
    """
    head = code.partition(".")[0]
    if head in ("tribute", "return"):
        return Offence.TRIBUTE_AFTER_PLAY if plays else Offence.TRIBUTE_BEFORE_PLAY
    return _OFFENCES.get(head)


def ladder(offence: Offence, rules: GuandanRulebook = HOUSE) -> Ladder:
    """Give what the first, the second, … time costs."""
    costs: Ladder = getattr(rules.penalties, offence)
    return costs


def sanction(offence: Offence, times: int, rules: GuandanRulebook = HOUSE) -> Sanction:
    """Give what an offence costs the ``times``-th time in a match, from 1; the last step of its ladder stays."""
    costs = ladder(offence, rules)
    return costs[min(times, len(costs)) - 1]


def warnings(offence: Offence, rules: GuandanRulebook = HOUSE) -> int:
    """Count how often an offence costs no more than a warning."""
    return sum(cost is Sanction.WARNING for cost in ladder(offence, rules))


def late_levels(minutes: float, rules: GuandanRulebook = HOUSE) -> int:
    """Give the levels the other side rises when one comes ``minutes`` late: so many for every started period."""
    each = sanction(Offence.LATE, 1, rules).levels
    whole, rest = divmod(minutes, rules.penalties.late_minutes)
    return each * (int(whole) + (rest > 0))


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a sanction does to the match: the new score, and the winner if it ends it."""

    score: Score
    winner: Side | None = None


def impose(score: Score, offender: Side, cost: Sanction) -> Consequence:
    """Carry out a sanction on the levels; what concerns the hand alone changes nothing here."""
    if cost is Sanction.MATCH_LOST:
        return Consequence(score, offender.other)
    return Consequence(award(score, offender.other, cost.levels))
