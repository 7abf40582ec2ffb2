"""Download pinned packages with the registries' own clients and refuse anything else than what was pinned."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from paizhuo.models.training.art.packages import Kind, Package

Run = Callable[[Sequence[str], Path], None]
"""Runs a client in a folder; raises `FetchError`."""


class FetchError(RuntimeError):
    """A package could not be had: no client, not on the registry, or not the pinned file."""


def fetch(package: Package, folder: Path, run: Run | None = None) -> Path:
    """Return the package's archive in `folder`, downloading it if it is not there or is not the pinned one.

    Raises `FetchError`. A file with a wrong checksum never takes the archive's name.
    """
    archive = folder / package.archive
    if archive.exists() and sha256_of(archive) == package.sha256:
        return archive
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        (run or run_client)(_command(package), Path(scratch))
        got = sorted(Path(scratch).iterdir())
        if len(got) != 1:
            raise FetchError(f"{package.name} {package.version}: expected one file, got {len(got)}")
        found = sha256_of(got[0])
        if found != package.sha256:
            raise FetchError(
                f"{package.name} {package.version}: sha256 is {found[:12]}…, pinned is {package.sha256[:12]}…"
            )
        os.replace(got[0], archive)
    return archive


def sha256_of(path: Path) -> str:
    """Give a file's SHA-256 in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def run_client(command: Sequence[str], folder: Path) -> None:
    """Run one client in `folder`; raise `FetchError` with its last words if it fails."""
    if shutil.which(command[0]) is None:
        raise FetchError(f"{command[0]} is not installed")
    done = subprocess.run(command, cwd=folder, env=_environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines() or [f"ended with {done.returncode}"]
        raise FetchError(f"{Path(command[0]).name}: {words[-1][:200]}")


def _command(package: Package) -> list[str]:
    name, version = package.name, package.version
    match package.kind:
        case Kind.DEB:
            return ["apt-get", "download", "--quiet=2", f"{name}={version}"]
        case Kind.NPM:
            return ["npm", "pack", "--silent", f"{name}@{version}"]
        case Kind.PIP:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
            return [*pip, "--no-deps", "--only-binary=:all:", "--dest=.", f"{name}=={version}"]


def _environment() -> Mapping[str, str]:
    # The last line of an answer is shown to the user; npm must not put an advertisement there.
    return {**os.environ, "LC_ALL": "C.UTF-8", "NPM_CONFIG_UPDATE_NOTIFIER": "false"}
