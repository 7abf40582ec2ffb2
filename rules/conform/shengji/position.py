"""Reading a Shengji position out of a case: level, trump, hands and plays as the rules know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.conform.case import Case, CaseError, Fields
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Trump, trump_for

DEFAULT_LEVEL = Rank.TWO
"""The level of a case that names none."""


@dataclass(frozen=True, slots=True)
class Play:
    """Cards laid by a seat in a trick; ``fields`` holds what else the case says about it."""

    seat: Seat
    cards: tuple[Card, ...]
    trick: int
    fields: Fields


@dataclass(frozen=True, slots=True)
class Position:
    """A position under one rulebook. ``hands`` are whole, ``known`` are parts of hands that everyone has seen."""

    rulebook: ShengjiRulebook
    trump: Trump
    plays: tuple[Play, ...]
    hands: Mapping[Seat, tuple[Card, ...]]
    known: Mapping[Seat, tuple[Card, ...]]

    def held(self, play: Play) -> tuple[Card, ...]:
        """Give what the seat is known to have held when it played: its hand, or the play and what was seen of it."""
        return self.hands.get(play.seat) or self.known.get(play.seat, ()) + play.cards


def shengji(rulebook: Rulebook) -> ShengjiRulebook:
    """Narrow a rulebook to Shengji's."""
    assert isinstance(rulebook, ShengjiRulebook)
    return rulebook


def position(case: Case, rulebook: Rulebook) -> Position:
    """Read the position of a case."""
    book = shengji(rulebook)
    plays = tuple(
        Play(seat_of(play["seat"]), cards_of(play.get("cards")), whole(play.get("trick", 1)), play)
        for play in case.plays
    )
    return Position(book, trump_of(case, book), plays, _hands(case, "hands"), _hands(case, "known_in_hand"))


def trump_of(case: Case, book: ShengjiRulebook) -> Trump:
    """Read the trump of a case; without one, no-trump at the two."""
    suit = case.setup.get("trump", "none")
    return trump_for(book, level_of(case), None if suit == "none" else Suit(str(suit)))


def level_of(case: Case, key: str = "level") -> Rank:
    """Read a level."""
    return Rank(str(case.setup.get(key, DEFAULT_LEVEL)))


def cards_of(raw: object) -> tuple[Card, ...]:
    """Read a list of card tokens."""
    if raw is None:
        return ()
    if not isinstance(raw, list):
        raise CaseError(f"cards must be a list, not {raw!r}")
    return tuple(Card(str(token)) for token in raw)


def seat_of(raw: object) -> Seat:
    """Read a seat, 0 to 3 in play order."""
    return Seat(whole(raw))


def whole(raw: object) -> int:
    """Read a whole number."""
    if isinstance(raw, bool) or not isinstance(raw, int | str):
        raise CaseError(f"a whole number is wanted, not {raw!r}")
    return int(raw)


def _hands(case: Case, key: str) -> dict[Seat, tuple[Card, ...]]:
    raw = case.setup.get(key, {})
    if not isinstance(raw, Mapping):
        raise CaseError(f"case {case.id}: {key} must be a table")
    return {seat_of(seat): cards_of(cards) for seat, cards in raw.items()}
