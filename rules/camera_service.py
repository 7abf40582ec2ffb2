"""The camera of a running table for those who serve pages: which there are, which watches, where it sees the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.snapshot import Params

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""The playing area's corners in pixels of the picture, clockwise from the top left."""


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera that can be chosen: ``kind`` as in the settings, ``source`` as it may be shown (never a password)."""

    id: str
    kind: str
    source: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the table lies in the picture, and how that is known.

    ``by`` is ``markers``, ``corners`` (four taps) or ``picture`` (the whole of it, for want of better). ``error`` is
    how far the printed markers lie from where the map puts them, in pixels (root mean square), None where no marker
    was seen: four corners alone fit any map. ``at`` is when the table was placed, ``checked_at`` when the picture last
    agreed, both in milliseconds since the epoch (0 never). ``hold`` says what is known now: ``locked``, ``bumped``,
    ``blind`` (nothing to hold on to) or ``unwatched``; ``shift`` is how far the picture has moved, in pixels.
    """

    by: str
    corners: Corners
    width: int
    height: int
    error: float | None
    px_per_mm: float
    at: int
    hold: str = "unwatched"
    checked_at: int = 0
    shift: float | None = None


@dataclass(frozen=True, slots=True)
class CameraView:
    """What a page shows of the camera.

    ``chosen`` is the id of the one that watches, ``kept`` says that the next start takes it again. ``fault`` is a code
    with its parameters for why there is no picture, empty while there is one. ``simulated`` says that invented people
    play; ``waiting`` that they wait to be asked.
    """

    chosen: str
    choices: tuple[CameraChoice, ...]
    placed: Placement | None
    kept: bool
    fault: str = ""
    fault_params: Params | None = None
    simulated: bool = False
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class Performance:
    """What people at a simulated table are asked to lay: a bid that is taken up again, then tricks, play by play."""

    bid: tuple[Seat, tuple[Card, ...]] | None
    tricks: tuple[tuple[tuple[Seat, tuple[Card, ...]], ...], ...]


@dataclass(frozen=True, slots=True)
class ZoneCheck:
    """How well cards can be read in a zone: ``level`` is good, ask or alarm, as the trust light has them.

    ``index_px`` is the height of an index in pixels where it is smallest, ``read`` the share of drawn cards that were
    read right; ``advice`` is a code for what to change, empty where all is well.
    """

    zone: str
    level: str
    index_px: float
    read: float
    advice: str = ""


class CameraService(Protocol):
    """The camera of one running table. Changes raise ``CommandRefusedError`` and then leave everything as it was."""

    def cameras(self) -> CameraView:
        """Give what there is and what watches; never waits for a camera."""
        ...

    def switch(self, choice: str) -> None:
        """Watch through one of the ``choices`` from now on."""
        ...

    def switch_to(self, kind: str, source: str) -> None:
        """Watch through a camera or a recording that is not listed: a path, an address."""
        ...

    def place(self, corners: Corners | None) -> None:
        """Place the table by its four corners, or (None) by the printed markers in the newest picture."""
        ...

    def check(self) -> tuple[ZoneCheck, ...]:
        """Say how well cards can be read in each zone of the bare table as it is now; takes seconds."""
        ...

    def perform(self, what: Performance | None) -> None:
        """Let the people at the simulated table lay something, or (None) play match after match."""
        ...
