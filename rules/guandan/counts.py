"""Counting cards: 27 in each hand."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan.policies import CountFaults
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook
from paizhuo.rules.violations import Violation

HAND = 27
"""Cards in every hand after the deal."""


class Remedy(StrEnum):
    """What a table does about a wrong count."""

    NONE = "none"
    REFEREE_COUNTS_ALL = "referee_counts_hands_and_pack"
    SHORT_DRAWS_FROM_LONG = "short_draws_from_long"
    REDEAL = "redeal"
    REFEREE = "referee"


def verify_counts(hands: Mapping[Seat, int]) -> tuple[Violation, ...]:
    """Name every hand that does not hold 27 cards after the deal.

    >>> verify_counts({Seat.E: 27, Seat.N: 28})[0].params
    {'seat': 'N', 'expected': 27, 'actual': 28}
    """
    return tuple(
        Violation("count.hand", {"seat": seat.name, "expected": HAND, "actual": count})
        for seat, count in sorted(hands.items())
        if count != HAND
    )


def count_remedy(hands: Mapping[Seat, int], rules: GuandanRulebook = HOUSE, *, plays: int = 0) -> Remedy:
    """Give what the rulebook does about a wrong count; ``plays`` counts the plays made before it was noticed."""
    if not verify_counts(hands):
        return Remedy.NONE
    if rules.deal.count_faults is CountFaults.REFEREE_COUNTS:
        return Remedy.REFEREE_COUNTS_ALL
    if rules.deal.count_faults is CountFaults.REDEAL:
        return Remedy.REDEAL
    pack_is_whole = sum(hands.values()) == HAND * len(Seat)
    return Remedy.SHORT_DRAWS_FROM_LONG if pack_is_whole and not plays else Remedy.REFEREE
