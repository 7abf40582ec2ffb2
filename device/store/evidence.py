"""Pictures kept as evidence: JPEG files named by their own SHA-256, so that no name can be guessed or forged."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

_NAME = re.compile(r"[0-9a-f]{64}")


class EvidenceStore:
    """A folder of pictures. A picture that could not be kept is no reason to lose the event it belongs to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, picture: bytes) -> str | None:
        """Keep a picture and give its name; None if the disk would not take it."""
        name = hashlib.sha256(picture).hexdigest()
        target = self._folder / name
        if target.exists():
            return name
        half = self._folder / f"{name}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            half.write_bytes(picture)
            os.replace(half, target)
        except OSError:
            half.unlink(missing_ok=True)
            return None
        return name

    def read(self, name: str) -> bytes | None:
        """Give a picture by its name, None if there is no such picture."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None
