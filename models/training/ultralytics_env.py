"""Settings that Ultralytics must find before it is imported: no network, no installs, its own settings folder."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any


def prepare(folder: Path) -> None:
    """Point Ultralytics at ``folder`` for its settings and forbid it to reach for the network or for pip."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_AUTOINSTALL", "0")
    os.environ.setdefault("YOLO_CONFIG_DIR", str(folder))
    os.environ.setdefault("MPLCONFIGDIR", str(folder / "matplotlib"))


def multiplies_bf16() -> bool:
    """Say whether this processor multiplies bfloat16 in hardware: with tiles (AMX) or with AVX-512.

    Measured per training step: a ninth of the time with tiles, 0.57 of it with AVX-512; elsewhere bfloat16 is emulated
    and slow.
    """
    import torch

    names = ("_is_amx_tile_supported", "_is_avx512_bf16_supported")
    return any(bool(getattr(torch.cpu, name, lambda: False)()) for name in names)


class FastOnCpu:
    """A mixin for Ultralytics trainers: mixed precision on a CPU that multiplies bfloat16, and a smooth schedule.

    Ultralytics offers mixed precision on GPUs alone, but its loop asks ``self.amp`` and runs as well on a CPU. It
    changes the learning rate once an epoch, which is too coarse for the few long epochs of a rendered data set.
    """

    amp: bool
    device: Any
    model: Any
    optimizer: Any
    args: Any
    epoch: int
    epochs: int
    train_loader: Any
    _steps: tuple[int, int] = (-1, 0)

    def _setup_train(self) -> None:
        import torch

        super()._setup_train()  # type: ignore[misc]
        if self.device.type == "cpu":
            self.amp = multiplies_bf16()
            # Channels last in memory is how such processors want their pictures: an eighth less time.
            self.model.to(memory_format=torch.channels_last)

    def optimizer_step(self) -> None:
        """Take a step, then set the next learning rate on a cosine from its start to its end."""
        super().optimizer_step()  # type: ignore[misc]
        epoch, done = self._steps
        done = done + 1 if epoch == self.epoch else 1
        self._steps = (self.epoch, done)
        progress = min(1.0, (self.epoch + done / max(1, len(self.train_loader))) / self.epochs)
        factor = self.args.lrf + (1 - self.args.lrf) * (1 + math.cos(math.pi * progress)) / 2
        for group in self.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * factor
