"""The sections of a table's settings: every key with its default and what is allowed."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from paizhuo.rules.camera_service import Corners
from paizhuo.rules.cards import Seat

LOCAL_NETWORKS = ("127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
"""Where calls may go unless the settings say otherwise: nothing leaves the house."""


class CameraKind(StrEnum):
    """Where the pictures come from."""

    SIMULATED = "simulated"
    USB = "usb"
    RTSP = "rtsp"
    FILE = "file"
    PICAMERA2 = "picamera2"


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CameraSettings(Section):
    """``source`` is a device number for ``usb`` and ``picamera2``, an address for ``rtsp``, a path for ``file``.

    ``mains_hz`` is the lamps' frequency; ``lens_position`` (1/m) a focus that was measured before, none focuses at the
    start. Both only mean something to a Raspberry Pi's own camera.
    """

    kind: CameraKind = CameraKind.USB
    source: str = "0"
    width: Annotated[int, Field(ge=640, le=8192)] = 1536
    height: Annotated[int, Field(ge=480, le=8192)] = 1152
    fps: Annotated[float, Field(gt=0, le=120)] = 15.0
    mains_hz: Literal[50, 60] = 50
    lens_position: Annotated[float, Field(ge=0, le=32)] | None = None


class TableSettings(Section):
    """The table as the camera sees it.

    ``corners`` are the pixels of the playing area's four corners, clockwise from the top left of the picture;
    ``width_mm`` and ``height_mm`` are its size. Without corners the whole picture is the playing area. ``name`` is what
    the table is called outside.
    """

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")] = "1"
    width_mm: Annotated[float, Field(ge=300, le=3000)] = 960.0
    height_mm: Annotated[float, Field(ge=300, le=3000)] = 720.0
    corners: Corners | None = None


class MatchSettings(Section):
    """The rulebook in force and the four names."""

    rulebook: str = "comp"
    east: str = "East"
    north: str = "North"
    west: str = "West"
    south: str = "South"

    def names(self) -> dict[Seat, str]:
        """Give the players' names by seat."""
        return {Seat.E: self.east, Seat.N: self.north, Seat.W: self.west, Seat.S: self.south}


class SightSettings(Section):
    """What runs the models, on how many processor threads, and the file of the enrolled deck (empty: none)."""

    runtime: Literal["onnx", "ncnn"] = "onnx"
    threads: Annotated[int, Field(ge=1, le=64)] = 2
    deck: str = ""


class WebSettings(Section):
    """Where the dashboard listens; ``any_port`` says whether the next free port may be taken instead.

    ``names`` are further names under which the pages may be asked for; ``https`` says that a proxy in front speaks TLS,
    ``anyone_watches`` that whoever finds the pages may look on. ``access_file`` keeps the owner's password (as a
    hash), paired devices and overlay addresses; a relative path starts at the folder of the log. ``metrics_token_file``
    holds the token that opens ``/metrics`` to a collector.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    any_port: bool = False
    names: tuple[str, ...] = ()
    https: bool = False
    anyone_watches: bool = False
    access_file: str = "paizhuo-access.json"
    metrics_token_file: str = ""


class StoreSettings(Section):
    """Where the event log lives. An empty ``path`` means a file in a new temporary folder.

    ``evidence_mb`` are the megabytes of pictures and clips kept beside it, ``reserve_mb`` those that they leave
    free on the disk for the log.
    """

    path: str = "paizhuo-match.db"
    kind: Literal["sqlite"] = "sqlite"
    evidence_mb: Annotated[int, Field(ge=0, le=1_000_000)] = 2048
    reserve_mb: Annotated[int, Field(ge=16, le=1_000_000)] = 64


class MqttSettings(Section):
    """The broker that is told what happens at the table; without a ``host`` there is none."""

    host: str = ""
    port: Annotated[int, Field(ge=1, le=65535)] = 1883
    prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9_/-]{1,64}$")] = "paizhuo"
    username: str = ""
    password_file: str = ""
    tls: bool = False
    ca_file: str = ""
    home_assistant: bool = False


class WebhookSettings(Section):
    """Addresses that are called with a signed message when something happens at the table.

    ``networks`` are the only ones in which a call may end; ``kinds`` limits the news that are told (none: all).
    """

    urls: tuple[str, ...] = ()
    secret_file: str = ""
    networks: tuple[str, ...] = LOCAL_NETWORKS
    kinds: tuple[str, ...] = ()


class ButtonSettings(Section):
    """Buttons and a light beside the table: numbers of the Raspberry Pi's GPIO pins, none where nothing is wired."""

    undo: Annotated[int, Field(ge=0, le=27)] | None = None
    redo: Annotated[int, Field(ge=0, le=27)] | None = None
    collect: Annotated[int, Field(ge=0, le=27)] | None = None
    hold: Annotated[int, Field(ge=0, le=27)] | None = None
    light: Annotated[int, Field(ge=0, le=27)] | None = None
