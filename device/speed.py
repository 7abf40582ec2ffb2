"""How fast a table is followed: from cards at rest to the event, and frames a second, against floors of the same run.

Frames are drawn beforehand. They then arrive on a clock of their own, which what is measured moves on: a frame that
comes while sight is at work waits in the slot, and a newer one takes its place. So the figures hold on a busy machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.latest import LatestFrame
from paizhuo.device.players.acts import Lays
from paizhuo.device.twin.script import Script
from paizhuo.rules.cards import Seat
from paizhuo.rules.observations import CardsShown, Observation
from paizhuo.vision.backends.protocol import Network, Tensor
from paizhuo.vision.frames import Frame
from paizhuo.vision.zones import Zone

_SOONER = 0.5
"""Seconds before the hand has left its zone at which a play may be told already."""

Clock = Callable[[], float]
"""Gives seconds; only differences count."""

EXPOSURE_FRAMES, STILL_FRAMES = 1, 3
"""Frame intervals that no sight can save: in one the cards come to rest, in three they are seen to lie still."""


@dataclass(frozen=True, slots=True)
class Rest:
    """From second ``at`` on the cards of a play lie still before ``seat`` and no hand is over them."""

    seat: Seat
    at: float


@dataclass(frozen=True, slots=True)
class Clip:
    """Drawn frames, packed as JPEG, with their times, and when plays come to rest in them."""

    fps: float
    packed: tuple[tuple[float, bytes], ...]
    rests: tuple[Rest, ...]

    def frames(self) -> Iterator[Frame]:
        """Unpack the frames, one after the other."""
        for place, (at, picture) in enumerate(self.packed):
            image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
            yield Frame("clip", place + 1, round(at * 1e9), np.asarray(image, np.uint8))


class Timed:
    """A network whose bare running time adds up in ``spent``."""

    def __init__(self, network: Network, clock: Clock = time.process_time) -> None:
        self._network = network
        self._clock = clock
        self.spent = 0.0

    def run(self, batch: Tensor) -> Tensor:
        """Run the network."""
        started = self._clock()
        answer = self._network.run(batch)
        self.spent += self._clock() - started
        return answer


@dataclass(frozen=True, slots=True)
class Followed:
    """What following a clip took.

    ``latencies`` are seconds from rest to event, by play; ``missed`` plays gave none. ``costs`` are seconds of work by
    frame that was looked at, ``read`` those of bare networks in the frames in which something was read. ``dropped``
    frames were overtaken by newer ones; never more than ``waiting`` were in the slot.
    """

    fps: float
    latencies: tuple[float, ...]
    missed: int
    costs: tuple[float, ...]
    read: tuple[float, ...]
    dropped: int
    waiting: int

    @property
    def floor(self) -> float:
        """Give the seconds that no sight can save: frame intervals, and one reading by the bare networks."""
        intervals = (EXPOSURE_FRAMES + STILL_FRAMES) / self.fps
        return intervals + (float(np.median(self.read)) if self.read else 0.0)

    @property
    def late(self) -> float:
        """Give the latency that 95 % of the plays keep within (seconds), as a multiple of the floor."""
        return float(np.quantile(self.latencies, 0.95)) / self.floor if self.latencies else float("inf")

    @property
    def speed(self) -> float:
        """Give the frames a second that sight can look at."""
        return len(self.costs) / max(sum(self.costs), 1e-9)


def clip_of(camera: SimulatedCamera, script: Script, zones: Sequence[Zone], *, plays: int, fps: float) -> Clip:
    """Film the first ``plays`` plays of a hand at ``fps`` pictures a second."""
    laid = [(cue.at, cue.act.seat) for cue in script.cues if isinstance(cue.act, Lays)][:plays]
    first, last = laid[0][0] - 2.0, laid[-1][0] + 2.5
    times = [first + step / fps for step in range(round((last - first) * fps))]
    packed = []
    for frame in camera.shoot(script, times):
        done, buffer = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        assert done
        packed.append((frame.seconds - first, buffer.tobytes()))
    by_seat = {zone.seat: zone for zone in zones if zone.seat is not None}
    rests = [Rest(seat, _rest(script, at, by_seat[seat]) - first) for at, seat in laid]
    return Clip(fps, tuple(packed), tuple(rests))


def _rest(script: Script, at: float, zone: Zone) -> float:
    """Give when the hand that laid cards at second ``at`` has left their zone, to a hundredth."""
    while any(zone.contains((arm.x, arm.y)) for arm in script.scene(at).arms):
        at += 0.01
    return at


def follow(
    clip: Clip,
    step: Callable[[Frame], Sequence[Observation]],
    networks: Sequence[Timed] = (),
    clock: Clock = time.process_time,
) -> Followed:
    """Let frames arrive at their times and have each newest one looked at by ``step``; ``clock`` times the work."""
    slot, frames = LatestFrame(), clip.frames()
    now, put, waiting = 0.0, 0, 0
    costs: list[float] = []
    read: list[float] = []
    told: list[tuple[float, float, Seat]] = []
    ahead = next(frames, None)
    while True:
        while ahead is not None and ahead.seconds <= now:
            slot.put(ahead)
            put += 1
            ahead = next(frames, None)
        waiting = max(waiting, put - slot.dropped - len(costs))
        frame = slot.take(timeout=0)
        if frame is None:
            if ahead is None:
                break
            now = ahead.seconds
            continue
        bare, started = sum(each.spent for each in networks), clock()
        seen = step(frame)
        costs.append(clock() - started)
        now += costs[-1]
        spent = sum(each.spent for each in networks) - bare
        if spent > 0:
            read.append(spent)
        told += [
            (frame.seconds, now, each.seat) for each in seen if isinstance(each, CardsShown) and each.seat is not None
        ]
    latencies = [_latency(rest, clip.rests, told) for rest in clip.rests]
    known = tuple(each for each in latencies if each is not None)
    return Followed(clip.fps, known, len(latencies) - len(known), tuple(costs), tuple(read), slot.dropped, waiting)


def _latency(rest: Rest, rests: Sequence[Rest], told: Sequence[tuple[float, float, Seat]]) -> float | None:
    """Give how long after its rest a play was told: from its seat, at most half a second before, before the next."""
    later = [each.at for each in rests if each.seat is rest.seat and each.at > rest.at]
    low, high = rest.at - _SOONER, min(later, default=float("inf")) - _SOONER
    return min((now - rest.at for taken, now, seat in told if seat is rest.seat and low <= taken < high), default=None)
