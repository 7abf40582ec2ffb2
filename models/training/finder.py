"""Train the finder: a YOLO pose model with one class and the four corners of an index as keypoints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from ultralytics import YOLO
from ultralytics.models.yolo.pose import PoseTrainer
from ultralytics.utils.loss import v8PoseLoss

from paizhuo.models.training.corner_loss import CornerLoss
from paizhuo.models.training.ultralytics_env import FastOnCpu
from paizhuo.models.training.wide_corners import widen

ARCHITECTURE = "yolo11n-pose.yaml"
INPUT = 320
HEAD = 23
"""The place of the head in the architecture: ``cv2`` tells boxes, ``cv3`` scores, ``cv4`` corners."""


class FinderTrainer(FastOnCpu, PoseTrainer):  # type: ignore[misc]
    """Ultralytics' pose trainer, quick on CPUs too, with a wider head and a loss of its own for the corners."""

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> Any:
        """Make the model and load ``weights`` into it, those of a narrow head too."""
        model = super().get_model(cfg, None, verbose)
        widen(model)
        if weights:
            widen(weights)
            model.load(weights)
        return model

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
    corners_only: bool = False,
) -> Path:
    """Train on the data set file ``data`` and return the weights of the last epoch.

    ``runs/name/weights/last.pt`` is written after every epoch; a run that finds it there unfinished goes on from it.
    ``start`` are weights to begin with instead of chance; ``fraction`` is the share of the scenes used.
    ``corners_only`` leaves everything else as it is, so that the same indices are found, framed otherwise.
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
            # With a tenth for a sigma errors weigh six times as much as with Ultralytics' quarter.
            pose=6.0,
            freeze=[*range(HEAD), f"{HEAD}.cv2", f"{HEAD}.cv3"] if corners_only else None,
            workers=1,
            plots=False,
            deterministic=False,
            seed=1,
        )
    finished.write_text("")
    return last
