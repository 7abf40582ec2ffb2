"""Count what sight gets wrong on rendered frames, where every card's place and face are known."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields

from paizhuo.device.noise.tally import Invented, Misreading, Tally
from paizhuo.device.players.acts import Collects, Declares, Lays, TurnsDown
from paizhuo.device.twin.scene import Lying, Scene
from paizhuo.device.twin.script import Script
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import CardReading, CardsRemoved, CardsReread, CardsShown, Observation, TableCleared

QUANTILES = 21
_NEAR = 20.0
_SAME_FACE_NEAR = 60.0
"""Millimetres between a card that was told and the card that lies there: of any face, and of the one that was told.

A star in a joker's corner hardly tells how it is turned, and one of four upright indices not at which corner it stands:
such a card is told rightly and thought to lie elsewhere.
"""


@dataclass(frozen=True, slots=True)
class _Laid:
    """An act that laid cards face up before a seat: when, whose, and which cards, as they came to lie."""

    at: float
    seat: Seat
    cards: tuple[Lying, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Give the numbers of the cards."""
        return tuple(card.number for card in self.cards)


class Count:
    """Takes what was told, in order, and the scene of each telling."""

    def __init__(self, script: Script) -> None:
        self._laid = _laid_by(script)
        self._collected = [cue.at for cue in script.cues if isinstance(cue.act, Collects | TurnsDown)]
        self._told: dict[int, int] = {}
        self._of_track: dict[int, int] = {}
        self._ghosts: dict[int, Invented] = {}
        self._first: dict[int, tuple[int, tuple[str, ...]]] = {}
        self._parts: dict[int, set[int]] = {}
        self._cleared: list[int] = []
        self._tellings = 0
        self._misread: list[Misreading] = []
        self._confidence: list[float] = []
        self._present: list[float] = []
        self._confusions: defaultdict[str, float] = defaultdict(float)
        self._lost = self._corrected = self._spoiled = self._unread = 0

    def take(self, at: float, scene: Scene, observation: Observation) -> None:
        """Take one observation."""
        self._tellings += 1
        lying = {card.number: card for card in scene.cards if card.face_up}
        match observation:
            case CardsShown(seat=seat) if seat is not None:
                self._shown(observation, {**self._newest(seat, at), **lying})
            case CardsRemoved(seat=seat) if seat is not None:
                self._removed(observation, lying)
            case CardsReread():
                self._reread(observation, lying)
            case TableCleared():
                self._cleared.append(self._tellings)
            case _:
                pass

    def _newest(self, seat: Seat, at: float) -> dict[int, Lying]:
        """Give what a seat laid last: told after it was taken up, it is told late and not invented."""
        acts = [act for act in self._laid if act.seat is seat and act.at <= at]
        return {card.number: card for card in acts[-1].cards} if acts else {}

    def _shown(self, shown: CardsShown, lying: dict[int, Lying]) -> None:
        readings = [reading for reading in shown.cards if reading.face_up]
        under = self._by_face(readings, lying)
        for reading in readings:
            card = under.get(reading.track) or self._under(reading, lying)
            present = 1.0 if reading.present is None else reading.present
            if card is None:
                self._ghosts[reading.track] = Invented(reading.card, reading.confidence, present)
                continue
            self._told[card.number] = self._tellings
            self._of_track[reading.track] = card.number
            self._first.setdefault(card.number, (self._tellings, shown.evidence.unseen))
            self._parts.setdefault(card.number, set()).add(self._tellings)
            for face, share in reading.alternatives:
                if face is not card.card:
                    self._confusions[f"{card.card.value}>{face.value}"] += share
            if reading.card is Card.UNKNOWN:
                self._unread += 1
            elif reading.card is card.card:
                self._confidence.append(reading.confidence)
                self._present.append(present)
            else:
                share = dict(reading.alternatives).get(card.card, 0.0)
                self._misread.append(Misreading(card.card, reading.card, reading.confidence, present, share))

    def _by_face(self, readings: Sequence[CardReading], lying: dict[int, Lying]) -> dict[int, Lying]:
        """Find the cards that are told by their right names, by the readings' tracks, the nearest first."""
        near = sorted(
            (_gap(card, reading), reading.track, card.number)
            for reading in readings
            for card in lying.values()
            if card.card is reading.card and card.number not in self._told and _gap(card, reading) < _SAME_FACE_NEAR
        )
        found: dict[int, Lying] = {}
        for _, track, number in near:
            if track not in found and lying[number] not in found.values():
                found[track] = lying[number]
        self._told.update({card.number: self._tellings for card in found.values()})
        return found

    def _under(self, reading: CardReading, lying: dict[int, Lying]) -> Lying | None:
        """Find the card that a reading is of, if it bears another name: near, and not told."""
        near = [(_gap(card, reading), card.number) for card in lying.values() if card.number not in self._told]
        return lying[min(near)[1]] if near and min(near)[0] < _NEAR else None

    def _removed(self, removed: CardsRemoved, lying: dict[int, Lying]) -> None:
        for reading in removed.cards:
            number = self._of_track.get(reading.track)
            if number is not None and number in lying:
                self._lost += 1
                self._told.pop(number, None)
            ghost = self._ghosts.get(reading.track)
            if ghost is not None:
                self._ghosts[reading.track] = Invented(ghost.card, ghost.confidence, ghost.present, vanished=True)

    def _reread(self, reread: CardsReread, lying: dict[int, Lying]) -> None:
        for before, after in zip(reread.before, reread.cards, strict=True):
            card = lying.get(self._of_track.get(before.track, -1))
            if card is not None and before.card is not Card.UNKNOWN:
                self._corrected += after.card is card.card
                self._spoiled += before.card is card.card and after.card is not card.card

    def tally(self) -> Tally:
        """Add everything up."""
        numbers = [number for act in self._laid for number in act.numbers]
        late = unnoticed = 0
        for one, other in zip(self._laid, self._laid[1:], strict=False):
            first, second = self._when(one), self._when(other)
            if one.seat is not other.seat and first and second and first[0] > second[0]:
                late += 1
                unnoticed += f"seat-{one.seat.name}" not in second[1]
        return Tally(
            hands=1,
            plays=len(self._laid),
            cards=len(numbers),
            tricks=len(self._collected),
            missed=sum(number not in self._first for number in numbers),
            unread=self._unread,
            late=late,
            unnoticed=unnoticed,
            split=sum(len({self._first[n][0] for n in act.numbers if n in self._first}) > 1 for act in self._laid),
            uncollected=self._uncollected(),
            lost=self._lost,
            corrected=self._corrected,
            spoiled=self._spoiled,
            misread=tuple(self._misread),
            invented=tuple(self._ghosts.values()),
            confidence=quantiles(self._confidence),
            present=quantiles(self._present),
            confusions={pair: round(mass, 6) for pair, mass in sorted(self._confusions.items()) if mass > 1e-6},
        )

    def _when(self, act: _Laid) -> tuple[int, tuple[str, ...]] | None:
        """Give the telling at which the first card of an act came, with the zones out of sight then."""
        return min((self._first[number] for number in act.numbers if number in self._first), default=None)

    def _uncollected(self) -> int:
        """Count tricks between whose last play and the next lead no clearing of the table was told."""
        unseen = 0
        for at in self._collected:
            before = [self._when(act) for act in self._laid if act.at < at]
            after = [self._when(act) for act in self._laid if act.at > at]
            low = max((when[0] for when in before if when), default=0)
            high = min((when[0] for when in after if when), default=self._tellings + 1)
            unseen += not any(low < telling < high for telling in self._cleared)
        return unseen


