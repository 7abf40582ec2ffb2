"""When a Guandan match ends (局、场), who has won it, and what it counts in a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.cards import Seat, Side
from paizhuo.rules.guandan.levels import LADDER, Score
from paizhuo.rules.guandan.policies import EndSignal, MatchFormat, TieBreak
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook


class Ending(StrEnum):
    """What ended a match, or what it still needs."""

    GOES_ON = "goes_on"
    ACE_PASSED = "ace_passed"
    HIGHER_LEVEL = "higher_level"
    LEVEL_TIE = "level_tie"
    DRAWN = "drawn"
    LOT = "lot"
    EXTRA_HAND = "extra_hand"
    RULED = "ruled"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of a match: ``winner`` once there is one, ``remedies`` for a tie (``lot``, ``extra_hand``)."""

    ending: Ending
    winner: Side | None = None
    remedies: tuple[str, ...] = ()


_REMEDIES: dict[TieBreak, tuple[str, ...]] = {
    TieBreak.LOT_OR_EXTRA_HAND: ("lot", "extra_hand"),
    TieBreak.EXTRA_HAND: ("extra_hand",),
    TieBreak.STAYS_DRAWN: (),
}


def judge(score: Score, *, hands: int, minutes: float, rules: GuandanRulebook = HOUSE) -> Verdict:
    """Judge a match between two hands: ``hands`` were played in ``minutes``.

    >>> from paizhuo.rules.cards import Rank
    >>> judge(Score(Rank.NINE, Rank.SEVEN), hands=12, minutes=70).ending
    <Ending.GOES_ON: 'goes_on'>
    """
    if score.passed is not None:
        return Verdict(Ending.ACE_PASSED, score.passed)
    match = rules.match
    over = {
        MatchFormat.PASS_ACE: False,
        MatchFormat.HANDS: hands >= match.hands,
        MatchFormat.TIME: minutes >= match.minutes,
    }[match.format]
    if not over:
        return Verdict(Ending.GOES_ON)
    ahead = score.ew.height - score.ns.height
    if ahead:
        return Verdict(Ending.HIGHER_LEVEL, Side.EW if ahead > 0 else Side.NS)
    remedies = _REMEDIES[match.tie_break]
    return Verdict(Ending.LEVEL_TIE if remedies else Ending.DRAWN, None, remedies)


class Leave(StrEnum):
    """What the referee said about a hand in play when the time was up."""

    NONE = "none"
    FINISH = "finish"


def counts_after_signal(rules: GuandanRulebook = HOUSE, *, leave: Leave = Leave.NONE) -> bool:
    """Say whether a hand counts that was in play at the end signal."""
    signal = rules.match.end_signal
    return signal is EndSignal.HAND_COUNTS or (signal is EndSignal.REFEREE_DECIDES and leave is Leave.FINISH)


def extra_hand(rules: GuandanRulebook = HOUSE) -> Score:
    """Give the score of the hand that breaks a tie: dealt like a first hand, outside the record (加赛)."""
    return Score(rules.match.extra_hand_level, rules.match.extra_hand_level)


def extra_hand_winner(first: Seat) -> Side:
    """Give the winner of the extra hand, which ends as soon as one player is out.

    >>> extra_hand_winner(Seat.N)
    <Side.NS: 'NS'>
    """
    return first.side


@dataclass(frozen=True, slots=True)
class SmallPoints:
    """A side's small points: ``net`` level difference (净积小分), ``accumulated`` levels risen (累积小分)."""

    net: int
    accumulated: int


def small_points(score: Score, side: Side, rules: GuandanRulebook = HOUSE) -> SmallPoints:
    """Count the small points of a side at the end of a match; passing A adds a bonus to the accumulated ones.

    >>> from paizhuo.rules.cards import Rank
    >>> small_points(Score(Rank.KING, Rank.EIGHT), Side.EW)
    SmallPoints(net=5, accumulated=11)
    """
    own, other = score.of(side), score.of(side.other)
    bonus = rules.match.ace_bonus if score.passed is side else 0
    return SmallPoints(own.height - other.height, LADDER.index(own) - LADDER.index(rules.levels.start) + bonus)


class Result(StrEnum):
    """How a match ended for one side, as a tournament counts it."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    ABSENT = "absent"
    BYE = "bye"


def match_points(result: Result, rules: GuandanRulebook = HOUSE) -> float:
    """Give the tournament points of a result.

    >>> match_points(Result.DRAW)
    0.5
    """
    match = rules.match
    halves = {
        Result.WIN: match.win_halves,
        Result.DRAW: match.draw_halves,
        Result.LOSS: match.loss_halves,
        Result.ABSENT: match.absent_halves,
        Result.BYE: match.bye_halves,
    }
    return halves[result] / 2
