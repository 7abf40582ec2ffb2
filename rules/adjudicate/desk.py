"""What adjudication remembers of the table beside the log: how many backs lie in the middle."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.rules.observations import CardsRemoved, CardsReread, CardsShown, Observation

KITTY_ZONE = "kitty"


@dataclass(frozen=True, slots=True)
class Desk:
    """``backs`` counts the backs seen in the middle, None while nobody has looked yet (after a restart, say)."""

    backs: int | None = None

    def after(self, observation: Observation) -> Desk:
        """Give the memory after one more observation.

        >>> from paizhuo.rules.cards import Card
        >>> from paizhuo.rules.observations import CardReading
        >>> Desk().after(CardsShown("kitty", None, (CardReading(Card.UNKNOWN, face_up=False),)))
        Desk(backs=1)
        """
        if not isinstance(observation, CardsShown | CardsRemoved | CardsReread) or observation.zone != KITTY_ZONE:
            return self
        backs = self.backs or 0
        if isinstance(observation, CardsShown):
            return Desk(backs + sum(not card.face_up for card in observation.cards))
        if isinstance(observation, CardsRemoved):
            return Desk(max(0, backs - sum(not card.face_up for card in observation.cards)))
        turned = sum(
            new.face_up and not old.face_up for old, new in zip(observation.before, observation.cards, strict=False)
        )
        return Desk(max(0, backs - turned))
