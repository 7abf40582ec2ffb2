"""The bottom (底牌): burying it, and what it brings when the attackers win the last trick (抠底)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import Card
from paizhuo.rules.shengji.combos import decompose
from paizhuo.rules.shengji.levels import Role
from paizhuo.rules.shengji.policies import Multiplier, TakenWith
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trick import points_of
from paizhuo.rules.shengji.trump import Group, Trump
from paizhuo.rules.violations import Violation

BOTTOM = 8
"""Cards in the bottom of a four-handed game with two decks."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What the bottom brings: its points, the factor, and their product, 0 where the dealers kept it."""

    base: int
    multiplier: int
    added: int


def multiplier(lead: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook) -> int:
    """Give the factor for a last trick led with these cards; the winning play has the same shape.

    >>> from paizhuo.rules.cards import Rank
    >>> from paizhuo.rules.rulebooks import load
    >>> multiplier([Card.H9, Card.H9], Trump(Rank.TWO, None), load("intro80", ShengjiRulebook))
    4
    """
    units = decompose(lead, trump, rulebook)
    largest = units[0].pairs
    cards = max(2 * largest, 1)
    factor: int
    match rulebook.kitty.multiplier:
        case Multiplier.DOUBLING:
            factor = 2 << largest
        case Multiplier.DOUBLING_FLAT:
            factor = 2 << min(largest, 2)
        case Multiplier.UNIT_CARDS:
            factor = cards
        case Multiplier.UNIT_CARDS_THROWS_DOUBLED:
            factor = cards * min(len(units), 2)
        case Multiplier.PLAYED_CARDS:
            factor = len(lead)
        case Multiplier.TRACTOR_POWER:  # pragma: no branch - the last of all
            factor = 1 << cards
    return min(factor, rulebook.kitty.cap) if rulebook.kitty.cap else factor


def take_bottom(
    bottom: Sequence[Card],
    lead: Sequence[Card],
    winning: Sequence[Card],
    winners: Role,
    trump: Trump,
    rulebook: ShengjiRulebook,
) -> Taken:
    """Work out what the bottom adds to the attackers' points after the last trick."""
    base = points_of(bottom)
    factor = multiplier(lead, trump, rulebook)
    if winners is Role.DEALERS:
        return Taken(base, factor, 0)
    if rulebook.kitty.taken_with is TakenWith.TRUMPS and trump.group(winning[0]) is not Group.TRUMP:
        return Taken(base, factor, 0)
    return Taken(base, factor, base * factor)


def verify_bury(
    buried: Sequence[Card], hand: Sequence[Card] | None, rulebook: ShengjiRulebook
) -> tuple[Violation, ...]:
    """Find every breach in what the dealer buries; ``hand`` holds his 33 cards where they are known."""
    problems: list[Violation] = []
    if len(buried) != BOTTOM:
        problems.append(Violation("count.wrong", {"expected": BOTTOM, "actual": len(buried)}))
    if hand is not None and (missing := Counter(buried) - Counter(hand)):
        problems.append(Violation("play.not_in_hand", {"cards": tuple(str(card) for card in missing)}))
    limit, points = rulebook.kitty.bury_limit, points_of(buried)
    if limit and points > limit:
        problems.append(Violation("bury.too_many_points", {"limit": limit, "points": points}))
    return tuple(problems)
