"""Cards that left before they were told: a play that was gathered or taken up while it was still being read.

A play waits until its last card is surely read. What leaves meanwhile was played all the same, and is told as it was
read until then. But not all that vanishes has lain there. This tells the two apart:

- A card lay there if two looks or more found it, more than overlooked it while its place showed the same picture, and
  if it was seen in a zone that had settled with no hand over it. Something carried through is not seen so.
- A doubtful card that lies all but exactly like a surer one is a second reading of that one.
- It left if everything that lay there beside it left too. What vanishes while its neighbours stay was none of them.
- If half of the cards turn up anew, as cards first seen after these were last seen, they were pushed, not taken.
- What was not believed after every look that is worth while is not to be believed because it vanished.
- Whole tricks are gathered, doubtful cards with them. What leaves while the others stay must have a card that is read
  as surely as one that is told at once: a doubtful one alone may have been held there in a hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import FACES
from paizhuo.vision.track import CardTrack, Phase
from paizhuo.vision.zones import Zone

_ALIKE = 0.05
"""Probability of another card's face from which a vanished card may be that one."""

_STEP = 10.0
"""Millimetres between the middles of two cards from which both can show an index to be read."""

_LOOKS = 2
"""Looks that must have found a card."""


@dataclass(frozen=True, slots=True)
class Lay:
    """A card as it was last seen lying untold: since when, and until when (seconds)."""

    track: CardTrack
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Departed:
    """Cards of one zone that left together, as they lay."""

    zone: str
    cards: tuple[Lay, ...]

    @property
    def first_seq(self) -> int:
        """Give the frame in which the first of them was seen."""
        return min(each.track.first_seq for each in self.cards)

    @property
    def since(self) -> float:
        """Give the second in which the first of them was seen."""
        return min(each.since for each in self.cards)

    @property
    def until(self) -> float:
        """Give the second in which one of them was last seen."""
        return max(each.until for each in self.cards)


