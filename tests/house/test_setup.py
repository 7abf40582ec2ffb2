"""How a machine that lacks something is treated: root gets it installed, anybody else is told the one command."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class FakeMachine:
    """A folder of programs that is the only search path, so that a script meets exactly these."""

    def __init__(self, folder: Path, user: int) -> None:
        self.folder = folder
        self.log = folder.parent / "apt.log"
        for tool in ("bash", "cat", "dirname", "env", "grep"):
            (folder / tool).symlink_to(shutil.which(tool) or f"/usr/bin/{tool}")
        self.program("id", f"echo {user}")
        self.program("apt-get", f'echo "$@" >> {self.log}')

    def program(self, name: str, body: str) -> Path:
        """Put a small program on the search path."""
        path = self.folder / name
        path.write_text(f"#!/bin/bash\n{body}\n")
        path.chmod(0o755)
        return path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the script that looks for system packages."""
        return subprocess.run(
            [str(ROOT / ".ci" / "system-packages"), *arguments],
            env={"PATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def installed(self) -> str:
        """Give what apt-get was asked for."""
        return self.log.read_text() if self.log.exists() else ""


@pytest.fixture
def user(tmp_path: Path) -> FakeMachine:
    (tmp_path / "bin").mkdir()
    return FakeMachine(tmp_path / "bin", user=1000)


@pytest.fixture
def root(tmp_path: Path) -> FakeMachine:
    (tmp_path / "bin").mkdir()
    return FakeMachine(tmp_path / "bin", user=0)


def test_a_machine_with_browser_and_letters_needs_nothing(root: FakeMachine) -> None:
    root.program("chromium", "exit 0")
    root.program("fc-list", "echo Noto Sans CJK SC")
    root.program("pdftotext", "exit 0")
    assert root.run("browser").returncode == 0
    assert root.installed() == ""


def test_root_gets_the_missing_browser_and_the_chinese_letters(root: FakeMachine) -> None:
    done = root.run("browser")
    assert done.returncode == 0, done.stderr
    assert "--no-install-recommends" in root.installed()
    assert root.installed().rstrip().endswith("chromium poppler-utils fonts-noto-cjk")


def test_a_user_is_told_the_one_command(user: FakeMachine) -> None:
    done = user.run("browser")
    assert done.returncode == 2
    assert "sudo apt-get install --no-install-recommends chromium poppler-utils fonts-noto-cjk" in done.stderr
    assert user.installed() == ""


def test_a_browser_that_cannot_write_chinese_is_not_enough(user: FakeMachine) -> None:
    user.program("chromium", "exit 0")
    user.program("fc-list", "true")
    user.program("pdftotext", "exit 0")
    assert user.run("browser").stderr.rstrip().endswith("--no-install-recommends fonts-noto-cjk")


def test_debians_python_without_venv_gets_the_package_of_its_version(root: FakeMachine) -> None:
    python = root.program("python3", 'case "$2" in *ensurepip*) exit 1 ;; *) echo 3.13 ;; esac')
    assert root.run("python", str(python)).returncode == 0
    assert root.installed().rstrip().endswith("python3.13-venv")


def test_root_gets_what_sets_pages_as_pdf(root: FakeMachine) -> None:
    root.program("fc-list", "true")
    done = root.run("paper")
    assert done.returncode == 0, done.stderr
    assert root.installed().rstrip().endswith("fonts-noto-cjk")


def test_a_machine_without_python_gets_it(root: FakeMachine) -> None:
    assert root.run("python", "").returncode == 0
    assert root.installed().rstrip().endswith("python3 python3-venv")


def test_an_old_python_is_refused_with_a_way_out(root: FakeMachine) -> None:
    root.program("python3", "echo Python 3.9.2")
    done = root.run("python", "")
    assert done.returncode == 2
    assert "needs Python 3.11 or newer" in done.stderr
    assert "PYTHON=/path/to/python3" in done.stderr
    assert root.installed() == ""


def test_the_requirements_name_a_hash_for_each_version_and_no_place() -> None:
    for name in ("run", "extras", "dev", "train", "convert"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
        pins = [entry for entry in text.replace("\\\n", " ").splitlines() if "==" in entry]
        assert len(pins) > 7
        assert [pin for pin in pins if "--hash=sha256:" not in pin] == []
        assert "://" not in text
        assert "index-url" not in text


@pytest.mark.parametrize("package", ["numpy", "opencv-python-headless", "onnxruntime", "pydantic-core"])
def test_one_list_serves_several_machines(package: str) -> None:
    """A compiled package has a file for each processor and Python, so its hashes are many."""
    text = (ROOT / "requirements" / "run.txt").read_text("utf-8").replace("\\\n", " ")
    entries = [entry for entry in text.splitlines() if entry.startswith(f"{package}==")]
    assert entries
    assert all(entry.count("--hash") >= 8 for entry in entries), entries


def test_the_scripts_may_be_run() -> None:
    scripts = sorted((ROOT / ".ci").iterdir())
    assert {script.name for script in scripts} >= {"run", "check", "system-packages"}
    assert all(os.access(script, os.X_OK) for script in scripts)
