"""The whole way from nothing to weights, stage by stage; each stage that is done already is left alone."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training.captions import write_captions
from paizhuo.models.training.dataset import CLASSES, Shard, write_shard
from paizhuo.models.training.export import Exported, calibration_error, export_onnx, install, temperature_for
from paizhuo.models.training.stock import index_fonts, training_stock
from paizhuo.models.training.ultralytics_env import prepare

Report = Callable[[str], None]

_MINED = 900
"""Number of the first mined piece: far beyond those of the rendered scenes."""

_CAPTIONS = 800
"""Number of the piece of words that are nothing."""


@dataclass(frozen=True, slots=True)
class Course:
    """How much is trained. ``folder`` keeps scenes, runs and checkpoints; it lies outside the work tree.

    ``shards`` pieces of ``scenes`` scenes each make the training data; every piece brings ``procedural`` fresh decks.
    For every two scenes the reader learns from one framed word that is nothing.
    At ``mined`` further scenes the reader learns from what the shipped finder finds there, right or wrong.
    """

    folder: Path
    shards: int = 16
    scenes: int = 1500
    validation_scenes: int = 500
    procedural: int = 30
    mined: int = 0
    finder_epochs: int = 6
    reader_epochs: int = 8
    finder_start: Path | None = None
    reader_start: Path | None = None
    run: str = "1"

    @property
    def data(self) -> Path:
        """Give the folder of images, labels and crops."""
        return self.folder / "data"

    @property
    def runs(self) -> Path:
        """Give the folder of checkpoints."""
        return self.folder / "runs"


def training_folder() -> Path:
    """Give the default folder: ``PAIZHUO_TRAIN``, else ``$XDG_CACHE_HOME/paizhuo/train``."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("PAIZHUO_TRAIN") or cache / "paizhuo" / "train")


def render_data(course: Course, report: Report) -> Path:
    """Render all scenes that are missing and return the data file of the finder."""
    course.data.mkdir(parents=True, exist_ok=True)
    # Numbers of scenes are ten thousand apart, so that pieces may grow without renumbering.
    pieces = [Shard(0, course.validation_scenes, "val")]
    pieces += [Shard(piece * 10000, course.scenes) for piece in range(1, course.shards + 1)]
    for place, shard in enumerate(pieces):
        crops = write_shard(course.data, shard, partial(training_stock, place, course.procedural))
        report(f"scenes {shard.start}–{shard.start + shard.count - 1}: {crops} crops")
    words = course.data / "crops" / "train" / f"{_CAPTIONS * 10000}.npz"
    report(
        f"words that are nothing: {write_captions(course.shards * course.scenes // 2, index_fonts()[0], words)} crops"
    )
    target = course.data / "finder.yaml"
    shutil.copyfile(str(files("paizhuo.models") / "finder.yaml"), target)
    return target


def mine_data(course: Course, report: Report) -> None:
    """Let the shipped finder look at the ``mined`` scenes and add its finds to the reader's crops."""
    from paizhuo.models.manifest import read_manifest
    from paizhuo.models.training.mining import mine
    from paizhuo.vision.backends.onnx import OnnxNetwork
    from paizhuo.vision.find import Finder

    pieces = range(0, course.mined, course.scenes)
    for place, start in enumerate(pieces, _MINED):
        target = course.data / "crops" / "train" / f"{place * 10000}.npz"
        if target.exists():
            continue
        finder = read_manifest().finder
        seeds = range(place * 10000, place * 10000 + min(course.scenes, course.mined - start))
        stock = training_stock(place, course.procedural)
        crops, nothing = mine(Finder(OnnxNetwork(finder.data, name=finder.name, threads=1)), stock, seeds, target)
        report(f"mined {seeds.start}–{seeds.stop - 1}: {crops} crops, {nothing} of them nothing")


def train_networks(course: Course, report: Report) -> tuple[Path, Path]:
    """Train finder and reader, or go on where they were interrupted; return their weights."""
    prepare(course.folder / "ultralytics")
    from paizhuo.models.training.finder import ARCHITECTURE, train_finder
    from paizhuo.models.training.reader import reader_architecture, train_reader
    from paizhuo.models.training.resume import start_checkpoint

    def begun(start: Path | None, kind: str, architecture: str) -> Path | None:
        if start is None or start.suffix != ".npz":
            return start
        return start_checkpoint(start, kind, architecture, course.runs)

    report("training the reader")
    reader = train_reader(
        course.data,
        course.runs,
        name=f"reader-{course.run}",
        epochs=course.reader_epochs,
        start=begun(course.reader_start, "reader", str(reader_architecture())),
    )
    report("training the finder")
    finder = train_finder(
        course.data / "finder.yaml",
        course.runs,
        name=f"finder-{course.run}",
        epochs=course.finder_epochs,
        start=begun(course.finder_start, "finder", ARCHITECTURE),
    )
    return finder, reader


def export_networks(course: Course, finder: Path, reader: Path, models: Path, report: Report) -> None:
    """Export both networks, calibrate the reader on the validation crops, and install them with their manifest."""
    prepare(course.folder / "ultralytics")
    finder_onnx = export_onnx(finder, side=320, dynamic=True)
    reader_onnx = export_onnx(reader, side=64, dynamic=True)
    probabilities, labels = validation_reading(course, reader_onnx)
    temperature = temperature_for(probabilities, labels)
    accuracy = float((probabilities.argmax(axis=1) == labels).mean())
    calibrated = np.exp(np.log(np.clip(probabilities, 1e-9, 1)) / temperature)
    calibrated /= calibrated.sum(axis=1, keepdims=True)
    made = {
        "scenes": str(course.shards * course.scenes),
        "finder_epochs": str(course.finder_epochs),
        "reader_epochs": str(course.reader_epochs),
        "reader_validation_accuracy": f"{accuracy:.4f}",
        "reader_validation_ece": f"{calibration_error(calibrated.astype(np.float32), labels):.4f}",
        "ultralytics": _version("ultralytics-opencv-headless"),
        "torch": _version("torch"),
    }
    install(Exported(finder_onnx, reader_onnx, temperature, made), models)
    report(json.dumps(made))


def validation_reading(course: Course, reader_onnx: Path) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Read the validation crops with the exported reader: probabilities ``(n, classes)`` and labels ``(n,)``."""
    import onnxruntime

    from paizhuo.models.training.reader import crops_of

    session = onnxruntime.InferenceSession(str(reader_onnx), providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    batches: list[NDArray[np.float32]] = []
    pairs = list(crops_of(course.data, "val"))
    for start in range(0, len(pairs), 256):
        crops = np.stack([crop[..., ::-1] for crop, _ in pairs[start : start + 256]])
        batches.append(session.run(None, {name: crops.transpose(0, 3, 1, 2).astype(np.float32) / 255})[0])
    probabilities = np.concatenate(batches)
    assert probabilities.shape[1] == len(CLASSES)
    return probabilities, np.array([label for _, label in pairs], np.int64)


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
