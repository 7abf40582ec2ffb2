"""The composition root: camera, sight, table and pages are put together here, from settings, and nowhere else."""

from __future__ import annotations

import secrets
import tempfile
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from flask import Flask

from paizhuo.connections import Connections, connections
from paizhuo.device.addresses import own_addresses, own_names, reachable_at
from paizhuo.device.camera.protocol import CameraError
from paizhuo.device.chosen_camera import ChosenCamera
from paizhuo.device.clock import SystemClock
from paizhuo.device.live import LivePictures
from paizhuo.device.pipeline import Pipeline
from paizhuo.device.players.match import Playable, playable, playable_ids, zones_for
from paizhuo.device.reading_check import checked
from paizhuo.device.settings import Settings, SightSettings, StoreSettings, WebSettings
from paizhuo.device.stage import CameraAwayError, PlacedCamera, Simulation, place_camera
from paizhuo.device.store.evidence import MEGABYTE, EvidenceLimits, EvidenceStore
from paizhuo.device.store.log import EventLog
from paizhuo.device.table import TableActor
from paizhuo.device.watching import Lookout, RestOfTable, Watching
from paizhuo.models.manifest import ModelError
from paizhuo.rules.cards import Seat
from paizhuo.rules.errors import NoSuchRulebookError, TableError
from paizhuo.rules.service import Person, StartMatch
from paizhuo.rules.snapshot import Role
from paizhuo.vision.eye import TableEye
from paizhuo.vision.index_sight import IndexSight
from paizhuo.vision.shipped import open_sight
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.app import create_app
from paizhuo.web_ui.doors import PASSWORD_BYTES
from paizhuo.web_ui.health import Trouble
from paizhuo.web_ui.metrics import Figure
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.server import LOOPBACK_HOSTS, AddressTakenError, Serving, serve
from paizhuo.web_ui.settings import LOOPBACK, PageSettings

PORTS_TRIED = 20
HOUSE = Person(Role.ADMIN, "paizhuo")


class StartError(TableError):
    """Raised when a table cannot start; the message is one clear line."""


@dataclass(frozen=True, slots=True)
class Foundation:
    """What is read and checked before anything is written: rulebook, sight, a camera that knows its table, the rest.

    ``camera`` may also be the reason why there is none yet; ``chosen`` is what a page chose before (None: nothing).
    """

    settings: Settings
    rulebook: Playable
    sight: IndexSight
    camera: PlacedCamera | CameraAwayError
    connections: Connections | None = None
    chosen: ChosenCamera | None = None


