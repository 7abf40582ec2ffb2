"""The camera that was chosen and the corners that were tapped on a page, kept beside the log for the next start.

The settings file is the person's own and is never written. What was chosen on a page counts for as long as the settings
say what they said then; whoever edits them afterwards has the last word.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from paizhuo.device.sections import CameraKind
from paizhuo.device.settings import Settings
from paizhuo.rules.camera_service import Corners

logger = logging.getLogger(__name__)


class _Place(BaseModel):
    """What the settings say of the camera and its table."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: CameraKind
    source: str
    corners: Corners | None


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: int = 1
    over: _Place
    chosen: _Place
    placed_at: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """The settings with what was chosen; ``placed_at`` (ms since the epoch) is when corners were tapped, 0 never.

    ``is_choice`` says that something was chosen at all.
    """

    settings: Settings
    placed_at: int = 0
    is_choice: bool = False


class ChosenCamera:
    """A small file beside the log; without a path nothing is kept."""

    def __init__(self, path: Path | None, settings: Settings) -> None:
        """Remember for ``path`` and the settings as they were read."""
        self._path = path
        self._own = settings

    @property
    def keeps(self) -> bool:
        """Say whether a choice outlives this run."""
        return self._path is not None

    @property
    def own(self) -> Settings:
        """The settings as they were read."""
        return self._own

    def read(self) -> Chosen:
        """Give the settings with the choice laid over them, where one was made for these very settings."""
        if self._path is None or not self._path.exists():
            return Chosen(self._own)
        try:
            kept = _Kept.model_validate_json(self._path.read_bytes())
        except (OSError, ValidationError) as error:
            logger.warning("%s cannot be used, the settings count: %s", self._path, type(error).__name__)
            return Chosen(self._own)
        if kept.over != _place(self._own):
            return Chosen(self._own)
        chosen = self._own.with_camera(kept.chosen.kind, kept.chosen.source, kept.chosen.corners)
        return Chosen(chosen, kept.placed_at, is_choice=True)

    def write(self, settings: Settings, placed_at: int) -> None:
        """Keep camera and corners of ``settings``. Raises ``OSError`` when the disk does not take them."""
        if self._path is None:
            return
        kept = _Kept(over=_place(self._own), chosen=_place(settings), placed_at=placed_at)
        half = self._path.with_suffix(".part")
        # An address may hold a password.
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(kept.model_dump(mode="json"), file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, self._path)


def _place(settings: Settings) -> _Place:
    return _Place(kind=settings.camera.kind, source=settings.camera.source, corners=settings.table.corners)
