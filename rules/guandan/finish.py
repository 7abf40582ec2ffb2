"""The order in which players go out: 上游, 二游, 三游, 下游; both of one side first (双下) ends the hand at once."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.cards import Seat, Side
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook


def is_double(order: Sequence[Seat]) -> bool:
    """Say whether the first two to go out are partners (双下).

    >>> is_double((Seat.E, Seat.W))
    True
    """
    return len(order) >= 2 and order[1] is order[0].partner


def is_over(order: Sequence[Seat]) -> bool:
    """Say whether the hand has ended: three are out, or the first two are partners."""
    return len(order) >= 3 or is_double(order)


def places(order: Sequence[Seat]) -> tuple[Seat, ...]:
    """Complete the finishing order of a hand: the last seat follows by itself, after 双下 only two places exist.

    >>> [seat.name for seat in places((Seat.E, Seat.N, Seat.W))]
    ['E', 'N', 'W', 'S']
    """
    if is_double(order):
        return tuple(order[:2])
    if len(order) == 3:
        return (*order, next(seat for seat in Seat if seat not in order))
    return tuple(order)


def losers(order: Sequence[Seat]) -> tuple[Seat, ...]:
    """Give the two who came last together (双下), in play order after the first; nobody if it was no double."""
    return (order[0].next, order[0].previous) if is_double(order) else ()


def winner(order: Sequence[Seat]) -> Side:
    """Give the side of the first player out (上游方), the only one that may rise."""
    return order[0].side


def partner_place(order: Sequence[Seat]) -> int:
    """Give the place of the first player's partner: 2, 3 or 4.

    >>> partner_place((Seat.E, Seat.N, Seat.S, Seat.W))
    4
    """
    return places(order).index(order[0].partner) + 1


def gain(order: Sequence[Seat], rules: GuandanRulebook = HOUSE) -> int:
    """Give the levels by which the winning side rises (升级数)."""
    levels = rules.levels
    return {2: levels.partner_second, 3: levels.partner_third, 4: levels.partner_last}[partner_place(order)]
