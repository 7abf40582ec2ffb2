"""Train the finder: a YOLO pose model with one class and the four corners of an index as keypoints."""

from __future__ import annotations

from pathlib import Path

import torch
from ultralytics import YOLO
from ultralytics.models.yolo.pose import PoseTrainer
from ultralytics.utils.loss import v8PoseLoss

from paizhuo.models.training.corner_loss import CornerLoss
from paizhuo.models.training.ultralytics_env import FastOnCpu

ARCHITECTURE = "yolo11n-pose.yaml"
INPUT = 320


class FinderTrainer(FastOnCpu, PoseTrainer):  # type: ignore[misc]
    """Ultralytics' pose trainer, quick on CPUs too, with a loss of its own for the corners."""

    def set_model_attributes(self) -> None:
        """Give the model its loss, once it knows its settings."""
        super().set_model_attributes()
        loss = v8PoseLoss(self.model)
        loss.keypoint_loss = CornerLoss()
        self.model.criterion = loss


def train_finder(
    data: Path,
    runs: Path,
    *,
    name: str = "finder",
    epochs: int = 6,
    batch: int = 32,
    start: Path | None = None,
    fraction: float = 1.0,
) -> Path:
    """Train on the data set file ``data`` and return the weights of the last epoch.

    ``runs/name/weights/last.pt`` is written after every epoch; a run that finds it there unfinished goes on from it.
    ``start`` are weights to begin with instead of chance; ``fraction`` is the share of the scenes used.
    No mirror flips: a mirrored index is no index.
    """
    last = runs / name / "weights" / "last.pt"
    finished = runs / name / "finished"
    if finished.exists():
        return last
    if last.exists():
        YOLO(str(last)).train(trainer=FinderTrainer, resume=True)
    else:
        model = YOLO(str(start) if start else ARCHITECTURE)
        model.train(
            trainer=FinderTrainer,
            data=str(data),
            imgsz=INPUT,
            fraction=fraction,
            epochs=epochs,
            batch=batch,
            nbs=batch,
            amp=torch.cuda.is_available(),
            project=str(runs),
            name=name,
            exist_ok=True,
            optimizer="AdamW",
            lr0=0.0015 if start is None else 0.0012,
            lrf=0.03,
            warmup_epochs=0.3 if start is None else 0.05,
            weight_decay=0.0005,
            fliplr=0.0,
            flipud=0.0,
            mosaic=0.0,
            close_mosaic=0,
            degrees=0.0,
            scale=0.3,
            translate=0.1,
            hsv_h=0.02,
            hsv_s=0.4,
            hsv_v=0.3,
            erasing=0.0,
            auto_augment=None,
            pose=14.0,
            workers=1,
            plots=False,
            deterministic=False,
            seed=1,
        )
    finished.write_text("")
    return last
