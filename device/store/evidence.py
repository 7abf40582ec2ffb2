"""Pictures kept as evidence: files named by their own SHA-256, so that no name can be guessed or forged.

Evidence always gives way to the log: it has a quota, it leaves room on the disk, and the oldest goes first.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

logger = logging.getLogger(__name__)

_NAME = re.compile(r"[0-9a-f]{64}")
MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class EvidenceLimits:
    """How much evidence is kept, in bytes: ``quota`` altogether, and ``reserve`` must stay free on the disk."""

    quota: int = 2048 * MEGABYTE
    reserve: int = 64 * MEGABYTE


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class EvidenceStore:
    """A folder of pictures. A picture that could not be kept is no reason to lose the event it belongs to.

    ``free_bytes`` tells how much the disk under a folder would still take. Every method may be called from any thread.
    """

    def __init__(
        self,
        folder: Path,
        limits: EvidenceLimits | None = None,
        *,
        free_bytes: Callable[[Path], int] = _free_bytes,
    ) -> None:
        self._folder = folder
        self._limits = limits or EvidenceLimits()
        self._free_bytes = free_bytes
        self._lock = threading.Lock()
        self._sizes: dict[str, int] = dict(_found(folder))
        self._total = sum(self._sizes.values())

    @property
    def total(self) -> int:
        """Count the bytes kept."""
        return self._total

    def keep(self, picture: bytes) -> str | None:
        """Keep a picture and give its name; None if the disk would not take it even without older evidence."""
        name = hashlib.sha256(picture).hexdigest()
        with self._lock:
            if name in self._sizes and (self._folder / name).exists():
                # Asked for again it is as good as new.
                self._sizes[name] = self._sizes.pop(name)
                return name
            if len(picture) > self._limits.quota:
                return None
            while self._total + len(picture) > self._limits.quota:
                self._drop_oldest()
            while self._sizes and not self._has_room(len(picture)):
                self._drop_oldest()
            while not self._write(name, picture):
                if not self._sizes:
                    return None
                self._drop_oldest()
            self._sizes[name] = len(picture)
            self._total += len(picture)
        return name

    def read(self, name: str) -> bytes | None:
        """Give a picture by its name, None if there is no such picture."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None

    def give_way(self, wanted: int = 4 * MEGABYTE) -> int:
        """Drop the oldest evidence until ``wanted`` bytes are freed or none is left; give the bytes freed."""
        with self._lock:
            before = self._total
            while self._sizes and before - self._total < wanted:
                self._drop_oldest()
            freed = before - self._total
        if freed:
            logger.warning("the disk is full: %d bytes of the oldest evidence were dropped", freed)
        return freed

    def _has_room(self, size: int) -> bool:
        try:
            return self._free_bytes(self._folder.parent) - size >= self._limits.reserve
        except OSError:
            return True

    def _write(self, name: str, picture: bytes) -> bool:
        half = self._folder / f"{name}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            half.write_bytes(picture)
            os.replace(half, self._folder / name)
        except OSError:
            half.unlink(missing_ok=True)
            return False
        return True

    def _drop_oldest(self) -> None:
        name = next(iter(self._sizes))
        self._total -= self._sizes.pop(name)
        try:
            (self._folder / name).unlink(missing_ok=True)
        except OSError as error:
            logger.warning("evidence %s cannot be dropped: %s", name, error)


def _found(folder: Path) -> list[tuple[str, int]]:
    """List what a folder holds, oldest first."""
    try:
        files = [(path.stat(), path.name) for path in folder.iterdir() if _NAME.fullmatch(path.name)]
    except OSError:
        return []
    return [(name, stat.st_size) for stat, name in sorted(files, key=lambda each: (each[0].st_mtime_ns, each[1]))]
