"""`paizhuo referee` and `paizhuo export`: a table's log out of the door and judged again."""

import csv
import io
import json
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from paizhuo.commands import load_command
from paizhuo.device.players.drill import Drill
from paizhuo.device.players.hand import HandPlan, play_match
from paizhuo.device.players.witness import Witness
from paizhuo.device.store.log import EventLog
from paizhuo.rules.events import CAMERA, MatchStarted
from paizhuo.rules.observations import Evidence
from paizhuo.rules.record.jsonl import dump
from paizhuo.rules.record.tcr_write import dump_tcr
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook


@pytest.fixture(scope="module")
def drill() -> Drill:
    """A whole hand with planted faults, as a perfect eye records it."""
    drill, witness = Drill().start("pass10"), Witness()
    for played in play_match(load("pass10", ShengjiRulebook), 3, HandPlan(faults=8), 1):
        for observation in witness.sees(played.acts):
            drill.observe(observation)
    return drill


@pytest.fixture
def folder(tmp_path: Path, drill: Drill) -> Path:
    """The same hand as a table's log and in both forms of record."""
    with EventLog(tmp_path / "match.db") as log:
        for entry in drill.timeline.log:
            log.append([(entry.event, entry.evidence)], at=entry.at, actor=entry.actor)
    (tmp_path / "match.jsonl").write_text(dump(drill.timeline.log), "utf-8")
    (tmp_path / "match.tcr").write_text(dump_tcr(drill.timeline.log), "utf-8")
    return tmp_path


def run(name: str, *arguments: object) -> Result:
    return CliRunner().invoke(load_command(name), [str(each) for each in arguments])


def judged(path: Path, *options: str) -> dict[str, object]:
    result = run("referee", path, "--json", *options)
    assert result.exit_code == 0, result.output
    plain = json.loads(result.stdout)
    assert isinstance(plain, dict)
    return plain


def rulings(plain: dict[str, object]) -> list[tuple[str, str, int]]:
    hands = plain["hands"]
    assert isinstance(hands, list)
    return [(each["code"], each["seat"], each["trick"]) for hand in hands for each in hand["rulings"]]


@pytest.mark.parametrize("form", ["db", "jsonl", "tcr"])
def test_every_form_of_a_record_is_judged_alike(folder: Path, drill: Drill, form: str) -> None:
    plain = judged(folder / f"match.{form}")
    now = drill.now
    assert rulings(plain) == [(each.code, each.seat, each.trick) for each in now.violations]
    assert now.result is not None
    hands = plain["hands"]
    assert isinstance(hands, list)
    assert hands[0]["result"]["points"] == now.result.points
    assert hands[0]["result"]["next_dealer"] == now.result.next_dealer
    assert len(hands[0]["tricks"]) == len(now.tricks)
    assert plain["sealed"] is (form != "tcr")
    assert plain["problems"] == []


def test_a_ruling_names_article_source_plays_and_what_is_permitted(folder: Path) -> None:
    hands = judged(folder / "match.tcr")["hands"]
    assert isinstance(hands, list)
    (back,) = (each for each in hands[0]["rulings"] if each["code"] == "play.taken_back")
    assert back["article"] == "penalties.takeback"
    assert back["proposed"] == ["level_down"]
    assert hands[0]["articles"]["penalties.takeback"]["value"] == "level_down"
    assert hands[0]["articles"]["penalties.takeback"]["where"].startswith("L")


def test_the_text_says_the_same(folder: Path, drill: Drill) -> None:
    text = run("referee", folder / "match.tcr").stdout
    assert text.count(" -> ") == len(drill.now.tricks)
    assert text.count("  ! trick ") == len(drill.now.violations)
    assert "permits level_down" in text
    assert "next dealer" in text


def test_another_rulebook_judges_the_same_cards(folder: Path) -> None:
    for form in ("jsonl", "tcr"):
        plain = judged(folder / f"match.{form}", "--rulebook", "seven")
        assert plain["rulebook"] == "seven"


