"""The cameras of a scripted table: chosen, refused and placed like real ones, without any device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from paizhuo.rules.camera_service import CameraChoice, CameraView, Corners, Performance, Placement, ZoneCheck
from paizhuo.rules.service import CommandRefusedError

CHOICES = (
    CameraChoice("own", "usb", "0", "HD Webcam"),
    CameraChoice("usb:2", "usb", "2", "Overhead camera"),
    CameraChoice("simulated", "simulated", ""),
)
MARKED = Placement(
    by="markers",
    corners=((60.0, 40.0), (1060.0, 40.0), (1060.0, 800.0), (60.0, 800.0)),
    width=1120,
    height=840,
    error=0.42,
    px_per_mm=1.02,
    at=0,
    hold="locked",
    checked_at=0,
    shift=0.1,
)

ZONES = (
    ZoneCheck("seat-E", "good", 31.0, 1.0),
    ZoneCheck("seat-N", "good", 27.5, 1.0),
    ZoneCheck("seat-W", "ask", 29.0, 4 / 6, "legibility.glare"),
    ZoneCheck("seat-S", "alarm", 12.0, 1 / 6, "legibility.small"),
    ZoneCheck("kitty", "good", 30.0, 1.0),
)


@dataclass(frozen=True, slots=True)
class _State:
    chosen: str
    placed: Placement | None
    fault: str = ""


class ScriptedCameras:
    """A ``CameraService``. ``refuse`` names a choice that cannot be opened and why; ``fail`` takes the camera away.

    ``now_ms`` is the time of day, ``performs`` is told what people at the simulated table are asked to lay.
    """

    def __init__(
        self,
        *,
        now_ms: Callable[[], int] = lambda: 0,
        performs: Callable[[Performance | None], object] = lambda what: None,
    ) -> None:
        self._now_ms = now_ms
        self._performs = performs
        self._refused: dict[str, str] = {}
        self._state = _State("own", replace(MARKED, at=now_ms(), checked_at=now_ms()))
        self._choices: tuple[CameraChoice, ...] = CHOICES
        self._plays = False

    def refuse(self, choice: str, code: str) -> None:
        """Let a choice be refused from now on."""
        self._refused[choice] = code

    def fail(self, code: str) -> None:
        """Let there be no camera, for this reason."""
        self._state = _State(self._state.chosen, None, code)

    def bump(self) -> None:
        """Let the camera be bumped."""
        placed = self._state.placed
        assert placed is not None
        self._state = replace(self._state, placed=replace(placed, hold="bumped", shift=12.0))

    def cameras(self) -> CameraView:
        """Give what there is and what watches."""
        state, simulated = self._state, self._state.chosen == "simulated"
        return CameraView(
            state.chosen,
            self._choices,
            state.placed,
            kept=True,
            fault=state.fault,
            fault_params={"reason": "camera 0: is not there"} if state.fault else None,
            simulated=simulated,
            waiting=simulated and not self._plays,
        )

    def switch(self, choice: str) -> None:
        """Take one of the choices."""
        if choice not in {each.id for each in self._choices}:
            raise CommandRefusedError("camera.absent", reason=choice)
        self._open(choice)

    def switch_to(self, kind: str, source: str) -> None:
        """Take what was typed."""
        self._open("typed", CameraChoice("typed", kind, source))

    def place(self, corners: Corners | None) -> None:
        """Place the table as asked."""
        if self._state.placed is None:
            raise CommandRefusedError("camera.no_picture")
        by = MARKED if corners is None else replace(MARKED, by="corners", corners=corners, error=1.31)
        self._state = replace(self._state, placed=replace(by, at=self._now_ms(), checked_at=self._now_ms()))

    def check(self) -> tuple[ZoneCheck, ...]:
        """Give one zone of each level."""
        if self._state.placed is None:
            raise CommandRefusedError("camera.no_picture")
        return ZONES

    def perform(self, what: Performance | None) -> None:
        """Pass on what is to be laid."""
        if self._state.chosen != "simulated":
            raise CommandRefusedError("camera.not_simulated")
        self._plays = self._plays or what is None
        self._performs(what)

    def _open(self, choice: str, typed: CameraChoice | None = None) -> None:
        code = self._refused.get(choice)
        if code is not None:
            raise CommandRefusedError(code, reason=f"camera {choice}: is not there")
        self._choices = (*CHOICES, typed) if typed is not None else CHOICES
        now = self._now_ms()
        self._state = _State(choice, replace(MARKED, at=now, checked_at=now))
