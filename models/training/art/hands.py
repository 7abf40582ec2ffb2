"""Pose and draw hands that reach over the table (遮挡的手), from a rigged hand model.

The model has 25 joints; fingers bend about the x axis of their joints. A picture shows the hand from above with its
fingers up, skin and sleeve in random tones, and carries its scale, so that a scene can lay it beside a card.
"""

from __future__ import annotations

import json
import random
import struct
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Matrices = NDArray[np.float64]

HAND_PACKAGE = "@webxr-input-profiles/assets"
MM_PER_PX = 0.45
_FINER = 2
_FINGERS = ("thumb", "index-finger", "middle-finger", "ring-finger", "pinky-finger")
_BONES = ("metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip")
_SKINS = ((246, 214, 190), (232, 190, 160), (214, 164, 128), (190, 136, 98), (150, 100, 70), (104, 68, 48))
_TYPES = {5121: "u1", 5123: "<u2", 5126: "<f4"}
_WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@dataclass(frozen=True, slots=True)
class HandModel:
    """A skinned mesh: `vertices` (v, 3) in metres, `triangles` (t, 3), up to four joints a vertex with weights."""

    vertices: Points
    triangles: NDArray[np.int64]
    joints: NDArray[np.int64]
    weights: Points
    names: tuple[str, ...]
    bind: Matrices


