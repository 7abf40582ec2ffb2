"""The event log on disk: append-only, hash-chained, and on the disk before anyone is told that an event happened.

SQLite in WAL mode with ``synchronous=FULL``: a commit returns only after the write-ahead log was flushed. One process
writes, through one connection; a lock file beside the log keeps a second writer out (two connections that write and
checkpoint at once can corrupt a WAL database in SQLite before 3.51.3).
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Self

from paizhuo.device.store import schema
from paizhuo.device.store.errors import LogDamagedError, LogFullError, LogInUseError, LogMissingError
from paizhuo.rules.errors import RecordSyntaxError
from paizhuo.rules.events import Actor, Event, Logged
from paizhuo.rules.observations import Evidence
from paizhuo.rules.record.jsonl import GENESIS, line, link, parse_line


class Durability(Enum):
    """How hard a commit presses on the disk. Only ``FULL`` survives a power cut; the others exist to be measured."""

    FULL = "FULL"
    NORMAL = "NORMAL"
    OFF = "OFF"


class EventLog:
    """The log of one table. Opens or creates the file, checks all of it, and appends.

    Use it from one thread at a time. Raises ``LogDamagedError``, ``LogTooNewError`` or ``LogInUseError``; a damaged
    file is never repaired, renamed or begun anew.
    """

    def __init__(self, path: Path, *, durability: Durability = Durability.FULL) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _lock(path)
        try:
            is_new = not path.exists() or path.stat().st_size == 0
            self._connection = _connect(path, durability)
            try:
                schema.prepare(self._connection, path)
                self._entries, self._digest = _read_checked(self._connection)
            except BaseException:
                self._connection.close()
                raise
            if is_new:
                _sync_folder(path.parent)
        except BaseException:
            os.close(self._lock)
            raise

    @property
    def path(self) -> Path:
        """Where the log lies."""
        return self._path

    @property
    def entries(self) -> Sequence[Logged]:
        """Every entry so far, oldest first."""
        return self._entries

    @property
    def last_seq(self) -> int:
        """The seq of the newest entry, 0 for an empty log."""
        return self._entries[-1].seq if self._entries else 0

    @property
    def digest(self) -> str:
        """The head of the chain: a fingerprint of everything in the log."""
        return self._digest

    def append(self, drafts: Iterable[tuple[Event, Evidence]], *, at: int, actor: Actor) -> tuple[Logged, ...]:
        """Append events that belong together, all or none, and return them once they are on the disk.

        Raises ``LogFullError`` when the disk takes no more; then nothing was recorded.
        """
        added: list[Logged] = []
        rows: list[tuple[int, str, str]] = []
        digest = self._digest
        for event, evidence in drafts:
            entry = Logged(self.last_seq + len(added) + 1, at, actor, event, evidence)
            text = line(entry)
            digest = link(digest, text)
            added.append(entry)
            rows.append((entry.seq, text, digest))
        self._write(rows)
        self._entries += added
        self._digest = digest
        return tuple(added)

    def _write(self, rows: Sequence[tuple[int, str, str]]) -> None:
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany("INSERT INTO entries (seq, line, digest) VALUES (?, ?, ?)", rows)
        except sqlite3.OperationalError as error:
            raise LogFullError(f"{self._path}: not recorded: {error}") from error

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the main file; a good moment is the end of a hand."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close the file and let another writer in."""
        self._connection.close()
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_log(path: Path) -> tuple[Logged, ...]:
    """Read a log without writing to it, also while a table is writing it. Checks the whole chain."""
    if not path.is_file():
        raise LogMissingError(f"{path}: no such log")
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    try:
        schema.check(connection, path)
        entries, _ = _read_checked(connection)
    except sqlite3.DatabaseError as error:
        raise LogDamagedError(f"{path}: not an intact log: {error}") from error
    finally:
        connection.close()
    return tuple(entries)


def _lock(path: Path) -> int:
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise LogInUseError(f"{path}: another paizhuo is writing this log") from None
    return lock


def _connect(path: Path, durability: Durability) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
        connection.execute(f"PRAGMA synchronous={durability.value}")
        connection.execute("PRAGMA busy_timeout=5000").fetchall()
    except sqlite3.DatabaseError as error:
        connection.close()
        raise LogDamagedError(f"{path}: not a database: {error}") from error
    return connection


def _sync_folder(folder: Path) -> None:
    """Make the new file's name itself survive a power cut."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read_checked(connection: sqlite3.Connection) -> tuple[list[Logged], str]:
    entries: list[Logged] = []
    digest = GENESIS
    for seq, text, stored in _rows(connection, entries):
        digest = link(digest, text)
        expected = len(entries) + 1
        if seq != expected or digest != stored:
            raise LogDamagedError(f"the chain breaks at entry {expected}", len(entries))
        try:
            entry = parse_line(text)
        except RecordSyntaxError as error:
            raise LogDamagedError(f"entry {seq} cannot be read: {error}", len(entries)) from error
        entries.append(entry)
    return entries, digest


def _rows(connection: sqlite3.Connection, entries: Sequence[Logged]) -> Iterator[tuple[int, str, str]]:
    try:
        yield from connection.execute("SELECT seq, line, digest FROM entries ORDER BY seq")
    except sqlite3.DatabaseError as error:
        raise LogDamagedError(f"damaged after entry {len(entries)}: {error}", len(entries)) from error
