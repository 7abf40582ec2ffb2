"""Turn tracks into observations: what came, went, moved or reads differently, said once and only when sure.

A play is told when its zone has settled and no hand is over it. What went is told when the whole table is quiet, so
that a trick that is swept up becomes one ``TableCleared`` and not four removals. A play that went before it was told is
told before that, as it lay (see ``untold``).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paizhuo.rules.cards import Card
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
from paizhuo.vision.track import CardTrack, Phase
from paizhuo.vision.untold import Departed, Untold
from paizhuo.vision.zones import WHOLE_TABLE, Zone, owners_depth, owners_order


@dataclass(frozen=True, slots=True)
class ObserveSettings:
    """``moved`` is the shift (mm) that counts as a push, ``reread`` the confidence that corrects a face already told.

    ``sure`` is the confidence at which a card is told at once; a less sure one waits for ``last_read`` reads and is
    told only from ``floor`` up. Cards under a resting hand wait ``patience`` seconds at most.
    """

    moved: float = 12.0
    reread: float = 0.85
    sure: float = 0.8
    floor: float = 0.45
    back_reads: int = 4
    last_read: int = 5
    patience: float = 3.0


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of the zones at one frame: which are settled, which are covered and since when.

    ``exhausted`` zones were read as often as is worth while: what is unsure in them stays so. In ``unread`` zones
    something looks like a card whose face another read may tell.
    """

    seq: int
    at: float
    settled: Collection[str]
    covered_since: Mapping[str, float]
    quiet: bool
    units_per_mm: float
    exhausted: Collection[str] = ()
    unread: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    reading: CardReading
    zone: str
    middle: tuple[float, float]
    first_seq: int


