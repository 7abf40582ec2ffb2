"""Who sits where, and who is missing."""

from __future__ import annotations

from collections.abc import Mapping

from paizhuo.rules.cards import Seat, Side
from paizhuo.rules.shengji.policies import ShortHanded, Substitution
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.violations import Violation

Pair = tuple[str, str]
"""Two partners by name."""


def seats_by_lot(pairs: tuple[Pair, Pair], lots: tuple[Seat, Seat]) -> dict[Seat, str]:
    """Seat two pairs across each other (交叉落座): ``lots`` are the seats drawn by the first player of each pair.

    Raises:
        ValueError: when both lots lie on one side of the table.

    >>> seats_by_lot((("甲", "乙"), ("丙", "丁")), (Seat.E, Seat.S))[Seat.N]
    '丁'
    """
    if lots[0].side is lots[1].side:
        raise ValueError("the two pairs must sit on different sides")
    seated: dict[Seat, str] = {}
    for (first, second), lot in zip(pairs, lots, strict=True):
        seated[lot], seated[lot.partner] = first, second
    return dict(sorted(seated.items()))


def verify_players(
    before: Mapping[Seat, str], now: Mapping[Seat, str], rulebook: ShengjiRulebook
) -> tuple[Violation, ...]:
    """Find players who changed seats, were replaced where that is forbidden, or are missing."""
    problems: list[Violation] = []
    for seat, name in before.items():
        if seat not in now:
            problems.append(Violation("table.player_missing", {"seat": seat.name, "name": name}))
        elif now[seat] != name and now[seat] in before.values():
            problems.append(Violation("table.seat_changed", {"seat": seat.name, "name": now[seat]}))
        elif now[seat] != name and rulebook.table.substitution is Substitution.FORBIDDEN:
            problems.append(Violation("table.substituted", {"seat": seat.name, "name": now[seat]}))
    return tuple(problems)


def forfeits(now: Mapping[Seat, str], rulebook: ShengjiRulebook) -> tuple[Side, ...]:
    """Give the sides that forfeit the match because a player is missing (少人弃权)."""
    if rulebook.table.short_handed is ShortHanded.UNSTATED:
        return ()
    return tuple(side for side in Side if any(seat.side is side and seat not in now for seat in Seat))
