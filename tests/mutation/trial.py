"""Trying one mutant: a process of its own loads the changed module in place of the real one and runs some tests.

The process is a fork of one that has already loaded pytest and hypothesis, but nothing of the product. No file is
written, so that the tree stays as it is while mutants run.
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import sys
from enum import StrEnum
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

import hypothesis
import pytest
from places import ROOT

MEMORY = 4 << 30
"""Bytes that a mutant may use: one that gathers without end is noticed too."""


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    STOPPED = "stopped"
    """It ran on without end: noticed as well."""
    SURVIVED = "survived"


class Chosen:
    """A plugin of pytest that runs the chosen tests alone, in the order given."""

    def __init__(self, tests: list[str]) -> None:
        self._place = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if self._rank(item) is not None), key=lambda item: self._rank(item) or 0
        )

    def _rank(self, item: pytest.Item) -> int | None:
        """Give the place of a test that was chosen by itself or with its whole file, None for any other."""
        return self._place.get(item.nodeid, self._place.get(item.nodeid.partition("::")[0]))


def prepare() -> None:
    """Make the process ready to be forked; chance in tests is the same in every fork, and failures are not shrunk."""
    if any(name.startswith("paizhuo") for name in sys.modules):
        raise RuntimeError("the product is loaded already: a changed module would not be seen")
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, phases=phases)
    hypothesis.settings.load_profile("mutants")
    sys.path.insert(0, str(ROOT / "src"))
    gc.freeze()


def within(tests: list[str], seconds: dict[str, float], budget: float) -> list[str]:
    """Give the tests, in order, that fit into a budget of seconds; the first in any case."""
    spent = 0.0
    kept: list[str] = []
    for test in tests:
        spent += seconds.get(test, 0.0)
        if kept and spent > budget:
            break
        kept.append(test)
    return kept


def attempt(file: Path, source: str, tests: list[str], seconds: int) -> Fate:
    """Run tests on a changed module in a fork, for so many seconds of the processor at most."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _run(file, source, tests, seconds)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Fate.STOPPED
    code = os.waitstatus_to_exitcode(status)
    return Fate.SURVIVED if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else Fate.KILLED


def _run(file: Path, source: str, tests: list[str], seconds: int) -> None:
    """Be the fork: never returns."""
    code = 99
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        _replace(file, source)
        # pytest loads a file whose doctests it runs in its own way: it must find the changed module loaded already.
        importlib.import_module(_name(file))
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        options = ["-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
        code = int(pytest.main([*options, *files], plugins=[Chosen(tests)]))
    finally:
        os._exit(code)


def _name(file: Path) -> str:
    """Give the name under which a file of the repository is imported."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(("paizhuo", *(part for part in parts if part != "__init__")))


def _replace(file: Path, source: str) -> None:
    """Let the import system find the changed source where the module is."""
    original, target = SourceFileLoader.get_code, file.resolve()

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path).resolve() == target:
            return compile(source, self.path, "exec", dont_inherit=True)
        return original(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