class Observer:
    """Remembers what was told and tells what is new."""

    def __init__(self, zones: Sequence[Zone], settings: ObserveSettings | None = None) -> None:
        self._zones = {zone.name: zone for zone in zones}
        self.settings = settings or ObserveSettings()
        self._told: dict[int, _Told] = {}
        self._lost: dict[int, _Told] = {}
        self._swept: set[int] = set()
        self._since: dict[int, float] = {}
        self._untold = Untold(self._zones, self.settings.floor, lambda track: not is_unripe(track, self.settings))

    def observe(self, tracks: Sequence[CardTrack], moment: Moment) -> tuple[Observation, ...]:
        """Give the observations of this moment."""
        present = {track.id: track for track in tracks}
        self._since = {number: self._since.get(number, moment.at) for number in present}
        # A card counted as swept that shows again was not: it is told anew.
        self._swept = {number for number in self._swept if number in present and present[number].phase is Phase.HIDDEN}
        for number in [number for number in self._told if number not in present]:
            self._lost[number] = self._told.pop(number)
        self._untold.follow(present)
        births = self._births(present, moment)
        observations: list[Observation] = []
        # A new lead may be down before the last corner of the table is quiet: the swept trick is told before it.
        is_lead = bool(births) and not self._on_table(self._visible(present, moment))
        if (self._lost or self._untold.gone) and (moment.quiet or is_lead):
            self._lose_swept(present, moment)
            observations += self._departures(present, moment, self._zones)
            observations += self._removals(moment)
            births = self._births(present, moment)
        elif self._untold.gone & births.keys():
            observations += self._departures(present, moment, births)
        unseen = self._unseen(present, births, moment) if births else ()
        for zone, born in births.items():
            observations.append(self._shown(zone, born, moment, unseen))
        observations += self._changes(present, moment)
        self._note_untold(present, moment)
        return tuple(observations)

    def _births(self, present: Mapping[int, CardTrack], moment: Moment) -> dict[str, list[CardTrack]]:
        births: dict[str, list[CardTrack]] = {}
        for name in self._zones:
            if name not in moment.settled:
                continue
            new = [track for track in present.values() if track.zone == name and self._is_new(track)]
            waits = self._waits_for_hand(name, moment)
            unripe = [track for track in new if is_unripe(track, self.settings)]
            if waits or ((unripe or name in moment.unread) and name not in moment.exhausted):
                continue
            ripe = [track for track in new if track not in unripe and track.confidence >= self.settings.floor]
            if ripe:
                births[name] = ripe
        return births

    def _waits_for_hand(self, name: str, moment: Moment) -> bool:
        covered = moment.covered_since.get(name)
        return covered is not None and moment.at - covered < self.settings.patience

    def _unseen(self, present: Mapping[int, CardTrack], births: Collection[str], moment: Moment) -> tuple[str, ...]:
        """Name the zones of which nobody can say now that nothing new lies in them."""
        waiting = {
            track.zone for track in present.values() if self._is_new(track) and track.face_up
        } | self._untold.gone
        return tuple(
            name
            for name in self._zones
            if name not in births and (name not in moment.settled or name in moment.covered_since or name in waiting)
        )

    def _is_new(self, track: CardTrack) -> bool:
        return track.id not in self._told and track.id not in self._swept

    def _lose_swept(self, present: Mapping[int, CardTrack], moment: Moment) -> None:
        """Where all else of the trick is gone, count a card that vanished under a newly laid one as gone with it."""
        visible = self._visible(present, moment)
        if self._on_table(self._lost) and not self._on_table(visible):
            for number in [number for number in self._told if number not in visible]:
                self._lost[number] = self._told.pop(number)
                self._swept.add(number)
            self._swept |= self._untold.bury(present)

    def _visible(self, present: Mapping[int, CardTrack], moment: Moment) -> dict[int, _Told]:
        """Give what was told and is not under another card; under a hand is not under a card."""
        return {
            number: told
            for number, told in self._told.items()
            if present[number].phase is not Phase.HIDDEN or present[number].zone in moment.covered_since
        }

    def _note_untold(self, present: Mapping[int, CardTrack], moment: Moment) -> None:
        """Keep in mind what lies untold, but for what the last look that is worth while has left in doubt."""
        new = [track for track in present.values() if self._is_new(track)]
        judged = {
            name for name in moment.exhausted if name in moment.settled and not self._waits_for_hand(name, moment)
        }
        self._untold.disbelieve([track for track in new if track.zone in judged])
        free = {name for name in moment.settled if name not in moment.covered_since}
        self._untold.note(new, self._since, moment.at, free)

    def _departures(
        self, present: Mapping[int, CardTrack], moment: Moment, zones: Collection[str]
    ) -> list[Observation]:
        """Tell what left before it was told, as it was last seen; that it went is told with all else that went."""
        unseen = self._unseen(present, (), moment)
        seen = [
            track
            for track in present.values()
            if track.face_up and (track.phase is not Phase.HIDDEN or track.zone in moment.covered_since)
        ]
        found = self._untold.left(seen, zones, moment.units_per_mm, with_trick=self._is_cleared())
        return [self._told_late(departed, moment, unseen) for departed in found]

    def _told_late(self, departed: Departed, moment: Moment, unseen: tuple[str, ...]) -> Observation:
        zone = self._zones[departed.zone]
        ordered = in_owners_order(zone, [lay.track for lay in departed.cards], moment.units_per_mm)
        readings = tuple(reading_of(track) for track in ordered)
        for track, reading in zip(ordered, readings, strict=True):
            self._lost[track.id] = _Told(reading, zone.name, track.middle, track.first_seq)
        last = max(track.last_seq for track in ordered)
        # How long it took to lay them is not known: nobody looked at the clock while they were read.
        blind = tuple(name for name in self._zones if name == zone.name or name in unseen)
        evidence = Evidence(departed.first_seq, last, departed.until, unseen=blind, since=departed.since)
        return CardsShown(zone.name, zone.seat, readings, evidence)

    def _is_cleared(self) -> bool:
        return not self._on_table(self._told) and self._on_table(self._lost)

    def _removals(self, moment: Moment) -> list[Observation]:
        observations: list[Observation] = []
        cleared = self._is_cleared()
        if cleared:
            self._untold.clear()
            observations.append(TableCleared(Evidence(self._first(self._lost.values(), moment), moment.seq, moment.at)))
        for name, zone in self._zones.items():
            gone = [told for told in self._lost.values() if told.zone == name]
            if gone and not (cleared and self._is_play_zone(name)):
                readings = tuple(told.reading for told in gone)
                evidence = Evidence(self._first(gone, moment), moment.seq, moment.at)
                observations.append(CardsRemoved(name, zone.seat, readings, evidence))
        self._lost.clear()
        return observations

    def _shown(self, name: str, born: Sequence[CardTrack], moment: Moment, unseen: tuple[str, ...]) -> Observation:
        zone = self._zones[name]
        ordered = in_owners_order(zone, born, moment.units_per_mm)
        readings = tuple(reading_of(track) for track in ordered)
        for track, reading in zip(ordered, readings, strict=True):
            self._told[track.id] = _Told(reading, name, track.middle, track.first_seq)
        first, since = min(track.first_seq for track in born), min(self._since[track.id] for track in born)
        return CardsShown(name, zone.seat, readings, Evidence(first, moment.seq, moment.at, unseen=unseen, since=since))

    def _changes(self, present: Mapping[int, CardTrack], moment: Moment) -> list[Observation]:
        observations: list[Observation] = []
        for name, zone in self._zones.items():
            if name not in moment.settled:
                continue
            here = [present[number] for number in self._told if present[number].zone == name]
            moved = [track for track in here if self._has_moved(track, moment.units_per_mm)]
            if moved:
                readings = tuple(reading_of(track) for track in in_owners_order(zone, moved, moment.units_per_mm))
                evidence = Evidence(min(track.last_seq for track in moved), moment.seq, moment.at)
                observations.append(CardsMoved(name, zone.seat, readings, evidence))
            reread = [track for track in here if self._reads_differently(track)]
            if reread:
                before = tuple(self._told[track.id].reading for track in reread)
                evidence = Evidence(min(track.first_seq for track in reread), moment.seq, moment.at)
                after = tuple(reading_of(track) for track in reread)
                observations.append(CardsReread(name, zone.seat, before, after, evidence))
            for track in [*moved, *reread]:
                self._told[track.id] = _Told(reading_of(track), name, track.middle, track.first_seq)
        return observations

    def _has_moved(self, track: CardTrack, unit: float) -> bool:
        told = self._told[track.id]
        return told.zone != track.zone or math.dist(told.middle, track.middle) / unit > self.settings.moved

    def _reads_differently(self, track: CardTrack) -> bool:
        told = self._told[track.id].reading.card
        return track.card is not told and track.card is not Card.UNKNOWN and track.confidence >= self.settings.reread

    def _on_table(self, told: Mapping[int, _Told]) -> bool:
        return any(self._is_play_zone(entry.zone) for entry in told.values())

    def _is_play_zone(self, name: str) -> bool:
        return name == WHOLE_TABLE or self._zones[name].seat is not None

    @staticmethod
    def _first(told: Collection[_Told], moment: Moment) -> int:
        return min((entry.first_seq for entry in told), default=moment.seq)


