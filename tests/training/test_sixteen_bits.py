"""Weights in half the bytes: rounded once, the same network otherwise, and the way back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from paizhuo.models.training.export import made_to_ship
from paizhuo.models.training.sixteen_bits import in_16_bits, in_32_bits

READER = Path(__file__).resolve().parents[2] / "models" / "reader.onnx"


def network(weights: np.ndarray, bias: np.ndarray) -> onnx.ModelProto:
    """Give a network that multiplies by ``weights`` and adds ``bias``."""
    shape = ["n", weights.shape[0]], ["n", weights.shape[1]]
    graph = helper.make_graph(
        [helper.make_node("Gemm", ["x", "w", "b"], ["y"])],
        "one layer",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape[0])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, shape[1])],
        [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(bias, "b")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def answer(model: onnx.ModelProto, batch: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {session.get_inputs()[0].name: batch})[0])


def test_large_tables_are_rounded_to_16_bits_and_small_ones_stay() -> None:
    rng = np.random.default_rng(4)
    weights, bias = rng.standard_normal((40, 30)).astype(np.float32), rng.standard_normal(30).astype(np.float32)
    model, batch = network(weights, bias), rng.standard_normal((3, 40)).astype(np.float32)
    halved = in_16_bits(model)
    onnx.checker.check_model(halved)
    assert len(halved.SerializeToString()) < 0.65 * len(model.SerializeToString())
    rounded = network(weights.astype(np.float16).astype(np.float32), bias)
    np.testing.assert_allclose(answer(halved, batch), answer(rounded, batch), atol=1e-5)
    # Were nothing rounded, the difference to the whole weights would be none.
    assert 1e-5 < np.abs(answer(halved, batch) - answer(model, batch)).max() < 0.05
    assert in_32_bits(halved) == rounded


def test_a_weight_that_16_bits_cannot_hold_is_refused() -> None:
    weights = np.zeros((40, 30), np.float32)
    weights[7, 7] = 7e4
    with pytest.raises(ValueError, match="w: a weight of 7e"):
        in_16_bits(network(weights, np.zeros(30, np.float32)))


def test_the_shipped_reader_is_stored_so_and_storing_it_again_changes_nothing(tmp_path: Path) -> None:
    shipped = onnx.load(str(READER))
    kept = [table.data_type for table in shipped.graph.initializer if np.prod(table.dims) >= 1000]
    assert set(kept) == {TensorProto.FLOAT16}
    again = tmp_path / "reader.onnx"
    again.write_bytes(READER.read_bytes())
    made_to_ship(again)
    assert onnx.load(str(again)) == shipped
    assert "description" not in {each.key for each in shipped.metadata_props}
    told = shipped.metadata_props.add()
    told.key, told.value = "description", "trained on /somewhere"
    onnx.save(shipped, str(again))
    made_to_ship(again)
    assert again.read_bytes() == READER.read_bytes(), "the folder of training is left out"
    batch = np.random.default_rng(1).random((2, 3, 64, 64)).astype(np.float32)
    np.testing.assert_allclose(answer(in_32_bits(shipped), batch), answer(shipped, batch), atol=1e-4)
