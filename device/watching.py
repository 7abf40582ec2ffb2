"""The camera that watches a table: another one can take its place, and the table be placed anew, while play goes on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from paizhuo.device.camera.protocol import CameraError
from paizhuo.device.choices import Choices
from paizhuo.device.chosen_camera import ChosenCamera
from paizhuo.device.pipeline import LivePipeline, Pipeline, PipelineState
from paizhuo.device.sections import CameraKind
from paizhuo.device.settings import Settings
from paizhuo.device.stage import CameraAwayError, PlacedCamera, error_by_markers, find_table
from paizhuo.rules.camera_service import CameraView, Corners, Performance, Placement, ZoneCheck
from paizhuo.rules.service import CommandRefusedError
from paizhuo.vision.calibrate import CalibrationError, TableMap, from_corners
from paizhuo.vision.eye import TableEye
from paizhuo.vision.frames import Frame
from paizhuo.vision.steady import Steadiness

logger = logging.getLogger(__name__)

TRY_AGAIN_AFTER = 10.0
"""Seconds between two tries to open a camera that gave no picture."""

LEAST_SHARE = 0.05
"""The part of the picture that four corners must enclose: less is a slip of the finger."""

FULL_WIDTH = 1536.0
"""The width at which the watch over the camera's place gives its pixels."""


@dataclass(frozen=True, slots=True)
class Lookout:
    """What looks through a placed camera."""

    pipeline: Pipeline
    eye: TableEye


@dataclass(frozen=True, slots=True)
class RestOfTable:
    """What a change needs of the rest of the table.

    ``open`` opens the camera of settings and finds its table (raises ``CameraError``), ``fit`` makes what looks through
    it, ``check`` says how well cards can be read on a frame, ``look_again`` tells the table that another eye begins,
    ``now_ms`` is the time of day.
    """

    open: Callable[[Settings], PlacedCamera]
    fit: Callable[[PlacedCamera], Lookout]
    check: Callable[[Frame, TableMap], tuple[ZoneCheck, ...]]
    look_again: Callable[[], None]
    now_ms: Callable[[], int]


@dataclass(frozen=True, slots=True)
class _Watch:
    """One camera at work."""

    camera: PlacedCamera
    lookout: Lookout
    live: LivePipeline
    error: float | None
    placed_at: int


class _Counting:
    """A camera whose frames count on from those of the camera before it, so that no number is given twice."""

    def __init__(self, camera: PlacedCamera, first: int) -> None:
        self._camera = camera
        self._first = first

    def frames(self) -> Iterator[Frame]:
        for frame in self._camera.frames():
            yield replace(frame, seq=frame.seq + self._first) if self._first else frame

    def close(self) -> None:
        self._camera.close()