def is_unripe(track: CardTrack, settings: ObserveSettings) -> bool:
    """Say whether another read should come before a card is told."""
    if track.phase is Phase.TENTATIVE:
        return True
    if not track.face_up:
        return track.reads < settings.back_reads
    return track.confidence < settings.sure and track.reads < settings.last_read


def reading_of(track: CardTrack) -> CardReading:
    """Give a track as the rules see it."""
    outline = tuple((round(float(x), 1), round(float(y), 1)) for x, y in track.outline)
    return CardReading(
        track.card,
        round(track.confidence, 4),
        track.id,
        track.alternatives(),
        outline,
        face_up=track.face_up,
        present=round(track.present, 4),
    )


def in_owners_order(zone: Zone, tracks: Sequence[CardTrack], unit: float = 1.0) -> list[CardTrack]:
    """Sort cards from left to right as the zone's owner sees them; a column goes from far to near."""
    across = [owners_order(zone.seat, track.middle) for track in tracks]
    down = [owners_depth(zone.seat, track.middle) for track in tracks]
    # Rows start a new line when cards lie further apart in depth than a card is long.
    if float(np.ptp(across)) < 10.0 * unit * max(1, len(tracks) - 1) < float(np.ptp(down)) + 1e-9:
        order = np.lexsort((across, down))
    else:
        order = np.lexsort((down, across))
    return [tracks[place] for place in order.tolist()]
