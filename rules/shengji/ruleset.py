"""The Shengji rulebook: every policy, grouped by the part of the game it governs, with its documented default.

The defaults fill what a text leaves open: scoring and kitty of ``intro80``, following, throws and tractors as the
widespread online game plays them, no penalties.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from paizhuo.rules.cards import Rank, Suit
from paizhuo.rules.errors import Problem
from paizhuo.rules.rulebook import Rulebook, Schema
from paizhuo.rules.sheet import policies
from paizhuo.rules.shengji import policies as p


@dataclass(frozen=True, slots=True)
class Levels:
    """The ladder of levels (级) and how a side moves on it."""

    ladder: tuple[Rank, ...] = tuple(Rank)
    start: Rank = Rank.TWO
    must_play: tuple[Rank, ...] = ()
    must_play_rule: p.MustPlay = p.MustPlay.AS_DEALER
    demotion: p.Demotion = p.Demotion.NONE
    underwater: p.Underwater = p.Underwater.FIRST_LEVEL
    underwater_limit: int = 0
    jack_dug: p.JackDug = p.JackDug.NOTHING


@dataclass(frozen=True, slots=True)
class Table:
    """Seats and players."""

    seating: p.Seating = p.Seating.FREE
    substitution: p.Substitution = p.Substitution.ALLOWED
    short_handed: p.ShortHanded = p.ShortHanded.UNSTATED


@dataclass(frozen=True, slots=True)
class Deal:
    """Dealer (庄家), shuffle, cut and draw."""

    first_dealer: p.FirstDealer = p.FirstDealer.LAST_SHOWN
    held: p.Held = p.Held.PARTNER
    lost: p.Lost = p.Lost.RIGHT
    first_draw: p.FirstDraw = p.FirstDraw.TURNED_CARD
    later_draw: p.LaterDraw = p.LaterDraw.DEALER
    shuffler: p.Shuffler = p.Shuffler.DEALERS_PARTNER
    cutter: p.Cutter = p.Cutter.DEALERS_LEFT
    drawn_tie: p.Tie = p.Tie.REDRAW
    nobody_first: p.Nobody = p.Nobody.REDEAL
    nobody_later: p.Nobody = p.Nobody.NO_TRUMP
    bottom_count: p.BottomCount = p.BottomCount.UNSTATED


@dataclass(frozen=True, slots=True)
class Declaring:
    """Showing, overriding and reinforcing trump (亮主, 反主, 加固). ``shows`` runs from weak to strong.

    ``suit_order`` runs from strong to weak and is used as far as ``equal_shows`` says.
    """

    shows: tuple[p.Show, ...] = tuple(p.Show)
    suit_order: tuple[Suit, ...] = ()
    equal_shows: p.EqualShows = p.EqualShows.REFUSED
    self_override: p.SelfOverride = p.SelfOverride.AFTER_OTHERS
    reinforce: p.Reinforce = p.Reinforce.ALLOWED
    first_pair: p.FirstPair = p.FirstPair.OPEN
    jokers_over: p.JokersOver = p.JokersOver.ANYTHING
    bottom_cards: p.BottomCards = p.BottomCards.COUNT
    stirring: p.Stirring = p.Stirring.REFUSED
    first_stirring: p.Stirring = p.Stirring.REFUSED
    stir_turned: p.StirTurned = p.StirTurned.REFUSED


@dataclass(frozen=True, slots=True)
class TrumpCards:
    """Ranks that are always trump (常主) beside jokers and level cards."""

    constants: tuple[Rank, ...] = ()


@dataclass(frozen=True, slots=True)
class Tractors:
    """Which neighbours join into a tractor (拖拉机), and how many pairs it needs."""

    links: tuple[p.Link, ...] = tuple(p.Link)
    minimum_pairs: int = 2


@dataclass(frozen=True, slots=True)
class Follow:
    """What a lead demands of the others (跟牌)."""

    pairs: p.FollowPairs = p.FollowPairs.REQUIRED
    tractors: p.FollowTractors = p.FollowTractors.LONGEST
    breaking: p.Breaking = p.Breaking.REQUIRED


@dataclass(frozen=True, slots=True)
class Throw:
    """Throws (甩牌) and what a failed one costs."""

    suits: p.ThrowSuits = p.ThrowSuits.ANY
    forced: p.Forced = p.Forced.SMALLEST_BEATEN
    penalty: p.ThrowPenalty = p.ThrowPenalty.NONE
    penalty_points: int = 10
    late_challenge: p.LateChallenge = p.LateChallenge.NOTHING


@dataclass(frozen=True, slots=True)
class Ruff:
    """How ruffs over a throw compare (毙, 盖毙)."""

    over: p.OverRuff = p.OverRuff.LARGEST_UNIT


@dataclass(frozen=True, slots=True)
class Kitty:
    """The bottom (底牌): how it is multiplied, capped, taken and filled. A cap or limit of 0 means none."""

    multiplier: p.Multiplier = p.Multiplier.DOUBLING
    cap: int = 0
    taken_with: p.TakenWith = p.TakenWith.ANY
    bury_limit: int = 0


@dataclass(frozen=True, slots=True)
class Scoring:
    """Attackers' points to levels: ``dealers`` lists (points at most, levels up) in rising order.

    The deal changes at ``turn``; from ``attackers_from`` on the attackers go up one level, and one more each further
    ``attackers_step`` points.
    """

    dealers: tuple[tuple[int, int], ...] = ((0, 3), (35, 2), (75, 1))
    turn: int = 80
    attackers_from: int = 120
    attackers_step: int = 40
    negative: p.Negative = p.Negative.CLAMPED


@dataclass(frozen=True, slots=True)
class Penalties:
    """What offences cost. ``match_lost_after`` counts offences of one side; 0 means never."""

    revoke: p.RevokePenalty = p.RevokePenalty.UNSTATED
    takeback: p.TakebackPenalty = p.TakebackPenalty.UNSTATED
    count: p.CountPenalty = p.CountPenalty.UNSTATED
    match_lost_after: int = 0


@dataclass(frozen=True, slots=True)
class Time:
    """Time limits; 0 means none."""

    match_minutes: int = 0
    tie: p.TimeTie = p.TimeTie.DRAW
    play_seconds: int = 0
    play_binds: p.SlowPlay = p.SlowPlay.ALL


@dataclass(frozen=True, slots=True)
class ShengjiRulebook(Rulebook):
    """A rulebook of Shengji.

    >>> from paizhuo.rules.rulebook import Title
    >>> ShengjiRulebook("mine", "shengji", Title("我家", "mine")).scoring.turn
    80
    """

    levels: Levels = field(default_factory=Levels)
    table: Table = field(default_factory=Table)
    deal: Deal = field(default_factory=Deal)
    declaring: Declaring = field(default_factory=Declaring)
    trump: TrumpCards = field(default_factory=TrumpCards)
    tractors: Tractors = field(default_factory=Tractors)
    follow: Follow = field(default_factory=Follow)
    throw: Throw = field(default_factory=Throw)
    ruff: Ruff = field(default_factory=Ruff)
    kitty: Kitty = field(default_factory=Kitty)
    scoring: Scoring = field(default_factory=Scoring)
    penalties: Penalties = field(default_factory=Penalties)
    time: Time = field(default_factory=Time)


LEAST = {"scoring.attackers_step": 1, "scoring.turn": 5, "tractors.minimum_pairs": 2}
"""The least that a number may be; elsewhere it is 0, which mostly means that there is no limit."""


def check(rulebook: Rulebook) -> tuple[Problem, ...]:
    """Find values that are each allowed but do not go together."""
    if not isinstance(rulebook, ShengjiRulebook):
        return (Problem("rulebook.wrong_game", "game", found=rulebook.game, allowed=("shengji",)),)
    levels, problems = rulebook.levels, []
    ladder = tuple(str(rank) for rank in levels.ladder)
    if not ladder or len(set(ladder)) != len(ladder):
        problems.append(Problem("rulebook.ladder_repeats", "levels.ladder", found=" ".join(ladder)))
    if levels.start not in levels.ladder:
        problems.append(Problem("rulebook.off_ladder", "levels.start", found=levels.start, allowed=ladder))
    problems += (
        Problem("rulebook.off_ladder", "levels.must_play", found=rank, allowed=ladder)
        for rank in levels.must_play
        if rank not in levels.ladder
    )
    bounds = tuple(bound for bound, _ in rulebook.scoring.dealers)
    if not bounds or bounds != tuple(sorted(set(bounds))) or bounds[-1] >= rulebook.scoring.turn:
        problems.append(Problem("rulebook.bands_not_rising", "scoring.dealers", found=str(bounds)))
    for section, values in policies(rulebook).items():
        for key, value in values.items():
            least = LEAST.get(f"{section}.{key}", 0)
            if isinstance(value, int) and value < least:
                problems.append(Problem("rulebook.too_small", f"{section}.{key}", 0, str(value), (str(least),)))
    return tuple(problems)


SCHEMA = Schema("shengji", ShengjiRulebook, check)
