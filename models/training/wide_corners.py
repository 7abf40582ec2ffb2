"""A wider head for the finder's corners: with the architecture's own every frame came out as narrow as most are."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from ultralytics.nn.modules import Conv

CHANNELS = 64
"""Of the layers that place corners, where Ultralytics has 16 for a model of this size."""


def widen(model: Any, channels: int = CHANNELS) -> None:
    """Give the corner head of a pose ``model`` that many channels; what it answers stays the same.

    The new channels begin by chance and count for nothing, until training lets them. A head that is as wide already
    is left alone.
    """
    head = model.model[-1]
    for level, old in enumerate(head.cv4):
        if old[0].conv.out_channels < channels:
            with torch.no_grad():
                head.cv4[level] = _widened(old, channels)


def _widened(old: Any, channels: int) -> nn.Sequential:
    kept = old[0].conv.out_channels
    first, second = Conv(old[0].conv.in_channels, channels, 3), Conv(channels, channels, 3)
    last = nn.Conv2d(channels, old[2].out_channels, 1)
    first.conv.weight[:kept] = old[0].conv.weight
    second.conv.weight[:kept, :kept] = old[1].conv.weight
    second.conv.weight[:kept, kept:] = 0
    last.weight[:, :kept] = old[2].weight
    last.weight[:, kept:] = 0
    last.bias.copy_(old[2].bias)
    for wide, narrow in ((first.bn, old[0].bn), (second.bn, old[1].bn)):
        wide.eps, wide.momentum = narrow.eps, narrow.momentum
        for name in ("weight", "bias", "running_mean", "running_var"):
            getattr(wide, name)[:kept] = getattr(narrow, name)
    return nn.Sequential(first, second, last).to(old[2].weight).train(old.training)
