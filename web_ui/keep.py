"""What access must survive a restart: the owner's password, paired devices, overlay tokens. One small file, mode 0600.

Secrets are kept as hashes only. The file is replaced as a whole: it is the old one or the new one, never half of it.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from paizhuo.rules.errors import TableError
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.delay import Delay, Until

FORMAT = 1


class KeepError(TableError):
    """Raised when the file of devices and tokens cannot be read; it is never replaced by an empty one."""


@dataclass(frozen=True, slots=True)
class Device:
    """A paired browser: what it may do, the name it was given, and the hash of its secret."""

    id: str
    access: Access
    name: str
    hash: str
    table: str | None = None


@dataclass(frozen=True, slots=True)
class OverlayToken:
    """A read-only token for overlays of one table, with its delay."""

    id: str
    table: str
    name: str
    hash: str
    delay: Delay


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything in the file."""

    password: str = ""
    devices: tuple[Device, ...] = ()
    overlays: tuple[OverlayToken, ...] = ()
    failures: tuple[float, ...] = field(default=())


class Keep:
    """The file, read once and written through. Without a path everything is kept in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._kept = _read(path) if path is not None and path.exists() else Kept()

    @property
    def now(self) -> Kept:
        """Give what is kept now."""
        return self._kept

    def change(self, how: Callable[[Kept], Kept]) -> Kept:
        """Replace what is kept; returns when it is on the disk."""
        with self._lock:
            self._kept = how(self._kept)
            if self._path is not None:
                _write(self._path, self._kept)
            return self._kept

    def add_device(self, device: Device) -> None:
        """Keep a paired device."""
        self.change(lambda kept: replace(kept, devices=(*kept.devices, device)))

    def add_overlay(self, token: OverlayToken) -> None:
        """Keep an overlay's token."""
        self.change(lambda kept: replace(kept, overlays=(*kept.overlays, token)))

    def drop(self, identifier: str) -> bool:
        """Forget a device or a token at once; False when there is none with that id."""
        before = self._kept

        def without(kept: Kept) -> Kept:
            return replace(
                kept,
                devices=tuple(each for each in kept.devices if each.id != identifier),
                overlays=tuple(each for each in kept.overlays if each.id != identifier),
            )

        after = self.change(without)
        return (before.devices, before.overlays) != (after.devices, after.overlays)


def _read(path: Path) -> Kept:
    try:
        raw = json.loads(path.read_text("utf-8"))
        return Kept(
            password=raw["password"],
            devices=tuple(
                Device(each["id"], Access(each["access"]), each["name"], each["hash"], each["table"])
                for each in raw["devices"]
            ),
            overlays=tuple(
                OverlayToken(
                    each["id"],
                    each["table"],
                    each["name"],
                    each["hash"],
                    Delay(Until(each["delay"]["until"]), float(each["delay"]["seconds"])),
                )
                for each in raw["overlays"]
            ),
            failures=tuple(float(each) for each in raw["failures"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise KeepError(f"{path}: the file of devices and tokens cannot be read: {error}") from error


def _write(path: Path, kept: Kept) -> None:
    text = json.dumps({"format": FORMAT, **asdict(kept)}, ensure_ascii=False, indent=1)
    fresh = path.with_name(path.name + ".new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(handle, text.encode())
        os.fsync(handle)
    finally:
        os.close(handle)
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
