"""Settings: one file, environment on top, every mistake named with its place and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from paizhuo.device.settings import CameraKind, Settings, SettingsError, read_settings
from paizhuo.rules.cards import Seat


def written(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path | None, environment: dict[str, str] | None = None) -> str:
    with pytest.raises(SettingsError) as caught:
        read_settings(path, environment or {})
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_without_a_file_everything_has_a_default() -> None:
    assert read_settings(None, {}) == Settings()


def test_a_file_says_only_what_differs(tmp_path: Path) -> None:
    path = written(tmp_path, '[camera]\nkind = "file"\nsource = "clip.mp4"\n[match]\nsouth = "陈"\n')
    settings = read_settings(path, {})
    assert settings.camera.kind is CameraKind.FILE
    assert settings.camera.source == "clip.mp4"
    assert settings.match.names()[Seat.S] == "陈"
    assert settings.web == Settings().web


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "[web]\nport = 8100\n")
    settings = read_settings(path, {"PAIZHUO_WEB_PORT": "8200", "PAIZHUO_TABLE_CORNERS": "[[0,0],[9,0],[9,9],[0,9]]"})
    assert settings.web.port == 8200
    assert settings.table.corners == ((0, 0), (9, 0), (9, 9), (0, 9))


def test_environment_variables_of_other_things_are_left_alone() -> None:
    assert read_settings(None, {"PAIZHUO_SHARED": "/somewhere", "HOME": "/root"}) == Settings()


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (
            '[camera]\nkind = "webcam"\n',
            2,
            ["camera.kind", "'webcam'", "usb", "rtsp", "file", "simulated"],
        ),
        ("[web]\n\nprot = 8000\n", 3, ["web.prot", "unknown key", "access_file, any_port, anyone_watches, host"]),
        ("[web]\nport = 70000\n", 2, ["web.port", "70000", "65535"]),
        ('[web]\nport = "eighty"\n', 2, ["web.port", "'eighty'", "integer"]),
        (
            "[tabel]\nwidth_mm = 900\n",
            1,
            ["tabel", "unknown key", "buttons, camera, match, mqtt, sight, store, table, web, webhooks"],
        ),
        ("[table]\ncorners = [[1, 2], [3, 4]]\n", 2, ["table.corners"]),
    ],
)
def test_a_mistake_is_named_with_its_line_and_what_is_allowed(
    tmp_path: Path, text: str, line: int, said: list[str]
) -> None:
    message = refused(written(tmp_path, text))
    assert message.startswith(f"{tmp_path / 'table.toml'}:{line}: ")
    assert [word for word in said if word not in message] == []


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    message = refused(written(tmp_path, '[web]\nport = 70000\n[camera]\nkind = "webcam"\n'))
    assert "web.port" in message
    assert "camera.kind" in message


def test_broken_toml_is_named_with_its_line(tmp_path: Path) -> None:
    assert "line 2" in refused(written(tmp_path, '[camera]\nkind = "usb\n'))


def test_a_mistake_in_the_environment_names_the_variable() -> None:
    assert refused(None, {"PAIZHUO_WEB_PORT": "many"}).startswith("PAIZHUO_WEB_PORT: ")


def test_a_missing_file_and_a_folder_are_told_in_one_line(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "missing.toml")
    assert "directory" in refused(tmp_path)


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in refused(path)
