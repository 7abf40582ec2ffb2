"""Train the joker look: a YOLO classifier that names the joker whose mark lies in the middle of two views, or none.

It begins with the reader's layers, which know letters, stars and suits already; from nothing it learns slowly.
"""

from __future__ import annotations

import random
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import Dataset

from paizhuo.models.training.joker_views import CLASSES, KEPT, KEPT_SPAN
from paizhuo.models.training.reader import ReaderTrainer, Sample, Schedule, in_other_light, trained
from paizhuo.vision.joker_look import FAR, NEAR, SIZE

_TURN = 6.0
_QUARTERS = 0.15
"""By how many degrees views are turned, and the share that is turned by quarters: so are finds on low marks."""

_SCALE, _MOVE = 0.1, 0.02
"""By how much (logarithm, sides) views are scaled and moved."""


class ViewSet(Dataset[Sample]):
    """Kept views in memory, cut to what the network is shown."""

    def __init__(self, folder: Path, split: str, *, jitter: bool) -> None:
        every = sorted((folder / "views" / split).glob("[0-9]*.npz"))
        shards = [shard for shard in every if ".part" not in shard.name]
        if not shards:
            raise FileNotFoundError(f"no views in {folder / 'views' / split}: render scenes first")
        loaded = [np.load(shard) for shard in shards]
        self.views: NDArray[np.uint8] = np.concatenate([part["views"] for part in loaded])
        self.labels: NDArray[np.int64] = np.concatenate([part["labels"] for part in loaded])
        self.samples = self.labels  # Ultralytics asks for this name to see that there is something
        self.jitter = jitter
        self.torch_transforms = None

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, place: int) -> Sample:
        view = jittered(self.views[place], random.Random()) if self.jitter else shown(self.views[place])
        tensor = torch.from_numpy(np.ascontiguousarray(view[..., ::-1])).permute(2, 0, 1).float() / 255
        return {"img": tensor, "cls": int(self.labels[place])}


def shown(
    kept: NDArray[np.uint8], *, turn: float = 0.0, scale: float = 1.0, move: tuple[float, float] = (0.0, 0.0)
) -> NDArray[np.uint8]:
    """Cut both views out of a kept one, turned by ``turn`` radians, scaled, moved by shares of the far view's side."""
    middle = np.array([KEPT - 1, KEPT - 1]) / 2 + np.array(move) * FAR * KEPT / KEPT_SPAN
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    square = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
    views = []
    for side in (NEAR, FAR):
        half = axes * side * scale * KEPT / KEPT_SPAN / 2
        corners = middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ half
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
        views.append(cv2.warpPerspective(kept, matrix, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE))
    return np.asarray(np.concatenate(views, axis=1), np.uint8)


def jittered(kept: NDArray[np.uint8], rng: random.Random) -> NDArray[np.uint8]:
    """Cut both views with the finder's kind of error, and vary light, colour, sharpness and noise a little."""
    turn = np.radians(rng.gauss(0, _TURN) + (rng.choice([90, 180, 270]) if rng.random() < _QUARTERS else 0))
    scale, move = float(np.exp(rng.gauss(0, _SCALE))), (rng.gauss(0, _MOVE), rng.gauss(0, _MOVE))
    views = shown(kept, turn=float(turn), scale=scale, move=move)
    if rng.random() < 0.3:
        ratio = rng.uniform(0.3, 0.75)
        small = cv2.resize(views, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
        views = np.asarray(cv2.resize(small, (2 * SIZE, SIZE)), np.uint8)
    return in_other_light(views, rng)


class JokerTrainer(ReaderTrainer):
    """The reader's trainer on views instead of crops."""

    classes = CLASSES

    def pictures(self, split: str, *, jitter: bool) -> Dataset[Sample]:
        """Give the views of a split."""
        return ViewSet(self.folder, split, jitter=jitter)


def joker_architecture() -> Path:
    """Give the path of the joker look's architecture file."""
    return Path(str(files("paizhuo.models") / "joker.yaml"))


def train_joker_look(
    folder: Path,
    runs: Path,
    *,
    name: str = "joker",
    epochs: int = 3,
    batch: int = 128,
    start: Path | None = None,
    rate: float = 0.0012,
) -> Path:
    """Train on the views under ``folder`` and return the weights of the last epoch; resumable as the finder's.

    ``start`` may be weights of this network or of the reader, whose last layer is then left out.
    """
    schedule = Schedule(epochs, batch, rate, warmup=0.2, dropout=0.2)
    return trained(JokerTrainer, folder, runs / name, start or joker_architecture(), schedule)
