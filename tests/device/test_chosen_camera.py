"""The camera chosen on a page outlives a restart, and gives way to whoever edits the settings afterwards."""

from __future__ import annotations

import logging
import stat
from pathlib import Path

import pytest

from paizhuo.device.chosen_camera import ChosenCamera
from paizhuo.device.settings import CameraKind, CameraSettings, Settings, TableSettings

OWN = Settings()
CORNERS = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.5))
OTHER = OWN.model_copy(
    update={
        "camera": CameraSettings(kind=CameraKind.RTSP, source="rtsp://me:secret@10.0.0.7/x"),
        "table": TableSettings(corners=CORNERS),
    }
)


def test_a_choice_is_read_again_with_the_time_of_its_corners(tmp_path: Path) -> None:
    path = tmp_path / "match.camera.json"
    ChosenCamera(path, OWN).write(OTHER, 1_795_779_060_000)
    found = ChosenCamera(path, OWN).read()
    assert (found.settings.camera, found.settings.table.corners) == (OTHER.camera, CORNERS)
    assert (found.placed_at, found.is_choice) == (1_795_779_060_000, True)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600  # an address may hold a password


def test_settings_edited_afterwards_have_the_last_word(tmp_path: Path) -> None:
    path = tmp_path / "match.camera.json"
    ChosenCamera(path, OWN).write(OTHER, 1)
    edited = OWN.model_copy(update={"camera": CameraSettings(source="1")})
    found = ChosenCamera(path, edited).read()
    assert (found.settings, found.is_choice) == (edited, False)


def test_without_a_choice_or_a_place_for_it_the_settings_count(tmp_path: Path) -> None:
    nowhere = ChosenCamera(None, OWN)
    nowhere.write(OTHER, 1)
    assert (nowhere.read().settings, nowhere.keeps) == (OWN, False)
    assert ChosenCamera(tmp_path / "none.json", OWN).read().settings is OWN


def test_a_damaged_file_is_told_and_the_settings_count(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "match.camera.json"
    path.write_text('{"schema_version": 1, "chosen": ')
    with caplog.at_level(logging.WARNING):
        assert ChosenCamera(path, OWN).read().settings is OWN
    assert "the settings count" in caplog.text
    caplog.clear()
