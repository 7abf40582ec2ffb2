"""A hand keeps its bones however it is bent, and a left hand stays a left hand."""

from __future__ import annotations

import json
import random
import struct
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from paizhuo.models.training.art.hands import HandModel, draw_hand, pose, read_model

FINGERS = ("thumb", "index-finger", "middle-finger", "ring-finger", "pinky-finger")
BONES = ("metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip")


def model(side: int) -> HandModel:
    """Make a hand of a vertex a joint, back up, fingers along y; `side` is 1 for a left hand (thumb to the right)."""
    names, places, triangles = ["wrist"], [(0.0, 0.0, 0.0)], []
    for number, finger in enumerate(FINGERS):
        for place, bone in enumerate(BONES):
            if finger == "thumb" and bone == "phalanx-intermediate":
                continue
            names.append(f"{finger}-{bone}")
            places.append((side * (0.04 - 0.02 * number), 0.02 + 0.03 * place, 0.0))
        triangles.append((0, len(names) - 2, len(names) - 1))
    bind = np.tile(np.eye(4), (len(names), 1, 1))
    # A joint looks out of the back of the hand with its y axis and back along the finger with its z axis.
    bind[:, :3, :3] = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]], float)
    bind[:, :3, 3] = places
    count = len(names)
    joints = np.zeros((count, 4), np.int64)
    joints[:, 0] = np.arange(count)
    return HandModel(np.array(places), np.array(triangles), joints, np.eye(1, 4).repeat(count, 0), tuple(names), bind)


def lengths(hand: HandModel, points: np.ndarray) -> list[float]:
    found = []
    for finger in FINGERS:
        chain = ["wrist", *(name for name in hand.names if name.startswith(finger))]
        at = [points[hand.names.index(name)] for name in chain]
        found += [float(np.linalg.norm(after - before)) for before, after in pairwise(at)]
    return found


@pytest.mark.parametrize("seed", range(8))
def test_bending_moves_fingers_and_stretches_none(seed: int) -> None:
    hand = model(1)
    bent = pose(hand, random.Random(seed))
    assert np.allclose(lengths(hand, bent), lengths(hand, hand.vertices), atol=1e-9)
    assert not np.allclose(bent, hand.vertices, atol=1e-3)


def test_fingers_bend_towards_the_table_and_never_back() -> None:
    hand = model(1)
    tips = [hand.names.index(f"{finger}-tip") for finger in FINGERS[1:]]
    heights = np.array([pose(hand, random.Random(seed))[tips, 2] for seed in range(20)])
    assert heights.max() <= 1e-9
    assert heights.min() < -0.01


@pytest.mark.parametrize("side", [1, -1])
def test_the_thumb_stays_on_its_side(side: int) -> None:
    hand = model(side)
    thumb = hand.names.index("thumb-tip")
    assert all(np.sign(pose(hand, random.Random(seed))[thumb, 0]) == side for seed in range(10))


def test_a_drawn_hand_is_covered_inside_and_clear_at_its_corners() -> None:
    picture = draw_hand(model(1), random.Random(3))
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 4
    assert picture[..., 3].max() == 255
    assert 0.15 < (picture[..., 3] > 127).mean() < 0.95
    assert picture[0, 0, 3] == picture[0, -1, 3] == 0


def test_the_same_seed_draws_the_same_hand() -> None:
    first, again, other = (draw_hand(model(1), random.Random(seed)) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert first.shape != other.shape or not np.array_equal(first, other)


def binary(hand: HandModel) -> bytes:
    columns = [
        (hand.vertices.astype("<f4"), "VEC3", 5126),
        (hand.triangles.reshape(-1, 1).astype("<u2"), "SCALAR", 5123),
        (hand.joints.astype("u1"), "VEC4", 5121),
        (hand.weights.astype("<f4"), "VEC4", 5126),
        (np.linalg.inv(hand.bind).transpose(0, 2, 1).reshape(-1, 16).astype("<f4"), "MAT4", 5126),
    ]
    buffer, views, accessors = b"", [], []
    for number, (rows, kind, component) in enumerate(columns):
        buffer += b"\0" * (-len(buffer) % 4)
        views.append({"byteOffset": len(buffer)})
        accessors.append({"bufferView": number, "count": len(rows), "type": kind, "componentType": component})
        buffer += rows.tobytes()
    scene = {
        "nodes": [{"name": name} for name in hand.names],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 2, "WEIGHTS_0": 3}, "indices": 1}]}],
        "skins": [{"joints": list(range(len(hand.names))), "inverseBindMatrices": 4}],
        "accessors": accessors,
        "bufferViews": views,
    }
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(buffer), len(text), 0x4E4F534A)
    return head + text + struct.pack("<II", len(buffer), 0x004E4942) + buffer


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    hand = model(-1)
    (tmp_path / "hand.glb").write_bytes(binary(hand))
    read = read_model(tmp_path / "hand.glb")
    assert read.names == hand.names
    assert np.allclose(read.vertices, hand.vertices, atol=1e-6)
    assert np.allclose(read.bind, hand.bind, atol=1e-6)
    assert np.array_equal(read.triangles, hand.triangles)
    assert np.array_equal(read.joints, hand.joints)


def test_another_file_is_not_taken_for_a_model(tmp_path: Path) -> None:
    (tmp_path / "hand.glb").write_bytes(b"PNG" * 20)
    with pytest.raises(ValueError, match="not a binary glTF"):
        read_model(tmp_path / "hand.glb")
