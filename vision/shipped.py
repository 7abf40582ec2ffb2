"""Build the sight from the weights that ship with the product."""

from __future__ import annotations

from pathlib import Path

from paizhuo.models.manifest import ModelError, read_manifest
from paizhuo.vision.backends.protocol import BackendError
from paizhuo.vision.find import Finder
from paizhuo.vision.look import Sight
from paizhuo.vision.read import Reader, ReaderClasses


def open_sight(*, threads: int = 2, folder: Path | None = None) -> Sight:
    """Load finder and reader, checked against their manifest, on ``threads`` CPU threads.

    Raises ``ModelError`` with one line when the weights are missing, damaged or do not fit together.
    """
    from paizhuo.vision.backends.onnx import OnnxNetwork

    manifest = read_manifest(folder)
    try:
        classes = ReaderClasses(manifest.reader.classes)
        finder = OnnxNetwork(manifest.finder.data, name=manifest.finder.name, threads=threads)
        reader = OnnxNetwork(manifest.reader.data, name=manifest.reader.name, threads=threads)
    except BackendError as error:
        raise ModelError(str(error)) from error
    size, temperature = manifest.reader.input_size, manifest.temperature
    return Sight(Finder(finder), Reader(reader, classes, size=size, temperature=temperature))
