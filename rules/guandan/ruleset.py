"""The rules in force at one Guandan table: every policy with its documented default, in sections.

The names of sections and fields are the keys of a rulebook file. A default is what the trial rules of 2022 say, as
far as their text was handed down; ``docs/rules/guandan.md`` explains each choice.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from paizhuo.rules.cards import Rank, Seat
from paizhuo.rules.errors import Problem
from paizhuo.rules.guandan.policies import (
    AceAttempts,
    CountFaults,
    Dealing,
    EndSignal,
    EqualTributes,
    JokerKickers,
    Laying,
    LevelCardReturns,
    MatchFormat,
    PartnerLast,
    Passing,
    Reports,
    Sanction,
    SuitedStraights,
    TieBreak,
    TwoPairsAndWild,
    WildPairs,
)
from paizhuo.rules.rulebook import Rulebook, Schema, Standing, Title


@dataclass(frozen=True, slots=True)
class Shapes:
    """Which sets of cards are a play (牌型) and how a wild card (逢人配) is read."""

    joker_kicker: JokerKickers = JokerKickers.ALLOWED
    wild_pair: WildPairs = WildPairs.LEVEL_ONLY
    suited_straight: SuitedStraights = SuitedStraights.FLUSH_ONLY
    two_pairs_and_wild: TwoPairsAndWild = TwoPairsAndWild.AS_LAID
    laying: Laying = Laying.EITHER_WAY


@dataclass(frozen=True, slots=True)
class Deal:
    """Shuffling, cutting and drawing (洗牌、切牌与抓牌); ``shallowest_cut`` is the fewest cards a cut may leave."""

    dealing: Dealing = Dealing.PLAYERS_DRAW
    first_shuffler: Seat = Seat.E
    first_cutter: Seat = Seat.S
    shallowest_cut: int = 6
    count_faults: CountFaults = CountFaults.REFEREE_COUNTS


@dataclass(frozen=True, slots=True)
class Tribute:
    """Tribute and return (贡牌与还牌)."""

    equal: EqualTributes = EqualTributes.CLOCKWISE
    partner_last: PartnerLast = PartnerLast.PARTNER_PAYS
    highest_return: Rank = Rank.TEN
    level_cards: LevelCardReturns = LevelCardReturns.BY_ORDER


@dataclass(frozen=True, slots=True)
class Levels:
    """How far the side of the first player rises (升级), by its partner's place, and how A is passed."""

    start: Rank = Rank.TWO
    partner_second: int = 3
    partner_third: int = 2
    partner_last: int = 1
    ace_attempts: AceAttempts = AceAttempts.UNLIMITED


@dataclass(frozen=True, slots=True)
class Match:
    """What ends a match (局、场、轮) and what it is worth.

    ``hands`` and ``minutes`` serve the formats of that name. Tournament points are given in halves: 2 is one point.
    """

    format: MatchFormat = MatchFormat.PASS_ACE
    hands: int = 0
    minutes: int = 0
    end_signal: EndSignal = EndSignal.HAND_COUNTS
    tie_break: TieBreak = TieBreak.LOT_OR_EXTRA_HAND
    extra_hand_level: Rank = Rank.TWO
    win_halves: int = 2
    draw_halves: int = 1
    loss_halves: int = 0
    absent_halves: int = -2
    bye_halves: int = 2
    ace_bonus: int = 1


@dataclass(frozen=True, slots=True)
class Report:
    """Report-cards (报牌): due with ``at`` cards or fewer left."""

    when: Reports = Reports.ONCE_UNASKED
    at: int = 10


@dataclass(frozen=True, slots=True)
class Clock:
    """Turn clocks, all in seconds, the last second included (含)."""

    tribute: int = 20
    give_back: int = 40
    first_lead: int = 40
    play: int = 20


@dataclass(frozen=True, slots=True)
class Desk:
    """Who keeps the record sheet, who checks it, and how the table learns of a pass."""

    record_keeper: Seat = Seat.W
    record_checker: Seat = Seat.N
    passing: Passing = Passing.SILENT


Ladder = tuple[Sanction, ...]
"""What the first, the second, … and every further offence costs."""

UNSTATED: Ladder = (Sanction.REFEREE,)


@dataclass(frozen=True, slots=True)
class Penalties:
    """What each offence costs, by how often it happened in the match; the last step stays."""

    tribute_before_play: Ladder = (Sanction.CORRECTED,)
    tribute_after_play: Ladder = UNSTATED
    hidden_card: Ladder = UNSTATED
    signals: Ladder = UNSTATED
    slow_play: Ladder = UNSTATED
    late: Ladder = UNSTATED
    late_minutes: int = 5
    illegal_play: Ladder = (Sanction.CORRECTED,)
    out_of_turn: Ladder = UNSTATED
    touched_discards: Ladder = UNSTATED
    report: Ladder = UNSTATED
    procedure: Ladder = UNSTATED


@dataclass(frozen=True, slots=True)
class GuandanRulebook(Rulebook):
    """A rulebook for Guandan."""

    shapes: Shapes = field(default_factory=Shapes)
    deal: Deal = field(default_factory=Deal)
    tribute: Tribute = field(default_factory=Tribute)
    levels: Levels = field(default_factory=Levels)
    match: Match = field(default_factory=Match)
    report: Report = field(default_factory=Report)
    clock: Clock = field(default_factory=Clock)
    desk: Desk = field(default_factory=Desk)
    penalties: Penalties = field(default_factory=Penalties)


def check(rulebook: Rulebook) -> tuple[Problem, ...]:
    """Name what single values cannot show: a format without its measure, numbers out of range."""
    if not isinstance(rulebook, GuandanRulebook):
        return (Problem("rulebook.wrong_game", "game", found=rulebook.game, allowed=("guandan",)),)
    match = rulebook.match
    checks = (
        (match.format is not MatchFormat.HANDS or match.hands > 0, "match.hands", match.hands, "1…"),
        (match.format is not MatchFormat.TIME or match.minutes > 0, "match.minutes", match.minutes, "1…"),
        (0 < rulebook.deal.shallowest_cut <= 54, "deal.shallowest_cut", rulebook.deal.shallowest_cut, "1…54"),
        (0 < rulebook.report.at < 27, "report.at", rulebook.report.at, "1…26"),
        (rulebook.penalties.late_minutes > 0, "penalties.late_minutes", rulebook.penalties.late_minutes, "1…"),
    )
    ladders = [one.name for one in fields(rulebook.penalties) if getattr(rulebook.penalties, one.name) == ()]
    empty = tuple(Problem("rulebook.empty_list", f"penalties.{name}", allowed=tuple(Sanction)) for name in ladders)
    return empty + tuple(
        Problem("rulebook.out_of_range", key, found=str(found), allowed=(allowed,))
        for holds, key, found, allowed in checks
        if not holds
    )


SCHEMA = Schema("guandan", GuandanRulebook, check)
HOUSE = GuandanRulebook("guandan-house", "guandan", Title("掼蛋默认规则", "Guandan: the defaults"), Standing.HOUSE)
"""The documented defaults."""
