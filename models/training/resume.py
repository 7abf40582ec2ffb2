"""Weights-only resume files: small enough for git, and loaded without running anybody's pickled code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from ultralytics.nn.tasks import ClassificationModel, PoseModel

from paizhuo.models.manifest import JOKER_CLASSES
from paizhuo.models.training.dataset import CLASSES
from paizhuo.models.training.wide_corners import widen

_ANSWERS = {"reader": len(CLASSES), "joker": len(JOKER_CLASSES)}


def save_weights(checkpoint: Path, target: Path) -> None:
    """Write the weights of an Ultralytics ``checkpoint`` as half-precision arrays (``.npz``)."""
    # The checkpoint is our own run's, never a download: only such a file may be unpickled.
    loaded = torch.load(checkpoint, map_location="cpu", weights_only=False)
    model = loaded.get("ema") or loaded["model"]
    arrays = {name: _small(value.cpu()) for name, value in model.state_dict().items()}
    np.savez_compressed(target, allow_pickle=False, **arrays)


def classifier_kind(saved: Path) -> str:
    """Say which classifier a resume file is of, by the number of its answers."""
    with np.load(saved, allow_pickle=False) as arrays:
        answers = next(len(arrays[name]) for name in arrays.files if name.endswith("linear.bias"))
    return next(kind for kind, count in _ANSWERS.items() if count == answers)


def start_checkpoint(saved: Path, kind: str, architecture: str, folder: Path) -> Path:
    """Turn a resume file into a checkpoint that Ultralytics trains on from.

    ``kind`` is ``finder``, ``reader`` or ``joker``. The checkpoint is written into ``folder`` and returned.
    """
    with np.load(saved, allow_pickle=False) as arrays:
        state = {name: torch.from_numpy(np.asarray(arrays[name])) for name in arrays.files}
    model: Any
    if kind == "finder":
        model = PoseModel(architecture, nc=1, data_kpt_shape=(4, 2), verbose=False)
        widen(model, next(len(value) for name, value in state.items() if name.endswith("cv4.0.0.conv.weight")))
    else:
        model = ClassificationModel(architecture, nc=_ANSWERS[kind], verbose=False)
    model.load_state_dict(
        {name: value.float() if value.is_floating_point() else value for name, value in state.items()}
    )
    target = folder / f"{kind}-start.pt"
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save(
        {"model": model, "train_args": {"task": "pose" if kind == "finder" else "classify"}, "epoch": -1}, target
    )
    return target


def _small(value: torch.Tensor) -> NDArray[np.generic]:
    return np.asarray(value.half().numpy() if value.is_floating_point() else value.numpy())
