"""The cards that lie on the table as far as the log knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.cards import Seat
from paizhuo.rules.laid import Laid
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
