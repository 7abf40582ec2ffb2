"""The long checks, for those who run a sample of them."""

import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest


@cache
def load_script(name: str) -> ModuleType:
    path = Path(__file__).parents[1] / "long" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"long_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def long_check() -> Callable[[str], ModuleType]:
    """Give a script of ``tests/long`` by its name."""
    return load_script
