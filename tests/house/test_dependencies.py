"""What is declared is used, and what is used is declared."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ROOMS = ("rules", "vision", "device", "models", "web_ui", "src/paizhuo/commands")
# Names under which a package is imported, where they differ from the name under which it is installed.
IMPORTED_AS = {"opencv-python-headless": "cv2", "paho-mqtt": "paho", "pillow": "PIL", "pyyaml": "yaml"}
IMPORTED_AS |= {"ultralytics-opencv-headless": "ultralytics"}
# They come from apt on a Raspberry Pi, because they must match the system's libcamera.
FROM_THE_SYSTEM = {"gpiozero", "libcamera", "picamera2"}
# The exporter of Ultralytics calls them; torchvision is what it reads pictures with.
CALLED_BY_OTHERS = {"onnx", "onnxslim", "torchvision"}


def sources(training: bool) -> list[Path]:
    """Name the shipped modules: those of the training code, or all others."""
    found = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")] + [
        *(ROOT / "src" / "paizhuo").glob("*.py")
    ]
    return [path for path in found if ("training" in path.parts) == training]


def imports(code: str) -> set[str]:
    """Name the foreign packages that a module imports, wherever in it.

    >>> sorted(imports("import os, numpy.linalg\\ndef f():\\n    from yaml import safe_load\\n"))
    ['numpy', 'yaml']
    """
    names: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"paizhuo"}


def used(paths: Iterable[Path]) -> set[str]:
    """Name the foreign packages that these modules import."""
    return {name for path in paths for name in imports(path.read_text("utf-8"))}


def declared(requirements: Iterable[str]) -> set[str]:
    """Name what these requirements are imported as."""
    names = (re.split(r"[<>=\[; ]", requirement)[0] for requirement in requirements)
    return {IMPORTED_AS.get(name, name.replace("-", "_")) for name in names}


def extra(*names: str) -> set[str]:
    return {module for name in names for module in declared(PROJECT["optional-dependencies"].get(name, ()))}


def test_the_program_declares_exactly_what_it_imports() -> None:
    optional = extra("pi", "pdf", "mqtt", "metrics")
    imported = used(sources(training=False))
    assert imported - optional - FROM_THE_SYSTEM == declared(PROJECT["dependencies"])
    assert optional - imported == set()


def test_the_training_code_declares_exactly_what_it_imports() -> None:
    own = used(sources(training=True)) - declared(PROJECT["dependencies"])
    assert own | CALLED_BY_OTHERS == extra("train")
