"""Evidence is named by what it holds, has a quota, and gives way to the log, the oldest first."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path

import pytest

from paizhuo.device.store.evidence import EvidenceLimits, EvidenceStore


def pictures(count: int, size: int = 1000) -> list[bytes]:
    return [bytes([number]) * size for number in range(count)]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_picture_is_kept_under_its_own_hash_once(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "evidence")
    first = store.keep(b"picture")
    assert first == store.keep(b"picture") == hashlib.sha256(b"picture").hexdigest()
    assert names(tmp_path / "evidence") == {first}
    assert first is not None
    assert store.read(first) == b"picture"
    assert store.total == 7


@pytest.mark.parametrize("name", ["", "../match.db", "a" * 63, "A" * 64, "g" * 64, "a" * 64 + "\n"])
def test_nothing_but_a_hash_is_a_name(name: str, tmp_path: Path) -> None:
    (tmp_path / "match.db").write_bytes(b"log")
    store = EvidenceStore(tmp_path / "evidence")
    store.keep(b"picture")
    assert store.read(name) is None


def test_over_the_quota_the_oldest_goes(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "evidence", EvidenceLimits(quota=3000, reserve=0))
    kept = [store.keep(picture) for picture in pictures(5)]
    assert names(tmp_path / "evidence") == set(kept[2:])
    assert store.total == 3000
    assert store.keep(b"x" * 3001) is None
    assert names(tmp_path / "evidence") == set(kept[2:])


def test_what_is_asked_for_again_counts_as_new(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "evidence", EvidenceLimits(quota=3000, reserve=0))
    one, two, three, four = pictures(4)
    first, second = store.keep(one), store.keep(two)
    store.keep(three)
    assert store.keep(one) == first
    store.keep(four)
    assert first in names(tmp_path / "evidence")
    assert second not in names(tmp_path / "evidence")


def test_a_store_opened_again_knows_what_it_holds_and_how_old_that_is(tmp_path: Path) -> None:
    folder, limits = tmp_path / "evidence", EvidenceLimits(quota=3000, reserve=0)
    kept = [EvidenceStore(folder, limits).keep(picture) for picture in pictures(3)]
    for age, name in enumerate(reversed(kept)):
        os.utime(folder / str(name), (1000 + age, 1000 + age))
    again = EvidenceStore(folder, limits)
    assert again.total == 3000
    again.keep(b"new" * 100)
    # The last one kept was made the oldest file.
    assert kept[2] not in names(folder)
    assert {kept[0], kept[1]} <= names(folder)


def test_room_is_left_on_the_disk_for_the_log(tmp_path: Path) -> None:
    folder = tmp_path / "evidence"

    def free(_: Path) -> int:
        return 10_000 - sum(path.stat().st_size for path in folder.iterdir()) if folder.exists() else 10_000

    store = EvidenceStore(folder, EvidenceLimits(quota=10**9, reserve=5_000), free_bytes=free)
    for picture in pictures(20):
        assert store.keep(picture) is not None
        assert free(folder) >= 5_000
    assert store.total == 5_000


def test_a_full_disk_takes_the_new_in_the_place_of_the_oldest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "evidence"
    store = EvidenceStore(folder, EvidenceLimits(reserve=0))
    kept = [store.keep(picture) for picture in pictures(4)]
    write = Path.write_bytes

    def refusing(path: Path, data: bytes) -> int:
        if sum(each.stat().st_size for each in folder.iterdir()) + len(data) > 4000:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", refusing)
    new = store.keep(b"n" * 1500)
    assert names(folder) == {kept[2], kept[3], new}
    monkeypatch.setattr(Path, "write_bytes", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "I/O error")))
    assert store.keep(b"never") is None


def test_evidence_gives_way_as_far_as_asked(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "evidence")
    kept = [store.keep(picture) for picture in pictures(5)]
    assert store.give_way(2_500) == 3000
    assert names(tmp_path / "evidence") == set(kept[3:])
    assert store.give_way(10**9) == 2000
    assert store.give_way(1) == 0
