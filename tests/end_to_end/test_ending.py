"""Programs that are asked to end do so at once, in one line, and leave nothing lying about."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from paizhuo.commands._ending import Stopped, signals_unwind

TRIES = 1800


def hear_signals() -> None:
    """Let a child hear signals again that whoever started the tests, say `nohup`, has switched off."""
    for asked in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(asked, signal.SIG_DFL)


def started(arguments: list[str], temporary: Path) -> subprocess.Popen[str]:
    """Start the program with a folder of its own for temporary things."""
    return subprocess.Popen(
        [sys.executable, "-m", "paizhuo", *arguments],
        env={**os.environ, "TMPDIR": str(temporary)},
        cwd=temporary.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_signals,
    )


def wait_until(process: subprocess.Popen[str], true: Callable[[], bool]) -> None:
    """Wait for something that the process does; a process that ends before fails the test."""
    for _ in range(TRIES):
        if true():
            return
        try:
            process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(process.communicate())
    raise AssertionError("it never happened")


@contextmanager
def rehearsing(temporary: Path) -> Iterator[subprocess.Popen[str]]:
    """Give a headless demo in the middle of its first hand."""
    temporary.mkdir()
    process = started(["demo", "--headless", "--hands", "9"], temporary)
    try:
        wait_until(process, lambda: any(temporary.glob("paizhuo-*/match-1.db")))
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(("asked", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_a_headless_demo_that_is_ended_leaves_no_folder(asked: signal.Signals, code: int, tmp_path: Path) -> None:
    """A demo ended by SIGTERM used to leave its log and its pictures in the folder of temporary files."""
    with rehearsing(tmp_path / "temporary") as process:
        process.send_signal(asked)
        _, said = process.communicate(timeout=180)
        assert process.returncode == code
        assert said == "paizhuo: stopped\n"
        assert list((tmp_path / "temporary").iterdir()) == []


def test_a_killed_demo_leaves_its_folder_so_the_test_above_can_fail(tmp_path: Path) -> None:
    with rehearsing(tmp_path / "temporary") as process:
        process.kill()
        process.communicate(timeout=180)
        assert list((tmp_path / "temporary").iterdir()) != []


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT])
def test_a_live_demo_ends_well_when_asked(asked: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    process = started(["demo", "--port", "0"], tmp_path / "temporary")
    try:
        assert process.stdout is not None
        assert "the table is at http://127.0.0.1:" in process.stdout.readline()
        process.send_signal(asked)
        _, said = process.communicate(timeout=180)
        assert (process.returncode, said) == (0, "")
        assert list((tmp_path / "temporary").iterdir()) == []
    finally:
        process.kill()
        process.communicate()


def test_handlers_are_put_back_after_the_block() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Stopped) as caught, signals_unwind():
        signal.raise_signal(signal.SIGTERM)
    assert caught.value.code == 143
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_signal_that_was_switched_off_stays_off() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_unwind():
            signal.raise_signal(signal.SIGHUP)
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
