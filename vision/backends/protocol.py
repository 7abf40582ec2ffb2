"""What sight needs of an inference runtime: one tensor in, one tensor out."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Tensor = NDArray[np.float32]
"""A contiguous array of 32-bit floats."""


class BackendError(RuntimeError):
    """A model cannot be loaded or run: not a model, wrong inputs, or it asks for files of its own."""


class Network(Protocol):
    """A loaded network with one input and one output."""

    def run(self, batch: Tensor) -> Tensor:
        """Give the output for ``batch`` (pictures as ``(n, 3, height, width)``, RGB, 0–1)."""
        ...
