"""`look`, `replay` and `evaluate` on bad input: one clear line, exit code 2, nothing written."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from paizhuo.cli import cli


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "plain.png"
    cv2.imwrite(str(path), np.full((120, 160, 3), 90, np.uint8))
    return path


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "No such file"),  # missing
        (b"", "not a picture"),  # empty
        (b"\xff\xd8\xff\xe0 cut off", "not a picture"),  # half a JPEG
    ],
)
def test_a_bad_picture_spoils_the_whole_call(photo: Path, content: bytes | None, says: str) -> None:
    bad = photo.with_name("bad.jpg")
    if content is not None:
        bad.write_bytes(content)
    drawings = photo.with_name("drawings")
    result = CliRunner().invoke(cli, ["look", str(photo), str(bad), "--json", "--draw", str(drawings)])
    assert result.exit_code == 2
    assert says in result.output
    assert str(bad) in result.output
    assert not drawings.exists()


def test_a_missing_clip_and_missing_labels_are_one_line(tmp_path: Path) -> None:
    for arguments in (["replay", str(tmp_path / "no.mp4")], ["evaluate", "photos", str(tmp_path)]):
        result = CliRunner().invoke(cli, arguments)
        assert result.exit_code == 2
        assert len(result.output.strip().splitlines()) == 1


def test_a_picture_without_cards_has_none(photo: Path) -> None:
    result = CliRunner().invoke(cli, ["look", str(photo), "--json"])
    assert result.exit_code == 0
    assert '"cards": []' in result.output
