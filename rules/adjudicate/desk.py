"""What adjudication remembers of the table beside the log: the backs in the middle, and when piles of cards changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from paizhuo.rules.cards import Seat
from paizhuo.rules.observations import CardsMoved, CardsRemoved, CardsReread, CardsShown, Observation

KITTY_ZONE = "kitty"

PILE_ZONES: Mapping[str, Seat] = {f"pile-{seat.name}": seat for seat in Seat}
"""Where a seat's own pile of played cards lies (弃牌区)."""

NEVER = -1.0


@dataclass(frozen=True, slots=True)
class Desk:
    """``backs`` counts the backs seen in the middle, None while nobody has looked yet (after a restart, say).

    ``piled`` is when the pile of E, N, W, S was seen to change last, in the camera's seconds.
    """

    backs: int | None = None
    piled: tuple[float, float, float, float] = (NEVER,) * 4

    def after(self, observation: Observation) -> Desk:
        """Give the memory after one more observation.

        >>> from paizhuo.rules.cards import Card
        >>> from paizhuo.rules.observations import CardReading
        >>> Desk().after(CardsShown("kitty", None, (CardReading(Card.UNKNOWN, face_up=False),))).backs
        1
        """
        if isinstance(observation, CardsShown | CardsMoved | CardsReread) and observation.zone in PILE_ZONES:
            times = list(self.piled)
            times[PILE_ZONES[observation.zone]] = observation.evidence.at
            return replace(self, piled=(times[0], times[1], times[2], times[3]))
        if not isinstance(observation, CardsShown | CardsRemoved | CardsReread) or observation.zone != KITTY_ZONE:
            return self
        backs = self.backs or 0
        if isinstance(observation, CardsShown):
            return replace(self, backs=backs + sum(not card.face_up for card in observation.cards))
        if isinstance(observation, CardsRemoved):
            return replace(self, backs=max(0, backs - sum(not card.face_up for card in observation.cards)))
        turned = sum(
            new.face_up and not old.face_up for old, new in zip(observation.before, observation.cards, strict=False)
        )
        return replace(self, backs=max(0, backs - turned))
