"""The rules answer like the case book and like the other engine, and the runner notices when they do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from paizhuo.commands.conform import command
from paizhuo.rules.conform.case import Case, CaseError, read_case, read_cases
from paizhuo.rules.conform.games import games
from paizhuo.rules.conform.judge import Books, Outcome, game_of, judge, judge_record, summary, summary_line
from paizhuo.rules.conform.shengji import CASES
from paizhuo.rules.rulebooks import ids, load

HERE = Path(__file__).parent
BOOKS = Books(load, ids())
CASE_BOOK = read_cases(yaml.safe_load((HERE / "shengji.yaml").read_text("utf-8")))
RECORDS = [json.loads(line) for line in (HERE / "shengji.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASE_BOOK, ids=lambda case: case.id)
def test_every_ruling_holds_under_each_of_its_rulebooks(case: Case) -> None:
    report = judge(case, CASES, BOOKS)
    assert report.differences == ()
    assert report.outcome in {Outcome.PASSED, Outcome.PROSE, Outcome.EXTERNAL}


def test_the_case_book_counts_153_passed_21_prose_and_6_external() -> None:
    counts = summary(judge(case, CASES, BOOKS) for case in CASE_BOOK)
    assert summary_line(counts) == "153 passed, 0 failed, 0 unsupported, 21 prose, 6 external"


def test_all_4000_tricks_of_the_other_engine_are_answered_alike() -> None:
    counts = summary(judge_record(number, record, games()) for number, record in enumerate(RECORDS))
    assert counts == {**dict.fromkeys(Outcome, 0), Outcome.PASSED: 4000}


WRONG: list[tuple[str, Callable[[object], object]]] = [
    ("winner", lambda seat: (int(str(seat)) + 1) % 4),
    ("points", lambda points: int(str(points)) + 5),
    ("legal", lambda legal: not legal),
    ("illegal_seat", lambda seat: 3 - int(str(seat))),
    ("tractor", lambda tractor: not tractor),
    ("throw_ok", lambda ok: not ok),
    ("forced", lambda cards: ["SA"]),
    ("multiplier", lambda factor: int(str(factor)) * 2),
    ("level_change", lambda change: 99),
    ("trump", lambda suit: "S" if suit != "S" else "none"),
    ("accepted", lambda accepted: not accepted),
    ("dealer", lambda seat: (int(str(seat)) + 1) % 4),
    ("evidence", lambda tricks: [1, 2, 3]),
    ("next_dealer", lambda seat: (int(str(seat)) + 2) % 4),
]


@pytest.mark.parametrize(("key", "spoil"), WRONG, ids=[key for key, _ in WRONG])
def test_a_case_that_expects_something_else_fails(key: str, spoil: Callable[[object], object]) -> None:
    asking = [case for case in CASE_BOOK if key in case.asked and judge(case, CASES, BOOKS).outcome is Outcome.PASSED]
    assert asking
    for case in asking:
        wrong = replace(case, expected={**case.expected, key: spoil(case.expected[key])})
        report = judge(wrong, CASES, BOOKS)
        assert report.outcome is Outcome.FAILED, case.id
        assert {difference.key for difference in report.differences} == {key}


def test_a_record_with_another_winner_fails() -> None:
    won = next(record for record in RECORDS if record["answer"]["winner"] is not None)
    wrong = {**won, "answer": {**won["answer"], "winner": (won["answer"]["winner"] + 1) % 4}}
    report = judge_record(1, wrong, games())
    assert report.outcome is Outcome.FAILED
    assert report.differences[0].actual.startswith("winner: expected")


def test_a_record_of_no_known_game_is_unsupported() -> None:
    assert judge_record(1, {"id": 7}, games()).outcome is Outcome.UNSUPPORTED


@pytest.mark.parametrize(
    "spoiled", [{"plays": [["ZZ"]]}, {"plays": "SA"}, {"hands": [["SA"], "S2"]}, {"answer": 3}, {"throw_eval": "dice"}]
)
def test_a_record_that_cannot_be_read_is_unsupported(spoiled: dict[str, object]) -> None:
    assert judge_record(1, {**RECORDS[0], **spoiled}, games()).outcome is Outcome.UNSUPPORTED


def case_about(topic: str, **parts: object) -> Case:
    return read_case({"id": "x", "topic": topic, "rules": ["qq"], "expected": {"winner": 0}, **parts}, 1)


PLAYS = [{"seat": 0, "cards": ["SA"]}]


@pytest.mark.parametrize(
    "case",
    [
        case_about("astrology", plays=PLAYS),  # no adapter
        case_about("points", plays=PLAYS, expected={"luck": 1}),  # no adapter answers the key
        case_about("points", plays=PLAYS, expected={}),  # asks nothing
        case_about("points", plays=[{"seat": 0, "cards": ["ZZ"]}]),  # no such card
        case_about("points", plays=[{"seat": 0, "cards": "SA"}]),  # cards are no list
        case_about("points", plays=[{"seat": True, "cards": ["SA"]}]),  # a seat is no truth
        case_about("points", plays=PLAYS, setup={"hands": ["SA"]}),  # hands are no table
        case_about("penalty", setup={"dealer": 0}, plays=[{"seat": 1, "event": "sneezes"}]),  # no such offence
        case_about("time", setup={"dealer": 0}, plays=[{"seat": 1, "event": "thinks long"}]),  # no seconds
    ],
)
def test_what_nobody_can_judge_is_unsupported_and_never_passed(case: Case) -> None:
    assert judge(case, CASES, BOOKS).outcome is Outcome.UNSUPPORTED


def test_plays_that_contradict_nothing_are_no_revoke() -> None:
    plays = [
        {"seat": 0, "cards": ["SA"], "trick": 1},
        {"seat": 1, "cards": ["D3"], "trick": 1},
        {"seat": 1, "cards": ["D9"], "trick": 3},
    ]
    expected = {"verdict": "no contradiction", "evidence": [], "legal": True}
    case = case_about("revoke_suit", setup={"level": "2", "trump": "H"}, plays=plays, expected=expected)
    assert judge(case, CASES, BOOKS).outcome is Outcome.PASSED


def test_a_case_of_house_rules_that_are_not_here_is_external() -> None:
    assert judge(case_about("points", rules=["tao"]), CASES, BOOKS).outcome is Outcome.EXTERNAL


def test_a_file_is_judged_as_the_game_whose_rulebooks_and_topics_it_names() -> None:
    assert game_of(CASE_BOOK, games(), BOOKS).game == "shengji"


@pytest.mark.parametrize(
    "document",
    [
        {"rulings": []},
        [{"topic": "points"}],
        [{"id": "x", "rules": [], "expected": {}}],
        [{"id": "x", "topic": "points", "rules": [], "expected": {}, "check": "dice"}],
        [{"id": "x", "topic": "points", "rules": [], "expected": {}, "setup": 3}],
        [{"id": "x", "topic": "points", "rules": [], "expected": {}, "plays": 3}],
    ],
)
def test_a_file_without_the_shape_of_cases_is_refused(document: object) -> None:
    with pytest.raises(CaseError):
        read_cases(document)


def test_the_command_ends_with_0_and_the_counts_when_all_is_well() -> None:
    result = CliRunner().invoke(command, [str(HERE / "shengji.yaml")])
    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == "153 passed, 0 failed, 0 unsupported, 21 prose, 6 external"


def write(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, "utf-8")
    return str(file)


WRONG_CASE = {"id": "w", "topic": "points", "rules": ["qq"], "plays": PLAYS, "expected": {"winner": 2}}
UNKNOWN_CASE = {**WRONG_CASE, "id": "u", "topic": "astrology"}


def test_the_command_ends_with_1_and_names_expected_and_found(tmp_path: Path) -> None:
    file = write(tmp_path, "wrong.yaml", yaml.safe_dump({"cases": [WRONG_CASE, UNKNOWN_CASE]}))
    result = CliRunner().invoke(command, [file])
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "w points qq winner: expected 2, found 0",
        "u astrology: unsupported",
        "0 passed, 1 failed, 1 unsupported, 0 prose, 0 external",
    ]
    as_json = json.loads(CliRunner().invoke(command, [file, "--json"]).output)
    assert as_json["counts"]["failed"] == 1
    assert as_json["failures"][0]["differences"] == [
        {"rulebook": "qq", "key": "winner", "expected": "2", "actual": "0"}
    ]


def test_the_command_names_a_record_that_differs(tmp_path: Path) -> None:
    won = next(record for record in RECORDS if record["answer"]["winner"] is not None)
    wrong = {**won, "answer": {**won["answer"], "points": 500}}
    file = write(tmp_path, "wrong.jsonl", f"{json.dumps(won)}\n\n{json.dumps(wrong)}\n")
    result = CliRunner().invoke(command, [file])
    assert result.exit_code == 1
    assert "points: expected 500" in result.output


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cases.txt", "cases: []"),  # neither kind
        ("cases.yaml", "cases: ["),  # no YAML
        ("cases.yaml", "cases: 3"),  # no cases
        ("cases.jsonl", "{"),  # no JSON
        ("cases.jsonl", "[]"),  # no object
    ],
)
def test_the_command_ends_with_2_and_one_line_on_bad_input(tmp_path: Path, name: str, text: str) -> None:
    result = CliRunner().invoke(command, [write(tmp_path, name, text)])
    assert result.exit_code == 2
    assert name in result.output
