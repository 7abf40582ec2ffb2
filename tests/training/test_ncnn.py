"""The NCNN form of the shipped weights is made again, byte for byte, and other networks are not bent into it."""

from __future__ import annotations

import shutil
from pathlib import Path

import onnx
import pytest

from paizhuo.models.manifest import ROLES, ModelError, read_manifest
from paizhuo.models.ncnn import LIST
from paizhuo.models.training.ncnn import HIGH, PNNX, WIDE, any_size, headless, make_ncnn, pnnx_program

MODELS = Path(__file__).resolve().parents[2] / "models"
SHIPPED = ROLES[: len(read_manifest().files)]
FILES = tuple(f"{role}.ncnn.{ending}" for role in SHIPPED for ending in ("param", "bin"))


def test_the_shipped_form_is_what_the_converter_makes_of_the_shipped_weights(tmp_path: Path) -> None:
    for path in [*MODELS.glob("*.onnx"), MODELS / "manifest.json"]:
        shutil.copy(path, tmp_path)
    assert FILES[:4] == ("finder.ncnn.param", "finder.ncnn.bin", "reader.ncnn.param", "reader.ncnn.bin")
    assert [path.name for path in make_ncnn(tmp_path)] == [*FILES, LIST]
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (MODELS / name).read_bytes(), name


def test_a_missing_converter_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PNNX, raising=False)
    with pytest.raises(ModelError, match="make ncnn"):
        pnnx_program()


def test_a_converter_that_fails_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in [*MODELS.glob("*.onnx"), MODELS / "manifest.json"]:
        shutil.copy(path, tmp_path)
    failing = tmp_path / "failing"
    failing.write_text("#!/bin/sh\necho 'something is wrong' >&2\nexit 3\n")
    failing.chmod(0o755)
    monkeypatch.setenv(PNNX, str(failing))
    with pytest.raises(ModelError, match=r"^the converter pnnx ended with 3: something is wrong$"):
        make_ncnn(tmp_path)
    assert not (tmp_path / LIST).exists()


def test_a_network_without_the_finders_head_is_refused() -> None:
    with pytest.raises(ModelError, match="raw maps"):
        headless(onnx.load(str(MODELS / "reader.onnx")))


def layers(*lines: str) -> str:
    return "\n".join(["7767517", f"{len(lines)} 9", *lines]) + "\n"


def test_sizes_become_what_they_stand_for() -> None:
    text = any_size(
        layers(
            "Input in0 0 1 in0",
            f"Reshape flat 1 1 a b 0={HIGH * WIDE} 1=128 2=2",
            f"Reshape back 1 1 c d 0={WIDE} 1={HIGH} 2=128",
        )
    )
    assert text.splitlines() == [
        "7767517",
        "4 11",
        "Input in0 0 1 in0",
        "Split a_sizes 1 2 a a_0 a_1",
        "Reshape flat 1 1 a_0 b 0=-1 1=128 2=2",
        'Reshape back 2 1 c a_1 d 6="1w,1h,128"',
    ]


@pytest.mark.parametrize(
    "other",
    [
        [],
        [f"Reshape flat 1 1 a b 0={HIGH * WIDE} 1=128 2=2"] * 2,
        [f"Reshape flat 1 1 a b 0={HIGH * WIDE} 1=128 2=2", "Reshape odd 1 1 c d 0=5 1=6 2=128"],
    ],
)
def test_layers_that_hold_sizes_elsewhere_are_refused(other: list[str]) -> None:
    with pytest.raises(ModelError, match="one attention is known"):
        any_size(layers(*other))
