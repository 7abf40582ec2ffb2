"""Readings that are kept in a file: a broken-off run goes on, other weights read anew, damage is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from paizhuo.cli import cli
from paizhuo.models.training import stock
from paizhuo.vision.evaluate.kept import KeptReadings, KeptReadingsError
from paizhuo.vision.evaluate.labels import Labelled
from paizhuo.vision.evaluate.reliability import Judged
from paizhuo.vision.evaluate.score import Outcome
from paizhuo.vision.look import Sight
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Stock

OUTCOME = Outcome(Labelled("S-1", "S-1.jpg", "S", ("joker",), ("SA", "LJ"), ("C2",)), 1, (), ("LJ",))
CARDS = (Judged(0.97, True),)


def test_readings_come_back_as_they_were_and_only_with_the_same_weights(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    KeptReadings(path, "one").add(OUTCOME, CARDS)
    again = KeptReadings(path, "one")
    assert again.get("S-1") == (OUTCOME, CARDS)
    assert again.get("S-2") is None
    assert len(KeptReadings(path, "two")) == 0


def test_a_line_that_was_cut_off_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    kept = KeptReadings(path, "one")
    kept.add(OUTCOME, CARDS)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:40])
    again = KeptReadings(path, "one")
    assert len(again) == 1
    again.add(OUTCOME, CARDS)
    assert path.read_bytes() == whole * 2


@pytest.mark.parametrize("line", ["{", "[]", '{"weights": "one"}', '{"weights": "one", "outcome": {"label": 3}}'])
def test_a_line_that_is_no_reading_is_told_with_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "kept.jsonl"
    KeptReadings(path, "one").add(OUTCOME, CARDS)
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(KeptReadingsError, match="line 2"):
        KeptReadings(path, "one")


def test_scenes_that_were_read_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "index.json").write_text("[]")
    monkeypatch.setenv("PAIZHUO_ART", str(tmp_path))
    for gather in ("training_stock", "held_out_stock"):
        monkeypatch.setattr(stock, gather, lambda seed, procedural: Stock([house_deck()]))
    results = tmp_path / "kept.jsonl"
    asked = ["evaluate", "rendered", "--scenes", "1", "--json", "--results", str(results)]
    first = CliRunner().invoke(cli, asked)
    assert first.exit_code == 0, first.output
    assert len(results.read_text().splitlines()) == 2

    def blind(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(Sight, "look", blind)
    again = CliRunner().invoke(cli, asked)
    assert again.exit_code == 0, again.output
    assert json.loads(again.stdout)["rows"] == json.loads(first.stdout)["rows"]
    asked[3] = "2"
    assert isinstance(CliRunner().invoke(cli, asked).exception, AssertionError)
    results.write_text("{\n")
    damaged = CliRunner().invoke(cli, asked)
    assert damaged.exit_code == 2
    assert "line 1" in damaged.output
