"""Reading parts of a Guandan case: seats, cards, levels, hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.conform.case import Case, CaseError, Fields
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.rulebook import Rulebook

DEFAULT_LEVEL = Rank.TWO
"""The level of a case that names none: it holds at every level."""


def guandan(rulebook: Rulebook) -> GuandanRulebook:
    """Narrow a rulebook to Guandan's."""
    assert isinstance(rulebook, GuandanRulebook)
    return rulebook


def level_of(case: Case) -> Rank:
    """Read the level that is played."""
    return Rank(str(case.setup.get("level", DEFAULT_LEVEL)))


def whole(raw: object) -> int:
    """Read a whole number."""
    if isinstance(raw, bool) or not isinstance(raw, int | str):
        raise CaseError(f"a whole number is wanted, not {raw!r}")
    return int(raw)


def items(raw: object) -> Sequence[object]:
    """Read a list; nothing is an empty one, and a single value a list of itself."""
    if raw is None:
        return ()
    return raw if isinstance(raw, list) else (raw,)


def cards_of(raw: object) -> tuple[Card, ...]:
    """Read cards, left to right."""
    return tuple(Card(str(token)) for token in items(raw))


def seat_of(play: Fields) -> Seat:
    """Read whose act it is, 0 to 3 in play order."""
    return Seat(whole(play["seat"]))


def seats_of(case: Case, key: str) -> tuple[Seat, ...]:
    """Read a list of seats of the setup."""
    return tuple(Seat(whole(seat)) for seat in items(case.setup.get(key)))


def hands_of(case: Case, key: str) -> dict[Seat, tuple[Card, ...]]:
    """Read cards by seat of the setup."""
    table = case.setup.get(key, {})
    if not isinstance(table, Mapping):
        raise CaseError(f"case {case.id}: {key} must be a table")
    return {Seat(whole(seat)): cards_of(cards) for seat, cards in table.items()}


def single_cards_of(case: Case, key: str) -> dict[Seat, Card]:
    """Read one card by seat of the setup."""
    return {seat: one for seat, (one,) in hands_of(case, key).items()}
