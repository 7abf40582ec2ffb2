"""What a wheel holds: everything that the program needs, and nothing that it does not."""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("rules", "vision", "device", "models", "web_ui")
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", "*.pyc", "*.egg-info", ".*")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """Build a wheel from a clean copy of the sources."""
    sources = tmp_path_factory.mktemp("sources")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources / name)
    for folder in (*ROOMS, "src"):
        shutil.copytree(ROOT / folder, sources / folder, symlinks=True, ignore=LEFT_BEHIND)
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(out), str(sources)], check=True, timeout=300)
    (built,) = out.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        yield archive


def shipped_sources() -> set[str]:
    """Name each file of the rooms by its place in the wheel; READMEs speak to those who have the sources."""
    names = set()
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            place = path.relative_to(ROOT)
            hidden = any(part.startswith((".", "__pycache__")) for part in place.parts)
            if path.is_file() and path.name != "README.md" and not hidden:
                names.add(f"paizhuo/{place}")
    return names


def test_the_wheel_holds_every_module_template_translation_rulebook_and_weight(wheel: zipfile.ZipFile) -> None:
    held = set(wheel.namelist())
    assert len(shipped_sources()) > 50
    assert shipped_sources() - held == set()
    assert {"paizhuo/cli.py", "paizhuo/py.typed", "paizhuo/commands/doctor.py"} <= held


def test_the_wheel_holds_nothing_but_the_program(wheel: zipfile.ZipFile) -> None:
    rooms = {f"paizhuo/{room}" for room in ROOMS}
    shipped = shipped_sources()
    strangers = {
        name
        for name in wheel.namelist()
        if not name.startswith("paizhuo/") or ("/".join(name.split("/")[:2]) in rooms and name not in shipped)
    }
    assert {name for name in strangers if ".dist-info/" not in name} == set()


def test_the_wheel_carries_its_licence_and_its_command(wheel: zipfile.ZipFile) -> None:
    licence, commands = (
        next(name for name in wheel.namelist() if name.endswith(end)) for end in ("/LICENSE", "/entry_points.txt")
    )
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in wheel.read(licence).decode()
    assert "paizhuo = paizhuo.cli:main" in wheel.read(commands).decode()
