"""A witness that errs: what happens on the table, told with the slips of a real sight."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from paizhuo.device.noise.model import Noise
from paizhuo.device.players.acts import Act, Lays
from paizhuo.device.players.witness import Witness
from paizhuo.rules.cards import FACES, Card
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

_INVENTED = 1_000_000
"""Tracks of cards that nobody laid begin here."""

_BLANK = (0.96, 0.8)
"""How surely a white face whose index nobody finds is a card, as `vision/unread.py` tells it."""


class NoisySight:
    """Tells acts as ``noise`` would have it. Equal chance gives equal tales; one sight sees one hand."""

    def __init__(self, noise: Noise, rng: random.Random) -> None:
        self._noise = noise
        self._rng = rng
        self._witness = Witness()
        self._missed: set[int] = set()
        self._read: dict[int, CardReading] = {}
        self._ghosts: list[tuple[CardsShown, CardReading]] = []
        self._late: list[CardsShown] = []
        self._due: list[Observation] = []
        self._tracks = _INVENTED

    def sees(self, acts: Iterable[Act]) -> Iterator[Observation]:
        """Yield what is told of each act of a hand, in the order of telling."""
        for act in acts:
            yield from self.takes(act)
        yield from self.ends()

    def takes(self, act: Act) -> Iterator[Observation]:
        """Yield what is told at one act."""
        for observation in self._witness.sees([act]):
            yield from self._told(observation, may_wait=isinstance(act, Lays))

    def ends(self) -> Iterator[Observation]:
        """Yield what is still to be told when nothing happens any more."""
        yield from self._overdue()

    def _told(self, observation: Observation, *, may_wait: bool) -> Iterator[Observation]:
        match observation:
            case CardsShown(seat=seat) if seat is not None:
                yield from self._shown(observation, may_wait=may_wait)
            case CardsShown():
                yield replace(observation, cards=tuple(self._reading(card, observation) for card in observation.cards))
            case CardsRemoved():
                yield from self._overdue()
                yield from self._removed(observation)
            case CardsMoved():
                known = tuple(self._read[card.track] for card in observation.cards if card.track in self._read)
                if known:
                    yield replace(observation, cards=known)
            case TableCleared():
                yield from self._overdue()
                self._ghosts.clear()
                if not self._happens(self._noise.uncollected):
                    yield observation
            case _:
                yield observation

    def _shown(self, observation: CardsShown, *, may_wait: bool) -> Iterator[Observation]:
        """Tell cards laid before a seat: some missed or misread, one invented, in parts, or after the next play."""
        cards: list[CardReading] = []
        for card in observation.cards:
            if self._happens(self._noise.missed):
                self._missed.add(card.track)
            else:
                cards.append(self._reading(card, observation))
        if self._happens(self._noise.invented * len(observation.cards)):
            cards.insert(self._rng.randint(0, len(cards)), self._invented(observation))
        told = replace(observation, cards=tuple(cards), evidence=self._with_unseen(observation.evidence))
        late, self._late = self._late, []
        if cards and may_wait and not late and self._happens(self._noise.late):
            self._late = [told]
            return
        if cards:
            yield from self._in_parts(told)
        for each in late:
            yield from self._in_parts(replace(each, evidence=replace(each.evidence, at=told.evidence.at)))
        due, self._due = self._due, []
        yield from due
        yield from self._changes(told)

    def _with_unseen(self, evidence: Evidence) -> Evidence:
        """Name the places that are not told yet, unless sight does not notice that it has not seen them."""
        waiting = [each.zone for each in self._late if not self._happens(self._noise.unnoticed)]
        return replace(evidence, unseen=tuple(waiting))

    def _in_parts(self, told: CardsShown) -> Iterator[Observation]:
        if len(told.cards) > 1 and self._happens(self._noise.split):
            cut = self._rng.randint(1, len(told.cards) - 1)
            yield replace(told, cards=told.cards[:cut])
            yield replace(told, cards=told.cards[cut:])
        else:
            yield told

    def _reading(self, card: CardReading, shown: CardsShown) -> CardReading:
        """Read a card that lies there, rightly or not."""
        if not card.face_up:
            return card
        rng, noise = self._rng, self._noise
        read = replace(card, confidence=noise.confidence(rng), present=noise.present(rng))
        if self._happens(noise.swapped):
            read = replace(read, card=rng.choice([face for face in FACES if face is not card.card]), confidence=0.999)
        elif self._happens(noise.unread):
            read = replace(card, card=Card.UNKNOWN, confidence=_BLANK[0], present=_BLANK[1])
        elif self._happens(noise.misread):
            slip = noise.misreading(card.card, rng)
            others = ((slip.true, slip.share),) if slip.share > 0 else ()
            read = replace(card, card=slip.read, confidence=slip.confidence, present=slip.present, alternatives=others)
            if self._happens(noise.corrected):
                self._due.append(self._reread(shown, read, replace(card, confidence=0.99, present=slip.present)))
        elif self._happens(noise.spoiled):
            slip = noise.misreading(card.card, rng)
            wrong = replace(card, card=slip.read, confidence=max(0.85, slip.confidence), present=slip.present)
            self._due.append(self._reread(shown, read, replace(wrong, alternatives=((card.card, slip.share),))))
        self._read[card.track] = read
        return read

    def _reread(self, shown: CardsShown, before: CardReading, after: CardReading) -> CardsReread:
        return CardsReread(shown.zone, shown.seat, (before,), (after,), shown.evidence)

    def _invented(self, observation: CardsShown) -> CardReading:
        slip = self._noise.invention(self._rng)
        self._tracks += 1
        card = CardReading(slip.card, slip.confidence, self._tracks, (), present=slip.present)
        self._ghosts.append((observation, card))
        return card

    def _changes(self, told: CardsShown) -> Iterator[Observation]:
        """Tell invented cards that vanish again, and cards that sight loses though they lie there."""
        for shown, card in list(self._ghosts):
            if shown.zone != told.zone and self._happens(self._noise.vanished / 4):
                self._ghosts.remove((shown, card))
                yield CardsRemoved(shown.zone, shown.seat, (card,), told.evidence)
        for card in told.cards:
            if card.track < _INVENTED and self._happens(self._noise.lost):
                yield CardsRemoved(told.zone, told.seat, (card,), told.evidence)

    def _removed(self, observation: CardsRemoved) -> Iterator[Observation]:
        """Tell cards gone as far as they were told before; invented ones go when several are taken from their place."""
        known = [self._read.pop(card.track, card) for card in observation.cards if card.track not in self._missed]
        ghosts = [card for shown, card in self._ghosts if shown.zone == observation.zone]
        if len(observation.cards) > 1:
            self._ghosts = [each for each in self._ghosts if each[0].zone != observation.zone]
            known += ghosts
        if known:
            yield replace(observation, cards=tuple(known))

    def _overdue(self) -> Iterator[Observation]:
        late, self._late = self._late, []
        yield from late

    def _happens(self, chance: float) -> bool:
        return self._rng.random() < chance
