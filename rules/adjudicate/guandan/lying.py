"""Finding cards on the table in the state: by their track, or by seat and face when tracks began anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan.deal import Deal, GuandanMatch, Lay, Offer
from paizhuo.rules.laid import Laid
from paizhuo.rules.observations import CardReading


def match_of(draft: Draft) -> GuandanMatch:
    """Give the match in the draft's state. Only for states in which one of Guandan has begun."""
    game = draft.state.game
    assert isinstance(game, GuandanMatch)
    return game


def hand_of(draft: Draft) -> Deal | None:
    """Give the hand in the draft's state, None before the first."""
    return match_of(draft).deal


def deal_of(draft: Draft) -> Deal:
    """Give the hand in the draft's state. Only for states in which there is one."""
    deal = hand_of(draft)
    assert deal is not None
    return deal


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table and what it lies there as: part of a play, or laid open outside one."""

    laid: Laid
    where: Lay | Offer

    @property
    def seat(self) -> Seat:
        """Give whose it is."""
        return self.where.seat


def lying(deal: Deal) -> Iterator[Lying]:
    """Yield every card that lies on the table as far as the log knows, the newest first."""
    for lay in reversed(deal.since_collected):
        for laid in lay.cards:
            if laid not in lay.lifted:
                yield Lying(laid, lay)
    for offer in reversed(deal.offers):
        for laid in offer.lying:
            yield Lying(laid, offer)


def find(deal: Deal, seat: Seat | None, cards: Sequence[CardReading]) -> tuple[Lying | None, ...]:
    """Find each of the cards among those lying on the table, None where there is no such card.

    A track decides if it names a card of that face or of that seat; otherwise a card of the same seat and face.
    """
    left = list(lying(deal))
    found: list[Lying | None] = []
    for card in cards:
        match = next((each for each in left if _same_track(each, seat, card)), None)
        match = match or next((each for each in left if each.seat is seat and each.laid.card is card.card), None)
        if match is not None:
            left.remove(match)
        found.append(match)
    return tuple(found)


def _same_track(each: Lying, seat: Seat | None, card: CardReading) -> bool:
    same = bool(card.track) and each.laid.reading.track == card.track
    return same and (each.laid.card is card.card or each.seat is seat)


def is_there_already(deal: Deal, seat: Seat, cards: Sequence[CardReading], since: int) -> bool:
    """Say whether sight, begun anew at seq ``since``, reports cards of a seat that were laid before."""
    faces = [each.laid.card for each in lying(deal) if each.seat is seat and each.laid.spot.seq < since]
    for card in cards:
        if card.card not in faces:
            return False
        faces.remove(card.card)
    return True
