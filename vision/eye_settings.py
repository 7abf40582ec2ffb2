"""What the table's eye may be told to do otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field

from paizhuo.vision.observe import ObserveSettings
from paizhuo.vision.steady import SteadySettings
from paizhuo.vision.sureness import SightSettings, Sureness
from paizhuo.vision.track import TrackSettings
from paizhuo.vision.watch import WatchSettings


def _while_watching() -> SightSettings:
    return SightSettings(common=Sureness(0.35, 0.35, 0.35), joker=Sureness(0.6, 0.7, 0.33))


@dataclass(frozen=True, slots=True)
class EyeSettings:
    """Reading: ``margin`` mm around a zone are read with it, at scales that give an index ``index_pixels`` in turn.

    A changed zone is read ``reads`` times, and up to ``most_reads`` while something in it is unsure. A thing that is no
    card covers a zone from ``hand`` mm² up; that is told after ``told_after`` seconds, and after ``furniture_after``
    seconds without motion it counts as part of the table. ``sureness`` is what a single read must have; it is less than
    for photos, as further reads follow. With ``brought`` a card counts only where things have moved before: recordings
    may have print drawn into the picture, which no hand has laid there; 0 switches that off. ``steady`` None does not
    watch the camera's place; a map of unknown scale never does.
    """

    margin: float = 50.0
    index_pixels: tuple[float, ...] = (30.0, 22.0)
    reads: int = 2
    most_reads: int = 7
    hand: float = 1500.0
    told_after: float = 1.0
    furniture_after: float = 20.0
    brought: float = 0.0
    sureness: SightSettings = field(default_factory=_while_watching)
    watch: WatchSettings = field(default_factory=WatchSettings)
    tracks: TrackSettings = field(default_factory=TrackSettings)
    observe: ObserveSettings = field(default_factory=ObserveSettings)
    steady: SteadySettings | None = field(default_factory=SteadySettings)
