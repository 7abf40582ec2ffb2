"""Train the reader: a YOLO classifier that names the face of an upright index crop, or ``none``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import DataLoader, Dataset
from ultralytics.models.yolo.classify import ClassificationTrainer, ClassificationValidator

from paizhuo.models.training.dataset import CLASSES, CROP_GROW, CROP_SIZE
from paizhuo.models.training.ultralytics_env import FastOnCpu
from paizhuo.vision.crops import GROW, SIZE

Sample = dict[str, Any]


class CropSet(Dataset[Sample]):
    """Index crops in memory; training crops are cut with jittered corners, as the finder's corners are never exact."""

    def __init__(self, folder: Path, split: str, *, jitter: bool) -> None:
        shards = sorted((folder / "crops" / split).glob("[0-9]*.npz"))
        if not shards:
            raise FileNotFoundError(f"no crops in {folder / 'crops' / split}: render scenes first")
        loaded = [np.load(shard) for shard in shards if ".part" not in shard.name]
        self.crops: NDArray[np.uint8] = np.concatenate([part["crops"] for part in loaded])
        self.labels: NDArray[np.int64] = np.concatenate([part["labels"] for part in loaded])
        self.samples = self.labels  # Ultralytics asks for this name to see that there is something
        self.jitter = jitter
        self.torch_transforms = None

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, place: int) -> Sample:
        crop = jittered(self.crops[place], random.Random()) if self.jitter else centred(self.crops[place])
        tensor = torch.from_numpy(np.ascontiguousarray(crop[..., ::-1])).permute(2, 0, 1).float() / 255
        return {"img": tensor, "cls": int(self.labels[place])}


def _inner() -> NDArray[np.float32]:
    margin = CROP_SIZE * (1 - GROW / CROP_GROW) / 2
    low, high = margin, CROP_SIZE - margin
    return np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)


