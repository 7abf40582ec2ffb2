"""The cameras that a page may offer: that of the settings, those that are plugged in, and the simulated one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from paizhuo.device.addresses import without_password
from paizhuo.device.camera.plugged import Plugged, pi_cameras, usb_cameras
from paizhuo.device.sections import CameraKind, CameraSettings
from paizhuo.device.settings import Settings
from paizhuo.rules.camera_service import CameraChoice

OWN = "own"
"""The camera of the settings."""
TYPED = "typed"
"""One that somebody has typed: a path, an address."""


class Choices:
    """Lists cameras for a table with ``own`` settings, and gives the settings that a choice stands for."""

    def __init__(
        self,
        own: Settings,
        *,
        usb: Callable[[], tuple[Plugged, ...]] = usb_cameras,
        pi: Callable[[], tuple[Plugged, ...]] = pi_cameras,
    ) -> None:
        self._own = own
        self._usb = usb
        self._pi = pi

    def all(self, now: CameraSettings) -> tuple[CameraChoice, ...]:
        """List what can be chosen while the camera ``now`` is in use: that of the settings comes first."""
        own = self._own.camera
        found = [_choice(OWN, own)]
        for kind, cameras in ((CameraKind.USB, self._usb()), (CameraKind.PICAMERA2, self._pi())):
            for each in cameras:
                if (own.kind, own.source) == (kind, str(each.number)):
                    found[0] = replace(found[0], name=each.name)
                else:
                    found.append(CameraChoice(f"{kind.value}:{each.number}", kind.value, str(each.number), each.name))
        if own.kind is not CameraKind.SIMULATED:
            found.append(CameraChoice(CameraKind.SIMULATED.value, CameraKind.SIMULATED.value, ""))
        if self.id_of(now, found) == TYPED:
            found.append(_choice(TYPED, now))
        return tuple(found)

    def id_of(self, camera: CameraSettings, choices: Sequence[CameraChoice]) -> str:
        """Give the id of a camera among choices; what is not among them was typed."""
        if (camera.kind, camera.source) == (self._own.camera.kind, self._own.camera.source):
            return OWN
        listed = CameraKind.SIMULATED.value if camera.kind is CameraKind.SIMULATED else f"{camera.kind}:{camera.source}"
        return listed if any(each.id == listed for each in choices) else TYPED

    def settings_of(self, choice: str, now: Settings) -> Settings | None:
        """Give the settings that a choice stands for; None when there is no such choice (any more)."""
        if choice == OWN:
            return self._own
        if choice == TYPED:
            return now
        if choice not in {each.id for each in self.all(now.camera)}:
            return None
        kind, _, source = choice.partition(":")
        return self.with_camera(CameraKind(kind), source)

    def with_camera(self, kind: CameraKind, source: str) -> Settings:
        """Give the settings with another camera, whose corners nobody has told yet."""
        return self._own.with_camera(kind, source)


def _choice(name: str, camera: CameraSettings) -> CameraChoice:
    """Show a camera as it may be shown."""
    if camera.kind is CameraKind.SIMULATED:
        return CameraChoice(name, camera.kind.value, "")
    shown = without_password(camera.source) if camera.kind is CameraKind.RTSP else camera.source
    return CameraChoice(name, camera.kind.value, shown)
