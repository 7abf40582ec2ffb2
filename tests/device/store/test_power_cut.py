"""A power cut at any moment loses no event that was promised, and what is left is an exact beginning of the log.

A disk that remembers every write and every flush plays the cut at each of them.

SQLite reaches its files through a table of functions. A recorder registers its own table, which notes the operation
and passes it on; afterwards every moment of the run can be turned into what a disk would hold if the power failed
there: everything flushed, and of the rest nothing, a part, or all.
"""

from __future__ import annotations

import ctypes
import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from paizhuo.device.store.errors import LogError
from paizhuo.device.store.log import Durability, EventLog
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CAMERA, Logged, Played
from paizhuo.rules.observations import Evidence

EVENTS = 24
CHECKPOINT_AT = 15


class Methods(Structure):
    _fields_ = [("version", c_int), ("calls", c_void_p * 18)]


class File(Structure):
    _fields_ = [("methods", POINTER(Methods))]


class System(Structure):
    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 14),
    ]


# SQLite keeps the path of a file by its address: passed on as bytes, it would soon name anything.
OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(File), c_int, POINTER(c_int))
DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
WRITES = CFUNCTYPE(c_int, POINTER(File), c_void_p, c_int, c_int64)
TRUNCATES = CFUNCTYPE(c_int, POINTER(File), c_int64)
SYNCS = CFUNCTYPE(c_int, POINTER(File), c_int)


@dataclass(frozen=True)
class Operation:
    """One thing done to a file: ``kind`` is write, truncate, sync, delete or ack (an event was promised)."""

    kind: str
    file: str = ""
    at: int = 0
    data: bytes = b""


@dataclass
class Recorder:
    """The operations of one run, in order."""

    operations: list[Operation] = field(default_factory=list)
    kept: list[object] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)

    def ack(self, seq: int) -> None:
        self.operations.append(Operation("ack", at=seq))


@dataclass
class Disk:
    """One file as a disk holds it: what was flushed, and what was done since."""

    flushed: bytes | None = None
    since: list[Operation] = field(default_factory=list)


def after_power_cut(operations: list[Operation], folder: Path, loss: str, rng: random.Random) -> int:
    """Write into ``folder`` what is left after these operations, and give how many events were promised.

    ``loss``: ``all`` that was not flushed, ``some`` of it, a ``torn`` last write, or ``nothing``.
    """
    disks: dict[str, Disk] = {}
    promised = 0
    for operation in operations:
        if operation.kind == "ack":
            promised = operation.at
            continue
        disk = disks.setdefault(operation.file, Disk())
        if operation.kind == "sync":
            disk.flushed, disk.since = applied(disk.flushed, disk.since), []
        elif operation.kind == "delete":
            disks.pop(operation.file)
        else:
            disk.since.append(operation)
    for name, disk in disks.items():
        content = applied(disk.flushed, survivors(disk.since, loss, rng))
        if content is not None:
            (folder / name).write_bytes(content)
    return promised


