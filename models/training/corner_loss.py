"""How far the finder's corners lie from the true ones, as a loss that still pulls when they lie far off."""

from __future__ import annotations

import torch
from torch import nn

_SIGMA = 0.1
"""In the place of COCO's. Ultralytics sets 0.25 for four keypoints, by which a star in a frame half as wide as it is
costs next to nothing."""


class CornerLoss(nn.Module):
    """Take the logarithm of one plus the error in place of ``1 - exp(-error)`` of COCO's similarity.

    Small errors count alike in both. But the exponential is flat from an error of four on, and the area that errors are
    divided by is small for an index that is low and wide: a corner that lies where a narrow, tall frame would have it
    is past the reach of its pull.
    """

    def forward(
        self, predicted: torch.Tensor, true: torch.Tensor, visible: torch.Tensor, area: torch.Tensor
    ) -> torch.Tensor:
        """Give the mean over indices: corners ``(n, 4, 2 or 3)``, ``visible`` ``(n, 4)``, ``area`` ``(n, 1)``."""
        apart = (predicted[..., :2] - true[..., :2]).pow(2).sum(dim=-1)
        error = apart / ((2 * _SIGMA) ** 2 * 2 * (area + 1e-9))
        share = visible.shape[1] / (visible.sum(dim=1, keepdim=True) + 1e-9)
        return (share * torch.log1p(error) * visible).mean()
