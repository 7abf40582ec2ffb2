"""Ratios are taken turn by turn, whatever the machine does between them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from paizhuo.cli import cli
from paizhuo.vision.evaluate.timing import race


class Work:
    """A clock that two kinds of work push on, the second one twice as far."""

    def __init__(self) -> None:
        self.now = 0.0
        self.done: list[str] = []

    def clock(self) -> float:
        return self.now

    def ours(self) -> None:
        self.now += 3.0
        self.done.append("ours")

    def other(self) -> None:
        self.now += 2.0
        self.done.append("other")


def test_both_run_in_turn_and_neither_is_always_first() -> None:
    work = Work()
    result = race("a", work.ours, work.other, turns=4, clock=work.clock)
    assert (result.ours_ms, result.other_ms, result.ratio) == (3000.0, 2000.0, 1.5)
    assert work.done[2:] == ["ours", "other", "other", "ours", "ours", "other", "other", "ours"]


def test_a_bench_tells_ratios_and_memory() -> None:
    result = CliRunner().invoke(cli, ["bench", "--turns", "1", "--json"])
    assert result.exit_code == 0
    facts = json.loads(result.output)
    assert len(facts["races"]) == 2
    assert all(race["ratio"] > 0 for race in facts["races"])
    assert facts["peak_mb"] > 10


@pytest.mark.parametrize(("content", "says"), [(None, "No such file"), (b"not a model", "not an ONNX file")])
def test_a_bad_peer_is_one_line(tmp_path: Path, content: bytes | None, says: str) -> None:
    peer = tmp_path / "peer.onnx"
    if content is not None:
        peer.write_bytes(content)
    result = CliRunner().invoke(cli, ["bench", "--turns", "1", "--peer", str(peer)])
    assert result.exit_code == 2
    assert says in result.output
    assert len(result.output.strip().splitlines()) == 1
