"""Hold what the table made of a hand against the truth: the same record of both, and every place where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paizhuo.rules.cards import Seat
from paizhuo.rules.snapshot import Json, TableSnapshot


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where result and truth differ, and what either says there."""

    where: str
    truth: Json
    result: Json

    def as_json(self) -> dict[str, Json]:
        """Give plain JSON values."""
        return {"where": self.where, "truth": self.truth, "result": self.result}


def result_record(snapshot: TableSnapshot) -> dict[str, Json]:
    """Give a snapshot taken at the end of a hand in the shape of ``Truth.as_json``.

    What the table does not know is None.
    """
    result = snapshot.result
    cards = snapshot.kitty.cards
    return {
        "dealer": snapshot.dealer,
        "level": snapshot.level,
        "trump": snapshot.trump,
        "declarations": [_play(each.seat, each.cards) for each in snapshot.declarations],
        "kitty": None if cards is None else [*sorted(cards)],
        "tricks": [
            {
                "number": trick.number,
                "leader": trick.leader,
                "winner": trick.winner,
                "points": trick.points,
                "plays": [_play(play.seat, play.cards) for play in trick.plays],
            }
            for trick in snapshot.tricks
        ],
        "points": None if result is None else result.points,
        "kitty_points": None if result is None else result.kitty_points,
        "multiplier": None if result is None else result.multiplier,
        "level_change": None if result is None else {"side": result.winner, "levels": result.change},
        "levels": None if result is None else dict(sorted(result.levels.items())),
        "next_dealer": None if result is None else result.next_dealer,
        "offences": recorded_offences(snapshot),
    }


def recorded_offences(snapshot: TableSnapshot) -> list[Json]:
    """Give the violations of a snapshot in the shape and the order of ``offences_as_json``, those of nobody first."""
    violations = sorted(
        snapshot.violations, key=lambda each: (each.trick, Seat[each.seat] if each.seat else -1, each.code)
    )
    return [{"code": each.code, "seat": each.seat, "trick": each.trick} for each in violations]


def _play(seat: str, cards: tuple[str, ...]) -> Json:
    return {"seat": seat, "cards": [*sorted(cards)]}


def differences(truth: Json, result: Json, where: str = "") -> tuple[Difference, ...]:
    """Give every place where two records differ, the deepest place that names it.

    >>> [each.where for each in differences({"points": 80, "tricks": ["a"]}, {"points": 75, "tricks": ["a"]})]
    ['points']
    """
    return tuple(_differences(truth, result, where))


def _differences(truth: Json, result: Json, where: str) -> Iterator[Difference]:
    if isinstance(truth, dict) and isinstance(result, dict):
        for key in sorted({*truth, *result}):
            yield from _differences(truth.get(key), result.get(key), f"{where}.{key}" if where else key)
    elif isinstance(truth, list) and isinstance(result, list) and len(truth) == len(result):
        for place, (one, other) in enumerate(zip(truth, result, strict=True)):
            yield from _differences(one, other, f"{where}[{place}]")
    elif truth != result:
        yield Difference(where, truth, result)
