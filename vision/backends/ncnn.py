"""Networks on NCNN, for small ARM boards. Imported lazily: only who asks for this runtime needs the extra ``[pi]``."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import numpy as np

from paizhuo.vision.backends.protocol import BackendError, Tensor

INPUT = "in0"
"""The name that the converter gives to the only input; outputs are ``out0``, ``out1`` and so on."""

Ending = Callable[[Sequence[Tensor]], Tensor]


def only(maps: Sequence[Tensor]) -> Tensor:
    """Give the only output as a batch of one."""
    return maps[0][None]


class NcnnNetwork:
    """A network from the text of its layers and its weights, run on the CPU with a fixed number of threads.

    ``ending`` makes one batch of one out of the network's ``outputs`` outputs.
    """

    def __init__(
        self,
        layers: str,
        weights: bytes,
        *,
        name: str = "model",
        threads: int = 2,
        outputs: int = 1,
        ending: Ending = only,
    ) -> None:
        """Load the model. Raises ``BackendError`` when the runtime is not installed or the model is damaged."""
        try:
            import ncnn
        except ImportError as error:
            raise BackendError(f"{name}: ncnn is not installed; pip install 'paizhuo[pi]' brings it") from error
        self._ncnn = ncnn
        self._name = name
        self._outputs = tuple(f"out{number}" for number in range(outputs))
        self._ending = ending
        self._net = ncnn.Net()
        self._net.opt.num_threads = threads
        self._net.opt.use_vulkan_compute = False
        if self._net.load_param_mem(layers) != 0 or not _holds(layers, INPUT, *self._outputs):
            raise BackendError(f"{name}: not a usable NCNN model")
        # The runtime reads weights from files only; a file in memory holds exactly the bytes that were checked.
        handle = os.memfd_create(name)
        try:
            with os.fdopen(os.dup(handle), "wb") as file:
                file.write(weights)
            loaded = self._net.load_model(f"/proc/self/fd/{handle}")
        finally:
            os.close(handle)
        if loaded != 0:
            raise BackendError(f"{name}: its weights are damaged or cut off")

    def run(self, batch: Tensor) -> Tensor:
        """Give the output for ``batch``. The runtime takes one picture at a time, so they run one after the other."""
        if batch.ndim != 4:
            raise BackendError(f"{self._name}: cannot run on {batch.shape}")
        return np.concatenate([self._ending(self._maps(picture)) for picture in batch])

    def _maps(self, picture: Tensor) -> list[Tensor]:
        maps = []
        with self._net.create_extractor() as extractor:
            # The wrapper does not copy; the picture lives until the extractor is gone.
            extractor.input(INPUT, self._ncnn.Mat(np.ascontiguousarray(picture)))
            for output in self._outputs:
                failed, found = extractor.extract(output)
                if failed:
                    raise BackendError(f"{self._name}: cannot run on {picture.shape}")
                maps.append(np.array(found, np.float32))
        return maps


def _holds(layers: str, *blobs: str) -> bool:
    """Say whether all these blobs are in the text; the runtime itself would only find out when it runs."""
    words = set(layers.split())
    return all(blob in words for blob in blobs)
