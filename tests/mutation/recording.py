"""Which tests run which lines: one run of all tests under coverage, with a context for every test.

Tests that measure time are left out: on a busy machine they would fail by themselves. So are those that fail unchanged;
they are named.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import coverage
import pytest
from places import ROOT

TIMED = ("test_speed.py", "the_speed_of", "as_fast_as", "cost_per_play")


class Recorder:
    """A plugin of pytest that names the running test to coverage, and notes how long it took and whether it passed."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self._measured = measured
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not any(word in item.nodeid for word in TIMED)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._measured.switch_context(item.nodeid)
        started = process_time()
        done = yield
        self.seconds[item.nodeid] = process_time() - started
        self._measured.switch_context("")
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def record(tests: list[str], folder: Path, into: Path) -> None:
    """Run the tests once and keep what they touch of a folder in ``into``."""
    into.mkdir(parents=True, exist_ok=True)
    measured = coverage.Coverage(data_file=into / "lines", source=[str(folder)], config_file=False)
    measured.erase()
    recorder = Recorder(measured)
    measured.start()
    code = pytest.main(["-q", "-p", "no:cacheprovider", *tests], plugins=[recorder])
    measured.stop()
    measured.save()
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit(f"the tests cannot be run: {code}")
    sys.stdout.writelines(f"left out, fails unchanged: {test}\n" for test in recorder.failed)
    passed = {test: spent for test, spent in recorder.seconds.items() if test not in recorder.failed}
    (into / "seconds.json").write_text(json.dumps(passed), "utf-8")


class Map:
    """What one recording says: the tests that run a line, the quickest first."""

    def __init__(self, folder: Path) -> None:
        self._data = coverage.CoverageData(str(folder / "lines"))
        self._data.read()
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text("utf-8"))
        self._lines: dict[Path, dict[int, list[str]]] = {}

    def tests_of(self, file: Path, line: int) -> list[str]:
        """Give the tests that run a line; for a line that only runs when the module is loaded, those of the module."""
        if file not in self._lines:
            self._lines[file] = self._data.contexts_by_lineno(str(file.resolve()))
        lines = self._lines[file]
        found = {test for test in lines.get(line, ()) if test in self.seconds}
        if not found:
            found = {test for tests in lines.values() for test in tests if test in self.seconds}
        return sorted(found, key=lambda test: self.seconds[test])


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    record(sys.argv[2:], ROOT / "rules", Path(sys.argv[1]))
