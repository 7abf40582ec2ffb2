"""Take the wanted members out of a package's archive."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from paizhuo.models.training.art.packages import Kind, Package


class UnpackError(RuntimeError):
    """An archive is damaged, names a member outside its folder, or no tool can read it."""


def unpack(package: Package, archive: Path, unpacked: Path) -> Path:
    """Unpack what the package keeps into `unpacked/<folder>` and return that folder.

    A folder that was unpacked from the same archive is left as it is. Raises `UnpackError`.
    """
    folder = unpacked / package.folder
    stamp = folder / ".unpacked-from"
    mark = "\n".join([package.sha256, *sorted(package.keep)])
    if stamp.exists() and stamp.read_text("utf-8") == mark:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        if package.kind is Kind.PIP:
            _unzip(archive, folder, package.keep)
        elif package.kind is Kind.NPM:
            with archive.open("rb") as stream:
                _untar(stream, "r|gz", folder, package.keep)
        else:
            with _deb_members(archive) as stream:
                _untar(stream, "r|", folder, package.keep)
        if package.inner:
            _unzip(folder / package.inner, folder, package.keep)
            (folder / package.inner).unlink()
    except (tarfile.TarError, zipfile.BadZipFile, OSError) as error:
        raise UnpackError(f"{archive.name}: {error}") from error
    stamp.write_text(mark, "utf-8")
    return folder


@contextmanager
def _deb_members(archive: Path) -> Iterator[IO[bytes]]:
    if shutil.which("dpkg-deb") is None:
        raise UnpackError(f"dpkg-deb is not installed (needed for {archive.name})")
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(archive)], stdout=subprocess.PIPE) as reader:
        assert reader.stdout is not None
        yield reader.stdout
        # Read to the end: a reader whose pipe closes early would call the archive damaged.
        while reader.stdout.read(1 << 20):
            pass
    if reader.returncode:
        raise UnpackError(f"{archive.name}: dpkg-deb ended with {reader.returncode}")


def _untar(stream: IO[bytes], mode: str, folder: Path, keep: Iterable[str]) -> None:
    begins = tuple(keep)
    with tarfile.open(fileobj=stream, mode=mode) as members:  # type: ignore[call-overload]
        for member in members:
            name = member.name.removeprefix("./")
            if member.isfile() and name.startswith(begins):
                content = members.extractfile(member)
                assert content is not None
                _write(folder, name, content)


def _unzip(archive: Path, folder: Path, keep: Iterable[str]) -> None:
    begins = tuple(keep)
    with zipfile.ZipFile(archive) as members:
        for member in members.infolist():
            if not member.is_dir() and member.filename.startswith(begins):
                with members.open(member) as content:
                    _write(folder, member.filename, content)


def _write(folder: Path, name: str, content: IO[bytes]) -> None:
    if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
        raise UnpackError(f"a member is named {name!r}, outside the package's folder")
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as stream:
        shutil.copyfileobj(content, stream)
