"""Settings that Ultralytics must find before it is imported: no network, no installs, its own settings folder."""

from __future__ import annotations

import os
from pathlib import Path


def prepare(folder: Path) -> None:
    """Point Ultralytics at ``folder`` for its settings and forbid it to reach for the network or for pip."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_AUTOINSTALL", "0")
    os.environ.setdefault("YOLO_CONFIG_DIR", str(folder))
    os.environ.setdefault("MPLCONFIGDIR", str(folder / "matplotlib"))


def fast_precision() -> str | bool:
    """Choose the precision of training: ``bf16`` where the processor multiplies it in hardware, else full.

    On a CPU with AMX tiles a step takes about a ninth of the time; without such tiles bf16 is emulated and slower.
    """
    import torch

    if torch.cuda.is_available():
        return True
    has_tiles = getattr(torch.cpu, "_is_amx_tile_supported", lambda: False)
    return "bf16" if has_tiles() else False
