"""Finding cards on the table in the state: by their track, or by seat and face when tracks began anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.cards import Seat
from paizhuo.rules.observations import CardReading
from paizhuo.rules.shengji.laid import Laid
from paizhuo.rules.shengji.state import Deal


class Place(StrEnum):
    """What a card lies on the table as."""

    PLAY = "play"
    BID = "bid"
    EXPOSURE = "exposure"
    KITTY = "kitty"


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table: what it lies there as, and whose it is (None for the kitty)."""

    laid: Laid
    place: Place
    seat: Seat | None


def lying(deal: Deal) -> Iterator[Lying]:
    """Yield every card that lies on the table as far as the log knows."""
    for play in deal.trick.plays:
        for laid in play.cards:
            if laid not in play.lifted:
                yield Lying(laid, Place.PLAY, play.seat)
    for bid in deal.bids:
        for laid in bid.lying:
            yield Lying(laid, Place.BID, bid.seat)
    for exposure in deal.exposures:
        for laid in exposure.lying:
            yield Lying(laid, Place.EXPOSURE, exposure.seat)
    for laid in deal.kitty.shown:
        yield Lying(laid, Place.KITTY, None)


def find(deal: Deal, seat: Seat | None, cards: Sequence[CardReading]) -> tuple[Lying | None, ...]:
    """Find each of the cards among those lying on the table, None where there is no such card.

    A track decides if it names a card of that face or of that seat; otherwise a card of the same seat and face.
    """
    left = list(lying(deal))
    found: list[Lying | None] = []
    for card in cards:
        match = _by_track(left, seat, card) or _by_face(left, seat, card)
        if match is not None:
            left.remove(match)
        found.append(match)
    return tuple(found)


def _by_track(left: Sequence[Lying], seat: Seat | None, card: CardReading) -> Lying | None:
    for each in left:
        same = card.track and each.laid.reading.track == card.track
        if same and (each.laid.card is card.card or each.seat is seat):
            return each
    return None


def _by_face(left: Sequence[Lying], seat: Seat | None, card: CardReading) -> Lying | None:
    return next((each for each in left if each.seat is seat and each.laid.card is card.card), None)


def is_there_already(deal: Deal, seat: Seat, cards: Sequence[CardReading], since: int) -> bool:
    """Say whether sight, begun anew at seq ``since``, reports cards of a seat that were laid before."""
    faces = [each.laid.card for each in lying(deal) if each.seat is seat and each.laid.spot.seq < since]
    for card in cards:
        if card.card not in faces:
            return False
        faces.remove(card.card)
    return True
