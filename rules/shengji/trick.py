"""A trick (圈): who wins it and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.shengji.combos import Unit, decompose, matchings, shape
from paizhuo.rules.shengji.policies import OverRuff
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Group, Trump

Plays = Sequence[tuple[Seat, tuple[Card, ...]]]
"""The plays of a trick in order, the lead first."""


def points(plays: Plays) -> int:
    """Add up the points in a trick.

    >>> points([(Seat.E, (Card.SK,)), (Seat.N, (Card.S5,))])
    15
    """
    return points_of(card for _, cards in plays for card in cards)


def points_of(cards: Iterable[Card]) -> int:
    """Add up the points of cards; unread cards count nothing."""
    return sum(card.points for card in cards)


def winner(plays: Plays, trump: Trump, rulebook: ShengjiRulebook) -> Seat:
    """Find the seat whose play stands highest so far (最大); of equal plays the first.

    A play counts only if it has as many cards as the lead, all of the led group or all trump, and can be divided
    into the lead's shape. Plays with unread cards never win.

    Raises:
        UnknownCardError: when a card of the lead is unread.
    """
    leader, lead = plays[0]
    best_seat, best_units = leader, decompose(lead, trump, rulebook)
    if len(lead) == 1:
        return _winner_of_singles(plays, trump)
    wanted = shape(best_units)
    best_group = sole_group(lead, trump)  # None for a lead of several groups: only a ruff beats it
    for seat, cards in plays[1:]:
        group = sole_group(cards, trump)
        if len(cards) != len(lead) or group is None or group not in (best_group, Group.TRUMP):
            continue
        for units in matchings(cards, wanted, trump):
            if group is not best_group or surpasses(units, best_units, rulebook.ruff.over):
                best_seat, best_units, best_group = seat, units, group
                break
    return best_seat


def _winner_of_singles(plays: Plays, trump: Trump) -> Seat:
    best_seat, (best,) = plays[0]
    for seat, cards in plays[1:]:
        if len(cards) == 1 and cards[0] is not Card.UNKNOWN and _is_higher(cards[0], best, trump):
            best_seat, best = seat, cards[0]
    return best_seat


def _is_higher(card: Card, best: Card, trump: Trump) -> bool:
    group = trump.groups[card]
    if group is trump.groups[best]:
        return trump.strengths[card] > trump.strengths[best]
    return group is Group.TRUMP


def sole_group(cards: Sequence[Card], trump: Trump) -> Group | None:
    """Give the group that all cards share, None if they do not or if one is unread."""
    groups = {trump.groups.get(card) for card in cards}
    return groups.pop() if len(groups) == 1 else None


def surpasses(units: Sequence[Unit], best: Sequence[Unit], over: OverRuff) -> bool:
    """Say whether units of one shape stand above others of the same shape and group.

    >>> low, high = Unit((Card.S3,), 0, 1), Unit((Card.S9,), 0, 7)
    >>> surpasses((low, high), (low, low), OverRuff.ALL), surpasses((low, high), (low, low), OverRuff.HIGHEST)
    (False, True)
    """
    if over is OverRuff.HIGHEST:
        return max(unit.strength for unit in units) > max(unit.strength for unit in best)
    largest = max(unit.pairs for unit in best)
    if over is OverRuff.LARGEST_UNIT:
        return _top(units, largest) > _top(best, largest)
    return all(new > old for new, old in zip(_sorted_tops(units), _sorted_tops(best), strict=True))


def _top(units: Sequence[Unit], pairs: int) -> int:
    return max(unit.strength for unit in units if unit.pairs == pairs)


def _sorted_tops(units: Sequence[Unit]) -> list[int]:
    ordered = sorted(units, key=lambda unit: (unit.pairs, unit.strength))
    return [unit.strength for unit in ordered]
