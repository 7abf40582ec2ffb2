"""What really happened in a hand of Guandan, in the words of the rules: the yardstick for what the table records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from paizhuo.device.players.truth import Offence, TruePlay, offences_as_json
from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.snapshot import Json


@dataclass(frozen=True, slots=True)
class TrueGift:
    """A tribute and what came back for it."""

    payer: Seat
    receiver: Seat
    card: Card
    returned: Card


@dataclass(frozen=True, slots=True)
class TrueTrick:
    """One trick: its plays in the order in which they came, passes left out. ``winner`` laid the play that stood."""

    number: int
    leader: Seat
    winner: Seat
    plays: tuple[TruePlay, ...]


@dataclass(frozen=True, slots=True)
class TrueReport:
    """A seat said how many cards it has left."""

    seat: Seat
    said: int


@dataclass(frozen=True, slots=True)
class GuandanTruth:
    """One hand. ``level`` is its level card's rank, ``order`` the finishing order (two seats after 双下).

    ``winner`` rises by ``change`` levels to ``levels``; ``passed`` is the side that has won the match with this hand.
    """

    hand: int
    level: Rank
    leader: Seat
    gifts: tuple[TrueGift, ...]
    resisted: bool
    tricks: tuple[TrueTrick, ...]
    reports: tuple[TrueReport, ...]
    order: tuple[Seat, ...]
    winner: Side
    change: int
    levels: dict[Side, Rank]
    passed: Side | None
    offences: tuple[Offence, ...]

    def as_json(self) -> dict[str, Json]:
        """Give the record as plain JSON values, of the reports the last of each seat.

        A play's cards keep their order from left to right, for it counts.
        """
        return {
            "level": str(self.level),
            "leader": self.leader.name,
            "gifts": [
                {
                    "payer": gift.payer.name,
                    "receiver": gift.receiver.name,
                    "card": str(gift.card),
                    "returned": str(gift.returned),
                }
                for gift in sorted(self.gifts, key=lambda each: each.payer)
            ],
            "resisted": self.resisted,
            "tricks": [
                {
                    "number": trick.number,
                    "leader": trick.leader.name,
                    "winner": trick.winner.name,
                    "plays": [{"seat": play.seat.name, "cards": [*_tokens(play.cards)]} for play in trick.plays],
                }
                for trick in self.tricks
            ],
            "reports": [
                {"seat": seat.name, "said": said}
                for seat, said in sorted({each.seat: each.said for each in self.reports}.items())
            ],
            "order": [seat.name for seat in self.order],
            "level_change": {"side": str(self.winner), "levels": self.change},
            "levels": {str(side): str(level) for side, level in sorted(self.levels.items())},
            "match_winner": None if self.passed is None else str(self.passed),
            "offences": offences_as_json(self.offences),
        }


def _tokens(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