def survivors(operations: list[Operation], loss: str, rng: random.Random) -> list[Operation]:
    if loss == "all" or not operations:
        return []
    if loss == "some":
        return [each for each in operations if rng.random() < 0.5]
    if loss == "torn":
        last = operations[-1]
        return [*operations[:-1], Operation(last.kind, last.file, last.at, last.data[: len(last.data) // 2])]
    return operations


def applied(content: bytes | None, operations: list[Operation]) -> bytes | None:
    if content is None and not operations:
        return None
    image = bytearray(content or b"")
    for operation in operations:
        if operation.kind == "truncate":
            del image[operation.at :]
            image.extend(bytes(max(0, operation.at - len(image))))
        else:
            image.extend(bytes(max(0, operation.at - len(image))))
            image[operation.at : operation.at + len(operation.data)] = operation.data
    return bytes(image)


@contextmanager
def recorded_disk() -> Iterator[Recorder]:
    """Let every database that is opened meanwhile be recorded."""
    library = ctypes.CDLL("libsqlite3.so.0")  # the one that the sqlite3 module has loaded
    version = ctypes.cast(library.sqlite3_libversion, CFUNCTYPE(c_char_p))().decode()
    assert version == sqlite3.sqlite_version, "the sqlite3 module must use the system's SQLite"
    library.sqlite3_vfs_find.restype = POINTER(System)
    library.sqlite3_vfs_find.argtypes = [c_char_p]
    library.sqlite3_vfs_register.argtypes = [POINTER(System), c_int]
    library.sqlite3_vfs_unregister.argtypes = [POINTER(System)]
    real = library.sqlite3_vfs_find(None)
    recorder = Recorder()
    system = System()
    ctypes.memmove(ctypes.byref(system), real, ctypes.sizeof(System))
    system.next = None
    system.name = b"recorder"
    opening, deleting = hooks(recorder, real)
    system.open = ctypes.cast(opening, c_void_p)
    system.delete = ctypes.cast(deleting, c_void_p)
    library.sqlite3_vfs_register(ctypes.byref(system), 1)
    try:
        yield recorder
    finally:
        library.sqlite3_vfs_register(real, 1)
        library.sqlite3_vfs_unregister(ctypes.byref(system))


def hooks(recorder: Recorder, real: object) -> tuple[ctypes._CFunctionType, ctypes._CFunctionType]:
    system = real.contents  # type: ignore[attr-defined]
    really_open, really_delete = OPEN(system.open), DELETE(system.delete)
    address = ctypes.cast(real, c_void_p)  # type: ignore[arg-type]

    def opened(_: object, path: int | None, file: object, flags: int, given: object) -> int:
        code: int = really_open(address, path, file, flags, given)
        handle = file.contents  # type: ignore[attr-defined]
        if code == 0 and path and handle.methods:
            recorder.names[ctypes.addressof(handle)] = Path(ctypes.string_at(path).decode()).name
            handle.methods = ctypes.pointer(patched(recorder, handle.methods.contents))
        return code

    def deleted(_: object, path: bytes, flush: int) -> int:
        code: int = really_delete(address, path, flush)
        if code == 0:
            recorder.operations.append(Operation("delete", Path(path.decode()).name))
        return code

    keep = (OPEN(opened), DELETE(deleted))
    recorder.kept += keep
    return keep


def patched(recorder: Recorder, methods: Methods) -> Methods:
    """Copy a table of file functions, with recording ones in the places that change a file."""
    copy = Methods()
    ctypes.memmove(ctypes.byref(copy), ctypes.byref(methods), ctypes.sizeof(Methods))
    really_write = WRITES(methods.calls[2])
    really_truncate = TRUNCATES(methods.calls[3])
    really_sync = SYNCS(methods.calls[4])

    def name(file: object) -> str:
        return recorder.names[ctypes.addressof(file.contents)]  # type: ignore[attr-defined]

    def writes(file: object, data: int, size: int, at: int) -> int:
        recorder.operations.append(Operation("write", name(file), at, ctypes.string_at(data, size)))
        return int(really_write(file, data, size, at))

    def truncates(file: object, size: int) -> int:
        recorder.operations.append(Operation("truncate", name(file), size))
        return int(really_truncate(file, size))

    def syncs(file: object, flags: int) -> int:
        code = int(really_sync(file, flags))
        recorder.operations.append(Operation("sync", name(file)))
        return code

    new = (WRITES(writes), TRUNCATES(truncates), SYNCS(syncs))
    for place, function in enumerate(new, start=2):
        copy.calls[place] = ctypes.cast(function, c_void_p)
    recorder.kept += [copy, *new]
    return copy


def run(path: Path, durability: Durability) -> tuple[list[Operation], tuple[Logged, ...]]:
    """Fill a log, with a checkpoint on the way, and give what was done to the disk and what was written."""
    with recorded_disk() as recorder:
        log = EventLog(path, durability=durability)
        for number in range(1, EVENTS + 1):
            evidence = Evidence(number, number, 0.5 * number, ("c" * 64,) * (number % 3))
            (entry,) = log.append([(Played(Seat(number % 4), (Card.SA,)), evidence)], at=number, actor=CAMERA)
            recorder.ack(entry.seq)
            if number == CHECKPOINT_AT:
                log.checkpoint()
        written = tuple(log.entries)
        log.close()
    return recorder.operations, written


@dataclass
class Damage:
    """What went wrong over all moments of a run."""

    states: int = 0
    lost: int = 0
    wrong: list[str] = field(default_factory=list)


def damage(folder: Path, durability: Durability, losses: dict[str, int]) -> Damage:
    """Cut the power after every operation (or every n-th, by kind of loss) and open what is left."""
    operations, written = run(folder / "log.db", durability)
    found = Damage()
    for loss, step in losses.items():
        rng = random.Random(loss)
        for moment in range(0, len(operations) + 1, step):
            left = folder / f"{loss}-{moment}"
            left.mkdir()
            promised = after_power_cut(operations[:moment], left, loss, rng)
            found.states += 1
            try:
                log = EventLog(left / "log.db")
            except LogError as error:
                found.wrong.append(f"{loss} after {moment}: {error}")
                continue
            entries = tuple(log.entries)
            log.close()
            if entries != written[: len(entries)]:
                found.wrong.append(f"{loss} after {moment}: not a beginning of the log")
            elif len(entries) < promised:
                found.lost += 1
    return found


def test_no_promised_event_is_lost_at_any_moment(tmp_path: Path) -> None:
    found = damage(tmp_path, Durability.FULL, {"all": 1, "some": 3, "torn": 3, "nothing": 9})
    assert found.states > 200
    assert found.wrong == []
    assert found.lost == 0


@pytest.mark.parametrize("durability", [Durability.NORMAL, Durability.OFF])
def test_weaker_settings_do_lose_events(tmp_path: Path, durability: Durability) -> None:
    """The control: were these to pass, the cuts would prove nothing."""
    found = damage(tmp_path, durability, {"all": 2})
    assert found.lost > 10


def test_a_killed_process_loses_nothing_even_with_weaker_settings(tmp_path: Path) -> None:
    """The second control: a kill is no power cut, so it cannot tell good settings from bad ones."""
    found = damage(tmp_path, Durability.OFF, {"nothing": 3})
    assert (found.lost, found.wrong) == (0, [])


def test_the_recorder_sees_every_flush(tmp_path: Path) -> None:
    full, _ = run(tmp_path / "full.db", Durability.FULL)
    normal, _ = run(tmp_path / "normal.db", Durability.NORMAL)
    flushes = [sum(each.kind == "sync" for each in operations) for operations in (full, normal)]
    assert flushes[0] >= EVENTS
    assert flushes[1] < flushes[0] / 2