def test_lines_that_cannot_be_used_are_named_and_the_rest_is_judged(folder: Path) -> None:
    lines = (folder / "match.jsonl").read_text("utf-8").splitlines()
    (folder / "spoiled.jsonl").write_text("\n".join([*lines[:4], "{", *lines[4:]]), "utf-8")
    result = run("referee", folder / "spoiled.jsonl")
    assert result.exit_code == 0
    assert "spoiled.jsonl:5: record.bad_line" in result.stderr
    assert "next dealer" in result.stdout


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.jsonl", b"", "no event in it"),
        ("noise.tcr", b"\xff\xfe\x00", "UTF-8"),
        ("match.doc", b"x", ".jsonl .tcr .db"),
        ("noise.db", b"no database at all" * 99, "not"),
        ("poem.tcr", b"roses are red", "no such"),
    ],
)
def test_bad_input_is_one_clear_line_and_code_2(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    for command, options in (("referee", ()), ("export", ("--format", "tcr"))):
        result = run(command, tmp_path / name, *options)
        assert result.exit_code == 2
        assert len(result.stderr.strip().splitlines()) == 1
        assert words in result.stderr.replace("no_such", "no such")


def test_a_rulebook_that_nobody_knows_is_one_clear_line(folder: Path, tmp_path: Path) -> None:
    result = run("referee", folder / "match.tcr", "--rulebook", "nix")
    assert (result.exit_code, "nix" in result.stderr) == (2, True)
    with EventLog(tmp_path / "odd.db") as log:
        log.append([(MatchStarted("club", ("a", "b", "c", "d")), Evidence())], at=1, actor=CAMERA)
    for command, options in (("referee", ()), ("export", ("--format", "csv"))):
        result = run(command, tmp_path / "odd.db", *options)
        assert (result.exit_code, "club" in result.stderr) == (2, True)


def test_a_log_is_exported_and_comes_back_as_the_same_bytes(folder: Path) -> None:
    for form in ("jsonl", "tcr"):
        exported = run("export", folder / "match.db", "--format", form).stdout_bytes
        assert exported == (folder / f"match.{form}").read_bytes()
        assert run("export", folder / f"match.{form}", "--format", form).stdout_bytes == exported


def test_csv_has_one_row_a_play_and_no_formula(folder: Path, drill: Drill) -> None:
    run("export", folder / "match.db", "--format", "csv", "--out", folder / "plays.csv")
    text = (folder / "plays.csv").read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(text.decode("utf-8-sig"))))
    assert len(rows) == 1 + sum(len(trick.plays) for trick in drill.now.tricks)
    assert rows[1][rows[0].index("seat")] == drill.now.tricks[0].plays[0].seat


def test_a_name_that_looks_like_a_formula_is_made_harmless(tmp_path: Path) -> None:
    (tmp_path / "odd.tcr").write_text('[Rulebook "comp"] [E "=1+1"] [Trump "H"] [Dealer "E"]\n1. E:SA\n', "utf-8")
    rows = run("export", tmp_path / "odd.tcr", "--format", "csv").stdout
    assert ",'=1+1," in rows


def test_xlsx_is_a_workbook_with_the_same_rows(folder: Path) -> None:
    run("export", folder / "match.db", "--format", "xlsx", "--out", folder / "plays.xlsx")
    with zipfile.ZipFile(folder / "plays.xlsx") as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            ElementTree.fromstring(archive.read(name))
        sheet = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    names = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    found = [
        [("".join(cell.itertext())) for cell in row.findall("m:c", names)] for row in sheet.findall(".//m:row", names)
    ]
    text = run("export", folder / "match.db", "--format", "csv").stdout.lstrip("\ufeff")
    assert found == [list(row) for row in csv.reader(io.StringIO(text))]


def test_a_place_that_cannot_be_written_is_one_clear_line(folder: Path) -> None:
    result = run("export", folder / "match.db", "--format", "tcr", "--out", folder / "no" / "such" / "x.tcr")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