class Untold:
    """Remembers the cards that lie untold, and gives those that have left.

    Cards less sure than ``floor`` are never told; ``is_ripe`` says which would be told at once.
    """

    def __init__(self, zones: Mapping[str, Zone], floor: float, is_ripe: Callable[[CardTrack], bool]) -> None:
        self._zones = {name: zone for name, zone in zones.items() if not zone.heap}
        self._floor = floor
        self._is_ripe = is_ripe
        self._lying: dict[int, Lay] = {}
        self._gone: dict[int, Lay] = {}
        self._disbelieved: set[int] = set()

    @property
    def gone(self) -> frozenset[str]:
        """Name the zones that something left untold, about which nothing is decided yet."""
        return frozenset(each.track.zone for each in self._gone.values())

    def note(self, new: Sequence[CardTrack], since: Mapping[int, float], at: float, free: Collection[str]) -> None:
        """Take note of all that is ``new``, seen at second ``at``; ``free`` zones have settled with no hand over them.

        What was told by now is new no more.
        """
        self._lying = {track.id: self._lying[track.id] for track in new if track.id in self._lying}
        for track in new:
            is_seen = track.phase is Phase.STABLE and track.missed == 0 and track.face_up
            if is_seen and track.zone in free and track.zone in self._zones and track.id not in self._disbelieved:
                before = self._lying.get(track.id)
                is_same = before is not None and before.track.last_seq == track.last_seq
                until = before.until if before is not None and is_same else at
                self._lying[track.id] = Lay(track, since[track.id], until)

    def disbelieve(self, tracks: Sequence[CardTrack]) -> None:
        """Forget cards that were not told although they were looked at as often as is worth while."""
        self._disbelieved.update(track.id for track in tracks)
        for track in tracks:
            self._lying.pop(track.id, None)

    def follow(self, present: Mapping[int, CardTrack]) -> None:
        """Take note of what vanished."""
        self._disbelieved &= present.keys()
        for number in [number for number in self._lying if number not in present]:
            self._gone[number] = self._lying.pop(number)

    def bury(self, present: Mapping[int, CardTrack]) -> set[int]:
        """Count as gone what is hidden under cards that came after it, and give their tracks.

        That is so where the rest of the trick has gone.
        """
        buried: set[int] = set()
        for zone in {lay.track.zone for lay in self._lying.values()}:
            here = {number: lay for number, lay in self._lying.items() if lay.track.zone == zone}
            last = max(lay.track.last_seq for lay in here.values())
            over = any(_is_seen(track) and track.zone == zone and track.first_seq > last for track in present.values())
            if over and all(present[number].phase is Phase.HIDDEN for number in here):
                buried.update(here)
        for number in buried:
            self._gone[number] = self._lying.pop(number)
        return buried

    def left(
        self, seen: Collection[CardTrack], zones: Collection[str], unit: float, *, with_trick: bool
    ) -> tuple[Departed, ...]:
        """Give what left the ``zones``, the play that was first seen first, and forget it.

        ``seen`` are the cards that lie there, but for those under others, ``unit`` table units make a millimetre.
        ``with_trick`` is True if all that was told has gone with it.
        """
        found: list[Departed] = []
        others = [track for track in seen if track.id not in self._gone]
        for zone in self.gone & frozenset(zones):
            gone = [lay for lay in self._gone.values() if lay.track.zone == zone]
            for lay in gone:
                del self._gone[lay.track.id]
            cards = [lay for lay in gone if self._was_there(lay, gone, unit)]
            is_gathered = with_trick and self._zones[zone].seat is not None
            is_play = any(self._is_ripe(lay.track) or (is_gathered and lay.track.is_read) for lay in cards)
            if is_play and not _has_neighbours(cards, others) and not self._are_there_again(cards, others):
                found += [Departed(zone, play) for play in _plays(cards)]
        return tuple(sorted(found, key=lambda each: (each.first_seq, each.zone)))

    def clear(self) -> None:
        """Forget what lay there before the table was cleared and was not seen since: its time has passed."""
        self._lying.clear()
        self._gone.clear()

    def _was_there(self, lay: Lay, gone: Sequence[Lay], unit: float) -> bool:
        track = lay.track
        if track.reads < max(_LOOKS, track.overlooked + 1) or track.confidence < self._floor:
            return False
        is_second = not self._is_ripe(track) and any(_lies_like(track, other.track, unit) for other in gone)
        return not is_second and not _is_renamed(lay, gone)

    def _are_there_again(self, cards: Sequence[Lay], others: Sequence[CardTrack]) -> bool:
        """Say whether half of the cards or more turned up anew."""
        free = [track for track in others if track.zone in self._zones]
        again = 0
        for lay in cards:
            alike = next((track for track in free if _may_be(lay.track, track)), None)
            if alike is not None:
                free.remove(alike)
                again += 1
        return 2 * again >= len(cards)


def _is_seen(track: CardTrack) -> bool:
    return track.face_up and track.phase is not Phase.HIDDEN


def _lies_like(track: CardTrack, other: CardTrack, unit: float) -> bool:
    """Say whether a card lies all but exactly like a surer one."""
    return other.confidence > track.confidence and math.dist(track.middle, other.middle) < _STEP * unit


def _is_renamed(lay: Lay, gone: Sequence[Lay]) -> bool:
    """Say whether a card is followed under another number since."""
    return any(_may_be(lay.track, other.track) for other in gone)


def _plays(cards: Sequence[Lay]) -> list[tuple[Lay, ...]]:
    """Part the cards of a zone into plays: one that was first seen after all others were last seen lies over them."""
    plays: list[list[Lay]] = []
    last = -1
    for lay in sorted(cards, key=lambda each: each.track.first_seq):
        if lay.track.first_seq > last:
            plays.append([])
        plays[-1].append(lay)
        last = max(last, lay.track.last_seq)
    return [tuple(play) for play in plays]


def _has_neighbours(cards: Sequence[Lay], others: Sequence[CardTrack]) -> bool:
    """Say whether a card stays that lay in the zone together with cards that vanished from it."""
    zone, last = cards[0].track.zone, max(lay.track.last_seq for lay in cards)
    return any(track.zone == zone and track.first_seq <= last for track in others)


def _may_be(gone: CardTrack, track: CardTrack) -> bool:
    """Say whether a card that came after another was last seen may be that one."""
    if track.first_seq <= gone.last_seq:
        return False
    if not track.is_read or not gone.is_read:
        return True
    return float(gone.chances[FACES.index(track.card)]) >= _ALIKE
