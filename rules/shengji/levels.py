"""Levels (级): climbing and falling on the ladder, and who deals next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.shengji.policies import Held, JackDug, Lost, MustPlay, Underwater
from paizhuo.rules.shengji.ruleset import ShengjiRulebook


class Role(StrEnum):
    """The two sides of a hand."""

    DEALERS = "dealers"
    ATTACKERS = "attackers"

    @property
    def other(self) -> Role:
        """Give the other side."""
        return Role.ATTACKERS if self is Role.DEALERS else Role.DEALERS


@dataclass(frozen=True, slots=True)
class Level:
    """Where a side stands: a rank of the ladder, or so many steps ``below`` the first one (水下)."""

    rank: Rank
    below: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """A move on the ladder: where it ends, and whether it ends the match for the side."""

    level: Level
    match_won: bool = False
    match_lost: bool = False


def start_level(rulebook: ShengjiRulebook) -> Level:
    """Give the level at which both sides begin."""
    return Level(rulebook.levels.start)


def climb(level: Level, steps: int, rulebook: ShengjiRulebook, role: Role) -> Move:
    """Climb the ladder; a level that must be played (必打) stops the climb.

    >>> from paizhuo.rules.rulebooks import load
    >>> climb(Level(Rank.TEN), 3, load("seven", ShengjiRulebook), Role.DEALERS).level.rank
    <Rank.KING: 'K'>
    """
    rules = rulebook.levels
    if steps <= 0:
        return Move(level)
    if level.below:
        lifted = min(steps, level.below)
        up = Level(level.rank, level.below - lifted)
        return Move(up) if lifted == steps else climb(up, steps - lifted, rulebook, role)
    held = level.rank in rules.must_play and rules.must_play_rule is MustPlay.AS_DEALER
    if held and role is Role.ATTACKERS:
        return Move(level)
    place = rules.ladder.index(level.rank)
    for _ in range(steps):
        place += 1
        if place == len(rules.ladder):
            return Move(Level(rules.ladder[-1]), match_won=True)
        if rules.ladder[place] in rules.must_play:
            break
    return Move(Level(rules.ladder[place]))


def fall(level: Level, steps: int, rulebook: ShengjiRulebook) -> Move:
    """Go down the ladder, under water (水下) where the rulebook counts that.

    >>> from paizhuo.rules.rulebooks import load
    >>> fall(Level(Rank.THREE), 2, load("ten", ShengjiRulebook)).level
    Level(rank=<Rank.TWO: '2'>, below=1)
    """
    rules = rulebook.levels
    place = rules.ladder.index(level.rank) - level.below - max(steps, 0)
    if place >= 0:
        return Move(Level(rules.ladder[place]))
    if rules.underwater is Underwater.FIRST_LEVEL:
        return Move(Level(rules.ladder[0]))
    lost = 0 < rules.underwater_limit <= -place
    return Move(Level(rules.ladder[0], -place), match_lost=lost)


def jack_dug(level: Level, winning_play: tuple[Card, ...], rulebook: ShengjiRulebook) -> Level | None:
    """Give the level to which the dealers fall when the attackers took the bottom with a jack (勾), else None."""
    rules = rulebook.levels
    if rules.jack_dug is JackDug.NOTHING or level != Level(Rank.JACK):
        return None
    if all(card.rank is not Rank.JACK for card in winning_play):
        return None
    return Level(rules.ladder[0])


def next_dealer(dealer: Seat, winners: Role, rulebook: ShengjiRulebook) -> Seat:
    """Give the seat that deals the next hand.

    >>> from paizhuo.rules.rulebooks import load
    >>> next_dealer(Seat.E, Role.DEALERS, load("comp", ShengjiRulebook))
    <Seat.W: 2>
    """
    if winners is Role.DEALERS:
        return dealer.partner if rulebook.deal.held is Held.PARTNER else dealer
    return dealer.next if rulebook.deal.lost is Lost.RIGHT else dealer.previous
