"""What importing a part of paizhuo drags along: each case runs in a fresh interpreter."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {"cv2", "ncnn", "numpy", "onnxruntime", "picamera2", "torch", "ultralytics"}
OPTIONAL = {"gpiozero", "ncnn", "paho", "picamera2", "prometheus_client", "weasyprint"}
WEB = {"flask", "waitress", "werkzeug"}


def loaded_by(code: str) -> frozenset[str]:
    """Run code in a fresh interpreter and name the top-level modules that it loaded beyond a bare one's."""
    bare, loaded = (_modules(text) for text in ("pass", code))
    return loaded - bare


@cache
def _modules(code: str) -> frozenset[str]:
    program = f"import sys\nsys.path.insert(0, 'src')\n{code}\nprint('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    return frozenset(name.partition(".")[0] for name in done.stdout.split())


def every_module_of(package: str) -> str:
    """Write the code that imports a whole package."""
    return f"""
import importlib, pkgutil
import {package} as package
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
"""


def test_the_pages_load_no_picture_library() -> None:
    loaded = loaded_by(every_module_of("paizhuo.web_ui"))
    assert "flask" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("package", ["paizhuo.web_ui", "paizhuo.device"])
def test_what_comes_as_an_extra_is_loaded_only_where_it_is_used(package: str) -> None:
    loaded = loaded_by(every_module_of(package))
    assert "paizhuo" in loaded
    assert not loaded & OPTIONAL


def test_the_rules_load_the_standard_library_alone() -> None:
    foreign = loaded_by(every_module_of("paizhuo.rules")) - sys.stdlib_module_names
    assert foreign == {"paizhuo"}


def test_the_sight_loads_no_model_runtime_before_a_model_is_opened() -> None:
    assert not loaded_by("import paizhuo.vision") & (HEAVY | WEB)


def test_the_list_of_commands_loads_nothing_heavy() -> None:
    loaded = loaded_by(
        "from click.testing import CliRunner; from paizhuo.cli import cli; CliRunner().invoke(cli, ['-h'])"
    )
    assert "click" in loaded
    assert not loaded & (HEAVY | WEB)


@pytest.mark.parametrize("library", ["numpy", "flask"])
def test_a_library_that_is_loaded_would_be_seen(library: str) -> None:
    assert library in loaded_by(f"import {library}")