class Watching:
    """Runs the camera of a table (``CameraService``). Start and stop it once; ask and change it from any thread."""

    def __init__(self, chosen: ChosenCamera, first: PlacedCamera | CameraError, rest: RestOfTable) -> None:
        """Begin with the camera ``first``, or with the reason why there is none yet."""
        kept = chosen.read()
        self._chosen = chosen
        self._choices = Choices(chosen.own)
        self._rest = rest
        self._settings = kept.settings
        self._tapped_at = kept.placed_at
        self._first = first
        self._watch: _Watch | None = None
        self._fault: CameraError | None = None
        self._next_seq = 0
        self._changing = threading.Lock()
        self._stopped = threading.Event()
        self._waiter: threading.Thread | None = None

    def start(self) -> None:
        """Start to watch; a camera that is away is tried again and again."""
        if isinstance(self._first, CameraError):
            self._lack(self._first)
        else:
            self._watch = self._begun(self._first)
            self._watch.live.start()

    def stop(self) -> None:
        """Stop for good."""
        self._stopped.set()
        with self._changing:
            if self._watch is not None:
                self._watch.live.stop()
            elif not isinstance(self._first, CameraError):
                self._first.close()
        if self._waiter is not None:
            self._waiter.join(timeout=TRY_AGAIN_AFTER)

    @property
    def state(self) -> PipelineState:
        """How the present camera does."""
        watch = self._watch
        return PipelineState(camera_lost=True) if watch is None else watch.live.state

    @property
    def fault(self) -> CameraError | None:
        """Why there is no camera at all, None while there is one."""
        return self._fault

    @property
    def waits(self) -> bool:
        """Say whether invented people sit at the table, waiting to be asked."""
        watch = self._watch
        return watch is not None and watch.camera.players is not None and watch.camera.players.waits

    # The pages' service

    def cameras(self) -> CameraView:
        """Give what there is and what watches."""
        watch, fault = self._watch, self._fault
        choices = self._choices.all(self._settings.camera)
        return CameraView(
            chosen=self._choices.id_of(self._settings.camera, choices),
            choices=choices,
            placed=None if watch is None else self._placement(watch),
            kept=self._chosen.keeps,
            fault="" if fault is None else fault.code,
            fault_params=None if fault is None else {"reason": str(fault)},
            simulated=self._settings.camera.kind is CameraKind.SIMULATED,
            waiting=self.waits,
        )

    def switch(self, choice: str) -> None:
        """Watch through one of the choices from now on."""
        with self._changing:
            wanted = self._choices.settings_of(choice, self._settings)
            if wanted is None:
                raise CommandRefusedError("camera.absent", reason=choice)
            self._switch(wanted)

    def switch_to(self, kind: str, source: str) -> None:
        """Watch through a camera or a recording that is not listed."""
        try:
            wanted = CameraKind(kind)
        except ValueError as error:
            raise CommandRefusedError("camera.wrong_source", reason=kind) from error
        with self._changing:
            self._switch(self._choices.with_camera(wanted, source))

    def place(self, corners: Corners | None) -> None:
        """Place the table by its four corners, or by the markers in the newest picture."""
        with self._changing:
            watch = self._watch
            newest = None if watch is None else watch.live.newest
            if watch is None or newest is None:
                raise CommandRefusedError("camera.no_picture")
            frame, _ = newest
            table = self._settings.table.model_copy(update={"corners": corners})
            table_map = self._map_of(watch, frame, corners)
            camera = watch.camera.moved(table_map)
            lookout = self._rest.fit(camera)
            now = self._rest.now_ms()
            self._rest.look_again()
            watch.live.look_with(lookout.pipeline)
            error = error_by_markers(table_map, frame.image) if corners is not None else table_map.error
            self._watch = _Watch(camera, lookout, watch.live, error, now)
            self._settings = self._settings.model_copy(update={"table": table})
            self._tapped_at = now if corners is not None else 0
            self._keep()

    def check(self) -> tuple[ZoneCheck, ...]:
        """Say how well cards can be read in each zone of the newest frame."""
        watch = self._watch
        newest = None if watch is None else watch.live.newest
        if watch is None or newest is None:
            raise CommandRefusedError("camera.no_picture")
        steady = watch.lookout.eye.steadiness
        return self._rest.check(newest[0], watch.camera.table_map if steady is None else steady.table_map)

    def refit(self) -> None:
        """Look with other zones from now on: another game is played."""
        with self._changing:
            watch = self._watch
            if watch is not None:
                lookout = self._rest.fit(watch.camera)
                self._rest.look_again()
                watch.live.look_with(lookout.pipeline)
                self._watch = replace(watch, lookout=lookout)

    def perform(self, what: Performance | None) -> None:
        """Let the people at the simulated table lay something, or play on."""
        watch = self._watch
        if watch is None or watch.camera.players is None:
            raise CommandRefusedError("camera.not_simulated")
        watch.camera.players.ask(what)

    # Changing

    def _switch(self, wanted: Settings) -> None:
        """Open the wanted camera first: if that fails, the present one goes on."""
        same = wanted.camera == self._settings.camera
        if same and self._watch is not None and not self._watch.live.state.camera_lost:
            return
        before = self._watch
        if same and before is not None:
            # A device cannot be opened twice.
            before.live.stop()
            self._watch = None
        try:
            camera = self._rest.open(wanted)
        except CameraError as error:
            cause = error.cause if isinstance(error, CameraAwayError) else error
            if self._watch is None:
                self._lack(cause)
            raise CommandRefusedError(cause.code, reason=str(cause)) from error
        self._tapped_at = 0
        self._take(camera, wanted)
        self._keep()

    def _take(self, camera: PlacedCamera, settings: Settings) -> None:
        """Let another camera watch from now on."""
        if self._watch is not None:
            newest = self._watch.live.newest
            self._watch.live.stop()
            self._next_seq = self._next_seq if newest is None else newest[0].seq + 1000
        self._settings = settings
        self._rest.look_again()
        self._watch = self._begun(camera)
        self._fault = None
        self._watch.live.start()

    def _begun(self, camera: PlacedCamera) -> _Watch:
        lookout = self._rest.fit(camera)
        live = LivePipeline(_Counting(camera, self._next_seq), lookout.pipeline)
        is_known = self._settings.table.corners is not None
        return _Watch(camera, lookout, live, camera.error, self._tapped_at if is_known else self._rest.now_ms())

    def _lack(self, fault: CameraError) -> None:
        """Do without a camera until one gives pictures."""
        self._fault = fault.cause if isinstance(fault, CameraAwayError) else fault
        if self._waiter is None or not self._waiter.is_alive():
            self._waiter = threading.Thread(target=self._wait_for_camera, name="paizhuo-no-camera", daemon=True)
            self._waiter.start()

    def _wait_for_camera(self) -> None:
        while not self._stopped.wait(TRY_AGAIN_AFTER):
            with self._changing:
                if self._watch is not None or self._stopped.is_set():
                    return
                try:
                    camera = self._rest.open(self._settings)
                except CameraError as error:
                    self._fault = error.cause if isinstance(error, CameraAwayError) else error
                else:
                    self._take(camera, self._settings)
                    return

    def _map_of(self, watch: _Watch, frame: Frame, corners: Corners | None) -> TableMap:
        table = self._settings.table
        if corners is None:
            found = find_table(table.model_copy(update={"corners": None}), frame)
            if found.markers is None:
                raise CommandRefusedError("camera.no_markers")
            return found
        high, wide = frame.image.shape[:2]
        try:
            table_map = from_corners(corners, table.width_mm, table.height_mm, lens=watch.camera.table_map.lens)
        except CalibrationError as error:
            raise CommandRefusedError("camera.wrong_corners", reason=str(error)) from error
        if _area(corners) < LEAST_SHARE * high * wide:
            raise CommandRefusedError("camera.small_table")
        return table_map

    def _keep(self) -> None:
        try:
            self._chosen.write(self._settings, self._tapped_at)
        except OSError as error:
            # The change holds for this run; the page says what the next start will do.
            logger.warning("the choice of camera cannot be kept: %s", error)
            raise CommandRefusedError("camera.not_kept", reason=error.strerror or str(error)) from error

    # Telling

    def _placement(self, watch: _Watch) -> Placement:
        table_map, newest = watch.camera.table_map, watch.live.newest
        high, wide = (0, 0) if newest is None else newest[0].image.shape[:2]
        by = "markers" if table_map.markers is not None else "picture"
        by = "corners" if self._settings.table.corners is not None else by
        steady = watch.lookout.eye.steadiness
        hold, checked_at, shift = "unwatched", 0, None
        if steady is not None and newest is not None:
            table_map = steady.table_map
            hold, shift = steady.hold.value, None if steady.shift is None else steady.shift * wide / FULL_WIDTH
            checked_at = self._checked_at(steady, *newest)
        return Placement(
            by,
            _corners(table_map),
            wide,
            high,
            None if watch.error is None else round(watch.error, 2),
            round(table_map.px_per_mm(), 3),
            watch.placed_at,
            hold,
            checked_at,
            None if shift is None else round(shift, 2),
        )

    def _checked_at(self, steady: Steadiness, frame: Frame, since: float) -> int:
        ago = max(0.0, frame.seconds - steady.locked_at) + since
        return self._rest.now_ms() - round(ago * 1000) if steady.locked_at >= 0 else 0


def _corners(table_map: TableMap) -> Corners:
    one, two, three, four = ((round(float(x), 1), round(float(y), 1)) for x, y in table_map.corners())
    return one, two, three, four


def _area(corners: Corners) -> float:
    """Give the area (px²) that corners enclose.

    >>> _area(((0, 0), (4, 0), (4, 3), (0, 3)))
    12.0
    """
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairs)) / 2.0
