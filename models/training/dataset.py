"""Write rendered scenes as an Ultralytics pose data set and index crops for the reader, shard by shard."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES
from paizhuo.vision.crops import upright
from paizhuo.vision.render.scenes import Scene, Stock, TrueIndex, scene

CLASSES = (*(card.value for card in FACES), "none")
"""The reader's classes in the order of its outputs."""

NONE = len(CLASSES) - 1
FINDABLE = 0.72
"""Share of an index that must be visible for the finder to be asked for it."""

READABLE = 0.6
HOPELESS = 0.4
CROP_GROW = 1.75
CROP_SIZE = 88

Quad = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shard:
    """One piece of the data set: scenes with seeds from ``start`` on; ``split`` is ``train`` or ``val``."""

    start: int
    count: int
    split: str = "train"
    side: int = 320


def write_shard(folder: Path, shard: Shard, gather: Callable[[], Stock]) -> int:
    """Render a shard into ``folder`` (images, labels, crops) and return the number of crops.

    ``gather`` makes the stock, and only when it is needed: a shard that is there already is left alone, so an
    interrupted run goes on where it stopped.
    """
    crops_file = folder / "crops" / shard.split / f"{shard.start}.npz"
    if crops_file.exists():
        return len(np.load(crops_file)["labels"])
    for kind in ("images", "labels", "crops"):
        (folder / kind / shard.split).mkdir(parents=True, exist_ok=True)
    crops: list[NDArray[np.uint8]] = []
    labels: list[int] = []
    stock = gather()
    for seed in range(shard.start, shard.start + shard.count):
        rendered = scene(seed, stock, shard.side)
        name = f"{seed:07d}"
        quality = [cv2.IMWRITE_JPEG_QUALITY, 94]
        cv2.imwrite(str(folder / "images" / shard.split / f"{name}.jpg"), rendered.picture, quality)
        (folder / "labels" / shard.split / f"{name}.txt").write_text(label_lines(rendered, shard.side))
        chosen = crop_quads(rendered, random.Random(seed))
        crops += [upright(rendered.picture, quad, grow=CROP_GROW, size=CROP_SIZE) for quad, _ in chosen]
        labels += [label for _, label in chosen]
    part = crops_file.with_suffix(".part.npz")
    np.savez(part, crops=np.array(crops, np.uint8), labels=np.array(labels, np.int64))
    part.rename(crops_file)
    return len(labels)


def label_lines(rendered: Scene, side: int) -> str:
    """Give the label file of a scene: ``0 cx cy w h x1 y1 … x4 y4``, everything divided by ``side``."""
    lines = []
    for index in rendered.indices:
        if index.visible < FINDABLE:
            continue
        low, high = np.clip(index.quad.min(axis=0), 0, side - 1), np.clip(index.quad.max(axis=0), 0, side - 1)
        if min(high - low) < 4 or _size(index.quad) < 8:
            continue
        box = [*((low + high) / 2 / side), *((high - low) / side)]
        points = np.clip(index.quad / side, 0, 1).ravel()
        lines.append("0 " + " ".join(f"{value:.5f}" for value in (*box, *points)))
    return "\n".join(lines) + ("\n" if lines else "")


def crop_quads(rendered: Scene, rng: random.Random) -> list[tuple[Quad, int]]:
    """Choose what the reader learns from a scene: readable indices, and things that are no index (``none``)."""
    chosen: list[tuple[Quad, int]] = []
    for index in rendered.indices:
        if _size(index.quad) < 9 or _narrow(index.quad) < 3 or not _inside(index.quad, rendered.picture.shape):
            continue
        if index.visible >= READABLE:
            chosen.append((index.quad, CLASSES.index(index.card.value)))
            if rng.random() < 0.07:
                chosen.append((_wrong(index, rng), NONE))
        elif index.visible < HOPELESS and rng.random() < 0.12:
            chosen.append((index.quad, NONE))
    side = rendered.picture.shape[0]
    chosen += [(_anywhere(rendered, side, rng), NONE) for _ in range(rng.choice([0, 1, 2]))]
    chosen += [(_in_print(plate, rng), NONE) for plate in rendered.prints for _ in range(rng.choice([0, 1, 2]))]
    return [(quad, label) for quad, label in chosen if label != NONE or _is_free(quad, rendered)]


