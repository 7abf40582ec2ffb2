"""The NCNN form of the shipped weights: the same networks for a runtime that is quick on small ARM boards.

It is made from the ONNX files by ``paizhuo.models.training.ncnn``; ``ncnn.json`` says from which, so that a form made
from older weights is refused.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from paizhuo.models.manifest import ROLES, Manifest, ModelError

LIST = "ncnn.json"
REMEDY = "`make ncnn` makes it from the ONNX files"


@dataclass(frozen=True, slots=True)
class NcnnFile:
    """One network: its layers as text and its weights, both checked."""

    name: str
    layers: str
    weights: bytes


@dataclass(frozen=True, slots=True)
class NcnnFiles:
    """The networks that a manifest names; ``joker`` is None where it names no third one."""

    finder: NcnnFile
    reader: NcnnFile
    joker: NcnnFile | None = None


def read_ncnn(manifest: Manifest, folder: Path | None = None) -> NcnnFiles:
    """Read and check the NCNN form of the networks in ``folder``, by default the one that ships.

    Raises ``ModelError`` in one line when a file is missing, damaged, or made from other weights than ``manifest``'s.
    """
    place: Traversable = folder if folder is not None else files("paizhuo.models")
    try:
        listed = json.loads((place / LIST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelError(f"{place / LIST}: no such file; {REMEDY}") from None
    except (OSError, ValueError) as error:
        raise ModelError(f"{place / LIST}: cannot be read ({error}); {REMEDY}") from error
    # The manifest may name no third network.
    named = zip(ROLES, manifest.files, strict=False)
    return NcnnFiles(*(_checked(place, listed, role, file.sha256) for role, file in named))


def _checked(place: Traversable, listed: object, role: str, onnx: str) -> NcnnFile:
    entry = listed.get(role) if isinstance(listed, dict) else None
    try:
        made_from, names, hashes = str(entry["onnx"]), entry["files"], entry["sha256"]  # type: ignore[index]
        layers_name, weights_name = (str(name) for name in names)
        layers_hash, weights_hash = (str(each) for each in hashes)
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"{LIST}: entry {role!r} lacks or mistypes {error}; {REMEDY}") from None
    if made_from != onnx:
        raise ModelError(f"{LIST}: {role!r} was made from other weights ({made_from[:12]}…); {REMEDY}")
    layers, weights = _bytes(place, layers_name, layers_hash), _bytes(place, weights_name, weights_hash)
    return NcnnFile(weights_name, layers.decode("ascii"), weights)


def _bytes(place: Traversable, name: str, expected: str) -> bytes:
    if "/" in name or "\\" in name or name.startswith("."):
        raise ModelError(f"{LIST}: names {name!r}; a plain file name is allowed")
    try:
        data = (place / name).read_bytes()
    except OSError as error:
        raise ModelError(f"{place / name}: cannot be read ({error.strerror or error}); {REMEDY}") from None
    actual = hashlib.sha256(data).hexdigest()
    if actual != expected:
        raise ModelError(f"{place / name}: sha256 is {actual[:12]}…, {LIST} says {expected[:12]}…; {REMEDY}")
    return data
