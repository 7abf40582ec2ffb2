"""A whole simulated hand, from the shuffle to the kitty turned up, with the truth about it; and the hand after it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from paizhuo.device.players.acts import Act, TurnsKitty
from paizhuo.device.players.choice import Player
from paizhuo.device.players.dealing import Dealt, deal
from paizhuo.device.players.faults import Fault, Injector, plan
from paizhuo.device.players.playing import Tricks, play_tricks
from paizhuo.device.players.temper import TEMPERS, Temper
from paizhuo.device.players.truth import TruePlay, Truth
from paizhuo.rules.cards import Seat, Side
from paizhuo.rules.shengji.kitty import take_bottom
from paizhuo.rules.shengji.levels import Level, Role, climb, fall, next_dealer, start_level
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.scoring import deal_result

DEFAULT_TEMPERS: Mapping[Seat, Temper] = dict(zip(Seat, TEMPERS, strict=True))


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands before a hand: levels, the dealer (None before the first hand), the hand's number."""

    levels: Mapping[Side, Level]
    dealer: Seat | None = None
    hand: int = 1
    over: bool = False

    @classmethod
    def first(cls, rulebook: ShengjiRulebook) -> Standing:
        """Give the beginning of a match."""
        return cls({side: start_level(rulebook) for side in Side})


@dataclass(frozen=True, slots=True)
class HandPlan:
    """What kind of hand to play: the tempers by seat, how many faults to plant and which kinds.

    ``bunching`` is the share of neighbouring pairs that a poor shuffle leaves together: more pairs and tractors.
    """

    tempers: Mapping[Seat, Temper] = field(default_factory=lambda: dict(DEFAULT_TEMPERS))
    faults: int = 1
    kinds: Sequence[Fault] = tuple(Fault)
    bunching: float = 0.05


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """What was done, what it came to, and where the match stands afterwards."""

    acts: tuple[Act, ...]
    truth: Truth
    after: Standing


def play_hand(rulebook: ShengjiRulebook, standing: Standing, plan_of: HandPlan, rng: random.Random) -> PlayedHand:
    """Play one hand. Equal arguments give the same hand."""
    players = {seat: Player(seat, plan_of.tempers[seat], random.Random(rng.random())) for seat in Seat}
    level = standing.levels[standing.dealer.side if standing.dealer is not None else Side.EW]
    dealt = deal(players, rulebook, level.rank, standing.dealer, rng, plan_of.bunching)
    faults = Injector(plan(rng, plan_of.faults, plan_of.kinds), rng)
    tricks = play_tricks(dealt, players, rulebook, faults, rng)
    last = tricks.tricks[-1].winner
    acts: tuple[Act, ...] = (*dealt.acts, *tricks.acts, TurnsKitty(last, dealt.buried))
    truth, after = _settle(dealt, tricks, standing, rulebook)
    return PlayedHand(acts, truth, after)


def play_match(
    rulebook: ShengjiRulebook, seed: int, plan_of: HandPlan | None = None, hands: int | None = None
) -> Iterator[PlayedHand]:
    """Play hand after hand until a side has passed the last level, or ``hands`` were played.

    Every hand has chance of its own, so that it stays the same whatever happened to draw more or less of it before.
    """
    standing = Standing.first(rulebook)
    while not standing.over and (hands is None or standing.hand <= hands):
        played = play_hand(rulebook, standing, plan_of or HandPlan(), random.Random(f"{seed}:{standing.hand}"))
        yield played
        standing = played.after


def _settle(dealt: Dealt, tricks: Tricks, standing: Standing, rulebook: ShengjiRulebook) -> tuple[Truth, Standing]:
    attackers = dealt.dealer.side.other
    last = tricks.tricks[-1]
    winning = next(play.cards for play in last.plays if play.seat is last.winner)
    role = Role.DEALERS if last.winner.side is dealt.dealer.side else Role.ATTACKERS
    lead = next(play.cards for play in last.plays if play.seat is last.leader)
    kitty = take_bottom(dealt.buried, lead, winning, role, dealt.trump, rulebook)
    won = sum(trick.points for trick in tricks.tricks if trick.winner.side is attackers)
    level = standing.levels[dealt.dealer.side]
    result = deal_result(won + kitty.added, rulebook, level.rank)
    winners = dealt.dealer.side if result.winners is Role.DEALERS else attackers
    move = climb(standing.levels[winners], result.level_change, rulebook, result.winners)
    levels = {**standing.levels, winners: move.level}
    if result.demotion:
        levels[winners.other] = fall(levels[winners.other], result.demotion, rulebook).level
    dealer = next_dealer(dealt.dealer, result.winners, rulebook)
    truth = Truth(
        hand=standing.hand,
        dealer=dealt.dealer,
        level=level.rank,
        trump=dealt.suit,
        declarations=tuple(TruePlay(each.seat, each.cards) for each in dealt.declarations),
        buried=dealt.buried,
        tricks=tricks.tricks,
        points=won + kitty.added,
        kitty_points=kitty.base,
        multiplier=kitty.multiplier if kitty.added else 0,
        winner=winners,
        change=result.level_change,
        levels={side: each.rank for side, each in levels.items()},
        next_dealer=dealer,
        offences=tricks.offences,
    )
    return truth, Standing(levels, dealer, standing.hand + 1, over=move.match_won)
