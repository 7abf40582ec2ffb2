"""Networks on ONNX Runtime. Imported lazily: only what runs a real model pays for the runtime."""

from __future__ import annotations

import onnxruntime

from paizhuo.vision.backends.external_data import names_external_data
from paizhuo.vision.backends.protocol import BackendError, Tensor

DEFAULT_THREADS = 2


class OnnxNetwork:
    """A network from the bytes of an ONNX file, run on the CPU with a fixed number of threads."""

    def __init__(self, model: bytes, *, name: str = "model", threads: int = DEFAULT_THREADS) -> None:
        """Load the model. Raises ``BackendError`` when it is damaged or keeps its weights in other files."""
        # The bytes were checked against the manifest; a reference to another file would escape that check.
        if names_external_data(model):
            raise BackendError(f"{name}: refused, it keeps weights outside its own file")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        # Threads that spin between runs would starve everything else on a small machine.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        # The runtime raises a dozen unrelated classes of its own, hence the wide nets here and below.
        try:
            self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise BackendError(f"{name}: not a usable ONNX model: {_first_line(error)}") from error
        self._name = name
        self._input = self._session.get_inputs()[0].name
        self._outputs = [self._session.get_outputs()[0].name]

    def run(self, batch: Tensor) -> Tensor:
        """Give the first output for ``batch``; the arrays are handed over without a copy."""
        try:
            (output,) = self._session.run(self._outputs, {self._input: batch})
        except Exception as error:
            raise BackendError(f"{self._name}: cannot run on {batch.shape}: {_first_line(error)}") from error
        result: Tensor = output
        return result


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
