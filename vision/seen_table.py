"""The table as the eye believes it to be, for the page that shows it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat
from paizhuo.vision.calibrate import TableMap
from paizhuo.vision.frames import Frame
from paizhuo.vision.track import CardTrack, Phase
from paizhuo.vision.watch import Light, Watched
from paizhuo.vision.zones import Zone


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card that the eye believes to lie on the table; ``outline`` in pixels of the frame."""

    track: int
    card: Card
    confidence: float
    zone: str
    seat: Seat | None
    face_up: bool
    hidden: bool
    outline: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The table as the eye believes it to be after a frame, for the page that shows it."""

    frame_seq: int
    at: float
    light: str
    moving: frozenset[str]
    covered: frozenset[str]
    cards: tuple[TableCard, ...]


NOTHING_SEEN = SeenTable(-1, 0.0, Light.GOOD.value, frozenset(), frozenset(), ())
"""The table before the first frame."""


def seen_table(
    frame: Frame,
    watched: Watched,
    tracks: Sequence[CardTrack],
    covered: Collection[str],
    zones: Sequence[Zone],
    table_map: TableMap,
) -> SeenTable:
    """Give the table after a frame: every card that is followed and was seen more than once."""
    seats = {zone.name: zone.seat for zone in zones}
    cards = tuple(
        TableCard(
            track.id,
            track.card,
            track.confidence,
            track.zone,
            seats[track.zone],
            track.face_up,
            track.phase is Phase.HIDDEN,
            tuple((float(x), float(y)) for x, y in table_map.to_px(track.outline)),
        )
        for track in tracks
        if track.phase is not Phase.TENTATIVE
    )
    return SeenTable(frame.seq, frame.seconds, watched.light.value, watched.moving, frozenset(covered), cards)
