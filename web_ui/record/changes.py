"""What people changed in a record: every correction with what stood there before, who made it, and if it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from paizhuo.rules.effective import Correction, corrections_of
from paizhuo.rules.events import CardCorrected, CardsLaid, Event, Inserted, Logged, Redone, Source, Undone
from paizhuo.rules.shengji_events import PointsCorrected
from paizhuo.web_ui.record.places import Place, places

NOWHERE = Place(0, 1)


@dataclass(frozen=True, slots=True)
class Change:
    """One correction: where, whose cards, before and after, why, by whom, when (ms), and whether it was taken back.

    ``points`` are those that a person gave the attackers, or took from them, beside the cards; no card changes then.
    """

    seq: int
    place: Place
    seat: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    reason: str
    by: str
    at: int
    taken_back: bool = False
    points: int = 0


def changes(log: Sequence[Logged]) -> tuple[Change, ...]:
    """Give every change that a person made to a record, in the order in which they were made."""
    where = places(log)
    events = {entry.seq: entry.event for entry in log}
    dead = taken_back(log)
    found: list[Change] = []
    for entry in log:
        if entry.actor.source is Source.CAMERA:
            continue
        event, by, is_dead = entry.event, entry.actor.name, entry.seq in dead
        if isinstance(event, PointsCorrected):
            here = where.get(entry.seq, NOWHERE)
            found.append(Change(entry.seq, here, "", (), (), event.reason_code, by, entry.at, is_dead, event.amount))
        for target, seat, before, after, reason in _changed(event, events):
            place = where.get(target or entry.seq, NOWHERE)
            found.append(Change(entry.seq, place, seat, before, after, reason, by, entry.at, is_dead))
    return tuple(found)


def taken_back(log: Sequence[Logged]) -> frozenset[int]:
    """Give the numbers of the entries that were undone and not redone."""
    dead: set[int] = set()
    for entry in reversed(log):
        if isinstance(entry.event, Undone | Redone) and entry.seq not in dead:
            dead.add(entry.event.target_seq)
    return frozenset(dead)


_Changed = tuple[int, str, tuple[str, ...], tuple[str, ...], str]


def _changed(event: Event, events: Mapping[int, Event]) -> Iterator[_Changed]:
    if isinstance(event, Inserted):
        fact = event.fact
        if isinstance(fact, CardsLaid):
            yield 0, _seat(fact), (), _tokens(fact), event.reason_code
        return
    for correction in corrections_of(event):
        yield from _corrected(correction, events)


def _corrected(correction: Correction, events: Mapping[int, Event]) -> Iterator[_Changed]:
    if isinstance(correction, CardCorrected):
        target = correction.spot.seq
        fact = _fact(events.get(target))
        place = correction.spot.place
        if isinstance(fact, CardsLaid) and place < len(fact.cards):
            yield target, _seat(fact), (str(fact.cards[place]),), (str(correction.card),), correction.reason_code
        return
    fact = _fact(events.get(correction.target_seq))
    if not isinstance(fact, CardsLaid):
        return
    new = correction.replacement
    after = _tokens(new) if isinstance(new, CardsLaid) else ()
    seat = _seat(fact)
    moved = _seat(new) if isinstance(new, CardsLaid) else seat
    yield (
        correction.target_seq,
        seat if moved == seat else f"{seat}>{moved}",
        _tokens(fact),
        after,
        (correction.reason_code),
    )


def _fact(event: Event | None) -> Event | None:
    return event.fact if isinstance(event, Inserted) else event


def _tokens(laid: CardsLaid) -> tuple[str, ...]:
    return tuple(str(card) for card in laid.cards)


def _seat(laid: CardsLaid) -> str:
    seat = getattr(laid, "seat", None)
    return "" if seat is None else seat.name
