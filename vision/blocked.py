"""Tell when the table cannot be seen, and when it can again: no light, no picture, a bumped camera, a covered zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paizhuo.rules.observations import Blocked, Evidence
from paizhuo.vision.frames import Frame
from paizhuo.vision.watch import Light
from paizhuo.vision.zones import WHOLE_TABLE, Zone

_LOST = "lost"
_BUMPED = "bumped"


class Blockages:
    """Remembers what was told to be in the way, so that each thing is told once, and its end as well.

    A zone's cover is told after ``told_after`` seconds.
    """

    def __init__(self, zones: Sequence[Zone], told_after: float) -> None:
        self._zones = tuple(zones)
        self._told_after = told_after
        self._light: str | None = None
        self._bumped = False
        self._covered: set[str] = set()

    def lose(self, seq: int, at: float) -> tuple[Blocked, ...]:
        """Say that no frame comes any more; the next frame ends it."""
        if self._light == _LOST:
            return ()
        self._light = _LOST
        return (Blocked(WHOLE_TABLE, _LOST, evidence=Evidence(seq, seq, at)),)

    def light(self, light: Light, frame: Frame) -> list[Blocked]:
        """Tell what is new about the light."""
        cause = self._light
        now = None if light is Light.GOOD else light.value
        if now == cause:
            return []
        told: list[Blocked] = []
        evidence = Evidence(frame.seq, frame.seq, frame.seconds)
        if cause is not None:
            told.append(Blocked(WHOLE_TABLE, cause, over=True, evidence=evidence))
        if now is not None:
            told.append(Blocked(WHOLE_TABLE, now, evidence=evidence))
        self._light = now
        return told

    def bumped(self, is_bumped: bool, since: int, frame: Frame) -> list[Blocked]:
        """Tell that the camera was bumped, or is in its place again: it may be wrong since frame ``since``."""
        if is_bumped is self._bumped:
            return []
        self._bumped = is_bumped
        return [Blocked(WHOLE_TABLE, _BUMPED, over=not is_bumped, evidence=Evidence(since, frame.seq, frame.seconds))]

    def covered(self, since: Mapping[str, float], frame: Frame) -> list[Blocked]:
        """Tell which zones are newly covered or free again; ``since`` gives each covered one its second."""
        told: list[Blocked] = []
        evidence = Evidence(frame.seq, frame.seq, frame.seconds)
        for zone in self._zones:
            if zone.heap:
                continue
            began = since.get(zone.name)
            blocked = zone.name in self._covered
            if began is not None and not blocked and frame.seconds - began >= self._told_after:
                self._covered.add(zone.name)
                told.append(Blocked(zone.name, "covered", evidence=evidence))
            elif began is None and blocked:
                self._covered.discard(zone.name)
                told.append(Blocked(zone.name, "covered", over=True, evidence=evidence))
        return told