def _wrong(index: TrueIndex, rng: random.Random) -> Quad:
    """Turn or move an index quad so far that what it frames must not be read."""
    # A joker's lettering may itself be turned either way, so that turning one makes no other thing of it.
    if rng.random() < 0.5 and not index.card.is_joker:
        return np.asarray(np.roll(index.quad, rng.choice([1, 2, 2, 3]), axis=0), np.float32)
    across, down = index.quad[1] - index.quad[0], index.quad[3] - index.quad[0]
    move = rng.choice([-1, 1]) * rng.uniform(0.65, 1.5)
    return np.asarray(index.quad + (down * move if rng.random() < 0.6 else across * move), np.float32)


def _anywhere(rendered: Scene, side: int, rng: random.Random) -> Quad:
    height = rng.uniform(10, 60)
    width = height * _slimness(rng)
    angle = rng.uniform(0, 2 * np.pi)
    if rendered.outlines and rng.random() < 0.7:
        outline = rng.choice(rendered.outlines)
        height = float(np.linalg.norm(outline[3] - outline[0])) * rng.uniform(0.1, 0.25)
        width = height * _slimness(rng)
        u, v = rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.9)
        centre = outline[0] + (outline[1] - outline[0]) * u + (outline[3] - outline[0]) * v
        edge = outline[1] - outline[0]
        angle = float(np.arctan2(edge[1], edge[0])) + rng.choice([0, np.pi])
    else:
        centre = np.array([rng.uniform(0, side), rng.uniform(0, side)])
    return _box(np.asarray(centre, np.float32), width, height, angle)


def _in_print(plate: Quad, rng: random.Random) -> Quad:
    """Frame some letters of a printed plate as an index would be framed, the right way up or turned."""
    across, down = plate[1] - plate[0], plate[3] - plate[0]
    centre = plate[0] + across * rng.uniform(0.1, 0.9) + down * rng.uniform(0.1, 0.9)
    angle = float(np.arctan2(across[1], across[0])) + rng.choice([0, 0, 0.5, 1, 1.5]) * np.pi + rng.gauss(0, 0.05)
    if rng.random() < 0.35:
        # A word as lettering that runs across is framed: on the plate's own lines, low and wide.
        height = rng.uniform(6, 26)
        return _box(centre, height * rng.uniform(1.6, 5.5), height, float(np.arctan2(across[1], across[0])))
    height = rng.uniform(12, 48)
    return _box(centre, height * _slimness(rng), height, angle)


def _slimness(rng: random.Random) -> float:
    """Draw an index's width in heights: from the lettering of jokers to that of jumbo ranks."""
    kind = rng.random()
    return rng.uniform(0.12, 0.3) if kind < 0.35 else rng.uniform(0.3, 0.8) if kind < 0.9 else rng.uniform(0.8, 1.2)


def _box(centre: NDArray[np.float32], width: float, height: float, angle: float) -> Quad:
    cos, sin = np.cos(angle), np.sin(angle)
    local = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return np.asarray(local @ np.array([[cos, sin], [-sin, cos]]) + centre, np.float32)


def _is_free(quad: Quad, rendered: Scene) -> bool:
    """Say whether ``quad`` frames no readable index the right way round."""
    centre, size = quad.mean(axis=0), _size(quad)
    for index in rendered.indices:
        if index.visible < HOPELESS:
            continue
        apart = float(np.linalg.norm(index.quad.mean(axis=0) - centre))
        if apart > 0.55 * min(size, _size(index.quad)):
            continue
        mine, theirs = quad[3] - quad[0], index.quad[3] - index.quad[0]
        if index.card.is_joker or float(mine @ theirs) > 0.5 * float(np.linalg.norm(mine) * np.linalg.norm(theirs)):
            return False
    return True


def _height(quad: Quad) -> float:
    return float(np.linalg.norm(quad[3] - quad[0]))


def _size(quad: Quad) -> float:
    """Give the longer side: lettering that runs across is low but not small."""
    return max(_height(quad), float(np.linalg.norm(quad[1] - quad[0])))


def _narrow(quad: Quad) -> float:
    return min(_height(quad), float(np.linalg.norm(quad[1] - quad[0])))


def _inside(quad: Quad, shape: tuple[int, ...]) -> bool:
    return bool((quad > -2).all() and (quad[:, 0] < shape[1] + 2).all() and (quad[:, 1] < shape[0] + 2).all())