class Runtime:
    """A table that can be started and stopped. Parts start in order and stop in the opposite one.

    Use it as a context manager, or call ``start`` and ``stop``. ``new_password`` replaces the owner's password.
    """

    def __init__(self, foundation: Foundation, *, new_password: bool = False) -> None:
        self._foundation = foundation
        self._new_password = new_password
        self._password = ""
        self._parts = ExitStack()
        self._serving: Serving | None = None
        self._watching: Watching | None = None
        self._table: TableActor | None = None
        self._follower: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where the dashboard is; empty before the start."""
        return "" if self._serving is None else self._serving.address

    @property
    def addresses(self) -> tuple[str, ...]:
        """Every address at which the dashboard can be opened, the surest first; none before the start."""
        web = self._foundation.settings.web
        if self._serving is None:
            return ()
        if web.https and web.names:
            return tuple(f"https://{name}/" for name in web.names)
        return reachable_at(web.host, self._serving.port, web.names)

    @property
    def password(self) -> str:
        """The owner's password if it was made in this run, else empty. It is kept nowhere else: show it once."""
        return self._password

    @property
    def access_file(self) -> Path:
        """Where the password's hash, paired devices and overlay addresses are kept."""
        settings = self._foundation.settings
        return Path(settings.store.path).parent / settings.web.access_file

    @property
    def port(self) -> int:
        """The port that was taken."""
        return 0 if self._serving is None else self._serving.port

    @property
    def table(self) -> TableActor:
        """The running table. Only after the start."""
        if self._table is None:
            raise RuntimeError("the table has not been started")
        return self._table

    @property
    def no_camera(self) -> str:
        """Why there is no picture yet, empty when there is one: the pages are served meanwhile."""
        fault = None if self._watching is None else self._watching.fault
        return "" if fault is None else str(fault)

    def start(self) -> None:
        """Start everything; what was started is stopped again when a later part fails."""
        with ExitStack() as parts:
            if isinstance(self._foundation.camera, PlacedCamera):
                parts.callback(self._foundation.camera.close)
            parts.callback(self._wait_for_follower)
            self._table = self._start_table(parts)
            # Before the match begins, so that its beginning is told too.
            if self._foundation.connections is not None:
                self._foundation.connections.start(self._table, parts)
            self._begin(self._table)
            pictures = LivePictures(self._table.picture_of)
            self._watching = self._look_at(self._table, pictures)
            self._serving = self._start_pages(self._table, pictures, self._watching)
            parts.callback(self._serving.stop)
            parts.callback(self._watching.stop)
            self._watching.start()
            self._follower = threading.Thread(target=self._follow_game, name="paizhuo-game", daemon=True)
            self._follower.start()
            self._parts = parts.pop_all()

    def stop(self) -> None:
        """Stop everything; calling it again does nothing."""
        self._parts.close()

    def troubles(self) -> tuple[Trouble, ...]:
        """Give what does not work now, the worst first (the pages' ``HealthService``)."""
        if self._watching is None:
            return ()
        state, fault = self._watching.state, self._watching.fault
        found = []
        if fault is not None:
            found.append(Trouble("trouble.no_camera", {"cause": fault.code.removeprefix("camera.")}))
        elif state.camera_lost:
            found.append(Trouble("trouble.camera_lost"))
        if state.failure:
            found.append(Trouble("trouble.sight_failed", {"reason": state.failure}))
        if self._watching.waits:
            found.append(Trouble("trouble.simulated", alarm=False))
        if self._foundation.connections is not None and self._foundation.connections.broker_away:
            found.append(Trouble("trouble.broker_away", {"host": self._foundation.settings.mqtt.host}, alarm=False))
        return tuple(found)

    def figures(self) -> tuple[Figure, ...]:
        """Give the figures of camera and sight as they are now (the pages' ``Measured``)."""
        if self._watching is None:
            return ()
        state = self._watching.state
        return (
            Figure("frames_seen", "Pictures that sight took.", state.frames, "counter"),
            Figure("frames_dropped", "Pictures that sight was too slow for.", state.dropped, "counter"),
            Figure("failures", "Mishaps of camera or sight that were survived.", state.failures, "counter"),
            Figure("camera_lost", "1 while the camera gives no picture.", float(state.camera_lost)),
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _start_table(self, parts: ExitStack) -> TableActor:
        settings = self._foundation.settings
        path = Path(settings.store.path) if settings.store.path else self._temporary(parts) / "match.db"
        table = TableActor(EventLog(path), SystemClock(), evidence=evidence_beside(path, settings.store))
        table.start()
        parts.callback(table.stop)
        return table

    def _look_at(self, table: TableActor, pictures: LivePictures) -> Watching:
        """Make what watches the table, and can watch it through another camera later."""
        foundation = self._foundation

        def rulebook() -> Playable:
            """Give the rules in force, which may be others than those of the settings."""
            now = table.snapshot(Role.ADMIN).rulebook
            return playable(now) if now in playable_ids() else foundation.rulebook

        def fit(camera: PlacedCamera) -> Lookout:
            camera.listen(lambda command: table.ask(command, HOUSE))
            eye = TableEye(foundation.sight, camera.table_map, zones_for(rulebook()))
            return Lookout(Pipeline(eye, table, pictures), eye)

        return Watching(
            foundation.chosen or ChosenCamera(None, foundation.settings),
            foundation.camera,
            RestOfTable(
                open=lambda settings: place_camera(settings, rulebook(), Simulation(waits=True)),
                fit=fit,
                check=lambda frame, table_map: checked(frame.image, table_map, zones_for(rulebook()), foundation.sight),
                look_again=table.look_again,
                now_ms=SystemClock().now_ms,
            ),
        )

    def _follow_game(self) -> None:
        """Look at the table as the game wants it when a match of the other game begins; ends with the table."""
        table, watching = self._table, self._watching
        assert table is not None
        assert watching is not None
        game = table.snapshot(Role.ADMIN).game
        for update in table.events(-1, Role.ADMIN):
            if update is not None and update.snapshot.game != game:
                game = update.snapshot.game
                watching.refit()

    def _wait_for_follower(self) -> None:
        if self._follower is not None:
            self._follower.join(timeout=5.0)

    def _begin(self, table: TableActor) -> None:
        """Begin a match, unless the log holds one that goes on."""
        settings = self._foundation.settings
        if not table.snapshot(Role.ADMIN).rulebook:
            names = settings.match.names()
            seated = (names[Seat.E], names[Seat.N], names[Seat.W], names[Seat.S])
            table.submit(StartMatch(self._foundation.rulebook.id, seated), HOUSE)

    @staticmethod
    def _temporary(parts: ExitStack) -> Path:
        return Path(parts.enter_context(tempfile.TemporaryDirectory(prefix="paizhuo-")))

    def _start_pages(self, table: TableActor, pictures: LivePictures, watching: Watching) -> Serving:
        settings = self._foundation.settings
        web = settings.web
        # A name of its own means a proxy in front: then this machine is not alone with itself any more.
        alone = web.host in LOOPBACK_HOSTS and not web.names
        ours = () if alone else (web.host, *own_names(), *own_addresses(), *web.names)
        pages = PageSettings(
            hosts=(*LOOPBACK, *ours),
            any_address=not alone,
            open_access=Access.REFEREE if alone else Access.HALL if web.anyone_watches else Access.NOBODY,
            secure_cookies=web.https,
            metrics_token="" if self._foundation.connections is None else self._foundation.connections.metrics_token,
            keep=self.access_file if settings.store.path or not alone else None,
        )
        try:
            app = create_app(table, pictures, pages, health=self, cameras=watching)
            self._password = self._owners_password(app)
        except OSError as error:
            raise StartError(f"{self.access_file}: cannot be written: {error.strerror or error}") from error
        return _serve(app, web)

    def _owners_password(self, app: Flask) -> str:
        """Give the owner's password if this run has made it, or must make it."""
        parts: Parts = app.extensions[KEY]
        if parts.doors.first_password or not self._new_password:
            return parts.doors.first_password
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        parts.doors.set_password(password)
        return password


def _serve(app: Flask, web: WebSettings) -> Serving:
    """Listen at the port asked for, or, where that is allowed, at the next free one."""
    tried = range(web.port, web.port + PORTS_TRIED) if web.any_port and web.port else (web.port,)
    for port in tried:
        try:
            return serve(app, web.host, port)
        except AddressTakenError as error:
            taken = error
    raise StartError(f"{taken}; another port can be chosen with --port or web.port") from taken


def build(
    settings: Settings,
    *,
    simulation: Simulation | None = None,
    models: Path | None = None,
    new_password: bool = False,
) -> Runtime:
    """Read and check everything that a table needs and give the table, not yet started; nothing is written.

    ``simulation`` says what is played where ``settings`` ask for the simulated camera, ``models`` is a folder of other
    weights than those shipped. Raises ``StartError`` and ``CameraError``.
    """
    rulebook = live_rulebook(settings.match.rulebook)
    sight = open_weights(models, settings.sight)
    connected = connections(settings)
    chosen = ChosenCamera(_choice_file(settings), settings)
    kept = chosen.read()
    camera: PlacedCamera | CameraAwayError
    try:
        camera = place_camera(kept.settings, rulebook, simulation or Simulation(waits=kept.is_choice))
    except CameraAwayError as away:
        camera = away
    except CameraError as error:
        if not kept.is_choice:
            raise
        # What was chosen on a page is gone, a recording say: the pages are where another one is chosen.
        camera = CameraAwayError(error)
    return Runtime(Foundation(settings, rulebook, sight, camera, connected, chosen), new_password=new_password)


def _choice_file(settings: Settings) -> Path | None:
    """Give where the camera that a page chose is kept: beside the log; None where the log is temporary."""
    return Path(settings.store.path).with_suffix(".camera.json") if settings.store.path else None


def evidence_beside(log: Path, store: StoreSettings) -> EvidenceStore:
    """Give the folder of evidence beside a log, as large as the settings allow."""
    limits = EvidenceLimits(store.evidence_mb * MEGABYTE, store.reserve_mb * MEGABYTE)
    return EvidenceStore(log.with_suffix(".evidence"), limits)


def live_rulebook(name: str) -> Playable:
    """Load a packaged rulebook that a live table can follow. Raises ``StartError`` naming those that exist."""
    try:
        return playable(name)
    except NoSuchRulebookError as error:
        known = ", ".join(playable_ids())
        raise StartError(f"match.rulebook: no live table follows a rulebook {name!r}; there are {known}") from error


def open_weights(folder: Path | None = None, sight: SightSettings | None = None) -> IndexSight:
    """Load the weights in ``folder`` (none: those shipped) as ``sight`` says. Raises ``StartError``."""
    chosen = sight or SightSettings()
    try:
        deck = Path(chosen.deck) if chosen.deck else None
        return open_sight(folder=folder, threads=chosen.threads, runtime=chosen.runtime, deck=deck)
    except ModelError as error:
        raise StartError(str(error)) from error
