"""The third network: made from its architecture, kept for later, exported, entered in the manifest and run as NCNN."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from ultralytics import YOLO
from ultralytics.nn.tasks import ClassificationModel

from paizhuo.models.manifest import Manifest, ModelError, read_manifest
from paizhuo.models.ncnn import LIST
from paizhuo.models.training.export import Exported, export_onnx, install, install_joker
from paizhuo.models.training.ncnn import VIEWS, make_ncnn
from paizhuo.models.training.resume import save_weights, start_checkpoint
from paizhuo.vision.backends.onnx import OnnxNetwork
from paizhuo.vision.joker_look import SIZE, two_views

MODELS = Path(__file__).resolve().parents[2] / "models"
ARCHITECTURE = str(MODELS / "joker.yaml")
LARGEST = 2_000_000
SHAPE = two_views(np.zeros((9, 9, 3), np.uint8), np.array([[3, 3], [5, 3], [5, 6], [3, 6]], np.float32), 1.0).shape[:2]


def views(count: int, seed: int) -> torch.Tensor:
    """Give views of large coloured patches, which differ from each other more than fine noise does."""
    coarse = torch.rand((count, 3, 6, 6), generator=torch.Generator().manual_seed(seed))
    return torch.nn.functional.interpolate(coarse, size=SHAPE)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a network as a training run would leave it: untrained, but with the scale of what passes through learned.

    Without that all but nothing passes, and every view gets the same answer.
    """
    torch.manual_seed(1)
    path = tmp_path_factory.mktemp("joker") / "last.pt"
    model = ClassificationModel(ARCHITECTURE, nc=3, verbose=False).train()
    with torch.no_grad():
        for seed in range(100, 160):
            model(views(16, seed))
        model.model[-1].linear.weight *= 20
    torch.save({"model": model, "train_args": {"task": "classify"}, "epoch": -1}, path)
    return path


@pytest.fixture(scope="module")
def exported(checkpoint: Path) -> Path:
    return export_onnx(checkpoint, side=SIZE, dynamic=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with the shipped finder and reader alone."""
    for name in ("finder.onnx", "reader.onnx", "manifest.json"):
        shutil.copy(MODELS / name, tmp_path)
    facts = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    facts.pop("joker", None)
    (tmp_path / "manifest.json").write_text(json.dumps(facts))
    return tmp_path


def test_it_answers_for_each_view_and_is_small(checkpoint: Path, exported: Path) -> None:
    batch = views(5, 1)
    with torch.no_grad():
        answer = YOLO(str(checkpoint)).model.float().eval().fuse()(batch)
    expected = (answer[0] if isinstance(answer, tuple | list) else answer).numpy()
    network = OnnxNetwork(exported.read_bytes(), threads=1)
    given = network.run(batch.numpy())
    assert given.shape == (5, 3)
    assert np.abs(given - expected).max() < 5e-3  # the file holds weights rounded to 11 bits
    # Other views would be told apart.
    assert np.abs(network.run(views(5, 2).numpy()) - expected).max() > 0.1
    assert exported.stat().st_size < LARGEST


def test_the_converter_is_shown_what_the_network_is_shown() -> None:
    assert (SIZE, VIEWS["joker"] * SIZE) == SHAPE


def test_training_goes_on_from_its_resume_file(checkpoint: Path, tmp_path: Path) -> None:
    saved = tmp_path / "joker.npz"
    save_weights(checkpoint, saved)
    again = start_checkpoint(saved, "joker", ARCHITECTURE, tmp_path)
    assert again.name == "joker-start.pt"
    first, second = (YOLO(str(path)).model.float().state_dict() for path in (checkpoint, again))
    assert set(first) == set(second)
    assert all(torch.allclose(first[name].float(), second[name].float(), rtol=2e-3, atol=2e-3) for name in first)


def test_a_resume_file_of_another_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="state_dict"):
        start_checkpoint(MODELS / "training" / "start" / "reader.npz", "joker", ARCHITECTURE, tmp_path)


def third(manifest: Manifest) -> bytes:
    assert manifest.joker is not None
    assert (manifest.joker.name, manifest.joker.input_size) == ("joker.onnx", SIZE)
    return manifest.joker.data


def test_it_is_entered_beside_the_networks_that_are_there(exported: Path, folder: Path) -> None:
    before = read_manifest(folder)
    install_joker(exported, folder, {"joker_epochs": "4"})
    after = read_manifest(folder)
    assert third(after) == exported.read_bytes()
    assert (after.finder, after.reader, after.temperature) == (before.finder, before.reader, before.temperature)
    assert after.made == {**before.made, "joker_epochs": "4"}


def test_it_stays_when_the_others_are_exported_anew(exported: Path, folder: Path) -> None:
    install(Exported(MODELS / "finder.onnx", MODELS / "reader.onnx", 1.25, {}), folder)
    assert read_manifest(folder).joker is None
    install(Exported(MODELS / "finder.onnx", MODELS / "reader.onnx", 1.25, {}, exported), folder)
    assert third(read_manifest(folder)) == exported.read_bytes()
    install(Exported(MODELS / "finder.onnx", MODELS / "reader.onnx", 1.5, {}), folder)
    manifest = read_manifest(folder)
    assert (third(manifest), manifest.temperature) == (exported.read_bytes(), 1.5)


def test_a_cut_off_third_network_is_refused(exported: Path, folder: Path) -> None:
    install_joker(exported, folder, {})
    (folder / "joker.onnx").write_bytes(exported.read_bytes()[:-100])
    with pytest.raises(ModelError, match=r"joker\.onnx.*sha256"):
        read_manifest(folder)


def test_its_ncnn_form_is_made_with_the_others(exported: Path, folder: Path) -> None:
    install_joker(exported, folder, {})
    written = [path.name for path in make_ncnn(folder)]
    assert written[-3:] == ["joker.ncnn.param", "joker.ncnn.bin", LIST]
    listed = json.loads((folder / LIST).read_text("utf-8"))
    assert listed["joker"]["onnx"] == read_manifest(folder).files[2].sha256
    assert "Input" in (folder / "joker.ncnn.param").read_text("ascii")
