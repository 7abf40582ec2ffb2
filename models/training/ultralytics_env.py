"""Settings that Ultralytics must find before it is imported: no network, no installs, its own settings folder."""

from __future__ import annotations

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


def has_bf16_tiles() -> bool:
    """Say whether this processor multiplies bfloat16 in hardware (AMX).

    There a training step takes about a ninth of the time; elsewhere bfloat16 is emulated and slower than full precision.
    """
    import torch

    return bool(getattr(torch.cpu, "_is_amx_tile_supported", lambda: False)())


class FastOnCpu:
    """A mixin for Ultralytics trainers: mixed precision on a CPU that has the tiles for it.

    Ultralytics offers mixed precision on GPUs alone, but its loop asks ``self.amp`` and runs as well on a CPU.
    """

    amp: bool
    device: Any

    def _setup_train(self) -> None:
        super()._setup_train()  # type: ignore[misc]
        if self.device.type == "cpu":
            self.amp = has_bf16_tiles()
