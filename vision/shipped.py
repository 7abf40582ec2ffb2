"""Build the sight from the weights that ship with the product."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from paizhuo.models.manifest import Manifest, ModelError, read_manifest
from paizhuo.vision.backends.protocol import BackendError, Network
from paizhuo.vision.enroll import EnrolError, load_deck
from paizhuo.vision.find import Finder
from paizhuo.vision.joker_look import JokerLook
from paizhuo.vision.look import Sight
from paizhuo.vision.read import Adaptation, Reader, ReaderClasses

Runtime = Literal["onnx", "ncnn"]
"""What can run the networks: ONNX Runtime everywhere, NCNN where the extra ``[pi]`` is installed."""


@dataclass(frozen=True, slots=True)
class Networks:
    """The bare networks, loaded; ``joker`` is None where the manifest names no third one."""

    finder: Network
    reader: Network
    joker: Network | None = None


def open_sight(
    *, threads: int = 2, folder: Path | None = None, runtime: Runtime = "onnx", deck: Path | None = None
) -> Sight:
    """Load the networks, checked against their manifest, on ``threads`` CPU threads.

    Jokers are looked at more widely where the manifest names a network for it. ``deck`` is the file of an enrolled
    deck, which the reader is adapted to. Raises ``ModelError`` with one line when the weights are missing, damaged or
    do not fit together, when the runtime is not installed, and when the deck file cannot be used.
    """
    manifest = read_manifest(folder)
    try:
        known = None if deck is None else load_deck(deck, manifest.reader.sha256)
        networks = open_networks(manifest, threads=threads, folder=folder, runtime=runtime)
        return sight_of(manifest, networks, known)
    except (BackendError, EnrolError) as error:
        raise ModelError(str(error)) from error


def sight_of(manifest: Manifest, networks: Networks, deck: Adaptation | None = None) -> Sight:
    """Put loaded networks together. Raises ``BackendError`` where the manifest names answers that are no cards."""
    classes, size = ReaderClasses(manifest.reader.classes), manifest.reader.input_size
    reader = Reader(networks.reader, classes, size=size, temperature=manifest.temperature, deck=deck)
    return Sight(Finder(networks.finder), reader, joker_look=_joker_look(manifest, networks))


def _joker_look(manifest: Manifest, networks: Networks) -> JokerLook | None:
    if manifest.joker is None or networks.joker is None:
        return None
    cards = ReaderClasses(manifest.joker.classes).cards
    return JokerLook(networks.joker, cards, size=manifest.joker.input_size)


def open_networks(
    manifest: Manifest, *, threads: int, folder: Path | None = None, runtime: Runtime = "onnx"
) -> Networks:
    """Load the bare networks that the manifest names. Raises ``BackendError`` and ``ModelError``."""
    if runtime == "onnx":
        from paizhuo.vision.backends.onnx import OnnxNetwork

        return Networks(*(OnnxNetwork(file.data, name=file.name, threads=threads) for file in manifest.files))
    from paizhuo.models.ncnn import NcnnFile, read_ncnn
    from paizhuo.vision.backends.ncnn import Ending, NcnnNetwork, only
    from paizhuo.vision.backends.pose_head import STRIDES, decoded

    def loaded(file: NcnnFile, outputs: int = 1, ending: Ending = only) -> Network:
        return NcnnNetwork(file.layers, file.weights, name=file.name, threads=threads, outputs=outputs, ending=ending)

    made = read_ncnn(manifest, folder)
    return Networks(
        loaded(made.finder, 2 * len(STRIDES), decoded),
        loaded(made.reader),
        None if made.joker is None else loaded(made.joker),
    )