def _cut(crop: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    square = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    return np.asarray(cv2.warpPerspective(crop, matrix, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def centred(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cut the crop that reading sees when the finder is exact."""
    return _cut(crop, _inner())


def jittered(crop: NDArray[np.uint8], rng: random.Random) -> NDArray[np.uint8]:
    """Cut the crop with the finder's kind of error, and vary light, colour, sharpness and noise a little."""
    corners = _inner()
    side = float(corners[1, 0] - corners[0, 0])
    noise = np.array([[rng.gauss(0, 1), rng.gauss(0, 1)] for _ in range(4)], np.float32)
    centre = corners.mean(axis=0)
    shift = np.array([rng.gauss(0, 0.035), rng.gauss(0, 0.035)], np.float32) * side
    grown = centre + (corners - centre) * np.array([rng.uniform(0.88, 1.14), rng.uniform(0.88, 1.14)], np.float32)
    cut = _cut(crop, grown + shift + noise * side * 0.022).astype(np.float32)
    if rng.random() < 0.3:
        small = rng.randint(14, 40)
        cut = np.asarray(
            cv2.resize(cv2.resize(cut, (small, small), interpolation=cv2.INTER_AREA), (SIZE, SIZE)), np.float32
        )
    elif rng.random() < 0.2:
        cut = np.asarray(cv2.GaussianBlur(cut, (0, 0), rng.uniform(0.4, 1.6)), np.float32)
    return in_other_light(cut, rng)


def in_other_light(crop: NDArray[Any], rng: random.Random) -> NDArray[np.uint8]:
    """Give a crop in light of another strength and colour, some with noise."""
    gain = np.array([rng.uniform(0.85, 1.15), 1.0, rng.uniform(0.85, 1.15)]) * rng.uniform(0.65, 1.35)
    light = crop.astype(np.float32) * gain + rng.uniform(-28, 28)
    if rng.random() < 0.4:
        generator = np.random.default_rng(rng.getrandbits(32))
        light += generator.standard_normal(crop.shape) * rng.uniform(0, 10)
    return np.clip(light, 0, 255).astype(np.uint8)


class CropLoader(DataLoader[Sample]):
    def reset(self) -> None:
        """Do nothing: Ultralytics calls this on its own loader when it changes augmentations."""


class ReaderTrainer(FastOnCpu, ClassificationTrainer):  # type: ignore[misc]
    """Ultralytics' classification trainer on crops that lie in memory."""

    folder: Path
    classes: tuple[str, ...] = CLASSES

    def pictures(self, split: str, *, jitter: bool) -> Dataset[Sample]:
        """Give the pictures of a split."""
        return CropSet(self.folder, split, jitter=jitter)

    def get_dataset(self) -> dict[str, Any]:
        """Describe the data to Ultralytics."""
        names = dict(enumerate(self.classes))
        return {"train": "train", "val": "val", "nc": len(names), "names": names, "channels": 3}

    def get_dataloader(self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train") -> CropLoader:
        """Give the pictures of a split in batches."""
        training = mode == "train"
        crops = self.pictures("train" if training else "val", jitter=training)
        return CropLoader(
            crops, batch_size=batch_size, shuffle=training, num_workers=1 if training else 0, drop_last=training
        )

    def final_eval(self) -> None:
        """Leave it at the validation of the last epoch: Ultralytics' final one looks for pictures in folders."""

    def get_validator(self) -> ClassificationValidator:
        """Validate on the crops of the ``val`` split."""
        return ClassificationValidator(self.test_loader, self.save_dir, args=copy(self.args), _callbacks=self.callbacks)


def reader_architecture() -> Path:
    """Give the path of the reader's architecture file."""
    return Path(str(files("paizhuo.models") / "reader.yaml"))


def train_reader(
    folder: Path,
    runs: Path,
    *,
    name: str = "reader",
    epochs: int = 8,
    batch: int = 128,
    start: Path | None = None,
    rate: float | None = None,
) -> Path:
    """Train on the crops under ``folder`` and return the weights of the last epoch; resumable as the finder's."""
    schedule = Schedule(
        epochs,
        batch,
        rate=rate if rate is not None else 0.002 if start is None else 0.001,
        warmup=0.3 if start is None else 0.05,
        dropout=0.15,
    )
    return trained(ReaderTrainer, folder, runs / name, start or reader_architecture(), schedule)


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a classifier is trained: passes, pictures a step, the first learning rate, passes of warming up, dropout."""

    epochs: int
    batch: int
    rate: float
    warmup: float
    dropout: float


def trained(trainer: type[ReaderTrainer], folder: Path, run: Path, start: Path, schedule: Schedule) -> Path:
    """Train in the folder ``run`` from ``start``, or go on where that was broken off; give the last epoch's weights."""
    last, finished = run / "weights" / "last.pt", run / "finished"
    if finished.exists():
        return last
    trainer.folder = folder
    resume = last.exists()
    overrides: dict[str, Any] = {
        "model": str(last if resume else start),
        "data": str(folder),
        "imgsz": SIZE,
        "epochs": schedule.epochs,
        "batch": schedule.batch,
        "nbs": schedule.batch,
        "amp": torch.cuda.is_available(),
        "project": str(run.parent),
        "name": run.name,
        "exist_ok": True,
        "optimizer": "AdamW",
        "lr0": schedule.rate,
        "lrf": 0.02,
        "warmup_epochs": schedule.warmup,
        "weight_decay": 0.01,
        "dropout": schedule.dropout,
        "plots": False,
        "workers": 1,
        "deterministic": False,
        "seed": 1,
        "resume": resume,
    }
    trainer(overrides=overrides).train()
    finished.write_text("")
    return last


def crops_of(folder: Path, split: str) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """Give the crops of a split as the reader sees them, with their labels."""
    crops = CropSet(folder, split, jitter=False)
    for crop, label in zip(crops.crops, crops.labels, strict=True):
        yield centred(crop), int(label)
