"""What a perfect eye would report of the acts of a hand: observations without a picture, for tests and drills."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paizhuo.device.players.acts import (
    Act,
    Buries,
    ClearsTable,
    Collects,
    Declares,
    Draws,
    Lays,
    LaysDown,
    Nudges,
    TakesFrom,
    TakesKitty,
    TakesUp,
    TurnsDown,
    TurnsKitty,
    TurnsOver,
    TurnsUp,
)
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import (
    CardReading,
    CardsMoved,
    CardsRemoved,
    CardsReread,
    CardsShown,
    Evidence,
    Observation,
    TableCleared,
)

SECONDS_AN_ACT = 2.0


class Witness:
    """Remembers what lies on the table and tells what changes. One witness sees a whole match."""

    def __init__(self) -> None:
        self._tracks = 0
        self._frame = 0
        self._zones: dict[Seat, list[CardReading]] = {seat: [] for seat in Seat}
        self._middle: list[CardReading] = []
        self._down: dict[Seat, tuple[Card, ...]] = {}

    def sees(self, acts: Iterable[Act]) -> Iterator[Observation]:
        """Yield what each act changes on the table."""
        for act in acts:
            self._frame += 10
            yield from self._sees(act)

    def _sees(self, act: Act) -> Iterator[Observation]:
        match act:
            case Draws():
                if not self._middle:
                    yield self._middle_shows([self._card(Card.UNKNOWN, face_up=False)])
            case Declares(seat, cards) | Lays(seat, cards):
                placed = [self._card(card) for card in cards]
                self._zones[seat] += placed
                yield CardsShown(_zone(seat), seat, tuple(placed), self._evidence())
            case TakesUp(seat, cards) | TakesFrom(_, seat, cards):
                yield from self._taken(seat, cards)
            case TurnsUp(_, card):
                turned = self._card(card)
                yield CardsShown("kitty", None, (turned,), self._evidence())
                yield CardsRemoved("kitty", None, (turned,), self._evidence())
            case LaysDown(seat, cards):
                placed = [self._card(Card.UNKNOWN, face_up=False) for _ in cards]
                self._zones[seat] += placed
                self._down[seat] = (*self._down.get(seat, ()), *cards)
                yield CardsShown(_zone(seat), seat, tuple(placed), self._evidence())
            case TurnsOver(seats):
                for seat in seats:
                    yield self._turned_over(seat)
            case TurnsDown(seats):
                yield from self._collected(seats[0])
            case TakesKitty():
                gone, self._middle = tuple(self._middle), []
                yield CardsRemoved("kitty", None, gone, self._evidence())
            case Buries():
                yield self._middle_shows([self._card(Card.UNKNOWN, face_up=False)])
            case Nudges(seat):
                yield CardsMoved(_zone(seat), seat, tuple(self._zones[seat]), self._evidence())
            case Collects(seat):
                yield from self._collected(seat)
            case TurnsKitty(_, cards):
                gone, self._middle = tuple(self._middle), []
                yield CardsRemoved("kitty", None, gone, self._evidence())
                yield self._middle_shows([self._card(card) for card in cards])
            case ClearsTable():
                gone, self._middle = tuple(self._middle), []
                yield CardsRemoved("kitty", None, gone, self._evidence())

    def _turned_over(self, seat: Seat) -> Observation:
        """Tell that the backs in front of a seat show their faces now."""
        backs = [reading for reading in self._zones[seat] if not reading.face_up]
        faces = [CardReading(card, 0.999, back.track) for back, card in zip(backs, self._down.pop(seat), strict=True)]
        self._zones[seat] = [reading for reading in self._zones[seat] if reading.face_up] + faces
        return CardsReread(_zone(seat), seat, tuple(backs), tuple(faces), self._evidence())

    def _taken(self, seat: Seat, cards: tuple[Card, ...]) -> Iterator[Observation]:
        wanted, gone = list(cards), []
        for reading in reversed(list(self._zones[seat])):
            if reading.card in wanted:
                wanted.remove(reading.card)
                self._zones[seat].remove(reading)
                gone.append(reading)
        if any(self._zones.values()):
            yield CardsRemoved(_zone(seat), seat, tuple(gone), self._evidence())
        else:
            yield TableCleared(self._evidence())

    def _collected(self, first: Seat) -> Iterator[Observation]:
        owners = [seat for seat in (first, first.next, first.partner, first.previous) if self._zones[seat]]
        for seat in owners[:-1]:
            gone, self._zones[seat] = tuple(self._zones[seat]), []
            yield CardsRemoved(_zone(seat), seat, gone, self._evidence())
        if owners:
            self._zones[owners[-1]] = []
            yield TableCleared(self._evidence())

    def _middle_shows(self, cards: list[CardReading]) -> Observation:
        self._middle = cards
        return CardsShown("kitty", None, tuple(cards), self._evidence())

    def _card(self, card: Card, *, face_up: bool = True) -> CardReading:
        self._tracks += 1
        return CardReading(card, 0.999, self._tracks, face_up=face_up)

    def _evidence(self) -> Evidence:
        return Evidence(self._frame, self._frame + 5, self._frame / 10 * SECONDS_AN_ACT)


def _zone(seat: Seat) -> str:
    return f"seat-{seat.name}"
