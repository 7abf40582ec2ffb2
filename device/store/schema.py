"""The shape of the log file and the way from older shapes to the present one: numbered SQL files, run once each."""

from __future__ import annotations

import sqlite3
from importlib import resources
from pathlib import Path

from paizhuo.device.store.errors import LogDamagedError, LogTooNewError

APPLICATION_ID = 0x70616931
"""Marks the file as ours (``pai1`` in ASCII), so that another program's database is never written to."""


def migrations() -> tuple[str, ...]:
    """Give the SQL of every migration in order; the shape version is their number.

    >>> migrations()[0].startswith("-- The log")
    True
    """
    folder = resources.files("paizhuo.device.store") / "migrations"
    files = sorted((each for each in folder.iterdir() if each.name.endswith(".sql")), key=lambda each: each.name)
    return tuple(each.read_text(encoding="utf-8") for each in files)


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Bring an open file to the present shape, one transaction for each step; refuse what is not ours or is newer.

    A file without any table is a log whose creation was cut short: it is begun again.
    """
    if not _is_empty(connection, path):
        check(connection, path)
    done = _number(connection, "user_version")
    for number, script in enumerate(migrations()[done:], start=done + 1):
        marks = f"PRAGMA application_id={APPLICATION_ID};\nPRAGMA user_version={number};"
        connection.executescript(f"BEGIN IMMEDIATE;\n{script}\n{marks}\nCOMMIT;")


def _is_empty(connection: sqlite3.Connection, path: Path) -> bool:
    try:
        marks = _number(connection, "application_id") or _number(connection, "user_version")
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise LogDamagedError(f"{path}: not an intact database: {error}") from error
    return not marks and not tables


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that is damaged, not ours, or written by a newer version."""
    try:
        application = _number(connection, "application_id")
        shape = _number(connection, "user_version")
        verdict = connection.execute("PRAGMA quick_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise LogDamagedError(f"{path}: not an intact database: {error}") from error
    if application != APPLICATION_ID:
        raise LogDamagedError(f"{path}: a database, but not a log of paizhuo")
    if shape > len(migrations()):
        raise LogTooNewError(f"{path}: has shape {shape}, this version knows shapes up to {len(migrations())}")
    if verdict != "ok":
        raise LogDamagedError(f"{path}: damaged: {verdict}")


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])