def _gap(card: Lying, reading: CardReading) -> float:
    """Give the way (mm) from the middle of a card to that of a reading."""
    x = sum(point[0] for point in reading.outline) / 4
    y = sum(point[1] for point in reading.outline) / 4
    return math.dist((card.x, card.y), (x, y))


def _laid_by(script: Script) -> list[_Laid]:
    laid: list[_Laid] = []
    for cue in script.cues:
        if isinstance(cue.act, Lays | Declares):
            before = {card.number for card in script.scene(cue.at - 1e-6).cards}
            fresh = [card for card in script.scene(cue.at).cards if card.number not in before and card.face_up]
            laid.append(_Laid(cue.at, cue.act.seat, tuple(fresh)))
    return laid


def quantiles(values: Sequence[float]) -> tuple[float, ...]:
    """Give evenly spaced quantiles, the least and the greatest included; nothing for nothing.

    >>> quantiles([0.0, 1.0])[10]
    0.5
    """
    if not values:
        return ()
    ordered = sorted(values)
    last = len(ordered) - 1
    found = []
    for step in range(QUANTILES):
        place = step * last / (QUANTILES - 1)
        low = math.floor(place)
        high = min(low + 1, last)
        found.append(round(ordered[low] + (ordered[high] - ordered[low]) * (place - low), 4))
    return tuple(found)


def pooled(tallies: Sequence[Tally]) -> Tally:
    """Add tallies up; quantiles are those of all hands' quantiles together."""
    counts = [field.name for field in fields(Tally) if field.default == 0]
    sums = {name: sum(getattr(each, name) for each in tallies) for name in counts}
    confusions: defaultdict[str, float] = defaultdict(float)
    for each in tallies:
        for pair, mass in each.confusions.items():
            confusions[pair] += mass
    return Tally(
        **sums,
        misread=tuple(slip for each in tallies for slip in each.misread),
        invented=tuple(slip for each in tallies for slip in each.invented),
        confidence=quantiles([value for each in tallies for value in each.confidence]),
        present=quantiles([value for each in tallies for value in each.present]),
        confusions={pair: round(mass, 5) for pair, mass in sorted(confusions.items()) if mass > 1e-4},
    )
