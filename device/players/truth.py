"""What really happened in a hand, in the words of the rules: the yardstick for what the camera made of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat, Side, Suit
from paizhuo.rules.snapshot import Json


@dataclass(frozen=True, slots=True)
class TruePlay:
    """One play as it stood in the end."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrueTrick:
    """One trick, its plays in the order in which they came."""

    number: int
    leader: Seat
    winner: Seat
    points: int
    plays: tuple[TruePlay, ...]


@dataclass(frozen=True, slots=True)
class Offence:
    """A breach that the cards prove: its code, who, and in which trick (0 = before the first)."""

    code: str
    seat: Seat
    trick: int


@dataclass(frozen=True, slots=True)
class Truth:
    """One hand. ``points`` are the attackers' with the kitty; ``change`` are levels gained by ``winner``.

    ``kitty_points`` lie in the kitty, ``multiplier`` is 0 when the attackers did not win it.
    """

    hand: int
    dealer: Seat
    level: str
    trump: Suit | None
    declarations: tuple[TruePlay, ...]
    buried: tuple[Card, ...]
    tricks: tuple[TrueTrick, ...]
    points: int
    kitty_points: int
    multiplier: int
    winner: Side
    change: int
    levels: dict[Side, str]
    next_dealer: Seat
    offences: tuple[Offence, ...]

    def as_json(self) -> dict[str, Json]:
        """Give the record as plain JSON values; a play's cards are sorted, for their order says nothing."""
        return {
            "dealer": self.dealer.name,
            "level": str(self.level),
            "trump": "none" if self.trump is None else str(self.trump),
            "declarations": [_play(each) for each in self.declarations],
            "kitty": [*_tokens(self.buried)],
            "tricks": [
                {
                    "number": trick.number,
                    "leader": trick.leader.name,
                    "winner": trick.winner.name,
                    "points": trick.points,
                    "plays": [_play(play) for play in trick.plays],
                }
                for trick in self.tricks
            ],
            "points": self.points,
            "kitty_points": self.kitty_points,
            "multiplier": self.multiplier,
            "level_change": {"side": str(self.winner), "levels": self.change},
            "levels": {str(side): str(level) for side, level in sorted(self.levels.items())},
            "next_dealer": self.next_dealer.name,
            "offences": offences_as_json(self.offences),
        }


def offences_as_json(offences: Iterable[Offence]) -> list[Json]:
    """Give offences as plain JSON values, in the order of tricks, seats and codes."""
    ordered = sorted(offences, key=lambda each: (each.trick, each.seat, each.code))
    return [{"code": each.code, "seat": each.seat.name, "trick": each.trick} for each in ordered]


def _play(play: TruePlay) -> Json:
    return {"seat": play.seat.name, "cards": [*_tokens(play.cards)]}


def _tokens(cards: Iterable[Card]) -> list[str]:
    return sorted(str(card) for card in cards)
