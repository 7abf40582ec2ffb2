"""The event log on disk: append-only, chained, one writer, never silently repaired."""

import os
import sqlite3
from pathlib import Path

import pytest

from paizhuo.device.store.errors import LogDamagedError, LogFullError, LogInUseError, LogMissingError, LogTooNewError
from paizhuo.device.store.log import EventLog, read_log
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CAMERA, DealStarted, Event, Logged, Played
from paizhuo.rules.observations import Evidence
from paizhuo.rules.record.jsonl import dump, load


def play(number: int) -> tuple[Event, Evidence]:
    seat = Seat(number % 4)
    return Played(seat, (Card.SA,)), Evidence(number, number + 1, 0.5 * number, (f"crop{number}",))


def append_many(log: EventLog, events: int) -> None:
    for number in range(events):
        log.append([play(number)], at=1, actor=CAMERA)


def filled(path: Path, events: int = 5) -> tuple[Logged, ...]:
    with EventLog(path) as log:
        for number in range(events):
            log.append([play(number)], at=1000 + number, actor=CAMERA)
        return tuple(log.entries)


def test_what_was_appended_is_read_back_after_closing(tmp_path: Path) -> None:
    written = filled(tmp_path / "log.db")
    with EventLog(tmp_path / "log.db") as log:
        assert tuple(log.entries) == written
        assert log.last_seq == 5


def test_seqs_go_on_after_reopening(tmp_path: Path) -> None:
    filled(tmp_path / "log.db")
    with EventLog(tmp_path / "log.db") as log:
        (added,) = log.append([(DealStarted(2), Evidence())], at=2000, actor=CAMERA)
    assert added.seq == 6


def test_events_that_belong_together_are_recorded_all_or_none(tmp_path: Path) -> None:
    with EventLog(tmp_path / "log.db") as log:
        batch = log.append([play(0), play(1)], at=1, actor=CAMERA)
        unwritable: tuple[Event, Evidence] = (Played(Seat.E, (object(),)), Evidence())  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            log.append([play(2), unwritable], at=2, actor=CAMERA)
        assert [entry.seq for entry in batch] == [1, 2]
        assert log.last_seq == 2
    assert len(read_log(tmp_path / "log.db")) == 2


def test_a_second_writer_is_refused_while_the_first_writes(tmp_path: Path) -> None:
    with EventLog(tmp_path / "log.db"), pytest.raises(LogInUseError, match="another paizhuo"):
        EventLog(tmp_path / "log.db")
    EventLog(tmp_path / "log.db").close()


def test_a_reader_sees_every_committed_event_while_the_table_writes(tmp_path: Path) -> None:
    with EventLog(tmp_path / "log.db") as log:
        log.append([play(0)], at=1, actor=CAMERA)
        assert read_log(tmp_path / "log.db") == tuple(log.entries)


def test_rows_can_be_neither_changed_nor_deleted(tmp_path: Path) -> None:
    filled(tmp_path / "log.db")
    connection = sqlite3.connect(tmp_path / "log.db")
    for statement in ("UPDATE entries SET line = 'x'", "DELETE FROM entries"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
    connection.close()


def tampered(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entries_are_never_changed")
    connection.execute("DROP TRIGGER entries_are_never_deleted")
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("statement", "intact"),
    [
        ("UPDATE entries SET line = replace(line, 'SA', 'S2') WHERE seq = 3", 2),  # a changed card
        ("DELETE FROM entries WHERE seq = 2", 1),  # a missing row
        ("UPDATE entries SET digest = printf('%064d', 0) WHERE seq = 5", 4),  # a forged seal
        ("UPDATE entries SET seq = 9 WHERE seq = 5", 4),  # a jump in the count
    ],
)
def test_a_tampered_log_is_refused_and_the_first_bad_entry_named(tmp_path: Path, statement: str, intact: int) -> None:
    filled(tmp_path / "log.db")
    tampered(tmp_path / "log.db", statement)
    with pytest.raises(LogDamagedError, match=f"entry {intact + 1}") as refusal:
        EventLog(tmp_path / "log.db")
    assert refusal.value.intact_up_to == intact


def test_the_chain_alone_is_not_refused_without_tampering(tmp_path: Path) -> None:
    """The control of the test above: dropping the triggers alone changes no entry."""
    written = filled(tmp_path / "log.db")
    tampered(tmp_path / "log.db", "SELECT 1")
    assert read_log(tmp_path / "log.db") == written


@pytest.mark.parametrize(
    "content",
    [b"this is no database" * 100, b"SQLite format 3\0" + b"\xff" * 4000, os.urandom(8192)],
    ids=["text", "broken header", "noise"],
)
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "log.db"
    path.write_bytes(content)
    with pytest.raises(LogDamagedError):
        EventLog(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "log.db")
    connection.execute("CREATE TABLE t (x)")
    connection.commit()
    connection.close()
    with pytest.raises(LogDamagedError, match="not a log of paizhuo"):
        EventLog(tmp_path / "log.db")


def test_a_log_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    filled(tmp_path / "log.db")
    connection = sqlite3.connect(tmp_path / "log.db")
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(LogTooNewError, match="shape 99"):
        EventLog(tmp_path / "log.db")


def test_flipped_bytes_never_yield_other_entries_than_were_written(tmp_path: Path) -> None:
    """Damage anywhere in the file is either refused or harmless; it never changes what is read."""
    written = filled(tmp_path / "log.db", 8)
    pristine = (tmp_path / "log.db").read_bytes()
    refused = 0
    for number, place in enumerate(range(0, len(pristine), max(1, len(pristine) // 150))):
        path = tmp_path / f"flipped{number}.db"
        path.write_bytes(pristine[:place] + bytes([pristine[place] ^ 0x55]) + pristine[place + 1 :])
        try:
            assert read_log(path) == written
        except (LogDamagedError, LogTooNewError):
            refused += 1
    assert refused > 0


def test_a_cut_off_file_is_refused(tmp_path: Path) -> None:
    filled(tmp_path / "log.db", 40)
    whole = (tmp_path / "log.db").read_bytes()
    (tmp_path / "log.db").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(LogDamagedError):
        EventLog(tmp_path / "log.db")


def test_a_missing_log_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogMissingError, match=r"nothing\.db"):
        read_log(tmp_path / "nothing.db")


def test_a_full_disk_records_nothing_and_says_so(tmp_path: Path) -> None:
    with EventLog(tmp_path / "log.db") as log:
        log.append([play(0)], at=1, actor=CAMERA)
        pages = log._connection.execute("PRAGMA page_count").fetchone()[0]
        log._connection.execute(f"PRAGMA max_page_count={pages}").fetchall()
        with pytest.raises(LogFullError, match="full"):
            append_many(log, 200)
        before = tuple(log.entries)
        log._connection.execute("PRAGMA max_page_count=100000").fetchall()
        log.append([play(7)], at=2, actor=CAMERA)
        assert tuple(log.entries)[:-1] == before
    assert len(read_log(tmp_path / "log.db")) == len(before) + 1


def test_the_disk_and_the_text_record_hold_the_same_entries(tmp_path: Path) -> None:
    written = filled(tmp_path / "log.db")
    parsed = load(dump(written))
    assert parsed.sealed
    assert parsed.entries == written
