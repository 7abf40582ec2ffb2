"""Results add up over runs: what is in the file is not played again, and a line that was cut off costs one hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from paizhuo.commands.evaluate import command
from paizhuo.device.noise.hands import play_and_referee
from paizhuo.device.noise.model import Noise
from paizhuo.device.noise.results import ResultsError, line_of, mended, outcomes_in
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

OUTCOME = play_and_referee(load("comp", ShengjiRulebook), 3, Noise())


def evaluate(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, ["hands", *arguments])
    return result.exit_code, result.output


def test_an_outcome_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(line_of("a", OUTCOME) + line_of("b", OUTCOME), encoding="utf-8")
    assert list(outcomes_in(path, "a")) == [OUTCOME]
    assert list(outcomes_in(path, "c")) == []
    assert list(outcomes_in(tmp_path / "none", "a")) == []


def test_a_line_that_was_cut_off_is_left_out_and_cut_away(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = line_of("a", OUTCOME)
    path.write_text(whole + whole[:40], encoding="utf-8")
    assert list(outcomes_in(path, "a")) == [OUTCOME]
    assert mended(path)
    assert path.read_text(encoding="utf-8") == whole
    assert not mended(path)
    assert not mended(tmp_path / "none")


def test_a_line_cut_inside_a_sign_of_several_bytes_costs_one_hand_too(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = line_of("牌", OUTCOME).encode()
    path.write_bytes(whole + whole[: whole.index("牌".encode()) + 1])
    assert list(outcomes_in(path, "牌")) == [OUTCOME]
    assert mended(path)
    assert path.read_bytes() == whole


def test_a_line_that_is_no_outcome_is_named(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(line_of("a", OUTCOME) + '{"label": "a", "hand": {"seed": 1}}\n', encoding="utf-8")
    with pytest.raises(ResultsError, match="line 2"):
        list(outcomes_in(path, "a"))


def test_the_command_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    evaluate("--hands", "3", "--noise", "0", "--results", str(path))
    first = path.read_text(encoding="utf-8").splitlines()
    code, output = evaluate("--hands", "5", "--noise", "0", "--results", str(path), "--json")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert (len(first), len(lines), lines[:3]) == (3, 5, first)
    report = json.loads(output)
    assert (code, report["hands"], report["failing"], report["accused"]) == (0, 5, [], {})
    assert {each["name"]: each["reached"] for each in report["figures"]}["plays recorded exactly"]


def test_a_power_cut_while_a_line_was_written_costs_that_hand_and_is_said(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    evaluate("--hands", "3", "--noise", "0", "--results", str(path))
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:-100], encoding="utf-8")
    code, output = evaluate("--hands", "3", "--noise", "0", "--results", str(path))
    assert (code, path.read_text(encoding="utf-8")) == (0, whole)
    assert "the last line was cut off" in output


def test_a_run_is_compared_with_the_accepted_one(tmp_path: Path) -> None:
    accepted, now = tmp_path / "accepted.jsonl", tmp_path / "now.jsonl"
    evaluate("--hands", "6", "--noise", "0", "--results", str(accepted))
    label = accepted.read_text(encoding="utf-8").split('"')[3]
    worse = play_and_referee(load("comp", ShengjiRulebook), 3, replace(Noise(), swapped=0.1))
    now.write_text(line_of(label, worse), encoding="utf-8")
    arguments = ("--hands", "6", "--noise", "0", "--results", str(now), "--against", str(accepted))
    _, output = evaluate(*arguments, "--json")
    assert json.loads(output)["compared"] == {"hands": 6, "worse": [3], "better": [], "chance": 1.0}
    assert "worse 1 (3), better none" in evaluate(*arguments)[1]


def test_figures_that_are_not_reached_end_with_code_1() -> None:
    code, output = evaluate("--hands", "6", "--noise", "0", "--swapped", "0.05")
    assert code == 1
    assert "NOT REACHED" in output
    assert "failing seeds" in output


def test_a_failing_seed_can_be_told_again() -> None:
    code, output = evaluate("--replay", "4", "--swapped", "0.05", "--noise", "0")
    assert code == 0
    assert "CardsShown seat-" in output
    assert "recorded is" in output


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text("tea\n", encoding="utf-8")
    code, output = evaluate("--hands", "1", "--results", str(path))
    assert (code, output.count("\n")) == (2, 1)
    code, output = evaluate("--rulebook", "nothing")
    assert (code, output.count("\n")) == (2, 1)
