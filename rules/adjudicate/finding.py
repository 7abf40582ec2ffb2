"""Finding cards among those that lie on the table: by their track, or by seat and face when tracks began anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from paizhuo.rules.cards import Seat
from paizhuo.rules.laid import Laid
from paizhuo.rules.observations import CardReading


class LyingCard(Protocol):
    """A card on the table, of any game, and whose it is (None for nobody's)."""

    @property
    def laid(self) -> Laid:
        """The card as the log has it."""
        ...

    @property
    def seat(self) -> Seat | None:
        """Whose it is."""
        ...


Found = TypeVar("Found", bound=LyingCard)


def find(lying: Iterable[Found], seat: Seat | None, cards: Sequence[CardReading]) -> tuple[Found | None, ...]:
    """Find each of the cards among those lying on the table, None where there is no such card.

    A track decides if it names a card of that face or of that seat; otherwise a card of the same seat and face.
    """
    left = list(lying)
    found: list[Found | None] = []
    for card in cards:
        match = next((each for each in left if _same_track(each, seat, card)), None)
        match = match or next((each for each in left if each.seat is seat and each.laid.card is card.card), None)
        if match is not None:
            left.remove(match)
        found.append(match)
    return tuple(found)


def _same_track(each: LyingCard, seat: Seat | None, card: CardReading) -> bool:
    same = bool(card.track) and each.laid.reading.track == card.track
    return same and (each.laid.card is card.card or each.seat is seat)


def is_there_already(lying: Iterable[LyingCard], seat: Seat, cards: Sequence[CardReading], since: int) -> bool:
    """Say whether sight, begun anew at seq ``since``, reports cards of a seat that were laid before."""
    faces = [each.laid.card for each in lying if each.seat is seat and each.laid.spot.seq < since]
    for card in cards:
        if card.card not in faces:
            return False
        faces.remove(card.card)
    return True
