"""Which zones are read next: those that changed since they were read, and those in which something is not sure yet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from paizhuo.vision.eye_settings import EyeSettings
from paizhuo.vision.observe import is_unripe
from paizhuo.vision.plane import Patch
from paizhuo.vision.track import CardTrack
from paizhuo.vision.watch import Relief


class Turns:
    """Counts the reads of each zone (``patches`` of the view, by name) since it changed."""

    def __init__(self, patches: Mapping[str, Patch], settings: EyeSettings) -> None:
        self._patches = dict(patches)
        self._settings = settings
        self._read_relief: dict[str, Relief] = {}
        self._reads = dict.fromkeys(patches, 0)

    @property
    def reads(self) -> Mapping[str, int]:
        """How often each zone was read since it changed."""
        return self._reads

    @property
    def exhausted(self) -> list[str]:
        """Name the zones that were read as often as is worth while."""
        return [name for name, reads in self._reads.items() if reads >= self._settings.most_reads]

    def due(
        self, settled: Collection[str], relief: Relief, tracks: Sequence[CardTrack], unread: Collection[str]
    ) -> list[str]:
        """Name the settled zones that are to be read; in ``unread`` ones another read may tell a face."""
        unsure = {track.zone for track in tracks if track.missed or is_unripe(track, self._settings.observe)}
        unsure.update(unread)
        return [name for name in self._patches if name in settled and self._is_due(name, relief, name in unsure)]

    def took(self, names: Collection[str], relief: Relief) -> None:
        """Note that zones were read in a picture of that relief."""
        for name in names:
            self._read_relief[name] = relief
            self._reads[name] += 1

    def _is_due(self, name: str, relief: Relief, unsure: bool) -> bool:
        before, zone = self._read_relief.get(name), self._patches[name]
        if before is None:
            return True
        watch = self._settings.watch
        if before is not relief and differs(before, relief, zone, watch.motion) >= watch.motion_pixels:
            self._reads[name] = 0
        return self._reads[name] < (self._settings.most_reads if unsure else self._settings.reads)


def differs(before: Relief, now: Relief, patch: Patch, motion: float) -> int:
    """Count the pixels of a patch whose relief differs by more than ``motion``."""
    changed = np.abs(patch.of(now) - patch.of(before)) > motion
    return int(np.count_nonzero(changed & patch.mask))
