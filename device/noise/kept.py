"""What sight told of a hand, in a file of its own: judged again without drawing or reading a single picture."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from paizhuo.device.noise.seen import SeenHand, Told
from paizhuo.device.noise.tally import Tally
from paizhuo.rules.codec import decode, encode
from paizhuo.rules.errors import TableError
from paizhuo.rules.observations import Observation
from paizhuo.rules.service import Command

_KINDS = {kind.__name__: kind for kind in (*get_args(Observation), *get_args(Command))}


class KeptError(TableError, ValueError):
    """A file holds no hand as it was told."""


@dataclass(frozen=True, slots=True)
class Source:
    """Whose eyes told which hand: column (S or X), rulebook, planted faults, what the table looked like, weights.

    ``enrolled`` says whether the deck was enrolled before the hand was played.
    """

    column: str
    rulebook: str
    faults: int
    dress: str
    weights: str
    enrolled: bool = False


def path_of(
    folder: Path, column: str, rulebook: str, faults: int, seed: int, weights: str, *, enrolled: bool = False
) -> Path:
    """Give the file of a hand in a folder; other weights, and an enrolled deck, tell it anew into another file."""
    how = "-enrolled" if enrolled else ""
    return folder / f"{column}-{rulebook}-{faults}-{seed}-{weights}{how}.json.gz"


def keep(path: Path, source: Source, hand: SeenHand) -> None:
    """Write a hand; a file that is there is whole or replaced."""
    whole = {
        "source": encode(source),
        "seed": hand.seed,
        "frames": hand.frames,
        "seconds": hand.seconds,
        "work": hand.work,
        "tally": encode(hand.tally),
        "told": [[type(each).__name__, encode(each)] for each in hand.told],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(gzip.compress(json.dumps(whole, ensure_ascii=False).encode()))
    os.replace(fresh, path)


def read_kept(path: Path) -> tuple[Source, SeenHand]:
    """Read a hand. Raises ``KeptError``."""
    try:
        whole = json.loads(gzip.decompress(path.read_bytes()))
        told = _told(whole["told"])
        tally = decode(Tally, whole["tally"])
        hand = SeenHand(whole["seed"], told, tally, whole["frames"], whole["seconds"], whole["work"])
        return decode(Source, whole["source"]), hand
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise KeptError(f"{path}: no hand as it was told: {error}") from error


def _told(rows: Sequence[Sequence[object]]) -> tuple[Told, ...]:
    return tuple(decode(_KINDS[str(name)], plain) for name, plain in rows)
