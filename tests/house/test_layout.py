"""The shape of the repository."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from paizhuo.web_ui import __file__ as installed_page

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("rules", "vision", "device", "models", "web_ui")
LAWS = {
    "rules": "no input or output, no clock, no randomness",
    "vision": "pixels in, observations out",
    "device": "the only place that touches camera, disk, network and time",
    "models": "weights are data",
    "web_ui": "no decision about cards",
    "tests": "a test's name states a law",
}
LONGEST = 500
WRITTEN_BY_HAND = {".py", ".js", ".css", ".html", ".sh"}
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}


def files(*folders: str) -> Iterator[Path]:
    """Walk folders of the repository, without what tools leave behind and what others wrote."""
    for folder in folders:
        for parent, inner, names in os.walk(ROOT / folder):
            inner[:] = [name for name in inner if name not in {"__pycache__", "vendor", "_build"}]
            yield from (Path(parent) / name for name in names)


def own_sources() -> list[Path]:
    """Name every source file that was written by hand."""
    found = [path for path in files(*ROOMS, "src/paizhuo", "tests", "docs") if path.suffix in WRITTEN_BY_HAND]
    assert len(found) > 50
    return found


def too_long(text: str) -> bool:
    """Tell whether a file has grown past the hard stop."""
    return len(text.splitlines()) > LONGEST


def test_no_file_is_longer_than_five_hundred_lines() -> None:
    assert [str(path.relative_to(ROOT)) for path in own_sources() if too_long(path.read_text("utf-8"))] == []


def test_a_file_of_five_hundred_and_one_lines_would_be_found() -> None:
    assert too_long("x\n" * 501)
    assert not too_long("x\n" * 500)


def test_no_file_has_a_name_that_could_hold_anything() -> None:
    assert [str(path.relative_to(ROOT)) for path in own_sources() if path.stem in VAGUE_NAMES] == []


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_is_linked_into_the_package(room: str) -> None:
    link = ROOT / "src" / "paizhuo" / room
    assert link.is_symlink()
    assert os.readlink(link) == f"../../{room}"
    assert link.resolve() == ROOT / room


def test_the_package_under_test_is_the_one_of_this_checkout() -> None:
    assert Path(installed_page).resolve() == ROOT / "web_ui" / "__init__.py"


@pytest.mark.parametrize("folder", LAWS)
def test_each_folder_states_its_law_in_a_few_lines(folder: str) -> None:
    text = (ROOT / folder / "README.md").read_text("utf-8")
    heading, law, *others = text.splitlines()
    assert heading == f"# {folder}"
    assert law.startswith(f"Law: {LAWS[folder]}")
    assert 2 <= len(others) <= 5


def reads_its_own_place(source: str) -> bool:
    """Tell whether code looks at `__file__`: through the links that leads out of the package."""
    return any(isinstance(node, ast.Name) and node.id == "__file__" for node in ast.walk(ast.parse(source)))


def test_no_shipped_module_looks_for_resources_beside_its_own_file() -> None:
    shipped = [path for path in files(*ROOMS) if path.suffix == ".py" and "training" not in path.parts]
    assert [str(path.relative_to(ROOT)) for path in shipped if reads_its_own_place(path.read_text("utf-8"))] == []


def test_a_module_that_looks_beside_its_own_file_would_be_found() -> None:
    assert reads_its_own_place("from pathlib import Path\nHERE = Path(__file__).parent\n")
    assert not reads_its_own_place("'''Says __file__ in words only.'''\n")
