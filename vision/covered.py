"""What no card explains: hands that cover a zone, and things that lie so long that they belong to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from paizhuo.vision.eye_settings import EyeSettings
from paizhuo.vision.plane import Mask, Patch, TablePlane
from paizhuo.vision.track import CardTrack, Phase
from paizhuo.vision.watch import Watched


class Covers:
    """Follows which settled zones (``patches`` of the view, by name) something covers that is no card."""

    def __init__(self, patches: Mapping[str, Patch], settings: EyeSettings) -> None:
        self._patches = dict(patches)
        self._settings = settings
        self._since: dict[str, float] = {}

    @property
    def since(self) -> Mapping[str, float]:
        """Name the covered zones with the second since which they are."""
        return self._since

    def see(self, unexplained: Mask, watched: Watched, at: float, pixels_per_mm: float) -> None:
        """Take what the view shows besides cards, and the view's scale."""
        least = self._settings.hand * pixels_per_mm**2
        opened = cv2.morphologyEx(unexplained.view(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)).view(np.bool_)
        for name in watched.settled:
            zone = self._patches[name]
            inside = zone.of(opened) & zone.mask
            if int(np.count_nonzero(inside)) >= least and _largest(inside) >= least:
                self._since.setdefault(name, at)
            else:
                self._since.pop(name, None)

    def bare(
        self,
        explained: Mask,
        unexplained: Mask,
        tracks: Sequence[CardTrack],
        reads: Mapping[str, int],
        watched: Watched,
        at: float,
    ) -> Mask:
        """Give the pixels that show the table itself, in the settled zones that were read since they changed."""
        bare = np.zeros(unexplained.shape, np.bool_)
        free, nothing = ~explained, ~(explained | unexplained)
        for name in watched.settled:
            if not reads[name]:
                continue
            since = self._since.get(name)
            is_furniture = since is not None and at - since >= self._settings.furniture_after
            hidden = any(track.phase is Phase.HIDDEN and track.zone == name for track in tracks)
            zone = self._patches[name]
            part = zone.of(bare)
            part |= zone.mask & zone.of(free if is_furniture and not hidden else nothing)
        return bare


def explained(tracks: Sequence[CardTrack], plane: TablePlane, units_per_mm: float) -> Mask:
    """Give the pixels where a thing is no wonder: the cards that are seen, and those that they lie on."""
    seen = [track for track in tracks if track.phase is not Phase.HIDDEN]
    under = [
        track.outline for track in tracks if track.phase is Phase.HIDDEN and any(_lies_on(card, track) for card in seen)
    ]
    return plane.under([*(track.outline for track in seen), *under], grow=6.0 * units_per_mm)


def _lies_on(card: CardTrack, other: CardTrack) -> bool:
    """Say whether a card was laid after another one and onto it."""
    if card.first_seq <= other.first_seq:
        return False
    shared, _ = cv2.intersectConvexConvex(card.outline, other.outline)
    return float(shared) > 0.1 * float(cv2.contourArea(other.outline))


def _largest(mask: Mask) -> int:
    """Give the size of the largest connected part."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.view(np.uint8), connectivity=4)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0
