"""The manifest of the shipped weights: which files, with which checksums, input sizes and classes.

A model file that is missing, cut short or changed is refused, and so is one whose classes differ from the manifest's.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

ROLES = ("finder", "reader", "joker")
"""What the networks are for, in the order of ``Manifest.files``; the last one may be missing."""

JOKER_CLASSES = ("LJ", "BJ", "none")
"""What the third network answers, in the order of its outputs."""


class ModelError(Exception):
    """Raised when the weights or their manifest are missing, damaged or do not fit together."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One network: its checked bytes, the height of its input in pixels and its classes in output order.

    The input is a square; that of the third network, which is shown two views side by side, is twice as wide.
    """

    name: str
    data: bytes
    sha256: str
    input_size: int
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The finder, the reader and, where there is one, the network that takes a wider look at what may be a joker.

    ``temperature`` divides the reader's log-probabilities to calibrate them.
    """

    finder: ModelFile
    reader: ModelFile
    temperature: float
    made: Mapping[str, str]
    joker: ModelFile | None = None

    @property
    def files(self) -> tuple[ModelFile, ...]:
        """Give the networks that there are: finder, reader, joker."""
        both = (self.finder, self.reader)
        return both if self.joker is None else (*both, self.joker)

    @property
    def weights(self) -> str:
        """Name the weights in short, as files of kept hands do."""
        return self.named(6)

    def named(self, digits: int, between: str = "") -> str:
        """Name the weights by the first ``digits`` of each network's checksum: with others nothing is read the same."""
        return between.join(file.sha256[:digits] for file in self.files)


def classes_hash(classes: tuple[str, ...]) -> str:
    """Give the checksum of a class list, order included.

    >>> classes_hash(("SA", "none"))[:12]
    '7d1773499c86'
    """
    return hashlib.sha256("\n".join(classes).encode()).hexdigest()


def read_manifest(folder: Path | None = None) -> Manifest:
    """Read and check the weights in ``folder``, by default those that ship with the product.

    Raises ModelError with one line that names the file, what is wrong with it and what is expected.
    """
    place: Traversable = folder if folder is not None else files("paizhuo.models")
    facts = _facts(place / "manifest.json")
    temperature = facts.get("temperature", 1.0)
    if not isinstance(temperature, int | float) or not 0.05 <= temperature <= 20:
        raise ModelError(f"manifest.json: temperature is {temperature!r}; a number from 0.05 to 20 is allowed")
    made = facts.get("made", {})
    joker = _checked(place, facts, "joker") if "joker" in facts else None
    if joker is not None and joker.classes != JOKER_CLASSES:
        raise ModelError(f"manifest.json: the classes of 'joker' are {joker.classes}; {JOKER_CLASSES} is allowed")
    return Manifest(
        finder=_checked(place, facts, "finder"),
        reader=_checked(place, facts, "reader"),
        temperature=float(temperature),
        made={str(key): str(value) for key, value in made.items()} if isinstance(made, dict) else {},
        joker=joker,
    )


def _facts(path: Traversable) -> dict[str, object]:
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file; weights come with a manifest.json") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ModelError(f"{path}: not a readable manifest ({error})") from error
    if not isinstance(facts, dict):
        raise ModelError(f"{path}: a JSON object is expected")
    return cast(dict[str, object], facts)


def _checked(place: Traversable, facts: Mapping[str, object], role: str) -> ModelFile:
    entry = facts.get(role)
    if not isinstance(entry, dict):
        raise ModelError(
            f"manifest.json: no usable entry {role!r}; 'finder' and 'reader' are needed, 'joker' may be left out"
        )
    try:
        name, expected = str(entry["file"]), str(entry["sha256"])
        size, classes = int(entry["input"]), tuple(str(c) for c in entry["classes"])
        listed = str(entry["classes_sha256"])
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"manifest.json: entry {role!r} lacks or mistypes {error}") from None
    if "/" in name or "\\" in name or name.startswith("."):
        raise ModelError(f"manifest.json: {role} names {name!r}; a plain file name is allowed")
    if classes_hash(classes) != listed:
        raise ModelError(f"manifest.json: the classes of {role!r} do not match their checksum")
    try:
        data = (place / name).read_bytes()
    except OSError as error:
        raise ModelError(f"{place / name}: cannot be read ({error.strerror or error})") from None
    actual = hashlib.sha256(data).hexdigest()
    if actual != expected:
        raise ModelError(
            f"{place / name}: sha256 is {actual[:12]}…, the manifest says {expected[:12]}…; fetch the file anew"
        )
    return ModelFile(name, data, expected, size, classes)
