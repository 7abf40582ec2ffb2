"""A physical card that is followed, what a read of some zones gives, and how far things may seem to move."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.detections import Quad, SeenCard
from paizhuo.vision.sighted import Floats, normal


class Phase(StrEnum):
    """How far a track is: seen once, seen again, or covered and believed to lie there still."""

    TENTATIVE = "tentative"
    STABLE = "stable"
    HIDDEN = "hidden"


class Place(StrEnum):
    """What a card's place shows when the card is not found there.

    The same picture, bare table, cards that were found now, or, beside those, something that is neither.
    """

    SAME = "same"
    BARE = "bare"
    COVERED = "covered"
    TAKEN = "taken"

    @property
    def hides(self) -> bool:
        """Say whether the card may lie there still, under something."""
        return self in (Place.COVERED, Place.TAKEN)


@dataclass(frozen=True, slots=True, eq=False)
class CardTrack:
    """One physical card. ``outline`` and ``corners`` (index centres seen so far, ``(k, 2)``) are in table units.

    ``logs`` are summed log-probabilities of the 54 faces with their total ``weight``, ``sure`` is how surely it is a
    card at all, ``reads`` how often it was seen, ``missed`` how often its place was found bare in a row. ``present`` is
    what spoke best for there being such a card: ``sure`` looks at the print alone, ``present`` at its place as well.
    ``unread`` is True while nothing but the paper of its face was seen. ``overlooked`` is how often it was not found
    though its place showed the same picture as when it was.
    """

    id: int
    zone: str
    outline: Quad
    corners: Floats
    logs: Floats
    weight: float
    sure: float
    face_up: bool
    phase: Phase
    reads: int
    missed: int
    first_seq: int
    last_seq: int
    present: float = 1.0
    unread: bool = False
    overlooked: int = 0

    @property
    def middle(self) -> tuple[float, float]:
        """Give the card's centre."""
        x, y = self.outline.mean(axis=0).tolist()
        return float(x), float(y)

    @property
    def chances(self) -> Floats:
        """Give the probability of each face.

        Pictures of a card that lies still resemble each other: four reads tell little more than two, so that the sum
        counts for less than its terms.
        """
        return normal(self.logs / self.weight**0.75)

    @property
    def card(self) -> Card:
        """Give the most probable face; the unknown card for one that shows its back or was not read."""
        return FACES[int(self.logs.argmax())] if self.is_read else Card.UNKNOWN

    @property
    def is_read(self) -> bool:
        """Say whether a face was read."""
        return self.face_up and not self.unread

    @property
    def confidence(self) -> float:
        """Give how sure the face is."""
        return float(self.chances.max()) * self.sure if self.is_read else self.sure

    def alternatives(self, count: int = 3) -> tuple[tuple[Card, float], ...]:
        """Give the next best faces with their probabilities."""
        if not self.is_read:
            return ()
        chances = self.chances
        return tuple((FACES[place], float(chances[place])) for place in np.argsort(-chances)[1 : 1 + count].tolist())


@dataclass(frozen=True, slots=True)
class TrackSettings:
    """Distances in mm: how far a still card's indices and centre may seem to move, and how far a push goes. Cards
    whose place is covered were pushed only if ``push_share`` of those gone from their zone went the same way, to
    ``one_push``.

    ``memory`` is what part of the summed readings survives each new one. ``gone_after`` bare reads end a track. A track
    of ``settled_reads`` or more whose face is surer than ``settled`` is not misread: another face at its place, after a
    change there, is another card, unless it shows one index only, lies exactly like the track, to ``same_pose``, and
    leaves more than ``resembles`` to the track's face. A card that seems to have moved less than ``still`` lies still.
    """

    corner_reach: float = 6.5
    middle_reach: float = 14.0
    turn_reach: float = math.radians(13)
    push: float = 220.0
    one_push: float = 14.0
    push_share: float = 0.7
    push_across_zones: float = 120.0
    memory: float = 0.7
    gone_after: int = 2
    settled_reads: int = 2
    settled: float = 0.9
    same_pose: float = 8.0
    resembles: float = 0.001
    still: float = 3.0


@dataclass(frozen=True, slots=True)
class Reading:
    """One read of some zones: what was seen, which zones were read, and how to judge a place and find a zone.

    ``is_fresh`` says of an outline whether bare table was to be seen there before.
    """

    seen: Sequence[SeenCard]
    zones: Collection[str]
    seq: int
    units_per_mm: float
    zone_at: Callable[[tuple[float, float]], str | None]
    place: Callable[[CardTrack], Place]
    is_fresh: Callable[[Quad], bool]
    meaning: Sequence[Card]
