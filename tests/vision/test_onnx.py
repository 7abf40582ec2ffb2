"""Networks on ONNX Runtime: what is no model, or reaches outside its file, is refused in one line."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.vision.backends.external_data import names_external_data
from paizhuo.vision.backends.onnx import OnnxNetwork
from paizhuo.vision.backends.protocol import BackendError


def varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(parts + bytes([value]))


def field(number: int, value: int | bytes | str) -> bytes:
    """Encode one protobuf field."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def value_info(name: str) -> bytes:
    shape = field(2, b"".join(field(1, field(2, letter)) for letter in "abcd"))
    return field(1, name) + field(2, field(1, field(1, 1) + shape))


def model(operation: str = "Identity", *, extra_graph: bytes = b"", attribute: bytes = b"") -> bytes:
    """Write a model of one operation from x to y."""
    node = field(1, "x") + field(2, "y") + field(4, operation) + (field(5, attribute) if attribute else b"")
    graph = field(1, node) + field(2, "g") + extra_graph + field(11, value_info("x")) + field(12, value_info("y"))
    return field(1, 8) + field(7, graph) + field(8, field(2, 17))


OUTSIDE = field(1, 4) + field(2, 1) + field(8, "w") + field(13, field(1, "location") + field(2, "/etc/hostname"))
INSIDE = field(1, 1) + field(2, 1) + field(8, "w") + field(9, np.float32(2).tobytes())


def test_a_model_runs() -> None:
    network = OnnxNetwork(model("Relu"), threads=1)
    batch = np.array([-1, 0, 2], np.float32).reshape(1, 1, 1, 3)
    assert network.run(batch).ravel().tolist() == [0, 0, 2]


@pytest.mark.parametrize(
    "data",
    [
        b"",  # empty
        b"no model at all",  # text
        model()[:-9],  # cut off
        b"\xff" * 64,  # endless number
        bytes(200),  # zeros
    ],
)
def test_what_is_no_model_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(BackendError) as caught:
        OnnxNetwork(data, name="finder.onnx")
    assert "\n" not in str(caught.value)


def test_every_truncation_of_a_model_is_refused() -> None:
    whole = model()
    for length in range(len(whole) - 6):
        with pytest.raises(BackendError):
            OnnxNetwork(whole[:length])


@pytest.mark.parametrize(
    "data",
    [
        model(extra_graph=field(5, OUTSIDE)),  # a weight of the graph
        model(attribute=field(1, "value") + field(5, OUTSIDE)),  # a constant in a node
        model(attribute=field(1, "body") + field(6, field(5, OUTSIDE))),  # a weight of an inner graph
        model(extra_graph=field(15, field(1, OUTSIDE))),  # a sparse weight
        model(extra_graph=field(5, field(8, "w") + field(14, 1))),  # no place named, but said to be elsewhere
    ],
)
def test_weights_outside_the_file_are_refused(data: bytes) -> None:
    assert names_external_data(data)
    with pytest.raises(BackendError, match="outside"):
        OnnxNetwork(data)


def test_weights_inside_the_file_are_fine() -> None:
    assert not names_external_data(model(extra_graph=field(5, INSIDE + field(14, 0))))


def test_a_picture_of_the_wrong_shape_is_an_error_of_ours() -> None:
    with pytest.raises(BackendError, match="cannot run"):
        OnnxNetwork(model(), threads=1).run(np.zeros((3, 3), np.float32))