def read_model(path: Path) -> HandModel:
    """Read the hand from a binary glTF file with one mesh and one skin. Raises `ValueError` for any other file."""
    data = path.read_bytes()
    if data[:4] != b"glTF" or len(data) < 28:
        raise ValueError(f"{path} is not a binary glTF file")
    length = struct.unpack_from("<I", data, 12)[0]
    scene = json.loads(data[20 : 20 + length])
    buffer = data[28 + length :]

    def column(number: int) -> NDArray[np.float64]:
        accessor = scene["accessors"][number]
        view = scene["bufferViews"][accessor["bufferView"]]
        kind, wide = np.dtype(_TYPES[accessor["componentType"]]), _WIDTH[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride") or kind.itemsize * wide
        rows = np.ndarray((accessor["count"], wide), kind, buffer, start, (stride, kind.itemsize))
        return rows.astype(np.float64)

    mesh, skin = scene["meshes"][0]["primitives"][0], scene["skins"][0]
    at = mesh["attributes"]
    names = tuple(scene["nodes"][joint]["name"] for joint in skin["joints"])
    # glTF writes matrices column by column, and keeps the inverse of where a joint stands in the drawn pose.
    inverse = column(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    return HandModel(
        column(at["POSITION"]),
        column(mesh["indices"]).reshape(-1, 3).astype(np.int64),
        column(at["JOINTS_0"]).astype(np.int64),
        column(at["WEIGHTS_0"]),
        names,
        np.asarray(np.linalg.inv(inverse), np.float64),
    )


def pose(model: HandModel, rng: random.Random) -> Points:
    """Bend the fingers as a hand over cards does: flat, pointing, pinching or loosely curled; return (v, 3) metres.

    The result lies in the hand's own frame: x to its right, y along the fingers, z out of its back.
    """
    style = rng.choice(("flat", "point", "pinch", "loose"))
    placed = {name: model.bind[number] for number, name in enumerate(model.names)}
    spread = rng.uniform(-0.04, 0.12)
    for order, finger in enumerate(_FINGERS):
        curl = _curl(style, finger, rng)
        parent = "wrist"
        for bone in _BONES:
            name = f"{finger}-{bone}"
            if name not in placed:
                continue
            rest = _bind(model, parent), _bind(model, name)
            turn = _about_x(-curl * rng.uniform(0.85, 1.1)) if bone.startswith("phalanx") else np.eye(4)
            if bone == "phalanx-proximal" and finger != "thumb":
                turn = _about_y(spread * (order - 2.3) * -0.7) @ turn
            placed[name] = placed[parent] @ np.linalg.inv(rest[0]) @ rest[1] @ turn
            parent = name
    moves = np.stack([placed[name] @ np.linalg.inv(model.bind[number]) for number, name in enumerate(model.names)])
    homogeneous = np.c_[model.vertices, np.ones(len(model.vertices))]
    bent = np.einsum("vk,vkij,vj->vi", model.weights, moves[model.joints], homogeneous)[:, :3]
    return np.asarray((bent - _bind(model, "wrist")[:3, 3]) @ _frame(model).T)


def draw_hand(model: HandModel, rng: random.Random) -> NDArray[np.uint8]:
    """Draw one posed hand with a forearm and a sleeve: BGRA, fingers up, `MM_PER_PX` millimetres a pixel."""
    bent = pose(model, rng)
    if rng.random() < 0.12:
        bent = bent * np.array([-1.0, 1.0, -1.0])  # the palm, as when a card is shown
    arm, arm_triangles, sleeve = _forearm(rng)
    points = np.r_[bent, arm] @ (_about_x(rng.uniform(-0.45, 0.3)) @ _about_y(rng.uniform(-0.4, 0.4)))[:3, :3].T
    triangles = np.r_[model.triangles, arm_triangles + len(bent)]
    skin = np.array(rng.choice(_SKINS), float)[::-1] * rng.uniform(0.9, 1.06)
    cloth = np.array([rng.uniform(15, 235) for _ in range(3)])
    dressed = np.r_[np.zeros(len(model.triangles), bool), sleeve]
    return _paint(points, triangles, np.where(dressed[:, None], cloth, skin), rng)


def draw_hands(package: Path, target: Path, count: int = 96) -> int:
    """Write `count` hands, left and right in turn, and `index.json` with their scale; return their number."""
    target.mkdir(parents=True, exist_ok=True)
    folder = package / "package/dist/profiles/generic-hand"
    models = [read_model(folder / f"{side}.glb") for side in ("left", "right")]
    names = []
    for number in range(count):
        names.append(f"hand-{number:03d}.png")
        if not (target / names[-1]).exists():
            cv2.imwrite(str(target / names[-1]), draw_hand(models[number % 2], random.Random(number)))
    (target / "index.json").write_text(json.dumps({"mm_per_px": MM_PER_PX, "files": names}), "utf-8")
    return count


def _bind(model: HandModel, name: str) -> NDArray[np.float64]:
    return np.asarray(model.bind[model.names.index(name)])


def _curl(style: str, finger: str, rng: random.Random) -> float:
    """Choose by how many radians each joint of a finger bends."""
    if finger == "thumb":
        return rng.uniform(0.0, 0.35)
    if style == "flat":
        return rng.uniform(0.0, 0.14)
    if style == "point":
        return rng.uniform(0.0, 0.15) if finger == "index-finger" else rng.uniform(0.6, 1.05)
    return rng.uniform(0.5, 0.9) if style == "pinch" else rng.uniform(0.05, 0.6)


def _frame(model: HandModel) -> NDArray[np.float64]:
    """Give the hand's own axes as rows: a rotation, so that a left hand stays a left hand."""
    wrist, knuckle = (_bind(model, name)[:3, 3] for name in ("wrist", "middle-finger-phalanx-proximal"))
    along = (knuckle - wrist) / np.linalg.norm(knuckle - wrist)
    # The joints' own y axis looks out of the back of the hand.
    up = _bind(model, "middle-finger-metacarpal")[:3, 1]
    up = up - along * (up @ along)
    up /= np.linalg.norm(up)
    return np.stack([np.cross(along, up), along, up])


def _forearm(rng: random.Random) -> tuple[Points, NDArray[np.int64], NDArray[np.bool_]]:
    """Make a tube from the wrist downwards; the third value tells which triangles the sleeve covers."""
    rings, around, length = 20, 24, rng.uniform(0.14, 0.3)
    angles = np.linspace(0, 2 * np.pi, around, endpoint=False)
    points = []
    for ring in range(rings + 1):
        share = ring / rings
        radius = 0.0245 + (rng.uniform(0.0, 0.001) + 0.010) * share
        points.append(
            np.c_[1.1 * radius * np.cos(angles), np.full(around, 0.012 - length * share), 0.8 * radius * np.sin(angles)]
        )
    first = np.arange(rings)[:, None] * around
    here, there = first + np.arange(around), first + np.roll(np.arange(around), -1)
    triangles = np.r_[
        np.stack([here, here + around, there], -1).reshape(-1, 3),
        np.stack([there, here + around, there + around], -1).reshape(-1, 3),
    ]
    cuff = round(rng.uniform(0.1, 1.3) * rings) * around
    return np.concatenate(points), triangles, triangles.min(1) >= cuff


def _paint(
    points: Points, triangles: NDArray[np.int64], colours: NDArray[np.float64], rng: random.Random
) -> NDArray[np.uint8]:
    scale = _FINER * 1000 / MM_PER_PX
    flat = points[:, :2] * [scale, -scale]
    low, high = flat.min(0) - 4, flat.max(0) + 4
    size = np.ceil(high - low).astype(int)
    picture = np.zeros((size[1], size[0], 3), np.uint8)
    mask = np.zeros((size[1], size[0]), np.uint8)
    corners = points[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = _smooth(normals, triangles, len(points))
    light = np.array([rng.uniform(-0.6, 0.6), rng.uniform(-0.3, 0.7), 1.0])
    lit = 0.5 + 0.55 * np.clip(normals @ (light / np.linalg.norm(light)), 0, 1)
    for number in np.argsort(corners[:, :, 2].mean(1)):
        shape = np.round((flat[triangles[number]] - low) * 8).astype(np.int32)
        colour = np.clip(colours[number] * lit[number], 0, 255).tolist()
        cv2.fillConvexPoly(picture, shape, colour, cv2.LINE_8, 3)
        cv2.fillConvexPoly(mask, shape, 255, cv2.LINE_8, 3)
    # Faces of the mesh melt into each other, without the ground bleeding in at the outline.
    weight = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 3.0)[..., None]
    soft = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 3.0) * 255 / np.maximum(weight, 1)
    noise = np.asarray(np.random.default_rng(rng.getrandbits(32)).normal(0, 9, mask.shape), np.float32)
    grain = cv2.GaussianBlur(noise, (0, 0), 1.5)
    painted = np.dstack([np.clip(soft + grain[..., None], 0, 255), mask]).astype(np.uint8)
    small = (max(1, size[0] // _FINER), max(1, size[1] // _FINER))
    return np.asarray(cv2.resize(painted, small, interpolation=cv2.INTER_AREA), np.uint8)


def _smooth(normals: Points, triangles: NDArray[np.int64], count: int) -> Points:
    """Average face normals over the vertices they share; all look at the viewer, who is above."""
    at_vertex = np.zeros((count, 3))
    for corner in range(3):
        np.add.at(at_vertex, triangles[:, corner], normals)
    mixed = at_vertex[triangles].mean(1)
    mixed /= np.linalg.norm(mixed, axis=1, keepdims=True) + 1e-12
    return np.asarray(mixed * np.where(mixed[:, 2:] < 0, -1, 1))


def _about_x(angle: float) -> NDArray[np.float64]:
    turn = np.eye(4)
    turn[1:3, 1:3] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return turn


def _about_y(angle: float) -> NDArray[np.float64]:
    turn = np.eye(4)
    turn[0, 0] = turn[2, 2] = np.cos(angle)
    turn[0, 2], turn[2, 0] = np.sin(angle), -np.sin(angle)
    return turn
