"""A script: what happens on the simulated table at which second, and the moments worth a picture.

The scene at any time is looked up, never stepped, so a camera may take it at key moments, at full rate or live.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from paizhuo.device.players.acts import Act
from paizhuo.device.twin.scene import Arm, Lying, Point, Scene
from paizhuo.rules.cards import Seat


@dataclass(frozen=True, slots=True)
class Change:
    """From second ``at`` on exactly these cards lie on the table."""

    at: float
    cards: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand comes in from ``seat`` at ``start``, is over ``target`` half-way, and is gone at ``end``."""

    start: float
    end: float
    seat: Seat
    target: Point
    home: Point

    def arm(self, at: float) -> Arm | None:
        """Give the arm at second ``at``, or None while the hand is not over the table."""
        if not self.start < at < self.end:
            return None
        phase = (at - self.start) / (self.end - self.start)
        out = 1.0 - abs(2.0 * phase - 1.0)
        # A hand dwells over the cards: it arrives quickly, stays for the middle third, leaves quickly.
        out = min(1.0, out * 1.5)
        x = self.home[0] + (self.target[0] - self.home[0]) * out
        y = self.home[1] + (self.target[1] - self.home[1]) * out
        return Arm(self.seat, x, y)


@dataclass(frozen=True, slots=True)
class Moment:
    """A second worth a picture. ``note`` says in a word what it shows: still, hand, settled."""

    at: float
    note: str


@dataclass(frozen=True, slots=True)
class Cue:
    """At second ``at`` the cards of ``act`` have changed place; the hand is still over them."""

    at: float
    act: Act


@dataclass(frozen=True, slots=True)
class Script:
    """One hand's course on the table, in seconds from its first picture."""

    changes: tuple[Change, ...]
    reaches: tuple[Reach, ...]
    moments: tuple[Moment, ...]
    cues: tuple[Cue, ...]
    seconds: float

    def scene(self, at: float) -> Scene:
        """Give what lies on and reaches over the table at second ``at``."""
        place = bisect_right(self.changes, at, key=lambda change: change.at) - 1
        cards = self.changes[place].cards if place >= 0 else ()
        first = max(0, bisect_right(self.reaches, at, key=lambda reach: reach.start) - 3)
        arms = [arm for reach in self.reaches[first : first + 4] if (arm := reach.arm(at)) is not None]
        return Scene(cards, tuple(arms))

    def times(self, fps: float | None = None) -> tuple[float, ...]:
        """Give the seconds to take pictures at: the key moments, or every ``1 / fps`` seconds."""
        if fps is None:
            return tuple(moment.at for moment in self.moments)
        return tuple(count / fps for count in range(int(self.seconds * fps) + 1))
