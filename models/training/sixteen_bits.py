"""Store an ONNX network's weights in half the bytes: 16 bits in the file, 32 bits again as soon as it is loaded.

The file names what it holds in 16 bits and casts it; the runtime does that once, while it opens the network. What it
computes with are the weights rounded to 11 bits, which is what the NCNN form keeps as well.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

_SMALL = 256
"""Fewer numbers than these stay as they are: biases, sizes, constants of arithmetic."""

_SUFFIX = "_in_16_bits"


def in_16_bits(network: onnx.ModelProto) -> onnx.ModelProto:
    """Give the network with its large tables of weights in 16 bits. Raises ``ValueError`` when one does not fit."""
    smaller = onnx.ModelProto()
    smaller.CopyFrom(network)
    graph = smaller.graph
    casts = []
    for table in graph.initializer:
        if table.data_type != TensorProto.FLOAT or int(np.prod(table.dims)) < _SMALL:
            continue
        full = numpy_helper.to_array(table)
        if float(np.abs(full).max()) > float(np.finfo(np.float16).max):
            raise ValueError(f"{table.name}: a weight of {np.abs(full).max():.3g} is too large for 16 bits")
        name = table.name
        table.CopyFrom(numpy_helper.from_array(full.astype(np.float16), name + _SUFFIX))
        casts.append(helper.make_node("Cast", [name + _SUFFIX], [name], name=name + "_cast", to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    return smaller


def in_32_bits(network: onnx.ModelProto) -> onnx.ModelProto:
    """Give the network with every table in 32 bits and no casts before them, as converters expect it."""
    full = onnx.ModelProto()
    full.CopyFrom(network)
    graph = full.graph
    small = {table.name: table for table in graph.initializer if table.name.endswith(_SUFFIX)}
    casts = [node for node in graph.node if node.op_type == "Cast" and node.input[0] in small]
    for node in casts:
        table = small[node.input[0]]
        table.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(table).astype(np.float32), node.output[0]))
        graph.node.remove(node)
    return full
