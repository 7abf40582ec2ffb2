"""Nothing leaves the room: no library that comes along collects anything about the machine or its use."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUN_A_MODEL = """
import numpy, onnxruntime
session = onnxruntime.InferenceSession("models/reader.onnx", providers=["CPUExecutionProvider"])
session.run(None, {"images": numpy.zeros((1, 3, 64, 64), numpy.float32)})
"""


def left_behind(first: str, folder: Path) -> list[str]:
    """Run a model in a process of its own, after the line ``first``, and name the files that it leaves."""
    home, temporary = folder / "home", folder / "temporary"
    home.mkdir()
    temporary.mkdir()
    # The variables of a test machine would switch collecting off by themselves, hence an environment of our own.
    subprocess.run(
        [sys.executable, "-B", "-c", first + RUN_A_MODEL],
        env={"HOME": str(home), "TMPDIR": str(temporary), "PYTHONPATH": "src", "PATH": "/usr/bin:/bin"},
        cwd=ROOT,
        check=True,
        timeout=300,
    )
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_the_model_runtime_keeps_no_device_id_and_no_events(tmp_path: Path) -> None:
    assert left_behind("import paizhuo", tmp_path) == []


def test_without_paizhuo_it_would_so_the_test_above_can_fail(tmp_path: Path) -> None:
    assert "deviceid" in left_behind("", tmp_path)
