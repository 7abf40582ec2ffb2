"""`paizhuo verify`: an intact record passes; a changed, missing, added or cut one does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paizhuo.commands import load_command
from paizhuo.device.store.log import EventLog
from paizhuo.rules.events import CAMERA, DealStarted, MatchStarted
from paizhuo.rules.observations import Evidence
from paizhuo.rules.record.jsonl import dump


def run(*arguments: object) -> Result:
    return CliRunner().invoke(load_command("verify"), [str(each) for each in arguments])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "match.db"
    with EventLog(path) as book:
        book.append([(MatchStarted("comp", ("a", "b", "c", "d")), Evidence())], at=1, actor=CAMERA)
        book.append([(DealStarted(hand), Evidence()) for hand in range(1, 30)], at=2, actor=CAMERA)
        path.with_suffix(".jsonl").write_text(dump(book.entries), "utf-8")
        path.with_suffix(".digest").write_text(book.digest, "utf-8")
    return path


def test_a_log_and_its_export_have_the_digest_of_the_chain(log: Path) -> None:
    head = log.with_suffix(".digest").read_text("utf-8")
    for path in (log, log.with_suffix(".jsonl")):
        told = json.loads(run(path, "--json", "--digest", f"{head[:16]} {head[16:32]}").output)
        assert (told["ok"], told["entries"], told["digest"]) == (True, 30, head)
    assert run(log, "--digest", "00000000").exit_code == 1


def test_no_change_to_any_line_goes_unseen(log: Path) -> None:
    """Every line changed, taken out, or doubled once: each of them is noticed."""
    path = log.with_suffix(".jsonl")
    lines = path.read_text("utf-8").splitlines()
    for place, line in enumerate(lines):
        digit = "0" if line[-4] != "0" else "1"
        other = line.replace('"seq":', '"seq": ') if place < len(lines) - 1 else line[:-4] + digit + line[-3:]
        for changed in (
            lines[:place] + lines[place + 1 :],
            [*lines[: place + 1], *lines[place:]],
            [
                *lines[:place],
                other,
                *lines[place + 1 :],
            ],
        ):
            if changed != lines:
                path.write_text("\n".join(changed) + "\n", "utf-8")
                assert run(path).exit_code == 1, place
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert run(path).exit_code == 0


def test_what_cannot_be_sealed_is_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "match.tcr"
    path.write_text('[TCR "1"]\n', "utf-8")
    answer = run(path)
    assert answer.exit_code == 2
    assert ".jsonl and .db" in answer.output
