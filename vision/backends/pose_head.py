"""The last step of the finder, from raw maps to finds, for runtimes whose model ends before it.

ONNX files carry this step in the network. Its grids of places are made from the picture's size at run time, which other
runtimes' converters cannot express; so their models end at the raw maps, and these few lines do the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.backends.protocol import BackendError, Tensor

STRIDES = (8, 16, 32)
"""Pixels between two places of a map, one number a map."""

_CORNERS = 4


def decoded(maps: Sequence[NDArray[np.float32]]) -> Tensor:
    """Turn raw maps into the finder's output ``(1, 13, places)``.

    ``maps`` come in pairs, finest first: scores ``(1, h, w)`` before the sigmoid, then corners ``(8, h, w)`` as steps
    from each place. The rows are box x, y, width, height, then the score (0–1), then the corners' x and y in pixels.
    The box is the one around the corners, not the network's own, which these models leave out.
    """
    if len(maps) != 2 * len(STRIDES):
        raise BackendError(f"the finder gave {len(maps)} maps, not {2 * len(STRIDES)}")
    parts = [
        _one(scores, corners, stride) for scores, corners, stride in zip(maps[0::2], maps[1::2], STRIDES, strict=True)
    ]
    return np.ascontiguousarray(np.concatenate(parts, axis=1)[None], np.float32)


def _one(scores: NDArray[np.float32], corners: NDArray[np.float32], stride: int) -> NDArray[np.float32]:
    if scores.ndim != 3 or scores.shape[0] != 1 or corners.shape != (2 * _CORNERS, *scores.shape[1:]):
        raise BackendError(f"the finder gave maps of {scores.shape} and {corners.shape}")
    high, wide = scores.shape[1:]
    steps = corners.reshape(_CORNERS, 2, high, wide) * 2
    steps[:, 0] += np.arange(wide, dtype=np.float32)
    steps[:, 1] += np.arange(high, dtype=np.float32)[:, None]
    points = (steps * stride).reshape(_CORNERS, 2, -1)
    low, high_end = points.min(axis=0), points.max(axis=0)
    # Scores far below any threshold overflow the exponential on the way to 0, which is what they are.
    with np.errstate(over="ignore"):
        score = 1 / (1 + np.exp(-scores.reshape(1, -1)))
    return np.concatenate([(low + high_end) / 2, high_end - low, score, points.reshape(2 * _CORNERS, -1)])
