"""Export trained weights to ONNX and write them into the models folder with their manifest."""

from __future__ import annotations

import hashlib
import json
import shutil
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paizhuo.models.manifest import JOKER_CLASSES, ROLES, classes_hash
from paizhuo.models.training.dataset import CLASSES
from paizhuo.vision.crops import SIZE
from paizhuo.vision.joker_look import SIZE as VIEW_SIZE


@dataclass(frozen=True, slots=True)
class Exported:
    """The ONNX files, the third one if there is a new one, and the temperature that calibrates the reader."""

    finder: Path
    reader: Path
    temperature: float
    made: dict[str, str]
    joker: Path | None = None


def export_onnx(weights: Path, *, side: int, dynamic: bool) -> Path:
    """Export Ultralytics ``weights`` to ONNX beside them, as it is shipped, and return the file."""
    from ultralytics import YOLO

    with warnings.catch_warnings():
        # What PyTorch and Ultralytics announce about their own exporter is not ours to mend.
        warnings.simplefilter("ignore")
        file = YOLO(str(weights)).export(format="onnx", imgsz=side, dynamic=dynamic, simplify=True, opset=17)
    made_to_ship(Path(str(file)))
    return Path(str(file))


def made_to_ship(path: Path) -> None:
    """Rewrite an exported ONNX file: weights in 16 bits, and no word of the folder in which it was trained."""
    import onnx

    from paizhuo.models.training.sixteen_bits import in_16_bits

    network = in_16_bits(onnx.load(str(path)))
    kept = [each for each in network.metadata_props if each.key != "description"]
    del network.metadata_props[:]
    network.metadata_props.extend(kept)
    onnx.save(network, str(path))


def install(exported: Exported, models: Path) -> None:
    """Copy the networks into ``models`` and write ``manifest.json`` for them, the manifest last.

    A third network that the folder holds already stays if there is no new one.
    """
    entries: dict[str, object] = {
        "finder": _placed(exported.finder, models, "finder", 320, ("index",)),
        "reader": _placed(exported.reader, models, "reader", SIZE, CLASSES),
    }
    before = _manifest(models)
    if exported.joker is not None:
        entries["joker"] = _placed(exported.joker, models, "joker", VIEW_SIZE, JOKER_CLASSES)
    elif "joker" in before:
        entries["joker"] = before["joker"]
    _write(models, {**entries, "temperature": round(exported.temperature, 4), "made": exported.made})


def install_joker(joker: Path, models: Path, made: dict[str, str]) -> None:
    """Copy a third network into ``models``, beside a finder and a reader that stay, and enter it in their manifest.

    ``made`` is added to what the manifest tells of its networks.
    """
    facts = _manifest(models)
    told = facts.get("made")
    facts["joker"] = _placed(joker, models, "joker", VIEW_SIZE, JOKER_CLASSES)
    facts["made"] = {**(told if isinstance(told, dict) else {}), **made}
    order = (*ROLES, "temperature", "made")
    _write(models, {name: facts[name] for name in order if name in facts})


def _placed(source: Path, models: Path, role: str, size: int, classes: tuple[str, ...]) -> dict[str, object]:
    """Copy one network and give its entry in the manifest."""
    target = models / f"{role}.onnx"
    shutil.copyfile(source, target)
    return {
        "file": target.name,
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "input": size,
        "classes": list(classes),
        "classes_sha256": classes_hash(classes),
    }


def _manifest(models: Path) -> dict[str, object]:
    path = models / "manifest.json"
    facts = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return dict(facts)


def _write(models: Path, facts: dict[str, object]) -> None:
    (models / "manifest.json").write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def temperature_for(probabilities: NDArray[np.float32], labels: NDArray[np.int64]) -> float:
    """Find the temperature that makes ``probabilities`` ``(n, classes)`` most likely for ``labels`` ``(n,)``.

    Searches a grid: the likelihood has one valley, and a hundredth is finer than the data can tell.
    """
    logs = np.log(np.clip(probabilities, 1e-9, 1)).astype(np.float64)
    best, best_loss = 1.0, np.inf
    for temperature in np.arange(0.4, 4.0, 0.02):
        scaled = logs / temperature
        scaled -= scaled.max(axis=1, keepdims=True)
        normal = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        loss = -float(normal[np.arange(len(labels)), labels].mean())
        if loss < best_loss:
            best, best_loss = float(temperature), loss
    return best


def calibration_error(probabilities: NDArray[np.float32], labels: NDArray[np.int64], bins: int = 15) -> float:
    """Give the expected calibration error: mean gap between confidence and hit rate over ``bins`` equal bins."""
    confidence, hit = probabilities.max(axis=1), probabilities.argmax(axis=1) == labels
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(float(confidence[place == b].mean()) - float(hit[place == b].mean())) * float((place == b).mean())
        for b in range(bins)
        if (place == b).any()
    ]
    return float(sum(gaps))
