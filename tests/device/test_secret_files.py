"""Secrets in files: read without the end of their line, and never shown when they cannot be."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Literal

import pytest

from paizhuo.device.secret_files import SecretFileError, read_secret


def test_the_end_of_the_line_is_no_part_of_a_secret(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(" 口令 \r\n", "utf-8")
    assert read_secret("mqtt.password_file", str(tmp_path / "secret"), "utf-8") == "口令"


@pytest.mark.parametrize(("encoding", "kind"), [("ascii", "ASCII"), ("utf-8", "UTF-8")])
def test_a_secret_in_other_letters_is_refused_and_never_shown(
    tmp_path: Path, encoding: Literal["ascii", "utf-8"], kind: str
) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"hunter2 \xff\xfe")
    with pytest.raises(SecretFileError) as caught:
        read_secret("web.metrics_token_file", str(path), encoding)
    assert str(caught.value) == f"web.metrics_token_file: {path}: cannot be read: no {kind} text"
    assert "hunter2" not in "".join(traceback.format_exception(caught.value))


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(SecretFileError, match=r"^mqtt\.password_file: .*/none: cannot be read: No such file"):
        read_secret("mqtt.password_file", str(tmp_path / "none"))
    with pytest.raises(SecretFileError, match="cannot be read: Is a directory"):
        read_secret("mqtt.password_file", str(tmp_path))
