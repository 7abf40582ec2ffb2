"""Only the pinned file is ever taken, and only its wanted members."""

from __future__ import annotations

import hashlib
import io
import subprocess
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from paizhuo.models.training.art import fetch_all
from paizhuo.models.training.art.fetch import FetchError, fetch, run_client
from paizhuo.models.training.art.packages import Kind, Package
from paizhuo.models.training.art.unpack import UnpackError, unpack


def pinned(
    content: bytes, kind: Kind = Kind.NPM, *, keep: tuple[str, ...] = ("art/",), inner: str | None = None
) -> Package:
    return Package("deck", kind, "1:2", hashlib.sha256(content).hexdigest(), "CC0", keep, inner)


def answering(content: bytes, calls: list[Sequence[str]] | None = None):  # type: ignore[no-untyped-def]
    def run(command: Sequence[str], folder: Path) -> None:
        if calls is not None:
            calls.append(command)
        (folder / "whatever-the-client-calls-it").write_bytes(content)

    return run


def zipped(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def tarred(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return stream.getvalue()


def laid(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} - {".unpacked-from"}


def test_the_pinned_file_is_kept_under_a_name_of_our_own(tmp_path: Path) -> None:
    archive = fetch(pinned(b"deck"), tmp_path, answering(b"deck"))
    assert archive.name == "deck-1_2.tgz"
    assert archive.read_bytes() == b"deck"
    assert [path.name for path in tmp_path.iterdir()] == [archive.name]


def test_a_file_with_another_checksum_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="sha256"):
        fetch(pinned(b"deck"), tmp_path, answering(b"other"))
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_fetched_again_unless_it_is_damaged(tmp_path: Path) -> None:
    calls: list[Sequence[str]] = []
    package = pinned(b"deck")
    archive = fetch(package, tmp_path, answering(b"deck", calls))
    fetch(package, tmp_path, answering(b"deck", calls))
    assert len(calls) == 1
    archive.write_bytes(b"half")
    fetch(package, tmp_path, answering(b"deck", calls))
    assert len(calls) == 2
    assert archive.read_bytes() == b"deck"


@pytest.mark.parametrize(("kind", "pin"), [(Kind.DEB, "deck=1:2"), (Kind.NPM, "deck@1:2"), (Kind.PIP, "deck==1:2")])
def test_each_registry_is_asked_for_the_pinned_version(tmp_path: Path, kind: Kind, pin: str) -> None:
    calls: list[Sequence[str]] = []
    fetch(pinned(b"deck", kind), tmp_path, answering(b"deck", calls))
    assert calls[0][-1] == pin


def test_a_client_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="no-such-client is not installed"):
        run_client(["no-such-client"], tmp_path)


def test_the_last_words_of_a_failing_client_are_told(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="no such version"):
        run_client(["sh", "-c", "echo fetching >&2; echo no such version >&2; exit 1"], tmp_path)


def test_a_failing_registry_leaves_the_rest_to_go_on(tmp_path: Path) -> None:
    def refuse(command: Sequence[str], folder: Path) -> None:
        raise FetchError("no network")

    steps: list[str] = []
    art = fetch_all(tmp_path, steps.append, refuse)
    assert art.decks == art.faces == art.backgrounds == art.fonts == art.hands == 0
    assert len(art.missing) == len(steps) > 20
    assert set(art.missing) == {"no network"}


@pytest.mark.parametrize(("kind", "pack"), [(Kind.NPM, tarred), (Kind.PIP, zipped)])
def test_only_wanted_members_are_unpacked(tmp_path: Path, kind: Kind, pack) -> None:  # type: ignore[no-untyped-def]
    content = pack({"art/SA.svg": b"ace", "art/deep/SK.svg": b"king", "code/index.js": b"js"})
    (tmp_path / "archive").write_bytes(content)
    folder = unpack(pinned(content, kind), tmp_path / "archive", tmp_path / "unpacked")
    assert laid(folder) == {"art/SA.svg", "art/deep/SK.svg"}
    assert (folder / "art/SA.svg").read_bytes() == b"ace"


def test_a_debian_package_is_unpacked_without_installing_it(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN/control").write_text(
        "Package: deck\nVersion: 1\nArchitecture: all\nMaintainer: a <a@b>\nDescription: d\n"
    )
    (tree / "art").mkdir()
    (tree / "art/SA.svg").write_bytes(b"ace")
    (tree / "readme").write_bytes(b"no")
    archive = tmp_path / "deck.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, archive], check=True, capture_output=True)
    assert laid(unpack(pinned(b"", Kind.DEB), archive, tmp_path / "unpacked")) == {"art/SA.svg"}
    archive.write_bytes(archive.read_bytes()[:-40])
    with pytest.raises(UnpackError):
        unpack(pinned(b"x", Kind.DEB), archive, tmp_path / "unpacked")


def test_an_archive_inside_the_package_is_unpacked_beside_it(tmp_path: Path) -> None:
    content = tarred({"game/pictures.pk3": zipped({"art/floor.jpg": b"floor", "art.txt": b"no"})})
    (tmp_path / "archive").write_bytes(content)
    package = pinned(content, keep=("art/", "game/pictures.pk3"), inner="game/pictures.pk3")
    assert laid(unpack(package, tmp_path / "archive", tmp_path / "unpacked")) == {"art/floor.jpg"}


@pytest.mark.parametrize("name", ["art/../../escaped", "art/a/../../../../escaped"])
@pytest.mark.parametrize(("kind", "pack"), [(Kind.NPM, tarred), (Kind.PIP, zipped)])
def test_a_member_outside_the_folder_is_refused(tmp_path: Path, kind: Kind, pack, name: str) -> None:  # type: ignore[no-untyped-def]
    content = pack({name: b"x"})
    (tmp_path / "archive").write_bytes(content)
    with pytest.raises(UnpackError, match="outside"):
        unpack(pinned(content, kind), tmp_path / "archive", tmp_path / "unpacked")
    assert not list(tmp_path.rglob("escaped"))


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "archive").write_bytes(b"not an archive")
    for kind in (Kind.NPM, Kind.PIP):
        with pytest.raises(UnpackError, match="archive"):
            unpack(pinned(b"", kind), tmp_path / "archive", tmp_path / "unpacked")


def test_what_is_unpacked_stays_until_other_members_are_wanted(tmp_path: Path) -> None:
    content = tarred({"art/SA.svg": b"ace", "more/SK.svg": b"king"})
    (tmp_path / "archive").write_bytes(content)
    folder = unpack(pinned(content), tmp_path / "archive", tmp_path / "unpacked")
    (folder / "art/SA.svg").write_bytes(b"touched")
    unpack(pinned(content), tmp_path / "archive", tmp_path / "unpacked")
    assert (folder / "art/SA.svg").read_bytes() == b"touched"
    unpack(pinned(content, keep=("art/", "more/")), tmp_path / "archive", tmp_path / "unpacked")
    assert laid(folder) == {"art/SA.svg", "more/SK.svg"}
    assert (folder / "art/SA.svg").read_bytes() == b"ace"
