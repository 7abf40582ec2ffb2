"""Build the sight from the weights that ship with the product."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from paizhuo.models.manifest import Manifest, ModelError, read_manifest
from paizhuo.vision.backends.protocol import BackendError, Network
from paizhuo.vision.enroll import EnrolError, load_deck
from paizhuo.vision.find import Finder
from paizhuo.vision.look import Sight
from paizhuo.vision.read import Reader, ReaderClasses

Runtime = Literal["onnx", "ncnn"]
"""What can run the networks: ONNX Runtime everywhere, NCNN where the extra ``[pi]`` is installed."""


def open_sight(
    *, threads: int = 2, folder: Path | None = None, runtime: Runtime = "onnx", deck: Path | None = None
) -> Sight:
    """Load finder and reader, checked against their manifest, on ``threads`` CPU threads.

    ``deck`` is the file of an enrolled deck, which the reader is adapted to. Raises ``ModelError`` with one line when
    the weights are missing, damaged or do not fit together, when the runtime is not installed, and when the deck file
    cannot be used.
    """
    manifest = read_manifest(folder)
    try:
        classes = ReaderClasses(manifest.reader.classes)
        finder, reader = open_networks(manifest, threads=threads, folder=folder, runtime=runtime)
    except BackendError as error:
        raise ModelError(str(error)) from error
    size, temperature = manifest.reader.input_size, manifest.temperature
    try:
        known = None if deck is None else load_deck(deck, manifest.reader.sha256)
    except EnrolError as error:
        raise ModelError(str(error)) from error
    return Sight(Finder(finder), Reader(reader, classes, size=size, temperature=temperature, deck=known))


def open_networks(
    manifest: Manifest, *, threads: int, folder: Path | None = None, runtime: Runtime = "onnx"
) -> tuple[Network, Network]:
    """Load the bare networks of finder and reader. Raises ``BackendError`` and ``ModelError``."""
    if runtime == "onnx":
        from paizhuo.vision.backends.onnx import OnnxNetwork

        return (
            OnnxNetwork(manifest.finder.data, name=manifest.finder.name, threads=threads),
            OnnxNetwork(manifest.reader.data, name=manifest.reader.name, threads=threads),
        )
    from paizhuo.models.ncnn import read_ncnn
    from paizhuo.vision.backends.ncnn import NcnnNetwork
    from paizhuo.vision.backends.pose_head import STRIDES, decoded

    finder, reader = read_ncnn(manifest, folder)
    return (
        NcnnNetwork(
            finder.layers,
            finder.weights,
            name=finder.name,
            threads=threads,
            outputs=2 * len(STRIDES),
            ending=decoded,
        ),
        NcnnNetwork(reader.layers, reader.weights, name=reader.name, threads=threads),
    )
