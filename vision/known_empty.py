"""Places that look as they did when nothing was found there: looking again would find nothing again.

Most of what a table shows for a while is its own bare cloth, and every trick that is gathered leaves four such places.
What counts as a change is what counts as one for the watch: a card that this cannot see would not be looked for either.
"""

from __future__ import annotations

from collections.abc import Mapping

from paizhuo.vision.plane import Mask, Patch
from paizhuo.vision.turns import differs
from paizhuo.vision.watch import Relief, WatchSettings


class KnownEmpty:
    """Remembers how zones looked when they were empty.

    ``surroundings`` are what is read with each zone, and ``zones`` the zones alone, as patches of the view by name. A
    zone is empty once ``reads`` reads of the same picture, one at each scale, found no index in its surroundings, and
    no thing lies on its known cloth: a back, or a face that is not read yet, may be looked for as often as ever.
    """

    def __init__(
        self, zones: Mapping[str, Patch], surroundings: Mapping[str, Patch], reads: int, settings: WatchSettings
    ) -> None:
        self._zones = dict(zones)
        self._surroundings = dict(surroundings)
        self._reads = reads
        self._settings = settings
        self._empty: dict[str, Relief] = {}
        self._perhaps: dict[str, tuple[Relief, int]] = {}

    def holds(self, name: str, relief: Relief, things: Mask) -> bool:
        """Say whether a zone and its surroundings look as they did when they were empty; ``things`` lie on the cloth.

        The relief knows brightness alone: a thing that differs from the cloth in its colour only is one all the same.
        """
        return not self._lies_on(name, things) and self._is_same(name, self._empty.get(name), relief)

    def note(self, name: str, relief: Relief, things: Mask, found: int) -> None:
        """Note how many indices were found in a zone that was read, in a picture that shows ``things``."""
        before, times = self._perhaps.pop(name, (None, 0))
        if found or self._lies_on(name, things):
            return
        times = times + 1 if self._is_same(name, before, relief) else 1
        if times < self._reads:
            self._perhaps[name] = (relief, times)
        else:
            self._empty[name] = relief

    def _lies_on(self, name: str, things: Mask) -> bool:
        return self._zones[name].count(things) >= self._settings.motion_pixels

    def _is_same(self, name: str, before: Relief | None, now: Relief) -> bool:
        if before is None:
            return False
        changed = differs(before, now, self._surroundings[name], self._settings.motion)
        return changed < self._settings.motion_pixels
