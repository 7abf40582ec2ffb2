"""The manifest names the weights: two networks and at most one more, each refused in one line when it is damaged."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from paizhuo.models.manifest import JOKER_CLASSES, Manifest, ModelError, classes_hash, read_manifest

MODELS = Path(__file__).resolve().parents[2] / "models"
LARGEST = 25_000_000
"""Bytes of all files that one runtime loads."""

NETWORKS = {"finder": b"finds", "reader": b"reads", "joker": b"looks"}
CLASSES = {"finder": ("index",), "reader": ("SA", "none"), "joker": JOKER_CLASSES}


def entry(role: str, classes: tuple[str, ...]) -> dict[str, object]:
    return {
        "file": f"{role}.onnx",
        "sha256": hashlib.sha256(NETWORKS[role]).hexdigest(),
        "input": 96,
        "classes": list(classes),
        "classes_sha256": classes_hash(classes),
    }


def written(folder: Path, *roles: str, **changed: object) -> Path:
    """Write networks (a few bytes each) and their manifest, with entries changed as named."""
    for role in roles:
        (folder / f"{role}.onnx").write_bytes(NETWORKS[role])
    facts: dict[str, object] = {role: entry(role, CLASSES[role]) for role in roles}
    (folder / "manifest.json").write_text(json.dumps(facts | changed))
    return folder


def refusal(folder: Path) -> str:
    with pytest.raises(ModelError) as caught:
        read_manifest(folder)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_two_networks_are_enough(tmp_path: Path) -> None:
    manifest = read_manifest(written(tmp_path, "finder", "reader"))
    assert manifest.joker is None
    assert manifest.files == (manifest.finder, manifest.reader)


def test_a_third_network_is_read_as_the_others_are(tmp_path: Path) -> None:
    manifest = read_manifest(written(tmp_path, "finder", "reader", "joker"))
    assert manifest.joker is not None
    assert (manifest.joker.name, manifest.joker.data, manifest.joker.input_size) == ("joker.onnx", b"looks", 96)
    assert manifest.joker.classes == ("LJ", "BJ", "none")
    assert manifest.files == (manifest.finder, manifest.reader, manifest.joker)


@pytest.mark.parametrize("role", ["finder", "reader"])
def test_the_other_two_are_needed(tmp_path: Path, role: str) -> None:
    roles = [each for each in NETWORKS if each != role]
    assert f"no usable entry '{role}'" in refusal(written(tmp_path, *roles))


@pytest.mark.parametrize("role", NETWORKS)
@pytest.mark.parametrize("data", [b"", b"lookt", b"look", b"looks\n"])
def test_a_damaged_network_is_refused_in_one_line(tmp_path: Path, role: str, data: bytes) -> None:
    folder = written(tmp_path, *NETWORKS)
    (folder / f"{role}.onnx").write_bytes(data)
    assert f"{role}.onnx: sha256 is" in refusal(folder)


@pytest.mark.parametrize("role", NETWORKS)
def test_a_missing_network_is_refused_in_one_line(tmp_path: Path, role: str) -> None:
    folder = written(tmp_path, *NETWORKS)
    (folder / f"{role}.onnx").unlink()
    assert f"{role}.onnx: cannot be read" in refusal(folder)


@pytest.mark.parametrize(
    ("third", "told"),
    [
        (None, "no usable entry 'joker'"),
        ("joker.onnx", "no usable entry 'joker'"),
        ({}, "'joker' lacks or mistypes 'file'"),
        (entry("joker", JOKER_CLASSES) | {"input": "wide"}, "'joker' lacks or mistypes"),
        (entry("joker", JOKER_CLASSES) | {"file": "../joker.onnx"}, "a plain file name is allowed"),
        (entry("joker", JOKER_CLASSES) | {"classes": ["BJ", "LJ", "none"]}, "do not match their checksum"),
        (entry("joker", ("BJ", "LJ", "none")), "classes of 'joker' are ('BJ', 'LJ', 'none')"),
        (entry("joker", ("LJ", "BJ")), "classes of 'joker' are ('LJ', 'BJ')"),
        (entry("joker", (*JOKER_CLASSES, "SA")), "classes of 'joker' are"),
    ],
)
def test_a_third_entry_that_is_not_right_is_refused(tmp_path: Path, third: object, told: str) -> None:
    assert told in refusal(written(tmp_path, *NETWORKS, joker=third))


def test_the_name_of_the_weights_tells_each_network(tmp_path: Path) -> None:
    manifest = read_manifest(written(tmp_path, *NETWORKS))
    finder, reader, joker = (hashlib.sha256(data).hexdigest() for data in NETWORKS.values())
    assert manifest.weights == finder[:6] + reader[:6] + joker[:6]
    assert manifest.named(12, " ") == f"{finder[:12]} {reader[:12]} {joker[:12]}"
    # What was kept under two networks is found again: their name is what it was.
    two = replace(manifest, joker=None)
    assert two.weights == finder[:6] + reader[:6]
    assert two.named(12, " ") == f"{finder[:12]} {reader[:12]}"
    assert two.named(64) == finder + reader


def too_large(sizes: list[int]) -> bool:
    return sum(sizes) > LARGEST


def sizes_of(manifest: Manifest) -> list[int]:
    return [len(file.data) for file in manifest.files]


def test_the_shipped_networks_are_small_together() -> None:
    assert not too_large([*sizes_of(read_manifest()), *(path.stat().st_size for path in MODELS.glob("*.ncnn.*"))])


def names_a_folder(data: bytes) -> bool:
    """Tell whether an exported network says where it was trained: a path of one machine."""
    return b" trained on " in data


def test_the_shipped_networks_do_not_tell_on_which_machine_they_were_trained() -> None:
    assert names_a_folder(b"reader model trained on /somewhere/data")
    assert not any(names_a_folder(file.data) for file in read_manifest().files)


def test_a_third_network_would_count(tmp_path: Path) -> None:
    manifest = read_manifest(written(tmp_path, *NETWORKS))
    assert sizes_of(manifest) == [5, 5, 5]
    assert too_large([LARGEST, 1])
