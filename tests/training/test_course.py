"""One tiny run of the whole training: scenes, one epoch of each network, export, and the same answers from ONNX."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from ultralytics import YOLO

from paizhuo.models.manifest import ModelError, read_manifest
from paizhuo.models.training.course import Course, export_networks, render_data, train_networks
from paizhuo.models.training.finder import ARCHITECTURE
from paizhuo.models.training.resume import save_weights, start_checkpoint


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    folder = tmp_path_factory.mktemp("training")
    return Course(
        folder,
        shards=1,
        scenes=24,
        validation_scenes=8,
        procedural=2,
        finder_epochs=1,
        reader_epochs=1,
        run="tiny",
    )


@pytest.fixture(scope="module")
def trained(course: Course) -> tuple[Path, Path]:
    said: list[str] = []
    render_data(course, said.append)
    assert len(said) == 3
    assert said[2] == "words that are nothing: 12 crops"
    return train_networks(course, said.append)


@pytest.fixture(scope="module")
def models(course: Course, trained: tuple[Path, Path]) -> Path:
    folder = course.folder / "models"
    folder.mkdir()
    export_networks(course, *trained, folder, lambda line: None)
    return folder


def _answers(weights: Path, network: Path, batch: torch.Tensor) -> tuple[np.ndarray, np.ndarray]:
    model = YOLO(str(weights)).model.float().eval().fuse()
    with torch.no_grad():
        answer = model(batch)
    expected = (answer[0] if isinstance(answer, tuple | list) else answer).numpy()
    session = onnxruntime.InferenceSession(str(network), providers=["CPUExecutionProvider"])
    return expected, session.run(None, {session.get_inputs()[0].name: batch.numpy()})[0]


@pytest.mark.parametrize(
    ("place", "shape"),
    [(0, (1, 3, 320, 320)), (0, (1, 3, 256, 384)), (1, (5, 3, 64, 64))],
    ids=["finder", "wide", "reader"],
)
def test_onnx_and_torch_agree(trained: tuple[Path, Path], models: Path, place: int, shape: tuple[int, ...]) -> None:
    batch = torch.rand(shape, generator=torch.Generator().manual_seed(1))
    network = models / ("finder.onnx", "reader.onnx")[place]
    expected, actual = _answers(trained[place], network, batch)
    assert expected.shape == actual.shape
    scale = max(1.0, float(np.abs(expected).max()))
    assert float(np.abs(expected - actual).max()) / scale < 1e-3


def test_agreement_notices_other_weights(trained: tuple[Path, Path], models: Path) -> None:
    batch = torch.rand((5, 3, 64, 64), generator=torch.Generator().manual_seed(1))
    model = YOLO(str(trained[1])).model.float().eval().fuse()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter += 0.05
        answer = model(batch)
    spoilt = (answer[0] if isinstance(answer, tuple | list) else answer).numpy()
    session = onnxruntime.InferenceSession(str(models / "reader.onnx"), providers=["CPUExecutionProvider"])
    actual = session.run(None, {session.get_inputs()[0].name: batch.numpy()})[0]
    assert float(np.abs(spoilt - actual).max()) > 1e-3


def test_the_manifest_fits_the_exported_files(models: Path) -> None:
    manifest = read_manifest(models)
    assert manifest.reader.classes[-1] == "none"
    assert len(manifest.reader.classes) == 55
    assert (manifest.finder.input_size, manifest.reader.input_size) == (320, 64)


def test_a_cut_off_model_is_refused(models: Path, tmp_path: Path) -> None:
    for name in ("finder.onnx", "reader.onnx", "manifest.json"):
        (tmp_path / name).write_bytes((models / name).read_bytes())
    (tmp_path / "reader.onnx").write_bytes((models / "reader.onnx").read_bytes()[:-100])
    with pytest.raises(ModelError, match=r"reader\.onnx.*sha256"):
        read_manifest(tmp_path)


def test_a_finished_stage_is_left_alone(course: Course, trained: tuple[Path, Path]) -> None:
    before = [path.stat().st_mtime_ns for path in trained]
    said: list[str] = []
    render_data(course, said.append)
    assert [path.stat().st_mtime_ns for path in train_networks(course, said.append)] == before
    assert json.dumps(said)


def test_training_goes_on_from_a_resume_file(course: Course, trained: tuple[Path, Path], tmp_path: Path) -> None:
    saved = tmp_path / "finder.npz"
    save_weights(trained[0], saved)
    checkpoint = start_checkpoint(saved, "finder", ARCHITECTURE, tmp_path)
    first, again = (YOLO(str(weights)).model.float().state_dict() for weights in (trained[0], checkpoint))
    assert set(first) == set(again)
    # Half precision keeps three digits, and the running means of a fresh network are large.
    assert all(torch.allclose(first[name].float(), again[name].float(), rtol=2e-3, atol=2e-3) for name in first)
