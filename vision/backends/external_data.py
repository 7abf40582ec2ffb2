"""Tell whether an ONNX file asks for weights in other files, without the ONNX library.

ONNX is protobuf. Only the few fields that lead to tensors are followed: everything else is skipped by its length.
"""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.vision.backends.protocol import BackendError

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5

# Field numbers of onnx.proto, and the message found below each.
_BELOW: dict[str, dict[int, str]] = {
    "model": {7: "graph", 25: "function"},
    "graph": {1: "node", 5: "tensor", 15: "sparse"},
    "function": {7: "node", 11: "attribute"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse"},
    "sparse": {1: "tensor", 2: "tensor"},
}
_TENSOR_EXTERNAL_DATA, _TENSOR_DATA_LOCATION = 13, 14
_DEEPEST = 64


def names_external_data(model: bytes) -> bool:
    """Say whether any tensor of the model lies outside the file. Raises ``BackendError`` for a broken file."""
    return _any_outside(memoryview(model), "model", 0)


def _any_outside(message: memoryview, kind: str, depth: int) -> bool:
    if depth > _DEEPEST:
        raise BackendError("refused, its graphs are nested too deeply")
    if kind == "tensor":
        return any(
            field == _TENSOR_EXTERNAL_DATA or (field == _TENSOR_DATA_LOCATION and value != 0)
            for field, value in _fields(message)
        )
    below = _BELOW[kind]
    return any(
        isinstance(value, memoryview) and field in below and _any_outside(value, below[field], depth + 1)
        for field, value in _fields(message)
    )


def _fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Walk over a protobuf message: field number with its number or its bytes."""
    at, end = 0, len(message)
    while at < end:
        key, at = _varint(message, at)
        wire = key & 7
        if wire == _VARINT:
            number, at = _varint(message, at)
            yield key >> 3, number
            continue
        if wire == _BYTES:
            size, at = _varint(message, at)
        elif wire in (_FIXED64, _FIXED32):
            size = 8 if wire == _FIXED64 else 4
        else:
            raise BackendError("not an ONNX file")
        if at + size > end:
            raise BackendError("not an ONNX file, or one that was cut off")
        yield key >> 3, message[at : at + size]
        at += size


def _varint(message: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(message):
            raise BackendError("not an ONNX file, or one that was cut off")
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise BackendError("not an ONNX file")
